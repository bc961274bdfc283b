"""Delta debugging: the pieces of an input that a failure needs.

A. Zeller, R. Hildebrandt: Simplifying and isolating failure-inducing input. IEEE Transactions on Software Engineering
28, 2002.
"""

from collections.abc import Callable
from typing import TypeVar

Piece = TypeVar("Piece")


def ddmin(pieces: list[Piece], fails: Callable[[list[Piece]], bool]) -> list[Piece]:
    """A sublist that still fails, and does not without any one of its pieces: first halves are removed, then less."""
    if pieces and fails([]):
        return []
    size = max(1, len(pieces) // 2)
    while pieces:
        place, before = 0, len(pieces)
        while place < len(pieces):
            shorter = pieces[:place] + pieces[place + size :]
            if shorter and fails(shorter):
                pieces = shorter
            else:
                place += size
        if size == 1 and len(pieces) == before:
            break
        size = max(1, size // 2)
    return pieces
