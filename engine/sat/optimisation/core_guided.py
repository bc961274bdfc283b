"""Core-guided optimisation: each core, a set of soft clauses that can't all hold, raises the lower bound.

The algorithm is OLL (B. Andres, B. Kaufmann, O. Matheis, T. Schaub: Unsatisfiability-based optimization in clasp. ICLP
2012; A. Morgado, C. Dodaro, J. Marques-Silva: Core-guided MaxSAT with soft cardinality constraints. CP 2014), applied
to strata of weights, the highest first (C. Ansótegui, M. L. Bonet, J. Gabàs, J. Levy: Improving SAT-based weighted
MaxSAT solvers. CP 2012). Hardening excludes violations that cost more than the best model, and exhaustion finds how
many literals of a core must be true (A. Ignatiev, A. Morgado, J. Marques-Silva: RC2: an efficient MaxSAT solver. JSAT
11, 2019).
"""

from itertools import pairwise

from engine.sat.encodings.totalizer import Totalizer
from engine.sat.optimisation.relaxation import Relaxation

_MAX_MINIMISED = 40
"""Maximum size of a core that is minimised literal by literal."""
_MAX_CONFLICTS = 30
"""Limit of conflicts of a search for a smaller core: more cost more time than smaller cores save."""
_DIVERSITY = 1.25
"""A stratum ends when it has more literals than this for each different weight."""
_MAX_EXHAUSTION_CONFLICTS = 1000
"""Limit of conflicts of a search for a model with fewer true literals of a core."""
_MAX_REDUCTIONS = 4
"""How often a core is reduced to a core of itself."""


class CoreGuided:
    """One optimisation: `run` proves that the best model is optimal, or that there is none."""

    def __init__(self, relaxation: Relaxation) -> None:
        self._relaxation = relaxation
        self._weights = dict(relaxation.weights)
        """The cost of each literal if it is true, beyond the lower bound."""
        self._sums: dict[int, tuple[Totalizer, int]] = {}
        """By output of a sum over a core: the sum, and the count that the output represents."""

    def run(self) -> bool:
        """Whether there is a model; the relaxation then has the best one and equal bounds. Raises Cancelled."""
        relaxation = self._relaxation
        if not relaxation.solve():
            return False
        threshold = self._next_threshold(max(self._weights.values(), default=1) + 1)
        while True:
            self._harden()
            assumptions = [-literal for literal, weight in self._weights.items() if weight >= threshold]
            if relaxation.upper == relaxation.lower:
                return True
            if relaxation.solve(assumptions):
                if threshold <= 1 or len(assumptions) == len(self._weights):
                    relaxation.raise_lower(relaxation.upper if relaxation.upper is not None else relaxation.lower)
                    return True
                threshold = self._next_threshold(threshold)
            else:
                core = [-literal for literal in relaxation.solver.core]
                if not core:  # nothing is better than the best model
                    assert relaxation.upper is not None, "the first search found a model"
                    relaxation.raise_lower(relaxation.upper)
                    return True
                self._relax(self._reduced(core))

    def _next_threshold(self, threshold: int) -> int:
        """The least weight of the next stratum, whose weights are below `threshold`."""
        weights = sorted((weight for weight in self._weights.values() if weight < threshold), reverse=True)
        distinct = 0
        for count, (weight, following) in enumerate(pairwise([*weights, 0]), 1):
            if weight != following:
                distinct += 1
                if count > _DIVERSITY * distinct:
                    return weight
        return weights[-1] if weights else 1

    def _harden(self) -> None:
        """Exclude violations that cost more than the best model."""
        relaxation = self._relaxation
        if relaxation.upper is None:
            return
        gap = relaxation.upper - relaxation.lower
        for literal in [literal for literal, weight in self._weights.items() if weight > gap]:
            relaxation.solver.add_clause([-literal])
            del self._weights[literal]

    def _reduced(self, core: list[int]) -> list[int]:
        """A subset of a core that is a core, too."""
        relaxation = self._relaxation
        for _ in range(_MAX_REDUCTIONS):
            if relaxation.solve([-literal for literal in core], max_conflicts=_MAX_CONFLICTS) is not False:
                break
            subset = [-literal for literal in relaxation.solver.core]
            if not subset or len(subset) == len(core):
                break
            core = subset
        if not 1 < len(core) <= _MAX_MINIMISED:
            return core
        for literal in sorted(core, key=self._weights.__getitem__):
            if literal in core:
                others = [other for other in core if other != literal]
                assumptions = [-other for other in others]
                if relaxation.solve(assumptions, max_conflicts=_MAX_CONFLICTS, keeps_model=False) is False:
                    core = [-other for other in relaxation.solver.core] or others
        return core

    def _relax(self, core: list[int]) -> None:
        """Raise the lower bound by the least weight in a core, and let only its second and further true literals cost
        that weight."""
        relaxation, solver = self._relaxation, self._relaxation.solver
        weight = min(self._weights[literal] for literal in core)
        relaxation.cores += 1
        for literal in core:
            self._add(literal, -weight)
            if literal in self._sums:
                total, count = self._sums[literal]
                self._add_output(total, count + 1, weight)
        solver.add_clause(core)
        relaxation.raise_lower(relaxation.lower + weight)
        if len(core) > 1:
            total = Totalizer(solver, core)
            self._add_output(total, self._avoidable_count(total, weight), weight)

    def _avoidable_count(self, total: Totalizer, weight: int) -> int:
        """The least count of true literals of a core that a model can avoid; each lower count raises the bound."""
        relaxation = self._relaxation
        for count in range(2, total.size + 1):
            output = total.output(count)
            if relaxation.solve([-output], max_conflicts=_MAX_EXHAUSTION_CONFLICTS) is not False:
                return count
            relaxation.solver.add_clause([output])
            relaxation.raise_lower(relaxation.lower + weight)
        return total.size + 1

    def _add_output(self, total: Totalizer, count: int, weight: int) -> None:
        """Let `count` true literals of a sum cost a weight."""
        if count <= total.size:
            output = total.output(count)
            self._sums[output] = total, count
            self._add(output, weight)

    def _add(self, literal: int, weight: int) -> None:
        self._weights[literal] = self._weights.get(literal, 0) + weight
        if not self._weights[literal]:
            del self._weights[literal]
