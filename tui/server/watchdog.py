"""A watchdog that ends a session which blocks the event loop, for the sake of the others."""

import asyncio
import logging
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import FrameType

from tui.server.metrics import Event, event_fields

MAX_BLOCKED_SECONDS = 1.0
"""How long one step of a session may block the event loop."""
_RESET_SECONDS = 0.25
"""Interval at which the event loop resets the timer."""
_FIRST_SECONDS, _NEXT_SECONDS = 0.5, 0.1
"""Delay of the timer after a reset, and its interval afterwards."""

_player: ContextVar[str] = ContextVar("player", default="")
"""Name of the player whose session is running, "" for none."""

log = logging.getLogger("satsudoku.server")


@contextmanager
def working_for(player: str) -> Iterator[None]:
    """Attribute the work of this context, and the tasks created in it, to a player's session."""
    token = _player.set(player)
    try:
        yield
    finally:
        _player.reset(token)


class LoopBlocked(Exception):
    """A session has blocked the event loop for too long. Raised by the signal handler, inside the session's code."""


class Watchdog:
    """A timer that fires while the event loop of the main thread is blocked, and finds the session that blocks it.

    A session ends only if it alone has used the processor between two alarms. Many sessions in one iteration of the
    loop, or a process that waits for a processor, do not count.
    """

    def __init__(self) -> None:
        self.ended = 0
        """Number of sessions ended."""
        self._name = ""
        """The player at the last alarm."""
        self._cpu_start = 0.0
        """Processor time of the thread at the first alarm for that player, in seconds."""
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start the timer. Must be called in the main thread, from its running event loop."""
        signal.signal(signal.SIGALRM, self._check)
        self._reset_timer()

    def stop(self) -> None:
        """Stop the timer."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        if self._timer:
            self._timer.cancel()

    def _reset_timer(self) -> None:
        self._name = ""
        signal.setitimer(signal.ITIMER_REAL, _FIRST_SECONDS, _NEXT_SECONDS)
        self._timer = asyncio.get_running_loop().call_later(_RESET_SECONDS, self._reset_timer)

    def _check(self, number: int, frame: FrameType | None) -> None:
        name, cpu_time = _player.get(), time.thread_time()
        if name != self._name:
            self._name, self._cpu_start = name, cpu_time
        elif name and cpu_time - self._cpu_start >= MAX_BLOCKED_SECONDS - _FIRST_SECONDS:
            self._cpu_start = cpu_time
            self.ended += 1
            log.error("the session of %s ends: it blocked the event loop", name, extra=event_fields(Event.FLOOD))
            raise LoopBlocked(name)
