"""Unary sums that grow: literals for "at least k of these are true", each added at its first use.

O. Bailleux, Y. Boufkhad: Efficient CNF encoding of Boolean cardinality constraints. CP 2003; as needed: R. Martins, S.
Joshi, V. Manquinho, I. Lynce: Incremental cardinality constraints for MaxSAT. CP 2014.
"""

from collections.abc import Sequence

from engine.sat.encodings.sink import ClauseSink


class Totalizer:
    """A tree of sums over literals. Its outputs are implied by the literals, not the other way round.

    >>> from engine.sat import Solver
    >>> solver = Solver([[1], [2]], variables=4)
    >>> two = Totalizer(solver, [1, 2, 3, 4]).output(2)
    >>> two in solver.propagate()[1]
    True
    """

    def __init__(self, sink: ClauseSink, literals: Sequence[int]) -> None:
        self.size = len(literals)
        self._sink = sink
        self._outputs: list[int] = list(literals) if len(literals) == 1 else []
        middle = (len(literals) + 1) // 2
        halves = () if len(literals) == 1 else (literals[:middle], literals[middle:])
        self._parts = [Totalizer(sink, half) for half in halves]

    def output(self, count: int) -> int:
        """The literal that is true if at least `count` of the literals are; `count` is from 1 to their number."""
        while len(self._outputs) < count:
            self._add_output()
        return self._outputs[count - 1]

    def _add_output(self) -> None:
        """Add the next output, with a clause for each way to split its count among the two parts."""
        count = len(self._outputs) + 1
        self._outputs.append(self._sink.new_variable())
        left, right = self._parts
        for first in range(max(0, count - right.size), min(count, left.size) + 1):
            parts = [-part.output(share) for part, share in ((left, first), (right, count - first)) if share]
            self._sink.add_clause([*parts, self._outputs[-1]])
