"""Delta debugging: the pieces of an input that a failure needs.

A. Zeller, R. Hildebrandt: Simplifying and isolating failure-inducing input. IEEE Transactions on Software Engineering
28, 2002.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar

Piece = TypeVar("Piece")


def ddmin(pieces: list[Piece], fails: Callable[[list[Piece]], bool]) -> list[Piece]:
    """A sublist that still fails, and does not without any one of its pieces: first halves are removed, then less."""
    return ddmin_in_batches(pieces, lambda sublists: next((n for n, each in enumerate(sublists) if fails(each)), None))


def ddmin_in_batches(
    pieces: list[Piece], first_failing: Callable[[Iterator[list[Piece]]], int | None]
) -> list[Piece]:
    """The same, where `first_failing` tells the number of the first sublist that fails, so that it can try several at
    once. None: none of them fails."""
    if pieces and first_failing(iter([[]])) is not None:
        return []
    size = max(1, len(pieces) // 2)
    while pieces:
        place, before = 0, len(pieces)
        while place < len(pieces) > size:
            found = first_failing(_without(pieces, place, size))
            if found is None:
                break
            place += found * size
            pieces = pieces[:place] + pieces[place + size :]
        if size == 1 and len(pieces) == before:
            break
        size = max(1, size // 2)
    return pieces


def _without(pieces: list[Piece], place: int, size: int) -> Iterator[list[Piece]]:
    """Sublists without `size` pieces, from a place on."""
    return (pieces[:start] + pieces[start + size :] for start in range(place, len(pieces), size))
