"""How often something that runs may be drawn: no faster than eyes follow, and on a slow line no faster than it goes."""

import math
import time

from tui.terminal import Options, over_ssh

_SLOW_RATE = 800
"""Bytes a second that pictures may take on a slow line."""


class Pace:
    """Says when the next picture is due, after each has told how many bytes it takes."""

    def __init__(self, options: Options, interval: float, slow_interval: float) -> None:
        """`interval`: seconds between two pictures; `slow_interval`: the same on a slow line."""
        slow = over_ssh() or options.low_bandwidth
        self.interval = slow_interval if slow else interval
        self._rate = _SLOW_RATE if slow else math.inf
        self._due = 0.0

    def begin(self) -> None:
        """The next picture is due at once."""
        self._due = 0.0

    @property
    def is_due(self) -> bool:
        """Whether the last picture has been sent by now."""
        return time.perf_counter() >= self._due

    def sent(self, size: int) -> None:
        """A picture of about so many bytes goes out now."""
        self._due = time.perf_counter() + size / self._rate
