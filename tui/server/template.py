"""The template: a process that has loaded the program, forks the server and waits for it.

When the server dies, by a signal or a fault, another is forked at once: everything is loaded and the sockets are still
open. Both share memory copy-on-write.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

MOST_DEATHS, CALM_SECONDS = 5, 60.0
"""If more servers than this die within CALM_SECONDS, restarts are delayed, with exponential backoff."""
LONGEST_PAUSE = 32
_FINAL = (0, 2)
"""Exit codes after a stop signal or a usage error, for which the server is not restarted."""

_STOPPING = signal.SIGTERM, signal.SIGINT

log = logging.getLogger("satsudoku.server")


def fork_servers(serve: Callable[[int], int]) -> int:
    """Call `serve` in a child process, again whenever the child dies; returns the exit code of the last one.

    `serve` is passed the number of earlier deaths. SIGTERM and SIGINT are forwarded to the child. Must be called while
    the process has a single thread.
    """
    return _Template().run(serve)


class _Template:
    """Owns the running server."""

    def __init__(self) -> None:
        self._server = 0
        """Its process id; 0 while there is none."""
        self._is_to_stop = False

    def run(self, serve: Callable[[int], int]) -> int:
        """Fork servers until one ends normally."""
        gc.collect()
        gc.freeze()
        deaths = 0
        recent: deque[float] = deque()
        while True:
            with _held(*_STOPPING):
                if self._is_to_stop:
                    return 0
                self._server = os.fork()
                if self._server:
                    for number in _STOPPING:
                        signal.signal(number, self._pass_on)
            if not self._server:
                return serve(deaths)
            code = os.waitstatus_to_exitcode(os.waitpid(self._server, 0)[1])
            self._server = 0
            if code in _FINAL or self._is_to_stop:
                return max(code, 0)
            deaths += 1
            recent.append(time.monotonic())
            while recent[0] < time.monotonic() - CALM_SECONDS:
                recent.popleft()
            pause = min(2 ** (len(recent) - MOST_DEATHS), LONGEST_PAUSE) if len(recent) > MOST_DEATHS else 0
            log.error("the server died (%s); the next one begins in %d s", _reason(code), pause)
            time.sleep(pause)

    def _pass_on(self, number: int, _: FrameType | None) -> None:
        self._is_to_stop = True
        if self._server:
            os.kill(self._server, number)


@contextmanager
def _held(*signals: signal.Signals) -> Iterator[None]:
    """Block signals during a fork, so that none is lost between the two processes."""
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)


def _reason(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"
