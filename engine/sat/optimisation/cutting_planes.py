"""Linear search on linear constraints: each model must be better than the one before, and no encoding is needed.

The objective is one more constraint of the search by cutting planes (`engine.sat.kernels.cutting_planes`).
"""

from time import thread_time

from engine.base.errors import Cancelled
from engine.base.slices import slices
from engine.sat.cutting_planes.derivations import events
from engine.sat.cutting_planes.search import Completion
from engine.sat.cutting_planes.veripb import CuttingPlanesProof
from engine.sat.formula.linear_constraint import LinearConstraint
from engine.sat.formula.linear_form import stated
from engine.sat.kernels.cutting_planes import CuttingPlanes, fits
from engine.sat.optimisation.relaxation import Relaxation
from engine.sat.solvers.driver import FIRST_WORK

MOST_COST = 1 << 30
"""Below which the sum of the weights must be."""


class CuttingPlanesSearch:
    """One optimisation, alone (`run`) or beside another method (`run_for`).

    With `proof`, what it derives is written there; then it must be alone, and each soft clause one literal.
    """

    def __init__(self, relaxation: Relaxation, proof: CuttingPlanesProof | None = None) -> None:
        self._relaxation, self._proof = relaxation, proof
        self._offset = relaxation.lower
        """The cost that no model avoids."""
        soft = map(LinearConstraint.of_clause, relaxation.relaxed)
        self.kernel = CuttingPlanes(
            relaxation.solver.variables,
            (*stated(relaxation.formula), *soft),
            proof is not None,
            relaxation.reason_to_stop,
        )
        self.kernel.prefer([-literal for literal in relaxation.weights])
        self._least: int | None = None
        """The cost below which models are looked for."""
        self._completion = Completion(relaxation.formula, relaxation.objective.variables)
        self._found_model = False
        """The last slice ended with a model, before its work was done."""
        self._course = slices(self._slice, FIRST_WORK, cut_short=lambda: self._found_model)

    @staticmethod
    def suits(relaxation: Relaxation) -> bool:
        """Whether no number of the formula and the objective is too large."""
        return fits(stated(relaxation.formula)) and sum(relaxation.weights.values()) < MOST_COST

    def run(self) -> bool:
        """Whether there is a model; the best one is then known, and both bounds are equal. Raises Cancelled."""
        relaxation = self._relaxation
        for is_over in self._course:
            relaxation.report()
            if is_over:
                break
            if reason := relaxation.reason_to_stop():
                raise Cancelled(reason)
        return relaxation.model is not None

    def run_for(self, seconds: float) -> bool:
        """Search for some seconds of processor time; whether the best model is known, or that there is none."""
        end = thread_time() + seconds
        is_over = False
        while not is_over and thread_time() < end and not self._relaxation.reason_to_stop():
            is_over = bool(next(self._course))
        return is_over

    def _slice(self, work: int) -> bool:
        """Search for a while; whether nothing better is left to be found."""
        relaxation, kernel = self._relaxation, self.kernel
        if relaxation.upper is not None and relaxation.upper != self._least:
            self._require_less(relaxation.upper)
        answer: int = kernel.run(work)
        relaxation.conflicts_beside, self._found_model = kernel.conflicts, answer == 10
        if self._proof is not None:
            self._proof.follow(events(kernel.take_log()))
        if answer == 10:
            relaxation.take(self._completion.of(kernel.model()[: relaxation.variables]))
        elif answer == 20 and relaxation.upper is not None:
            relaxation.raise_lower(relaxation.upper)
        return answer == 20

    def _require_less(self, cost: int) -> None:
        self._least = cost
        terms = [(-weight, literal) for literal, weight in self._relaxation.weights.items()]
        better = LinearConstraint.of(terms, self._offset + 1 - cost)
        if self._proof is not None:
            assert self._relaxation.model is not None, "its cost is the bound"
            self._proof.improve(self._relaxation.model, better)
        self.kernel.add(better)
