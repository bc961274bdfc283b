"""Complete 9x9 grids by the million, as text, no two alike.

All come from one random grid. Its rows may change places within their band, and the two lower bands may change
places; with the first row kept first, that makes 2! 3! 3! 2! = 144 orders. The digits may change their roles, in
9! = 362,880 ways (8! if the upper left digit is wanted). Neither breaks a rule of sudoku.

No two of these grids are alike: two that are have the same first row, which is the first row of the source with its
digits renamed, so the renaming is the same; they have the same first column, where each row of the source shows
another digit, so the order of the rows is the same too.

The 144 orders are written once; renaming the digits of that text makes the next 144 grids.
"""

from collections.abc import Callable, Iterator
from itertools import permutations, product
from math import factorial

from engine.base.errors import InputError
from engine.base.polling import poll
from engine.sudoku.layout import single
from engine.sudoku.search.exact import random_solution

SIZE = 9
ORDERS = 144
"""Grids that differ in the order of their rows only."""

BYTES = 2 * SIZE * SIZE + 1
"""Of one grid: a blank or a newline after each digit, then an empty line."""


def most(first: int | None = None) -> int:
    """How many grids there are: 52,254,720, and 5,806,080 with the upper left digit fixed."""
    return ORDERS * factorial(SIZE if first is None else SIZE - 1)


def grids(
    count: int, *, first: int | None = None, seed: int = 0, cancel: Callable[[], bool] | None = None
) -> Iterator[bytes]:
    """`count` different grids as pieces of text, up to 144 grids each: join them, or write one after the other.

    A grid is nine lines of digits with a blank between, each grid but the last is followed by an empty line. `first`
    fixes the upper left digit. The same seed gives the same grids, and fewer of them are the first ones of more.
    Raises InputError when called if `first` is no digit or `count` is outside 1..most(first), and Cancelled between
    the pieces.
    """
    if first is not None and not 1 <= first <= SIZE:
        raise InputError(f"upper left digit {first} asked for", advice=f"ask for 1 to {SIZE}")
    if not 1 <= count <= most(first):
        raise InputError(f"{count} grids asked for", advice=f"ask for 1 to {most(first)}")
    return _pieces(count, first, seed, cancel)


def _pieces(count: int, first: int | None, seed: int, cancel: Callable[[], bool] | None) -> Iterator[bytes]:
    source = random_solution(single(), seed)
    rows = [" ".join(map(str, source[start : start + SIZE])) + "\n" for start in range(0, SIZE * SIZE, SIZE)]
    text = "\n".join("".join(rows[row] for row in order) for order in _orders()).encode() + b"\n"
    names = rows[0].encode().split()
    start = [] if first is None else [b"%d" % first]
    left = count
    for rest in permutations([name for name in names if name not in start]):
        poll(cancel)
        piece = text.translate(bytes.maketrans(b"".join(names), b"".join([*start, *rest])))
        if left <= ORDERS:
            yield piece[: left * BYTES - 1]
            return
        yield piece
        left -= ORDERS


def _orders() -> Iterator[tuple[int, ...]]:
    """The rows from the top down, in each order that is used."""
    upper, *lower = (0, 1, 2), (3, 4, 5), (6, 7, 8)
    for others, (middle, last) in product(permutations(upper[1:]), permutations(lower)):
        for rows in product(permutations(middle), permutations(last)):
            yield (0, *others, *rows[0], *rows[1])
