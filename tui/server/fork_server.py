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
Cleanup = Callable[[int], object]
"""A function called after a process has ended, with its process id."""

_COMMANDS = "engine.commands"

log = logging.getLogger("satsudoku.server")


class ForkCommand(Enum):
    """A command for one process."""

    START = b"s"
    PAUSE = b"p"
    RESUME = b"r"
    KILL = b"k"


_SIGNALS = {ForkCommand.PAUSE: signal.SIGSTOP, ForkCommand.RESUME: signal.SIGCONT, ForkCommand.KILL: signal.SIGKILL}


def start(run: Run, prepare: Callable[[], object] = lambda: None, clean_up: Cleanup = lambda _: None) -> socket.socket:
    """Start a fork server whose processes call `run`, and return the socket for commands.

    Closing the socket ends all its processes. The fork server calls `prepare` once at its start, and `clean_up` after
    each process has ended. Must be called while the process has a single thread.
    """
    load_engine()
    own_end, peer_end = socket.socketpair()
    if not os.fork():
        os.closerange(3, peer_end.fileno())  # such as the listening sockets
        os.closerange(peer_end.fileno() + 1, os.sysconf("SC_OPEN_MAX"))
        try:
            prepare()
            serve(peer_end, run, clean_up)
        finally:
            sys.excepthook(*sys.exc_info())
            os._exit(1)
    peer_end.close()
    return own_end


def serve(server: socket.socket, run: Run, clean_up: Cleanup = lambda _: None) -> NoReturn:
    """Run as a fork server until the other end of the socket is closed."""
    _ForkServer(server, run, clean_up).run()


def load_engine() -> None:
    """Import all engine modules that jobs may need, except those whose dependencies are missing."""
    for module in pkgutil.walk_packages(engine.__path__, "engine."):
        if not module.name.startswith(_COMMANDS):
            with suppress(ImportError):
                importlib.import_module(module.name)
    with suppress(ImportError):
        import pysat.solvers  # noqa: F401 (a job that may start no program forks itself for a library's solver)


def end_without_fork_server() -> NoReturn:
    """End this process, which can no longer start others, so that a new one replaces it. Moves are saved."""
    os._exit(1)


class Processes:
    """A client of a fork server: sends it commands and receives its exit reports."""

    def __init__(
        self, sock: socket.socket, ended: Callable[[int, int], object], disconnected: Callable[[], object]
    ) -> None:
        """`sock` is the socket of the fork server. `ended` is called for each ended process with its number and its
        status from `os.waitpid`, `disconnected` when the fork server has ended.
        """
        self._socket = sock
        self._ended = ended
        self._disconnected = disconnected
        self._buffer = b""
        self.is_disconnected = False
        """Whether the fork server has ended."""

    def start(self) -> None:
        """Start to receive exit reports."""
        self._socket.setblocking(False)
        asyncio.get_running_loop().add_reader(self._socket, self._receive)

    def close(self) -> None:
        """End the fork server and all its processes."""
        self._socket.close()

    def send(self, command: ForkCommand, number: int, *connections: socket.socket) -> None:
        """Send a command for the process with this number; START takes the process's end of its connection along."""
        with suppress(OSError):  # `_receive` notices the end of the fork server
            socket.send_fds(self._socket, [COMMAND.pack(command.value, number)], [end.fileno() for end in connections])

    def _receive(self) -> None:
        try:
            data = self._socket.recv(1 << 16)
        except OSError:
            data = b""
        if not data:
            log.error("the fork server has ended")
            asyncio.get_running_loop().remove_reader(self._socket)
            self.is_disconnected = True
            self._disconnected()
            return
        self._buffer += data
        complete = len(self._buffer) // EXIT_REPORT.size * EXIT_REPORT.size
        for number, status in EXIT_REPORT.iter_unpack(self._buffer[:complete]):
            self._ended(number, status)
        self._buffer = self._buffer[complete:]


class _ForkServer:
    """Forks processes, forwards signals to them, and reports their exit statuses."""

    def __init__(self, server: socket.socket, run: Run, clean_up: Cleanup) -> None:
        self._server = server
        self._run = run
        self._clean_up = clean_up
        self._processes: dict[int, int] = {}
        """Process ids by number."""

    def run(self) -> NoReturn:
        """Execute commands until the server is gone."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)  # the server ends this process by closing the socket
        gc.collect()
        gc.freeze()
        wakeup_reader, wakeup_writer = socket.socketpair()
        wakeup_writer.setblocking(False)
        signal.set_wakeup_fd(wakeup_writer.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        selector = selectors.DefaultSelector()
        selector.register(self._server, selectors.EVENT_READ)
        selector.register(wakeup_reader, selectors.EVENT_READ)
        with suppress(OSError):  # the server is gone
            while True:
                for key, _ in selector.select():
                    if key.fileobj is wakeup_reader:
                        wakeup_reader.recv(4096)
                        self._reap()
                    elif not self._execute_next():
                        raise ConnectionError
        for process in self._processes.values():
            _signal_group(process, signal.SIGKILL)
        for process in self._processes.values():
            with suppress(ChildProcessError):
                os.waitpid(process, 0)
            self._clean_up(process)
        os._exit(0)

    def _execute_next(self) -> bool:
        """Execute the next command; False at the end of the connection."""
        data, descriptors, *_ = socket.recv_fds(self._server, COMMAND.size, 1)
        if len(data) < COMMAND.size:
            return False
        name, number = COMMAND.unpack(data)
        command = ForkCommand(name)
        if command is ForkCommand.START:
            self._start(number, socket.socket(fileno=descriptors[0]))
        elif number in self._processes:
            _signal_group(self._processes[number], _SIGNALS[command])
        return True

    def _start(self, number: int, connection: socket.socket) -> None:
        try:
            process = os.fork()
        except OSError as error:
            log.error("can't start a process: %s", error)
            self._server.sendall(EXIT_REPORT.pack(number, signal.SIGKILL))
            connection.close()
            return
        if not process:
            signal.set_wakeup_fd(-1)
            self._server.close()
            self._run(connection)
        with suppress(OSError):  # the child has called it already, or has ended
            os.setpgid(process, process)
        self._processes[number] = process
        connection.close()

    def _reap(self) -> None:
        """Wait for ended processes, and report those of the server. As init of a namespace, reap orphans too."""
        numbers = {process: number for number, process in self._processes.items()}
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                process, status = ended
                if process in numbers:
                    _signal_group(process, signal.SIGKILL)  # the rest of its process group
                    del self._processes[numbers[process]]
                    self._server.sendall(EXIT_REPORT.pack(numbers[process], status))
                self._clean_up(process)


def _signal_group(process: int, number: int) -> None:
    """Send a signal to the process group."""
    with suppress(OSError):
        os.killpg(process, number)
