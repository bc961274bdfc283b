"""A stopwatch."""

import time
from collections.abc import Callable

from engine.base import values


class Clock:
    """Counts seconds while it runs; begins paused. `now` is a source of seconds that never goes back."""

    def __init__(self, elapsed: float = 0.0, now: Callable[[], float] = time.monotonic) -> None:
        self._seconds = elapsed
        self._now = now
        self._since: float | None = None

    @property
    def running(self) -> bool:
        """Whether it counts."""
        return self._since is not None

    @property
    def elapsed(self) -> float:
        """Seconds counted so far."""
        return self._seconds if self._since is None else self._seconds + (self._now() - self._since)

    def start(self) -> None:
        """Count from now on; nothing happens if it runs already."""
        if self._since is None:
            self._since = self._now()

    def pause(self) -> None:
        """Stop counting; nothing happens if it is paused already."""
        self._seconds, self._since = self.elapsed, None


values.sent_as(Clock, lambda clock: clock.elapsed, lambda elapsed: Clock(float(elapsed)))
