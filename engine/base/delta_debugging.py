"""Delta debugging: the pieces of an input that a failure needs.

A. Zeller, R. Hildebrandt: Simplifying and isolating failure-inducing input. IEEE Transactions on Software Engineering
28, 2002.
"""

from collections.abc import Callable, Iterator
from itertools import compress, count
from typing import TypeVar

Piece = TypeVar("Piece")


def ddmin(pieces: list[Piece], fails: Callable[[list[Piece]], bool]) -> list[Piece]:
    """A sublist that still fails, but not without any one of its pieces. First removes halves, then smaller parts."""
    return ddmin_in_batches(pieces, lambda sublists: next(compress(count(), map(fails, sublists)), None))


def ddmin_in_batches(pieces: list[Piece], first_failing: Callable[[Iterator[list[Piece]]], int | None]) -> list[Piece]:
    """Like `ddmin`, but `first_failing` returns the index of the first sublist that fails, or None.

    It can try several sublists at once.
    """
    if pieces and first_failing(iter([[]])) is not None:
        return []
    size = max(1, len(pieces) // 2)
    while pieces:
        start, length = 0, len(pieces)
        while start < len(pieces) > size:
            failing = first_failing(_without(pieces, start, size))
            if failing is None:
                break
            start += failing * size
            pieces = pieces[:start] + pieces[start + size :]
        if size == 1 and len(pieces) == length:
            break
        size = max(1, size // 2)
    return pieces


def _without(pieces: list[Piece], first: int, size: int) -> Iterator[list[Piece]]:
    """The sublists without `size` pieces, which begin at `first` or at a multiple of `size` after it."""
    return (pieces[:start] + pieces[start + size :] for start in range(first, len(pieces), size))
