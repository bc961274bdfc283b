"""Limits the frame rate of animations, and adapts it to slow lines."""

import math
import time
from collections.abc import Callable

from tui.terminal.options import Options

_SSH_RATE, _LOW_RATE = 800, 250
"""Maximum bytes per second for animations over SSH and in low-bandwidth mode."""


class Throttle:
    """A rate limit for frames: the next one may be drawn once the line has had time to send the last one."""

    def __init__(
        self, options: Options, bytes_sent: Callable[[], int], interval: float, slow_interval: float | None = None
    ) -> None:
        """`bytes_sent` returns the number of bytes sent to the terminal so far (`BaseApp.bytes_sent`).

        `interval` is the number of seconds between two frames, `slow_interval` the same on a slow line.
        """
        self._rate = _LOW_RATE if options.low_bandwidth else _SSH_RATE if options.remote else math.inf
        self._bytes_sent = bytes_sent
        self.interval = interval if slow_interval is None or self._rate == math.inf else slow_interval
        self.reset()

    def reset(self) -> None:
        """Allow the next frame at once."""
        self._drawn_at = -math.inf
        self._sent_before = 0

    def try_acquire(self) -> bool:
        """Return whether a frame may be drawn now; if so, it counts as drawn."""
        now, sent = time.perf_counter(), self._bytes_sent()
        if now < self._drawn_at + (sent - self._sent_before) / self._rate:
            return False
        self._drawn_at, self._sent_before = now, sent
        return True
