"""Pseudo-Boolean constraints: weighted sums of literals with a bound."""

from collections.abc import Iterable

from engine.sat.encodings.sink import ClauseSink, CountingSink, Size

Term = tuple[int, int]
"""A weight and a literal: the weight counts if the literal is true."""


def sum_at_most(sink: ClauseSink, terms: Iterable[Term], bound: int) -> Size:
    """The weights of the true literals sum to at most `bound`. Weights may be negative. Returns the encoding's size.

    A decision diagram with one variable per node: a node says that its term and the later ones fit into the rest of the
    bound. Unit propagation makes every literal false that no longer fits. The diagram can grow with the bound (N. Eén,
    N. Sörensson: Translating pseudo-Boolean constraints into SAT. JSAT 2006).

    >>> from engine.sat import Solver
    >>> solver = Solver([[1]])
    >>> sum_at_most(solver, [(5, 1), (3, 2), (2, 3)], 7)
    Size(clauses=2, variables=1)
    >>> solver.propagate()[1][:2]
    [1, -2]
    """
    weights, room = _positive(terms, bound)
    counter = CountingSink(sink, (literal for _weight, literal in weights))
    if room < 0:
        counter.add_clause(())
    else:
        _Diagram(counter, weights).require(room)
    return counter.size


def sum_at_least(sink: ClauseSink, terms: Iterable[Term], bound: int) -> Size:
    """The weights of the true literals sum to at least `bound`. See `sum_at_most`."""
    return sum_at_most(sink, [(-weight, literal) for weight, literal in terms], -bound)


def sum_equals(sink: ClauseSink, terms: Iterable[Term], bound: int) -> Size:
    """The weights of the true literals sum to exactly `bound`. See `sum_at_most`."""
    terms = list(terms)
    most, least = sum_at_most(sink, terms, bound), sum_at_least(sink, terms, bound)
    return Size(most.clauses + least.clauses, most.variables + least.variables)


def _positive(terms: Iterable[Term], bound: int) -> tuple[list[Term], int]:
    """The same constraint with positive weights, the largest first, and one term a variable."""
    weights: dict[int, int] = {}
    for weight, literal in terms:  # a negated literal is 1 - variable
        weights[abs(literal)] = weights.get(abs(literal), 0) + (weight if literal > 0 else -weight)
        bound -= weight * (literal < 0)
    bound -= sum(weight for weight in weights.values() if weight < 0)
    positive = [(abs(weight), variable if weight > 0 else -variable) for variable, weight in weights.items() if weight]
    return sorted(positive, key=lambda term: (-term[0], abs(term[1]))), bound


class _Diagram:
    """The nodes of a decision diagram, by the place of their first term and the rest of the bound."""

    def __init__(self, sink: ClauseSink, terms: list[Term]) -> None:
        self._sink = sink
        self._terms = terms
        self._sums = [1]
        """By place: bit s says whether some terms from that place on sum to s."""
        for weight, _literal in reversed(terms):
            self._sums.append(self._sums[-1] | self._sums[-1] << weight)
        self._sums.reverse()
        self._nodes: dict[tuple[int, int], int] = {}

    def require(self, room: int) -> None:
        """Add clauses by which the true terms fit into the room."""
        place, room = self._reduced(0, room)
        if place < len(self._terms):
            self._branch(place, room, ())

    def _reduced(self, place: int, room: int) -> tuple[int, int]:
        """The place and the least room of an equivalent node; past the last term if everything fits."""
        reachable = self._sums[place] & ((1 << room + 1) - 1)
        return (len(self._terms), 0) if reachable == self._sums[place] else (place, reachable.bit_length() - 1)

    def _branch(self, place: int, room: int, condition: tuple[int, ...]) -> None:
        """Add the clauses of a node under a condition: the rest without its term, and with it."""
        weight, literal = self._terms[place]
        for conditions, left in (((*condition, -literal), room - weight), (condition, room)):
            if left < 0:
                self._sink.add_clause(conditions)
            elif (node := self._node(*self._reduced(place + 1, left))) is not None:
                self._sink.add_clause((*conditions, node))

    def _node(self, place: int, room: int) -> int | None:
        """The variable of a node, with its clauses; None where everything fits."""
        if place == len(self._terms):
            return None
        if (place, room) not in self._nodes:
            self._nodes[place, room] = variable = self._sink.new_variable()
            self._branch(place, room, (-variable,))
        return self._nodes[place, room]
