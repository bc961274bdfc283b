"""Processes that begin others: with everything loaded and nothing open, so that what is needed is forked from them.

A process so begins in milliseconds, shares its memory with all others until it writes to it, and takes nothing over
from the job of another player. The server can start no process itself once it is held to its folders; it asks such a
one over a socket (`Processes`), and passes along one end of the line on which it will talk to the new process.
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
"""What is asked: an Act, and the number of the process that it is about."""
EXIT_REPORT = struct.Struct("!qi")
"""What is told of a process that is over: its number, and its status as `os.waitpid` has it."""
Run = Callable[[socket.socket], NoReturn]
"""What a process does, with its end of the line."""
Bury = Callable[[int], object]
"""What is done about a process that is over, given its number in the system."""

_COMMANDS = "engine.commands"

log = logging.getLogger("satsudoku.server")


class ForkCommand(Enum):
    """What is done with a process."""

    BEGIN = b"b"
    PAUSE = b"p"
    GO_ON = b"g"
    KILL = b"k"


_SIGNALS = {ForkCommand.PAUSE: signal.SIGSTOP, ForkCommand.GO_ON: signal.SIGCONT, ForkCommand.KILL: signal.SIGKILL}


def begin(run: Run, prepare: Callable[[], object] = lambda: None, bury: Bury = lambda _: None) -> socket.socket:
    """Begin a process that begins others, which do `run`; returns the socket to ask it by, at whose end all end.

    It calls `prepare` before it begins any, and `bury` for each that is over. To be called while there is one thread
    only.
    """
    load_engine()
    own_end, peer_end = socket.socketpair()
    if not os.fork():
        os.closerange(3, peer_end.fileno())  # such as what the server listens on
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
    """Begin processes from this one, as the server at the other end asks for them, and end with it."""
    _Forker(server, run, bury).run()


def load_engine() -> None:
    """Import all of the engine that jobs may need; what is not installed is left out."""
    for module in pkgutil.walk_packages(engine.__path__, "engine."):
        if not module.name.startswith(_COMMANDS):
            with suppress(ImportError):
                importlib.import_module(module.name)
    with suppress(ImportError):
        import pysat.solvers  # noqa: F401 (a job that may start no program forks itself for a library's solver)


class Processes:
    """What has been begun by the process at the other end of `forker`, as the one who asked for it sees it."""

    def __init__(self, forker: socket.socket, ended: Callable[[int, int], object]) -> None:
        """`ended` hears of each that is over: its number, and its status as `os.waitpid` has it."""
        self._forker = forker
        self._ended = ended
        self._buffer = b""
        self.is_lost = False
        """Whether nothing can be begun any more."""

    def start(self) -> None:
        """Begin to hear."""
        self._forker.setblocking(False)
        asyncio.get_running_loop().add_reader(self._forker, self._receive)

    def close(self) -> None:
        """End all of them."""
        self._forker.close()

    def ask(self, act: ForkCommand, number: int, *lines: socket.socket) -> None:
        """Have something done with the one of that number."""
        with suppress(OSError):  # `_hear` tells that it is gone
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
            return
        self._buffer += data
        whole = len(self._buffer) // EXIT_REPORT.size * EXIT_REPORT.size
        for number, status in EXIT_REPORT.iter_unpack(self._buffer[:whole]):
            self._ended(number, status)
        self._buffer = self._buffer[whole:]


class _Forker:
    """Forks processes, passes signals on to them, and tells how they ended."""

    def __init__(self, server: socket.socket, run: Run, bury: Bury) -> None:
        self._server = server
        self._run = run
        self._bury = bury
        self._processes: dict[int, int] = {}
        """The process of each number."""

    def run(self) -> NoReturn:
        """Do what is asked until the server is gone."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)  # the server tells when it is over
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
        """Do the next thing that is asked; False if nothing will be any more."""
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
        with suppress(OSError):  # it did so itself, or is over
            os.setpgid(process, process)
        self._processes[number] = process
        line.close()

    def _reap(self) -> None:
        """Hear of those that are over; of their own too, where this is the first process of a namespace."""
        numbers = {process: number for number, process in self._processes.items()}
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                process, status = ended
                if process in numbers:
                    _signal(process, signal.SIGKILL)  # what it has started, if that goes on
                    del self._processes[numbers[process]]
                    self._server.sendall(EXIT_REPORT.pack(numbers[process], status))
                self._bury(process)


def _signal(process: int, number: int) -> None:
    """Signal a process and what it has started."""
    with suppress(OSError):
        os.killpg(process, number)
