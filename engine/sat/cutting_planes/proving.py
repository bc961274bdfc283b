"""Solve a formula by cutting planes, and write a VeriPB proof of the result."""

from array import array
from collections.abc import Callable
from dataclasses import replace

from engine.base.errors import InputError
from engine.base.language import _
from engine.sat.cutting_planes import veripb
from engine.sat.cutting_planes.search import NAME, NativeSearch, groups_of
from engine.sat.cutting_planes.veripb import CuttingPlanesProof
from engine.sat.formula.formula import Formula
from engine.sat.formula.linear_form import constant_left_out, linear_constraints, with_penalties
from engine.sat.formula.objective import Objective
from engine.sat.kernels.cutting_planes import fits
from engine.sat.optimisation.cutting_planes import COST_LIMIT
from engine.sat.optimisation.optimise import DEFAULT, optimise
from engine.sat.result import Result, Status
from engine.sat.solvers.driver import drive
from engine.sat.solvers.limits import Limits, SearchProgress, Watch

_INTERVAL = 0.1
"""Seconds between two polls."""


def prove(
    formula: Formula,
    objective: Objective | None = None,
    method: str = DEFAULT,
    *,
    limits: Limits = Limits(),  # noqa: B008 (frozen)
    on_progress: Callable[[SearchProgress], None] | None = None,
    on_bounds: Callable[[int, int | None], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> tuple[Result, list[str]]:
    """Solve a formula, or optimise by a method; returns the result and the lines of a VeriPB proof.

    There are lines if the formula is unsatisfiable or the model is the best, and cutting planes could show it within
    the limits. The proof of soft clauses is about the formula `with_penalties`. Raises InputError if numbers are too
    large.
    """
    if not fits(linear_constraints(formula)) or (
        objective and sum(weight for weight, _clause in objective.soft) >= COST_LIMIT
    ):
        raise InputError(_("the numbers are too large for cutting planes"))
    if objective is not None:
        return _prove_optimum(formula, objective, method, limits, on_progress, on_bounds, cancel)
    proof = CuttingPlanesProof(linear_constraints(formula), groups_of(formula, cancel))
    watch = Watch(limits, on_progress, cancel, _INTERVAL)
    result = drive(NAME, None, NativeSearch(formula, listen=proof.follow, cancel=watch.stops), watch)
    if result.status is not Status.UNSATISFIABLE:
        return result, []
    proof.conclude(proof.unsatisfiable)
    return replace(result, wall=watch.clock.wall), proof.lines()


def _prove_optimum(
    formula: Formula,
    objective: Objective,
    method: str,
    limits: Limits,
    on_progress: Callable[[SearchProgress], None] | None,
    on_bounds: Callable[[int, int | None], None] | None,
    cancel: Callable[[], bool] | None,
) -> tuple[Result, list[str]]:
    """Find the best model by the method, then refute by cutting planes that there is a better one."""
    whole, goal = with_penalties(formula, objective)
    found: Result | None = None
    if method != NAME:
        found = optimise(
            whole, goal, method, limits=limits, on_progress=on_progress, on_bounds=on_bounds, cancel=cancel
        )
        if not _is_decided(found):
            return _restricted(found, formula), []
        if limits.seconds is not None:
            limits = replace(limits, seconds=max(limits.seconds - found.seconds, 0.0))
    proof = CuttingPlanesProof(linear_constraints(whole), own=set(range(1, whole.own_variables + 1)))
    result = optimise(
        whole, goal, NAME, limits=limits, on_progress=on_progress, on_bounds=on_bounds, cancel=cancel,
        model=None if found is None else found.model, proof=proof,
    )  # fmt: skip
    is_shown = _is_decided(result)
    if found is not None:
        result = replace(
            found,
            seconds=found.seconds + result.seconds,
            conflicts=(found.conflicts or 0) + (result.conflicts or 0),
            plan=(*found.plan, *result.plan),
        )
    result = _restricted(result, formula)
    if not is_shown:
        return result, []
    best = None if result.bounds is None else result.bounds[1]
    if best is not None:
        best -= constant_left_out(formula, objective)
    proof.conclude(veripb.bounds(best, best))
    return result, proof.lines()


def _is_decided(result: Result) -> bool:
    return result.is_optimal or result.status is Status.UNSATISFIABLE


def _restricted(result: Result, formula: Formula) -> Result:
    """The result with its model over the variables of a formula."""
    return result if result.model is None else replace(result, model=array("i", result.model[: formula.variables]))
