"""Linear search by cutting planes: each model must be better than the one before.

The bound on the cost is one more linear constraint of `engine.sat.kernels.cutting_planes`, and needs no encoding.
"""

from time import thread_time

from engine.base.errors import Cancelled
from engine.base.slices import slices
from engine.sat.cutting_planes.derivations import events
from engine.sat.cutting_planes.search import Completion
from engine.sat.cutting_planes.veripb import CuttingPlanesProof
from engine.sat.formula.linear_constraint import LinearConstraint
from engine.sat.formula.linear_form import linear_constraints
from engine.sat.kernels.cutting_planes import CuttingPlanes, fits
from engine.sat.optimisation.relaxation import Relaxation
from engine.sat.result import Status
from engine.sat.solvers.driver import FIRST_WORK, STATUSES

COST_LIMIT = 1 << 30
"""The sum of the weights must be below this limit."""


class CuttingPlanesSearch:
    """One optimisation: alone (`run`), or as the companion of another method (`run_for`).

    `proof` gets the derivations of a search that runs alone, on soft clauses of one literal.
    """

    def __init__(self, relaxation: Relaxation, proof: CuttingPlanesProof | None = None) -> None:
        self._relaxation, self._proof = relaxation, proof
        self._offset = relaxation.lower
        """The cost that no model avoids."""
        soft = map(LinearConstraint.of_clause, relaxation.relaxed)
        self.kernel = CuttingPlanes(
            relaxation.solver.variables,
            (*linear_constraints(relaxation.formula), *soft),
            proof is not None,
            relaxation.reason_to_stop,
        )
        self.kernel.prefer([-literal for literal in relaxation.weights])
        self._bound: int | None = None
        """Models must cost less."""
        self._completion = Completion(relaxation.formula, relaxation.objective.variables)
        self._found_model = False
        """Whether the last slice ended with a model, before its work was done."""
        self._slices = slices(self._slice, FIRST_WORK, cut_short=lambda: self._found_model)

    @staticmethod
    def suits(relaxation: Relaxation) -> bool:
        """Whether the numbers of the formula and the objective are small enough for cutting planes."""
        return fits(linear_constraints(relaxation.formula)) and sum(relaxation.weights.values()) < COST_LIMIT

    def run(self) -> bool:
        """Whether there is a model; the relaxation then has the best one and equal bounds. Raises Cancelled."""
        relaxation = self._relaxation
        for finished in self._slices:
            relaxation.report()
            if finished:
                break
            if reason := relaxation.reason_to_stop():
                raise Cancelled(reason)
        return relaxation.model is not None

    def run_for(self, seconds: float) -> bool:
        """Search for some seconds of processor time; return whether the optimisation is finished."""
        end = thread_time() + seconds
        finished = False
        while not finished and thread_time() < end and not self._relaxation.reason_to_stop():
            finished = bool(next(self._slices))
        return finished

    def _slice(self, work: int) -> bool:
        """Search for about `work` visits of terms; return whether there is no better model."""
        relaxation, kernel = self._relaxation, self.kernel
        if relaxation.upper is not None and relaxation.upper != self._bound:
            self._require_less(relaxation.upper)
        status = STATUSES[kernel.run(work)]
        relaxation.companion_conflicts, self._found_model = kernel.conflicts, status is Status.SATISFIABLE
        if self._proof is not None:
            self._proof.follow(events(kernel.take_log()))
        if status is Status.SATISFIABLE:
            relaxation.add_model(self._completion.of(kernel.model()[: relaxation.variables]))
        elif status is Status.UNSATISFIABLE and relaxation.upper is not None:
            relaxation.raise_lower(relaxation.upper)
        return status is Status.UNSATISFIABLE

    def _require_less(self, cost: int) -> None:
        self._bound = cost
        terms = [(-weight, literal) for literal, weight in self._relaxation.weights.items()]
        better = LinearConstraint.of(terms, self._offset + 1 - cost)
        if self._proof is not None:
            assert self._relaxation.model is not None, "its cost is the bound"
            self._proof.improve(self._relaxation.model, better)
        self.kernel.add(better)
