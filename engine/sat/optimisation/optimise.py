"""Finds models of least cost, by one of several methods."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from engine.base.errors import Cancelled, InputError
from engine.base.language import Sentence, _, lazy_gettext
from engine.base.text import pluralized
from engine.sat.cutting_planes.search import NAME as CUTTING_PLANES
from engine.sat.cutting_planes.search import suits
from engine.sat.cutting_planes.veripb import CuttingPlanesProof
from engine.sat.formula.formula import Formula
from engine.sat.formula.objective import Objective
from engine.sat.optimisation.core_guided import CoreGuided
from engine.sat.optimisation.cutting_planes import CuttingPlanesSearch
from engine.sat.optimisation.linear_search import LinearSearch
from engine.sat.optimisation.relaxation import CompanionFinished, Relaxation
from engine.sat.result import PlanStep, Result, Status
from engine.sat.solvers.limits import Limits, SearchProgress, Watch
from engine.sat.solvers.memory import check_room

METHODS: dict[str, Sentence] = {
    "core-guided": lazy_gettext("from below: sets of soft clauses that can't all hold raise the bound (OLL)"),
    "linear": lazy_gettext("from above: each model must be better than the one before"),
    "cutting-planes": lazy_gettext("from above, by cutting planes: linear constraints instead of clauses"),
}
"""The methods by name, the default first."""

DEFAULT = next(iter(METHODS))

_OPTIMAL = lazy_gettext("optimum {value:,}; {cores}, {models}")
_BETWEEN = lazy_gettext("between {lower:,} and {upper:,}; {cores}, {models}")
_FROM = lazy_gettext("at least {lower:,}; {cores}")
_UP_TO = lazy_gettext("at most {upper:,}; {cores}")


class _Method(Protocol):
    def run(self) -> bool:
        """Whether there is a model; the relaxation then has the best one. Raises Cancelled and CompanionFinished."""


def optimise(
    formula: Formula,
    objective: Objective,
    method: str = DEFAULT,
    *,
    limits: Limits = Limits(),  # noqa: B008 (frozen)
    on_progress: Callable[[SearchProgress], None] | None = None,
    on_bounds: Callable[[int, int | None], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    interval: float = 0.1,
    model: Sequence[int] | None = None,
    proof: CuttingPlanesProof | None = None,
) -> Result:
    """Find a model of the formula with the least cost.

    The result has `bounds` of the least cost: if they are equal, its model is optimal. If a limit or `cancel` ends the
    search, the result has the best model so far and the reason, and is unknown without a model. `on_bounds` gets both
    bounds whenever one improves. `model` is a first model, if one is known. `proof` gets the derivations of the method
    `cutting-planes`, for soft clauses of one literal.

    Raises InputError for an unknown method, for numbers too large for cutting planes, and for a formula that is too
    large, as `engine.sat.solvers.memory.check_room` does.

    >>> from engine.sat.formula.objective import Objective
    >>> best = optimise(Formula.of([[1, 2], [-1, 3]]), Objective.of_sum([(2, 1), (3, 2), (2, 3)]))
    >>> best.bounds, list(best.model)
    ((3, 3), [-1, 2, -3])
    """
    if method not in METHODS:
        raise InputError(
            _("there is no method {name}").format(name=method),
            advice=_("choose one of {names}").format(names=", ".join(METHODS)),
        )
    check_room(formula)
    watch = Watch(limits, on_progress and (lambda progress: on_progress(with_plan(progress))), cancel, interval)

    def on_improvement() -> None:
        if on_bounds is not None:
            on_bounds(relaxation.lower, relaxation.upper)
        watch.report(relaxation.progress)

    def step() -> PlanStep:
        return PlanStep(method, watch.clock.seconds, _summary(objective, relaxation))

    def with_plan(progress: SearchProgress) -> SearchProgress:
        return replace(progress, plan=(step(),))

    reason, exists = "", True
    with watch.clock:
        relaxation = Relaxation(formula, objective, watch, on_improvement)
        if model is not None:
            relaxation.add_model(model)
        try:
            exists = _method(method, relaxation, proof).run()
        except CompanionFinished:
            exists = relaxation.model is not None
        except Cancelled as stop:
            reason = str(stop)
    best = relaxation.model
    status = Status.SATISFIABLE if best is not None else Status.UNKNOWN if exists else Status.UNSATISFIABLE
    bounds = None if relaxation.upper is None else (relaxation.lower, relaxation.upper)
    return Result(
        status, method, None, best, watch.clock.seconds, conflicts=relaxation.conflicts, reason=reason,
        plan=(step(),) if exists else (), bounds=bounds,
    )  # fmt: skip


def _method(name: str, relaxation: Relaxation, proof: CuttingPlanesProof | None) -> _Method:
    """The search of a method; on a formula made of linear constraints, cutting planes are its companion.

    Raises InputError if a number is too large for cutting planes.
    """
    if name == CUTTING_PLANES:
        if not CuttingPlanesSearch.suits(relaxation):
            raise InputError(
                _("the numbers are too large for cutting planes"),
                advice=_("choose one of {names}").format(names=", ".join(other for other in METHODS if other != name)),
            )
        return CuttingPlanesSearch(relaxation, proof)
    if suits(relaxation.formula) and CuttingPlanesSearch.suits(relaxation):
        relaxation.companion = CuttingPlanesSearch(relaxation).run_for
    return CoreGuided(relaxation) if name == DEFAULT else LinearSearch(relaxation)


def _summary(objective: Objective, relaxation: Relaxation) -> str:
    """The bounds in words, as values of the objective."""
    counts = {"cores": pluralized(relaxation.cores, "core"), "models": pluralized(relaxation.models, "model")}
    lower, upper = relaxation.lower, relaxation.upper
    if upper is None:
        template = _UP_TO if objective.maximises else _FROM
        return template.format(lower=lower, upper=objective.value(lower), **counts)
    if lower == upper:
        return _OPTIMAL.format(value=objective.value(upper), **counts)
    first, last = sorted((objective.value(lower), objective.value(upper)))
    return _BETWEEN.format(lower=first, upper=last, **counts)
