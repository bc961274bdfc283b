"""The query for the number of models, or of models projected to some variables."""

from array import array
from collections.abc import Sequence

from engine.base.errors import Cancelled
from engine.base.flat_rows import int_view
from engine.base.language import _, lazy_gettext, numeral
from engine.base.large_numbers import all_digits, decimal_logarithm
from engine.base.slices import slices
from engine.base.text import pluralized
from engine.sat.formula.formula import Formula
from engine.sat.kernels.counting import Counter
from engine.sat.queries.coverage import distinct
from engine.sat.queries.evidence import is_refuted, with_units
from engine.sat.queries.models import Enumeration, counting_variables
from engine.sat.queries.oracle import Oracle, Stopped, check_literals
from engine.sat.queries.parameters import ASSUME, PROJECT
from engine.sat.queries.query import Fault, Query, QueryResult, Report, Values
from engine.sat.result import Status
from engine.sat.solvers import memory
from engine.sat.solvers.limits import SearchProgress, Watch

_FIRST_WORK = 10_000  # visits of literals; some 0.1 ms compiled

_LOOKING = lazy_gettext("looking for a first model")
_PROGRESS = lazy_gettext("{decisions} tried, {components} counted, {hits} found in the cache")
_WHOLE = lazy_gettext("{models} over {variables}")
_NONE = lazy_gettext("there is no model")
_PART = lazy_gettext("there are models, not all of them counted")
_UNKNOWN = lazy_gettext("no model was found in time")


def run(formula: Formula, values: Values, watch: Watch, _report: Report) -> QueryResult:
    """The exact count; if the search is stopped, only whether there is a model."""
    assumed = ASSUME.of(values)
    check_literals(formula, assumed, "assumptions")
    variables = counting_variables(formula, values)
    compact = _CompactFormula(with_units(formula, assumed), variables)
    status = Status.UNKNOWN
    try:
        memory.check_room(compact.formula)
        oracle = Oracle(compact.formula, watch, lambda: str(_LOOKING))
        status = Status.SATISFIABLE if oracle.has_model() else Status.UNSATISFIABLE
        models = 0 if status is Status.UNSATISFIABLE else _count(compact.formula, compact.variables, watch)
        models <<= compact.free_count
    except Stopped as stop:
        return QueryResult(status, str(_UNKNOWN if status is Status.UNKNOWN else _PART), reason=str(stop))
    message_values = {"models": pluralized(models, "model"), "variables": pluralized(len(variables), "variable")}
    kind = "mc" if len(variables) == formula.variables else "pmc"
    digits = all_digits(models)
    estimate = format(decimal_logarithm(models), ".6f") if not digits else ""  # the notation of other programs
    amount = f"c s exact arb int {digits}" if digits else f"c s log10-estimate {estimate}"
    lines = (f"c s type {kind}", amount)
    facts = {"models": models, "variables": len(variables)}
    return QueryResult(status, str(_WHOLE.format(**message_values) if models else _NONE), facts=facts, lines=lines)


class _CompactFormula:
    """A formula renumbered to the variables in its clauses, and the counted variables among them.

    `free_count` is the number of counted variables in no clause: both values of each give a model.
    """

    def __init__(self, formula: Formula, variables: Sequence[int]) -> None:
        import numpy as np

        literals = int_view(formula.literals)
        used = np.unique(np.abs(literals))
        numbers = (np.sign(literals) * (np.searchsorted(used, np.abs(literals)) + 1)).astype(np.int32)
        if isinstance(variables, range):  # all variables
            counting = np.arange(1, len(used) + 1)
        else:
            counting = np.flatnonzero(np.isin(used, np.array(variables, np.int64))) + 1
        self.formula = Formula(len(used), array("i", numbers.tobytes()), formula.starts)
        self.variables: list[int] = counting.tolist()
        self.free_count = len(variables) - len(self.variables)


def _count(formula: Formula, variables: Sequence[int], watch: Watch) -> int:
    """The number of models. Raises Stopped."""
    if reason := watch.reason_to_refuse(lambda: memory.of_counting(formula)):
        raise Stopped(reason)
    counting = array("b", bytes(formula.variables + 1))
    for variable in variables:
        counting[variable] = 1
    counter = Counter(distinct(formula), counting)

    def progress() -> SearchProgress:
        summary = _PROGRESS.format(
            decisions=pluralized(counter.decisions, "value"),
            components=pluralized(counter.components, "component"),
            hits=numeral(counter.hits),
        )
        return SearchProgress(counter.decisions, None, None, None, watch.clock.seconds, found=summary)

    for done in slices(counter.run, _FIRST_WORK):
        if done:
            break
        if reason := watch.reason_to_stop():
            raise Stopped(reason)
        watch.report(progress)
    count: int = counter.count
    return count


def check(formula: Formula, values: Values, result: QueryResult, watch: Watch) -> Fault:
    """Count again, by enumerating and excluding implicants."""
    variables = counting_variables(formula, values)
    compact = _CompactFormula(with_units(formula, ASSUME.of(values)), variables)
    formula, variables = compact.formula, compact.variables
    if result.status is Status.UNSATISFIABLE:
        return "" if is_refuted(formula, watch) else _("it is not proved that there is no model")
    if result.reason:
        return ""
    try:
        models = sum(1 << len(variables) - len(cube) for cube in Enumeration(formula, variables, watch).cubes())
    except Stopped:
        raise Cancelled from None
    models <<= compact.free_count
    if models == result.facts["models"]:
        return ""
    return _("{models} were found one by one").format(models=pluralized(models, "model"))


QUERY = Query("count", lazy_gettext("how many models there are"), (PROJECT, ASSUME), run, check, any_size=True)
