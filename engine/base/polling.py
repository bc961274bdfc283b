"""Asking between slices of work whether to go on.

This is no kernel on purpose: Python looks for Ctrl+C when a function of plain Python begins, never in compiled code.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from engine.base.errors import Cancelled


def poll(cancel: Callable[[], bool] | None) -> None:
    """Raise Cancelled if `cancel` is there and true."""
    if cancel is not None and cancel():
        raise Cancelled("cancelled")


WORK = 1 << 14
"""Steps of plain Python between two polls: some milliseconds."""

Item = TypeVar("Item")


class Pulse:
    """Polls at the first step, and then each time that about WORK steps are done, in one loop or in nested ones.

    A step is what takes a fraction of a microsecond, such as a look at a member of a set.
    """

    def __init__(self, cancel: Callable[[], bool] | None) -> None:
        self._cancel = cancel
        self._left = 0

    def did(self, steps: int) -> None:
        """Count steps. Raises Cancelled."""
        self._left -= steps
        if self._left <= 0:
            self._left = WORK
            poll(self._cancel)

    def over(self, items: Iterable[Item], steps: int = 4) -> Iterator[Item]:
        """The items, with so many steps counted for each. Raises Cancelled."""
        for item in items:
            self.did(steps)
            yield item
