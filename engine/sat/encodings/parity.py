"""Sums modulo 2."""

from collections.abc import Sequence

from engine.sat.encodings.sink import ClauseSink, CountingSink, Size
from engine.sat.formula.xor_lines import parity_clauses

MAX_WIDTH = 4
"""Default number of literals in a piece of a sum, which takes eight clauses."""


def parity(sink: ClauseSink, literals: Sequence[int], *, odd: bool = True, widest: int = MAX_WIDTH) -> Size:
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
        _add_piece(counter, [*rest[: widest - 1], carry], 0)
        rest = [carry, *rest[widest - 1 :]]
    _add_piece(counter, rest, int(odd))
    return counter.size


def _add_piece(sink: ClauseSink, literals: Sequence[int], right: int) -> None:
    for clause in parity_clauses(literals, right):
        sink.add_clause(clause)
