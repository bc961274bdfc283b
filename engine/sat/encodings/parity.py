"""Sums modulo 2."""

from collections.abc import Sequence
from itertools import product

from engine.sat.encodings.sink import ClauseSink, CountingSink, Size

WIDEST = 4
"""Literals of one piece of a sum by default: eight clauses."""


def parity(sink: ClauseSink, literals: Sequence[int], *, odd: bool = True, widest: int = WIDEST) -> Size:
    """An odd (or even) number of the literals is true. Returns the size of the encoding.

    A sum of more than `widest` (at least 3) literals is cut into pieces that hand their parity on in new variables,
    because a piece of k literals takes 2^(k-1) clauses. Raises ValueError for a smaller `widest`.

    >>> from engine.sat import Solver
    >>> solver = Solver([[1], [-2]])
    >>> parity(solver, [1, 2, 3])
    Size(clauses=4, variables=0)
    >>> solver.propagate()
    (True, [1, -2, -3])
    """
    if widest < 3:
        raise ValueError("a piece of a sum needs at least 3 literals")
    counter = CountingSink(sink, literals)
    rest = list(literals)
    while len(rest) > widest:
        carry = counter.new_variable()
        _piece(counter, [*rest[: widest - 1], carry], odd=False)
        rest = [carry, *rest[widest - 1 :]]
    _piece(counter, rest, odd=odd)
    return counter.size


def _piece(sink: ClauseSink, literals: Sequence[int], *, odd: bool) -> None:
    """Forbid every assignment of the wrong parity."""
    for signs in product((1, -1), repeat=len(literals)):  # -1: the assignment makes this literal true
        if signs.count(-1) % 2 != odd:
            sink.add_clause([sign * literal for sign, literal in zip(signs, literals, strict=True)])
