"""The process that begins jobs: one that has everything loaded and nothing open, from which each is forked.

A job's process so begins in milliseconds, shares its memory with all others until it writes to it, and takes nothing
over from the job of another player. The server can start no process itself once it is held to its folders; it asks this
one over a socket, and passes along one end of the line on which it will talk to the job.
"""

import gc
import importlib
import logging
import os
import pkgutil
import selectors
import signal
import socket
import struct
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from typing import NoReturn

import engine
from tui.guests.confinement import Bounds
from tui.server import job_process

ASKED = struct.Struct("!cq")
"""What is asked: an Act, and the number of the job that it is about."""
TOLD = struct.Struct("!qi")
"""What is told of a job that is over: its number, and its status as `os.waitpid` has it."""

_COMMANDS = "engine.commands"

log = logging.getLogger("satsudoku.server")


class Act(Enum):
    """What is done with a job."""

    BEGIN = b"b"
    PAUSE = b"p"
    GO_ON = b"g"
    KILL = b"k"


_SIGNALS = {Act.PAUSE: signal.SIGSTOP, Act.GO_ON: signal.SIGCONT, Act.KILL: signal.SIGKILL}


def begin(bounds: Bounds) -> socket.socket:
    """Begin the process; returns the socket to ask it by, at whose end it ends all jobs and itself.

    To be called while there is one thread only. A job may read the folder of the bounds, and nothing of the state's.
    """
    load_engine()
    ours, theirs = socket.socketpair()
    if not os.fork():
        os.closerange(3, theirs.fileno())  # such as what the server listens on
        os.closerange(theirs.fileno() + 1, os.sysconf("SC_OPEN_MAX"))
        serve(theirs, bounds)
    theirs.close()
    return ours


def serve(server: socket.socket, bounds: Bounds) -> NoReturn:
    """Begin jobs in this process, as the server at the other end asks for them, and end with it."""
    nowhere = bounds.state / "jobs"
    nowhere.mkdir(parents=True, exist_ok=True)
    _Forker(server, replace(bounds, state=nowhere)).run()


def load_engine() -> None:
    """Import all of the engine that jobs may need; what is not installed is left out."""
    for module in pkgutil.walk_packages(engine.__path__, "engine."):
        if not module.name.startswith(_COMMANDS):
            with suppress(ImportError):
                importlib.import_module(module.name)


class _Forker:
    """Forks jobs, passes signals on to them, and tells how they ended."""

    def __init__(self, server: socket.socket, bounds: Bounds) -> None:
        self._server = server
        self._bounds = bounds
        self._jobs: dict[int, int] = {}
        """The process of each job, by its number."""

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
                        self._bury()
                    elif not self._do():
                        raise ConnectionError
        for process in self._jobs.values():
            _signal(process, signal.SIGKILL)
        os._exit(0)

    def _do(self) -> bool:
        """Do the next thing that is asked; False if nothing will be any more."""
        data, lines, *_ = socket.recv_fds(self._server, ASKED.size, 1)
        if len(data) < ASKED.size:
            return False
        act, number = ASKED.unpack(data)
        if act == Act.BEGIN.value:
            self._begin(number, socket.socket(fileno=lines[0]))
        elif number in self._jobs:
            _signal(self._jobs[number], _SIGNALS[Act(act)])
        return True

    def _begin(self, number: int, line: socket.socket) -> None:
        try:
            process = os.fork()
        except OSError as error:
            log.error("no job can be begun: %s", error)
            self._server.sendall(TOLD.pack(number, signal.SIGKILL))
            line.close()
            return
        if not process:
            signal.set_wakeup_fd(-1)
            self._server.close()
            job_process.run(line, self._bounds)
        with suppress(OSError):  # it did so itself, or is over
            os.setpgid(process, process)
        self._jobs[number] = process
        line.close()

    def _bury(self) -> None:
        for number, process in list(self._jobs.items()):
            ended, status = os.waitpid(process, os.WNOHANG)
            if ended:
                _signal(process, signal.SIGKILL)  # what it has started, if that goes on
                del self._jobs[number]
                self._server.sendall(TOLD.pack(number, status))


def _signal(process: int, number: int) -> None:
    """Signal a job and what it has started."""
    with suppress(OSError):
        os.killpg(process, number)
