"""The query for models one by one, or for the distinct projections of models to some variables.

After a model is found, as many variables as possible are dropped such that the values of the others still satisfy every
clause (an implicant). The part of the implicant on the projected variables is excluded by a clause, which later
implicants satisfy too. With k of these variables dropped, it stands for 2^k models. K. McMillan: Applying SAT methods
in unbounded symbolic model checking. CAV 2002, LNCS 2404, 250-264.
"""

from array import array
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING

from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized
from engine.sat.formula.formula import Formula
from engine.sat.formula.projection import shown_variables
from engine.sat.queries.coverage import Coverage
from engine.sat.queries.evidence import has_model, is_refuted, with_clauses, with_units
from engine.sat.queries.oracle import Oracle, Stopped, check_literals
from engine.sat.queries.parameters import ASSUME, PROJECT
from engine.sat.queries.query import (
    Fault,
    Query,
    QueryParameter,
    QueryResult,
    QueryRow,
    Report,
    Values,
    read_count,
)
from engine.sat.result import Status
from engine.sat.solvers.limits import Watch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.sat.queries.coverage import Assignment

LIMIT = QueryParameter("limit", "N", lazy_gettext("maximum number of models (default 1000)"), read_count, 1000)

_PROGRESS = lazy_gettext("{models} found")
_WHOLE = lazy_gettext("{models}, and no more")
_PART = lazy_gettext("{models}; there may be more")
_NONE = lazy_gettext("there is no model")
_LIMIT = lazy_gettext("limit of {limit}")


class ExcludedCubes:
    """The excluded cubes over the projected variables."""

    def __init__(self, variables: Sequence[int]) -> None:
        import numpy as np

        self._variables = np.array(variables, np.int64)
        self._values = np.zeros((len(variables), 64), np.int8)  # by variable, then by cube; 0: either value
        self._count = 0

    def add(self, literals: Sequence[int]) -> None:
        """Exclude the cube of these literals."""
        import numpy as np

        if self._count == self._values.shape[1]:
            self._values = np.concatenate((self._values, np.zeros_like(self._values)), axis=1)
        cube = np.array(literals, np.int64)
        self._values[np.searchsorted(self._variables, np.abs(cube)), self._count] = np.sign(cube)
        self._count += 1

    def droppable(self, model: "Assignment", candidates: Sequence[int]) -> list[int]:
        """Candidates whose values the model can drop and still be outside all cubes; a maximal set, in order."""
        import numpy as np

        values = self._values[:, : self._count]
        differs: NDArray[np.bool_] = values == -model[self._variables][:, None]
        counts = differs.sum(axis=0)
        free = []
        for variable, place in zip(candidates, np.searchsorted(self._variables, candidates), strict=True):
            if (counts[differs[place]] > 1).all():
                counts[differs[place]] -= 1
                free.append(variable)
        return free


class Enumeration:
    """An iterable of the models projected to `variables`, on demand; `count` is the number yielded so far."""

    def __init__(self, formula: Formula, variables: Sequence[int], watch: Watch) -> None:
        """`variables` must be ascending. Raises Stopped."""
        self.count = 0
        self._variables = variables
        self._oracle = Oracle(formula, watch, lambda: _PROGRESS.format(models=pluralized(self.count, "model")))
        self._coverage = Coverage(formula)
        self._excluded = ExcludedCubes(variables)

    def __iter__(self) -> "Iterator[array[int]]":
        """Yield each model as one literal per projected variable. Raises Stopped."""
        for cube in self.cubes():
            for literals in product(*([cube[var]] if var in cube else [var, -var] for var in self._variables)):
                self.count += 1
                yield array("i", literals)

    def cubes(self) -> Iterator[dict[int, int]]:
        """Yield the same models as disjoint cubes: literals by variable; a missing variable may have either value.

        Raises Stopped.
        """
        while self._oracle.has_model():
            cube = self._cube(self._oracle.model())
            self._oracle.add([-literal for literal in cube.values()])
            yield cube

    def _cube(self, model: "Assignment") -> dict[int, int]:
        """The part of an implicant of the model on the projected variables, as literals by variable."""
        import numpy as np

        variables = np.array(self._variables, np.int64)
        flips = variables[~self._coverage.needed(model)[variables]].tolist()
        free = set(self._coverage.droppable(model, self._excluded.droppable(model, flips))) if flips else set()
        cube = {var: var if model[var] > 0 else -var for var in self._variables if var not in free}
        self._excluded.add(list(cube.values()))
        return cube


def counting_variables(formula: Formula, values: Values) -> Sequence[int]:
    """The projected variables: those of the parameter, or else those that the file shows, or all. Raises InputError."""
    requested = PROJECT.of(values)
    check_literals(formula, requested, "projection")
    if requested:
        return requested
    file_variables = shown_variables(formula)
    return range(1, formula.variables + 1) if file_variables is None else file_variables


def run(formula: Formula, values: Values, watch: Watch, report: Report) -> QueryResult:
    """The first models, up to the limit."""
    assumed, limit = ASSUME.of(values), LIMIT.of(values)
    check_literals(formula, assumed, "assumptions")
    variables = counting_variables(formula, values)
    count, reason, has_more = 0, "", False
    try:
        models = iter(Enumeration(with_units(formula, assumed), variables, watch))
        for model in islice(models, limit):
            count += 1
            report(QueryRow("model", model, count))
        has_more = count == limit and next(models, None) is not None
    except Stopped as stop:
        reason = str(stop)
    if has_more:
        reason = _LIMIT.format(limit=pluralized(limit, "model"))
    status = Status.SATISFIABLE if count else Status.UNKNOWN if reason else Status.UNSATISFIABLE
    summary = pluralized(count, "model")
    sentence = _PART.format(models=summary) if reason else _WHOLE.format(models=summary) if count else _NONE
    return QueryResult(status, str(sentence), reason=reason, facts={"models": count, "variables": len(variables)})


def check(formula: Formula, values: Values, result: QueryResult, watch: Watch) -> Fault:
    """Check each model against the formula, and prove that there are no others."""
    formula = with_units(formula, ASSUME.of(values))
    if len({tuple(row.literals) for row in result.rows}) < len(result.rows):
        return _("a model occurs twice")
    for row in result.rows:
        if not has_model(with_units(formula, row.literals), watch):
            return _("{title} is not a model").format(title=row.title)
    others = with_clauses(formula, ([-literal for literal in row.literals] for row in result.rows))
    if not result.reason and not is_refuted(others, watch):
        return _("it is not proved that there are no other models")
    return ""


QUERY = Query("models", lazy_gettext("the models one by one"), (LIMIT, PROJECT, ASSUME), run, check)
