"""Ends a session that holds the event loop, so that all others go on."""

import asyncio
import logging
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import FrameType

from tui.server.metrics import Event, event_fields

HELD_SECONDS = 1.0
"""After so long in one piece of a session's work the session ends."""
_BEAT_SECONDS = 0.25
"""How often the event loop shows that it is not held."""
_FIRST_SECONDS, _NEXT_SECONDS = 0.5, 0.1
"""When the timer rings after the last beat, and how often then."""

_player: ContextVar[str] = ContextVar("player", default="")
"""The player whose session the current work belongs to, "" for none."""

log = logging.getLogger("satsudoku.server")


@contextmanager
def working_for(player: str) -> Iterator[None]:
    """Let the work that is begun here, and all that it begins, count as that of a player's session."""
    token = _player.set(player)
    try:
        yield
    finally:
        _player.reset(token)


class LoopHeld(Exception):
    """A session has held the event loop for too long. Raised in the middle of its work."""


class Watchdog:
    """Rings while the event loop of the main thread is held, and sees in whose work.

    A session ends if it alone has used the processor from ring to ring: many sessions in one turn of the loop, or a
    process that waits for a processor, are no reason.
    """

    def __init__(self) -> None:
        self.ended = 0
        """How many sessions it has ended."""
        self._name = ""
        """In whose work it rang last."""
        self._since = 0.0
        """How much the thread had used of the processor at the first of these rings."""
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin, in the main thread and its running event loop."""
        signal.signal(signal.SIGALRM, self._ring)
        self._beat()

    def stop(self) -> None:
        """End it."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        if self._timer:
            self._timer.cancel()

    def _beat(self) -> None:
        self._name = ""
        signal.setitimer(signal.ITIMER_REAL, _FIRST_SECONDS, _NEXT_SECONDS)
        self._timer = asyncio.get_running_loop().call_later(_BEAT_SECONDS, self._beat)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        name, cpu_time = _player.get(), time.thread_time()
        if name != self._name:
            self._name, self._since = name, cpu_time
        elif name and cpu_time - self._since >= HELD_SECONDS - _FIRST_SECONDS:
            self._since = cpu_time
            self.ended += 1
            log.error("%s holds the event loop: the session ends", name, extra=event_fields(Event.FLOOD))
            raise LoopHeld(name)
