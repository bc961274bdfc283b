"""Cardinality constraints: at most, at least or exactly a number of literals in a list are true.

All encodings propagate completely: as soon as the bound is reached, unit propagation makes all other literals false.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import comb, isqrt

from engine.sat.encodings.sink import ClauseSink, CountingSink, Size

Encoding = Callable[[ClauseSink, Sequence[int], int], None]
"""Adds the clauses of an upper bound (at least 1, less than the number of literals) on the true literals."""


def at_most(sink: ClauseSink, literals: Sequence[int], bound: int, encoding: str = "") -> Size:
    """At most `bound` of the literals are true. Returns the size of the encoding.

    `encoding` is one of `ENCODINGS`; by default `pairwise` where this takes few clauses, otherwise `sequential`. Raises
    ValueError for an unknown encoding, or `product` with a bound other than 1.

    >>> from engine.sat import Solver
    >>> solver = Solver([[1], [2]])
    >>> at_most(solver, [1, 2, 3, 4], 2, "totalizer")
    Size(clauses=14, variables=7)
    >>> solver.propagate()[1][:4]
    [1, 2, -3, -4]
    """
    if encoding and encoding not in ENCODINGS:
        raise ValueError(f"there is no encoding {encoding!r}; there are {', '.join(ENCODINGS)}")
    if encoding == "product" and bound != 1:
        raise ValueError("the product encoding is for a bound of 1")
    counter = CountingSink(sink, literals)
    if bound < 0:
        counter.add_clause(())
    elif bound == 0:
        for literal in literals:
            counter.add_clause((-literal,))
    elif bound < len(literals):
        default = "pairwise" if comb(len(literals), bound + 1) <= _FEW else "sequential"
        ENCODINGS[encoding or default](counter, literals, bound)
    return counter.size


def at_least(sink: ClauseSink, literals: Sequence[int], bound: int, encoding: str = "") -> Size:
    """At least `bound` of the literals are true. See `at_most`."""
    if bound == 1:
        sink.add_clause(literals)
        return Size(1)
    return at_most(sink, [-literal for literal in literals], len(literals) - bound, encoding)


def exactly(sink: ClauseSink, literals: Sequence[int], bound: int, encoding: str = "") -> Size:
    """Exactly `bound` of the literals are true. See `at_most`; `product` is for the upper bound alone."""
    most = at_most(sink, literals, bound, encoding)
    least = at_least(sink, literals, bound, "" if encoding == "product" else encoding)
    return Size(most.clauses + least.clauses, most.variables + least.variables)


_FEW = 21
"""Maximum number of clauses with which `pairwise` is the default: those for the pairs of seven literals."""


def _pairwise(sink: ClauseSink, literals: Sequence[int], bound: int) -> None:
    """Not all of any `bound` + 1 literals are true: no new variables, many clauses."""
    for group in combinations(literals, bound + 1):
        sink.add_clause([-literal for literal in group])


def _sequential(sink: ClauseSink, literals: Sequence[int], bound: int) -> None:
    """A counter along the literals: new variables say that at least 1, 2 ... of the first literals are true.

    C. Sinz: Towards an optimal CNF encoding of Boolean cardinality constraints. CP 2005.
    """
    before: list[int] = []
    for place, literal in enumerate(literals):
        if len(before) == bound:
            sink.add_clause((-literal, -before[-1]))
        if place == len(literals) - 1:
            break
        count = [sink.new_variable() for _ in range(min(place + 1, bound))]
        sink.add_clause((-literal, count[0]))
        for less, same in zip(before, count, strict=False):
            sink.add_clause((-less, same))
        for less, more in zip(before, count[1:], strict=False):
            sink.add_clause((-literal, -less, more))
        before = count


def _totalizer(sink: ClauseSink, literals: Sequence[int], bound: int) -> None:
    """A tree of unary sums: each node says that at least 1, 2 ... of the literals below it are true.

    O. Bailleux, Y. Boufkhad: Efficient CNF encoding of Boolean cardinality constraints. CP 2003.
    """
    nodes = [[literal] for literal in literals]
    while len(nodes) > 1:
        pairs = zip(nodes[::2], nodes[1::2], strict=False)
        nodes = [_sum(sink, left, right, bound) for left, right in pairs] + nodes[len(nodes) // 2 * 2 :]
    sink.add_clause((-nodes[0][bound],))


def _sum(sink: ClauseSink, left: Sequence[int], right: Sequence[int], bound: int) -> list[int]:
    """The unary sum of two unary numbers, up to one more than the bound."""
    total = [sink.new_variable() for _ in range(min(len(left) + len(right), bound + 1))]
    for first in range(len(left) + 1):
        for second in range(len(right) + 1):
            if 0 < first + second <= len(total):
                parts = [-left[first - 1]] * (first > 0) + [-right[second - 1]] * (second > 0)
                sink.add_clause([*parts, total[first + second - 1]])
    return total


def _product(sink: ClauseSink, literals: Sequence[int], _bound: int) -> None:
    """Arrange the literals in a rectangle, with at most one true literal in each row and each column.

    J. Chen: A new SAT encoding of the at-most-one constraint. ModRef 2010.
    """
    if len(literals) <= _SQUARE:
        _pairwise(sink, literals, 1)
        return
    width = isqrt(len(literals) - 1) + 1
    columns = [sink.new_variable() for _ in range(width)]
    rows = [sink.new_variable() for _ in range(-(-len(literals) // width))]
    for place, literal in enumerate(literals):
        sink.add_clause((-literal, rows[place // width]))
        sink.add_clause((-literal, columns[place % width]))
    _product(sink, rows, 1)
    _product(sink, columns, 1)


_SQUARE = 4
"""Number of literals up to which pairs need no more clauses than a rectangle."""

ENCODINGS: Mapping[str, Encoding] = {
    "pairwise": _pairwise, "sequential": _sequential, "totalizer": _totalizer, "product": _product,
}  # fmt: skip
"""The encodings by name."""
