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

MAX_DEATHS, DEATHS_SECONDS = 5, 60.0
"""If more servers than MAX_DEATHS die within DEATHS_SECONDS, restarts are delayed, with exponential backoff."""
MAX_PAUSE_SECONDS = 32
"""Longest delay of a restart."""
_FINAL_CODES = (0, 2)
"""Exit codes after a stop signal or a usage error, for which the server is not restarted."""

_STOP_SIGNALS = signal.SIGTERM, signal.SIGINT

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
        self._is_stopping = False

    def run(self, serve: Callable[[int], int]) -> int:
        """Fork servers until one ends normally."""
        gc.collect()
        gc.freeze()
        deaths = 0
        death_times: deque[float] = deque()
        while True:
            with _signals_blocked(*_STOP_SIGNALS):
                if self._is_stopping:
                    return 0
                self._server = os.fork()
                if self._server:
                    for number in _STOP_SIGNALS:
                        signal.signal(number, self._forward)
            if not self._server:
                return serve(deaths)
            code = os.waitstatus_to_exitcode(os.waitpid(self._server, 0)[1])
            self._server = 0
            if code in _FINAL_CODES or self._is_stopping:
                return max(code, 0)
            deaths += 1
            death_times.append(time.monotonic())
            while death_times[0] < time.monotonic() - DEATHS_SECONDS:
                death_times.popleft()
            excess = len(death_times) - MAX_DEATHS
            pause = min(2**excess, MAX_PAUSE_SECONDS) if excess > 0 else 0
            log.error("the server died (%s); restarting it in %d s", _cause(code), pause)
            time.sleep(pause)

    def _forward(self, number: int, _: FrameType | None) -> None:
        self._is_stopping = True
        if self._server:
            os.kill(self._server, number)


@contextmanager
def _signals_blocked(*signals: signal.Signals) -> Iterator[None]:
    """Block signals during a fork, so that none is lost between the two processes."""
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)


def _cause(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"
