"""Fork servers: processes with all modules loaded and no files open, from which other processes are forked.

A forked process starts in milliseconds, shares memory copy-on-write, and inherits nothing from another player's job.
Once the server is confined to its folders, it can't start processes itself. It asks a fork server over a socket
(`Processes`), and passes along one end of the connection to the new process.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import logging
import os
import pkgutil
import selectors
import signal
import socket
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from typing import NoReturn

import engine

COMMAND = struct.Struct("!cq")
"""A command to the fork server: a ForkCommand and the number of the process."""
EXIT_REPORT = struct.Struct("!qi")
"""A report on an ended process: its number and its status from `os.waitpid`."""
Run = Callable[[socket.socket], NoReturn]
"""The main function of a forked process, called with its end of the connection."""
Bury = Callable[[int], object]
"""A function called after a process has ended, with its process id."""

_COMMANDS = "engine.commands"

log = logging.getLogger("satsudoku.server")


class ForkCommand(Enum):
    """A command for one process."""

    BEGIN = b"b"
    PAUSE = b"p"
    GO_ON = b"g"
    KILL = b"k"


_SIGNALS = {ForkCommand.PAUSE: signal.SIGSTOP, ForkCommand.GO_ON: signal.SIGCONT, ForkCommand.KILL: signal.SIGKILL}


def begin(run: Run, prepare: Callable[[], object] = lambda: None, bury: Bury = lambda _: None) -> socket.socket:
    """Start a fork server whose processes call `run`, and return the socket for commands.

    Closing the socket ends all its processes. The fork server calls `prepare` once at its start, and `bury` after each
    process has ended. Must be called while the process has a single thread.
    """
    load_engine()
    own_end, peer_end = socket.socketpair()
    if not os.fork():
        os.closerange(3, peer_end.fileno())  # such as the listening sockets
        os.closerange(peer_end.fileno() + 1, os.sysconf("SC_OPEN_MAX"))
        try:
            prepare()
            serve(peer_end, run, bury)
        finally:
            sys.excepthook(*sys.exc_info())
            os._exit(1)
    peer_end.close()
    return own_end


def serve(server: socket.socket, run: Run, bury: Bury = lambda _: None) -> NoReturn:
    """Run as a fork server until the other end of the socket is closed."""
    _Forker(server, run, bury).run()


def load_engine() -> None:
    """Import all engine modules that jobs may need, except those whose dependencies are missing."""
    for module in pkgutil.walk_packages(engine.__path__, "engine."):
        if not module.name.startswith(_COMMANDS):
            with suppress(ImportError):
                importlib.import_module(module.name)
    with suppress(ImportError):
        import pysat.solvers  # noqa: F401 (a job that may start no program forks itself for a library's solver)


def end_without_forker() -> NoReturn:
    """End this process, which can no longer start others, so that a new one replaces it. Moves are saved."""
    os._exit(1)


class Processes:
    """A client of a fork server, at the other end of `forker`."""

    def __init__(self, forker: socket.socket, ended: Callable[[int, int], object], lost: Callable[[], object]) -> None:
        """`ended` is called for each ended process with its number and its status from `os.waitpid`, `lost` when the
        fork server is gone.
        """
        self._forker = forker
        self._ended = ended
        self._lost = lost
        self._buffer = b""
        self.is_lost = False
        """Whether the fork server is gone."""

    def start(self) -> None:
        """Start to receive exit reports."""
        self._forker.setblocking(False)
        asyncio.get_running_loop().add_reader(self._forker, self._receive)

    def close(self) -> None:
        """End the fork server and all its processes."""
        self._forker.close()

    def ask(self, act: ForkCommand, number: int, *lines: socket.socket) -> None:
        """Send a command for the process with this number."""
        with suppress(OSError):  # `_receive` notices the loss
            socket.send_fds(self._forker, [COMMAND.pack(act.value, number)], [line.fileno() for line in lines])

    def _receive(self) -> None:
        try:
            data = self._forker.recv(1 << 16)
        except OSError:
            data = b""
        if not data:
            log.error("there is no process any more that begins others")
            asyncio.get_running_loop().remove_reader(self._forker)
            self.is_lost = True
            self._lost()
            return
        self._buffer += data
        whole = len(self._buffer) // EXIT_REPORT.size * EXIT_REPORT.size
        for number, status in EXIT_REPORT.iter_unpack(self._buffer[:whole]):
            self._ended(number, status)
        self._buffer = self._buffer[whole:]


class _Forker:
    """Forks processes, forwards signals to them, and reports their exit statuses."""

    def __init__(self, server: socket.socket, run: Run, bury: Bury) -> None:
        self._server = server
        self._run = run
        self._bury = bury
        self._processes: dict[int, int] = {}
        """Process ids by number."""

    def run(self) -> NoReturn:
        """Execute commands until the server is gone."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)  # the server ends this process by closing the socket
        gc.collect()
        gc.freeze()
        wakened, waker = socket.socketpair()
        waker.setblocking(False)
        signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        selector = selectors.DefaultSelector()
        selector.register(self._server, selectors.EVENT_READ)
        selector.register(wakened, selectors.EVENT_READ)
        with suppress(OSError):  # the server is gone
            while True:
                for key, _ in selector.select():
                    if key.fileobj is wakened:
                        wakened.recv(4096)
                        self._reap()
                    elif not self._do():
                        raise ConnectionError
        for process in self._processes.values():
            _signal(process, signal.SIGKILL)
        for process in self._processes.values():
            with suppress(ChildProcessError):
                os.waitpid(process, 0)
            self._bury(process)
        os._exit(0)

    def _do(self) -> bool:
        """Execute the next command; False at the end of the connection."""
        data, lines, *_ = socket.recv_fds(self._server, COMMAND.size, 1)
        if len(data) < COMMAND.size:
            return False
        act, number = COMMAND.unpack(data)
        if act == ForkCommand.BEGIN.value:
            self._begin(number, socket.socket(fileno=lines[0]))
        elif number in self._processes:
            _signal(self._processes[number], _SIGNALS[ForkCommand(act)])
        return True

    def _begin(self, number: int, line: socket.socket) -> None:
        try:
            process = os.fork()
        except OSError as error:
            log.error("no process can be begun: %s", error)
            self._server.sendall(EXIT_REPORT.pack(number, signal.SIGKILL))
            line.close()
            return
        if not process:
            signal.set_wakeup_fd(-1)
            self._server.close()
            self._run(line)
        with suppress(OSError):  # the child has called it already, or has ended
            os.setpgid(process, process)
        self._processes[number] = process
        line.close()

    def _reap(self) -> None:
        """Wait for ended processes, and report those of the server. As init of a namespace, reap orphans too."""
        numbers = {process: number for number, process in self._processes.items()}
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                process, status = ended
                if process in numbers:
                    _signal(process, signal.SIGKILL)  # the rest of its process group
                    del self._processes[numbers[process]]
                    self._server.sendall(EXIT_REPORT.pack(numbers[process], status))
                self._bury(process)


def _signal(process: int, number: int) -> None:
    """Send a signal to the process group."""
    with suppress(OSError):
        os.killpg(process, number)
