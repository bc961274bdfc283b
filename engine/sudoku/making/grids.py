"""Generates millions of complete 9x9 grids as text, all different.

All come from one random grid. Its rows are permuted within their bands, and the two lower bands are exchanged; with the
first row kept first, that gives 2! 3! 3! 2! = 144 orders. The digits are permuted in 9! = 362,880 ways (8! if the upper
left digit is fixed). Both preserve the rules of sudoku.

No two of these grids are equal: equal grids have the same first row, which is the first row of the source with its
digits permuted, so the permutation is the same; they have the same first column, in which each row of the source has a
different digit, so the order of the rows is the same too.

The 144 orders are written as text once; permuting the digits of this text gives the next 144 grids.
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
"""Number of grids that differ only in the order of their rows."""

BYTES = 2 * SIZE * SIZE + 1
"""Size of a grid: a blank or a newline after each digit, then an empty line."""


def max_grids(first: int | None = None) -> int:
    """The number of different grids: 52,254,720, or 5,806,080 with the upper left digit fixed."""
    return ORDERS * factorial(SIZE if first is None else SIZE - 1)


def grids(
    count: int, *, first: int | None = None, seed: int = 0, cancel: Callable[[], bool] | None = None
) -> Iterator[bytes]:
    """Yield `count` different grids as pieces of text with up to 144 grids each, to be concatenated.

    A grid is nine lines of digits separated by blanks; all grids but the last are followed by an empty line. `first`
    fixes the upper left digit. The same seed gives the same grids, and a smaller count a prefix of them. Raises
    InputError when called if `first` is not a digit or `count` is outside 1..max_grids(first), and Cancelled between
    the pieces.
    """
    if first is not None and not 1 <= first <= SIZE:
        raise InputError(f"upper left digit {first} asked for", advice=f"ask for 1 to {SIZE}")
    if not 1 <= count <= max_grids(first):
        raise InputError(f"{count} grids asked for", advice=f"ask for 1 to {max_grids(first)}")
    return _pieces(count, first, seed, cancel)


def _pieces(count: int, first: int | None, seed: int, cancel: Callable[[], bool] | None) -> Iterator[bytes]:
    source = random_solution(single(), seed)
    rows = [
        " ".join(map(str, source[first_digits : first_digits + SIZE])) + "\n"
        for first_digits in range(0, SIZE * SIZE, SIZE)
    ]
    text = "\n".join("".join(rows[row] for row in order) for order in _orders()).encode() + b"\n"
    digits = rows[0].encode().split()
    first_digits = [] if first is None else [b"%d" % first]
    remaining = count
    for other_digits in permutations([name for name in digits if name not in first_digits]):
        poll(cancel)
        piece = text.translate(bytes.maketrans(b"".join(digits), b"".join([*first_digits, *other_digits])))
        if remaining <= ORDERS:
            yield piece[: remaining * BYTES - 1]
            return
        yield piece
        remaining -= ORDERS


def _orders() -> Iterator[tuple[int, ...]]:
    """Yield the ORDERS of the rows, from the top down."""
    upper, *lower = (0, 1, 2), (3, 4, 5), (6, 7, 8)
    for others, (middle, last) in product(permutations(upper[1:]), permutations(lower)):
        for rows in product(permutations(middle), permutations(last)):
            yield (0, *others, *rows[0], *rows[1])
