"""Core-guided optimisation: the lower bound rises with each set of soft clauses that can't all hold.

OLL (B. Andres, B. Kaufmann, O. Matheis, T. Schaub: Unsatisfiability-based optimization in clasp. ICLP 2012; A. Morgado,
C. Dodaro, J. Marques-Silva: Core-guided MaxSAT with soft cardinality constraints. CP 2014), by strata of weights (C.
Ansótegui, M. L. Bonet, J. Gabàs, J. Levy: Improving SAT-based weighted MaxSAT solvers. CP 2012), with hardening: what
would cost more than the best model may not be violated; and with exhaustion: how many literals of a core must be true
(A. Ignatiev, A. Morgado, J. Marques-Silva: RC2: an efficient MaxSAT solver. JSAT 11, 2019).
"""

from itertools import pairwise

from engine.sat.encodings.totalizer import Totalizer
from engine.sat.optimisation.relaxation import Relaxation

_MOST_TRIED = 40
"""Size of a core up to which it is minimised literal by literal."""
_CONFLICTS = 30
"""Limit of conflicts for each of these literals: more cost more time than smaller cores save."""
_DIVERSITY = 1.25
"""Literals for each different weight at which a stratum ends."""
_EXHAUST_CONFLICTS = 1000
"""Conflicts for the question whether more literals of a core must be true."""
_UNTIL_STABLE = 4
"""How often a core is reduced to a core of its own."""


class CoreGuided:
    """One optimisation. `run` proves the best model optimal, or that there is none."""

    def __init__(self, relaxation: Relaxation) -> None:
        self._relaxation = relaxation
        self._weights = dict(relaxation.weights)
        """The cost of each literal if it is true, beyond the lower bound."""
        self._sums: dict[int, tuple[Totalizer, int]] = {}
        """By output of a sum over a core: the sum, and the count that the output represents."""

    def run(self) -> bool:
        """Whether there is a model; the best one is then known, and both bounds are equal. Raises Cancelled."""
        relaxation = self._relaxation
        if not relaxation.solve():
            return False
        threshold = self._next_threshold(max(self._weights.values(), default=1) + 1)
        while True:
            self._harden()
            assumed = [-literal for literal, weight in self._weights.items() if weight >= threshold]
            if relaxation.upper == relaxation.lower:
                return True
            if relaxation.solve(assumed):
                if threshold <= 1 or len(assumed) == len(self._weights):
                    relaxation.raise_lower(relaxation.upper if relaxation.upper is not None else relaxation.lower)
                    return True
                threshold = self._next_threshold(threshold)
            else:
                core = [-literal for literal in relaxation.solver.core]
                if not core:  # nothing is better than the best model
                    assert relaxation.upper is not None, "the first search found a model"
                    relaxation.raise_lower(relaxation.upper)
                    return True
                self._relax(self._smaller(core))

    def _next_threshold(self, threshold: int) -> int:
        """The least weight of the next stratum: it ends where literals are many for each of its different weights."""
        lower = sorted((weight for weight in self._weights.values() if weight < threshold), reverse=True)
        different = 0
        for place, (weight, below) in enumerate(pairwise([*lower, 0]), 1):
            if weight != below:
                different += 1
                if place > _DIVERSITY * different:
                    return weight
        return lower[-1] if lower else 1

    def _harden(self) -> None:
        """Exclude violations that cost more than the best model."""
        relaxation = self._relaxation
        if relaxation.upper is None:
            return
        gap = relaxation.upper - relaxation.lower
        for literal in [literal for literal, weight in self._weights.items() if weight > gap]:
            relaxation.solver.add_clause([-literal])
            del self._weights[literal]

    def _smaller(self, core: list[int]) -> list[int]:
        """A subset of the core that can't be avoided either."""
        relaxation = self._relaxation
        for _ in range(_UNTIL_STABLE):
            if relaxation.solve([-literal for literal in core], conflicts=_CONFLICTS) is not False:
                break
            found = [-literal for literal in relaxation.solver.core]
            if not found or len(found) == len(core):
                break
            core = found
        if not 1 < len(core) <= _MOST_TRIED:
            return core
        for literal in sorted(core, key=lambda each: self._weights[each]):
            rest = [each for each in core if each != literal]
            if literal not in core:
                continue
            assumed = [-each for each in rest]
            if relaxation.solve(assumed, conflicts=_CONFLICTS, keeps_model=False) is False:
                found = [-each for each in relaxation.solver.core]
                core = found or rest
        return core

    def _relax(self, core: list[int]) -> None:
        """Raise the bound by the least weight in a core: one of its literals is true, and each further one costs."""
        relaxation, sink = self._relaxation, self._relaxation.solver
        least = min(self._weights[literal] for literal in core)
        relaxation.cores += 1
        for literal in core:
            self._add(literal, -least)
            if literal in self._sums:
                total, count = self._sums[literal]
                self._add_output(total, count + 1, least)
        sink.add_clause(core)
        relaxation.raise_lower(relaxation.lower + least)
        if len(core) > 1:
            total = Totalizer(sink, core)
            self._add_output(total, self._exhausted(total, least), least)

    def _exhausted(self, total: Totalizer, weight: int) -> int:
        """The least count of a core's literals that can be avoided; each one below raises the bound."""
        relaxation = self._relaxation
        for count in range(2, total.size + 1):
            output = total.output(count)
            if relaxation.solve([-output], conflicts=_EXHAUST_CONFLICTS) is not False:
                return count
            relaxation.solver.add_clause([output])
            relaxation.raise_lower(relaxation.lower + weight)
        return total.size + 1

    def _add_output(self, total: Totalizer, count: int, weight: int) -> None:
        """Let it cost a weight if at least `count` literals of a sum are true."""
        if count <= total.size:
            output = total.output(count)
            self._sums[output] = total, count
            self._add(output, weight)

    def _add(self, literal: int, weight: int) -> None:
        self._weights[literal] = self._weights.get(literal, 0) + weight
        if not self._weights[literal]:
            del self._weights[literal]
