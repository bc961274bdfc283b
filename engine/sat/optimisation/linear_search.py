"""Linear search: each model must be better than the one before, until there is none.

D. Le Berre, A. Parrain: The Sat4j library, release 2.2. JSAT 7, 2010. Costs of one weight are counted by a totalizer;
others are summed by adders, whose bits are compared with the bound (N. Eén, N. Sörensson: Translating pseudo-Boolean
constraints into SAT. JSAT 2, 2006).
"""

from collections import defaultdict
from collections.abc import Sequence

from engine.sat.encodings.totalizer import Totalizer
from engine.sat.formula.circuits import Circuit
from engine.sat.optimisation.relaxation import Relaxation


class LinearSearch:
    """One optimisation. `run` proves the best model optimal, or that there is none."""

    def __init__(self, relaxation: Relaxation) -> None:
        self._relaxation = relaxation
        self._offset = relaxation.lower
        """The cost that no model avoids."""
        self._weights = relaxation.weights
        self._total: Totalizer | None = None
        self._bits: list[int] = []

    def run(self) -> bool:
        """Whether there is a model; the best one is then known, and both bounds are equal. Raises Cancelled."""
        relaxation = self._relaxation
        if not relaxation.solve():
            return False
        while relaxation.upper is not None and relaxation.upper > self._offset:
            self._require_less(relaxation.upper - self._offset)
            if not relaxation.solve():
                break
        if relaxation.upper is not None:
            relaxation.raise_lower(relaxation.upper)
        return True

    def _require_less(self, cost: int) -> None:
        """Add clauses for a cost below `cost`, which is at least 1."""
        sink = self._relaxation.solver
        weights = set(self._weights.values())
        if len(weights) == 1:
            [weight] = weights
            if self._total is None:
                self._total = Totalizer(sink, list(self._weights))
            most = (cost - 1) // weight
            if most < self._total.size:
                sink.add_clause([-self._total.output(most + 1)])
            return
        if not self._bits:
            self._bits = self._summed()
        most = cost - 1
        for place, bit in enumerate(self._bits):
            if not most >> place & 1:  # this bit is not set, or a higher one of the bound is not
                higher = (-other for at, other in enumerate(self._bits) if at > place and most >> at & 1)
                sink.add_clause([-bit, *higher])

    def _summed(self) -> list[int]:
        """The bits of the cost, lowest first."""
        sink, circuit = self._relaxation.solver, Circuit()
        circuit.variables = sink.variables
        columns: dict[int, list[int]] = defaultdict(list)
        for literal, weight in self._weights.items():
            for place in range(weight.bit_length()):
                if weight >> place & 1:
                    columns[place].append(literal)
        bits: list[int] = []
        zero = 0
        for place in range(sum(self._weights.values()).bit_length()):
            column = columns[place]
            while len(column) > 1:
                out, carry = circuit.sum([column.pop() for _each in range(min(3, len(column)))])
                column.insert(0, out)
                assert carry is not None, "two bits or three have a carry"
                columns[place + 1].append(carry)
            if not column:
                if not zero:
                    [zero] = circuit.inputs(1)
                    circuit.clauses.append((-zero,))
                column.append(zero)
            bits.append(column[0])
        self._add(circuit.clauses)
        return bits

    def _add(self, clauses: Sequence[Sequence[int]]) -> None:
        self._relaxation.solver.add_clauses(clauses)
