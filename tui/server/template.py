"""The process that the server is forked from: it has loaded the program, and then does nothing but wait.

When the server dies, by a signal or a fault of its own, another is forked at once: nothing has to be loaded, and the
sockets are still there. Memory is shared between the two until one writes to it.
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
"""Where more servers die within that time, the next one begins after a pause, which grows."""
LONGEST_PAUSE = 32
_FINAL = (0, 2)
"""Exit codes of a server that was told to stop, or that can't serve as it was asked to."""

_STOPPING = signal.SIGTERM, signal.SIGINT

log = logging.getLogger("satsudoku.server")


def fork_servers(serve: Callable[[int], int]) -> int:
    """Have `serve` called in a process of its own, again whenever that dies; returns the exit code of the last one.

    It is told how many have died before it. SIGTERM and SIGINT are passed on. To be called while there is one thread.
    """
    return _Template().run(serve)


class _Template:
    """Owns the server that runs."""

    def __init__(self) -> None:
        self._server = 0
        """Its process; 0 while there is none."""
        self._is_to_stop = False

    def run(self, serve: Callable[[int], int]) -> int:
        """Fork servers until one ends as it should."""
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
    """Signals wait while a process is forked, so that the one who is to have them does."""
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)


def _reason(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"
