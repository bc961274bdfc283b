"""Polls for cancellation between slices of work.

Not a kernel, because Python handles ctrl+c at the start of a plain Python function, and never in compiled code.
"""

import gc
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Protocol, TypeVar

from engine.base.errors import Cancelled


def poll(cancel: Callable[[], bool] | None) -> None:
    """Raise Cancelled if `cancel` is given and returns True."""
    if cancel is not None and cancel():
        raise Cancelled("cancelled")


_lock = Lock()
_blocks = 0
"""Number of blocks without collection that run in all threads."""
_is_enabled = True
"""Whether the collector was enabled before these blocks."""


@contextmanager
def without_collection() -> Iterator[None]:
    """Disable the garbage collector in a block that makes millions of objects and drops most of them.

    A collection would visit all of them, which takes some tenths of a second and can't be interrupted. Several threads
    may run such blocks; the collector is enabled again after the last one.
    """
    global _blocks, _is_enabled  # noqa: PLW0603 (of the process, like the collector)
    with _lock:
        if not _blocks:
            _is_enabled = gc.isenabled()
            gc.disable()
        _blocks += 1
    try:
        yield
    finally:
        with _lock:
            _blocks -= 1
            if not _blocks and _is_enabled:
                gc.enable()


WORK = 1 << 14
"""Steps of plain Python between two polls, which take some milliseconds."""

PIECE = 1 << 16
"""Steps of compiled code between two polls, such as visits of a literal, which take some milliseconds."""

Item = TypeVar("Item")


class Starts(Protocol):
    """The offsets of clauses in any kind of array: ascending, including the end of the last clause."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> int: ...


def pieces(count: int, cancel: Callable[[], bool] | None, size: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield the bounds of pieces of range(count), of `size` each (PIECE by default); polls before each.

    Raises Cancelled.
    """
    size = size or PIECE
    for begin in range(0, count, size):
        poll(cancel)
        yield begin, min(begin + size, count)


def clause_pieces(starts: Starts, cancel: Callable[[], bool] | None) -> Iterator[tuple[int, int]]:
    """Yield the bounds of pieces of the clauses starts[c] to starts[c + 1], in order; polls before each.

    A piece has at most PIECE clauses and PIECE literals, or a single clause. Raises Cancelled.
    """
    begin, clauses = 0, len(starts) - 1
    while begin < clauses:
        poll(cancel)
        most = min(begin + PIECE, clauses)
        end = max(begin + 1, bisect_right(starts, int(starts[begin]) + PIECE, begin, most + 1) - 1)
        yield begin, end
        begin = end


class Pulse:
    """Polls at the first step, and then about every WORK steps, in single or nested loops.

    A step takes a fraction of a microsecond, such as a visit of a set member.
    """

    def __init__(self, cancel: Callable[[], bool] | None) -> None:
        self._cancel = cancel
        self._remaining = 0

    def did(self, steps: int) -> None:
        """Count steps. Raises Cancelled."""
        self._remaining -= steps
        if self._remaining <= 0:
            self._remaining = WORK
            poll(self._cancel)

    def over(self, items: Iterable[Item], steps: int = 4) -> Iterator[Item]:
        """Yield the items, counting `steps` for each. Raises Cancelled."""
        for item in items:
            self.did(steps)
            yield item
