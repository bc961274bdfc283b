"""Solve a formula by cutting planes and write a VeriPB proof of what that shows."""

from collections.abc import Callable
from dataclasses import replace

from engine.base.errors import InputError
from engine.base.language import _
from engine.sat.cutting_planes import veripb
from engine.sat.cutting_planes.search import NAME, NativeSearch, groups_of, stated
from engine.sat.cutting_planes.veripb import CuttingPlanesProof
from engine.sat.formula.formula import Formula
from engine.sat.formula.objective import Objective
from engine.sat.kernels.cutting_planes import fits
from engine.sat.optimisation.optimise import optimise
from engine.sat.result import Result, Status
from engine.sat.solvers.driver import drive
from engine.sat.solvers.limits import Limits, Watch

_INTERVAL = 0.1
"""Seconds between two polls."""


def prove(
    formula: Formula,
    objective: Objective | None = None,
    *,
    limits: Limits = Limits(),  # noqa: B008 (frozen)
    cancel: Callable[[], bool] | None = None,
) -> tuple[Result, list[str]]:
    """Solve a formula, or minimise a sum of literals; returns the result and the lines of a VeriPB proof.

    There are lines if the formula is unsatisfiable or the model is the best. Raises InputError for too large numbers.
    """
    if not fits(stated(formula)):
        raise InputError(_("the numbers are too large for cutting planes"))
    if objective is not None:
        return _prove_optimum(formula, objective, limits, cancel)
    proof = CuttingPlanesProof(stated(formula), groups_of(formula, cancel))
    watch = Watch(limits, None, cancel, _INTERVAL)
    result = drive(NAME, None, NativeSearch(formula, listen=proof.follow, cancel=watch.stops), watch)
    if result.status is not Status.UNSATISFIABLE:
        return result, []
    proof.conclude(proof.unsatisfiable)
    return replace(result, wall=watch.clock.wall), proof.lines()


def _prove_optimum(
    formula: Formula, objective: Objective, limits: Limits, cancel: Callable[[], bool] | None
) -> tuple[Result, list[str]]:
    proof = CuttingPlanesProof(stated(formula), own=formula.own_variables | set(range(1, objective.variables + 1)))
    result = optimise(formula, objective, NAME, limits=limits, cancel=cancel, proof=proof)
    best = None if result.bounds is None else result.bounds[1]
    if not result.is_optimal and result.status is not Status.UNSATISFIABLE:
        return result, []
    proof.conclude(veripb.bounds(best, best))
    return result, proof.lines()
