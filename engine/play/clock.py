"""A stopwatch."""

import time
from collections.abc import Callable

from engine.base import values


class Clock:
    """Counts seconds while it runs; starts paused. `now` is a monotonic source of seconds."""

    def __init__(self, elapsed: float = 0.0, now: Callable[[], float] = time.monotonic) -> None:
        self._seconds = elapsed
        self._now = now
        self._since: float | None = None

    @property
    def running(self) -> bool:
        """Whether the clock runs."""
        return self._since is not None

    @property
    def elapsed(self) -> float:
        """The seconds counted so far."""
        return self._seconds if self._since is None else self._seconds + (self._now() - self._since)

    def start(self) -> None:
        """Start counting; no effect if the clock runs."""
        if self._since is None:
            self._since = self._now()

    def pause(self) -> None:
        """Stop counting; no effect if the clock is paused."""
        self._seconds, self._since = self.elapsed, None


values.send_by_key(Clock, lambda clock: clock.elapsed, lambda elapsed: Clock(float(elapsed)))
