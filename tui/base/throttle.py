"""How often something that runs may be drawn: no faster than eyes follow, and on a slow line no faster than it goes."""

import math
import time

from tui.terminal.options import Options, over_ssh

_SSH_RATE, _LOW_RATE = 800, 250
"""Bytes a second that pictures may take over SSH, and where little is to be sent."""


def line_rate(options: Options) -> float:
    """Bytes a second that pictures of something that runs may take."""
    if options.low_bandwidth:
        return _LOW_RATE
    return _SSH_RATE if over_ssh() else math.inf


class Pace:
    """Says when the next picture is due, after each has told how many bytes it takes."""

    def __init__(self, options: Options, interval: float, slow_interval: float) -> None:
        """`interval`: seconds between two pictures; `slow_interval`: the same on a slow line."""
        self._rate = line_rate(options)
        self.interval = interval if self._rate == math.inf else slow_interval
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
