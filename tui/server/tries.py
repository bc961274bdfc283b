"""A rate limit on wrong codes by address, so that codes can't be guessed by brute force."""

import time
from collections import OrderedDict
from collections.abc import Callable

MAX_TRIES = 10
"""Maximum number of wrong codes of an address within WINDOW_SECONDS."""
WINDOW_SECONDS = 600.0
"""Seconds after its first wrong code in which the wrong codes of an address count."""
_MAX_ADDRESSES = 10_000
"""Maximum number of addresses remembered; the oldest is dropped first."""


class Tries:
    """Counts the wrong codes of each address."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._of_address: OrderedDict[str, tuple[float, int]] = OrderedDict()
        """End of the window and number of wrong codes by address, oldest first."""

    def are_used_up(self, address: str) -> bool:
        """Whether the address must wait for the end of its window."""
        until, count = self._of_address.get(address, (0.0, 0))
        return count >= MAX_TRIES and self._now() < until

    def count(self, address: str) -> None:
        """Count a wrong code."""
        now = self._now()
        until, count = self._of_address.get(address, (0.0, 0))
        if now >= until:
            until, count = now + WINDOW_SECONDS, 0
            self._of_address.pop(address, None)
        self._of_address[address] = until, count + 1
        while len(self._of_address) > _MAX_ADDRESSES:
            self._of_address.popitem(last=False)
