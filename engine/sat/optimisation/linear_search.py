"""Linear search: each model must be better than the one before, until there is none.

D. Le Berre, A. Parrain: The Sat4j library, release 2.2. JSAT 7, 2010. If all weights are equal, a totalizer counts the
violated soft clauses. Otherwise adders sum the weights, and the bits of the sum are compared with the bound (N. Eén, N.
Sörensson: Translating pseudo-Boolean constraints into SAT. JSAT 2, 2006).
"""

from collections import defaultdict

from engine.sat.encodings.totalizer import Totalizer
from engine.sat.formula.circuits import Circuit
from engine.sat.optimisation.relaxation import Relaxation


class LinearSearch:
    """One optimisation: `run` proves that the best model is optimal, or that there is none."""

    def __init__(self, relaxation: Relaxation) -> None:
        self._relaxation = relaxation
        self._offset = relaxation.lower
        """The cost that no model avoids."""
        self._weights = relaxation.weights
        self._total: Totalizer | None = None
        self._bits: list[int] = []

    def run(self) -> bool:
        """Whether there is a model; the relaxation then has the best one and equal bounds. Raises Cancelled."""
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
        solver = self._relaxation.solver
        weights = set(self._weights.values())
        if len(weights) == 1:
            [weight] = weights
            if self._total is None:
                self._total = Totalizer(solver, list(self._weights))
            max_count = (cost - 1) // weight
            if max_count < self._total.size:
                solver.add_clause([-self._total.output(max_count + 1)])
            return
        if not self._bits:
            self._bits = self._sum_bits()
        bound = cost - 1
        for place, bit in enumerate(self._bits):
            if not bound >> place & 1:  # the sum lacks this bit, or a higher one that the bound has
                higher = (-self._bits[other] for other in range(place + 1, len(self._bits)) if bound >> other & 1)
                solver.add_clause([-bit, *higher])

    def _sum_bits(self) -> list[int]:
        """The bits of the sum of the weights, lowest first, by the clauses of a circuit."""
        solver, circuit = self._relaxation.solver, Circuit()
        circuit.variables = solver.variables
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
                out, carry = circuit.sum([column.pop() for _input in range(min(3, len(column)))])
                column.insert(0, out)
                assert carry is not None, "a sum of two or three bits has a carry"
                columns[place + 1].append(carry)
            if not column:
                if not zero:
                    [zero] = circuit.inputs(1)
                    circuit.clauses.append((-zero,))
                column.append(zero)
            bits.append(column[0])
        solver.add_clauses(circuit.clauses)
        return bits
