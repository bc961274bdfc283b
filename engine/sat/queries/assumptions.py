"""The query for a model under assumptions, or for a minimal core of the assumptions that fail.

One solver answers several cubes of assumptions in turn, and keeps its learned clauses (N. Eén, N. Sörensson: Temporal
induction by incremental SAT solving. BMC 2003, ENTCS 89). A cube of an icnf file is answered for the clauses before it
in the file. A core of failed assumptions is made minimal by trying to drop each of them.
"""

from collections.abc import Sequence
from typing import cast

from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized
from engine.sat.formula.formula import Formula, Literals
from engine.sat.queries.coverage import literals_of
from engine.sat.queries.evidence import is_refuted, with_units
from engine.sat.queries.oracle import Oracle, Stopped, check_literals
from engine.sat.queries.query import (
    Fault,
    Query,
    QueryParameter,
    QueryResult,
    QueryRow,
    Report,
    Values,
    read_literals,
)
from engine.sat.result import Status, falsified
from engine.sat.solvers.limits import Watch

MODEL, FAILED = "model", "failed"
"""Names of rows, numbered as the cubes: a model under the cube, or a core of its assumptions."""

_PROGRESS = lazy_gettext("{done} of {all} answered")
_SATISFIABLE = lazy_gettext("there is a model under these assumptions")
_FAILED = lazy_gettext("unsatisfiable under these assumptions; a core of them: {failed}")
_REFUTED = lazy_gettext("unsatisfiable under any assumptions")
_SEVERAL = lazy_gettext("{cubes}: {satisfiable} satisfiable, {unsatisfiable} unsatisfiable, {unknown} not decided")
_UNKNOWN = lazy_gettext("not decided")


def read_cubes(text: str) -> tuple[Literals, ...]:
    """Parse assumptions; a semicolon or a 0 separates cubes."""
    parts = (read_literals(part) for part in text.replace(" 0 ", ";").removesuffix(" 0").split(";"))
    return tuple(part for part in parts if part)


_NO_ASSUMPTIONS: tuple[Literals, ...] = ((),)

CUBES = QueryParameter(
    "cubes", "LITS", lazy_gettext("literals to assume, as in 1 -2; separate cubes by ;"), read_cubes, _NO_ASSUMPTIONS
)


PLACES = "places"
"""The name of the value with the cubes of a file, and the number of clauses before each."""


def _clause_counts(formula: Formula, values: Values) -> list[int]:
    """The number of clauses for which a cube is answered, by cube."""
    cubes = CUBES.of(values) or _NO_ASSUMPTIONS
    file_cubes, places = cast(tuple[Sequence[Literals], Sequence[int]], values.get(PLACES, ((), ())))
    return list(places) if tuple(file_cubes) == tuple(cubes) else [len(formula)] * len(cubes)


def _beginning(formula: Formula, count: int) -> Formula:
    """The first `count` clauses of a formula."""
    return Formula(formula.variables, formula.literals[: formula.starts[count]], formula.starts[: count + 1])


def run(formula: Formula, values: Values, watch: Watch, report: Report) -> QueryResult:
    """A model of each cube, or a minimal core of its assumptions."""
    cubes = CUBES.of(values) or _NO_ASSUMPTIONS
    for cube in cubes:
        check_literals(formula, cube, "assumptions")
    rows: list[QueryRow] = []
    reason = ""
    try:
        counts = _clause_counts(formula, values)
        loaded = counts[0]
        oracle = Oracle(
            _beginning(formula, loaded),
            watch,
            lambda: _PROGRESS.format(done=len(rows), all=pluralized(len(cubes), "cube")),
        )
        for number, (cube, count) in enumerate(zip(cubes, counts, strict=True), 1):
            for clause in range(loaded, count):
                oracle.add(formula[clause])
            loaded = max(loaded, count)
            if oracle.has_model(cube):
                rows.append(QueryRow(MODEL, literals_of(oracle.model()), number))
            else:
                rows.append(QueryRow(FAILED, _minimal_core(oracle, cube), number))
            report(rows[-1])
    except Stopped as stop:
        reason = str(stop)
    satisfiable = sum(row.name == MODEL for row in rows)
    unsatisfiable, unknown = len(rows) - satisfiable, len(cubes) - len(rows)
    status = Status.SATISFIABLE if satisfiable else Status.UNKNOWN if unknown else Status.UNSATISFIABLE
    facts = {"satisfiable": satisfiable, "unsatisfiable": unsatisfiable, "unknown": unknown}
    return QueryResult(status, _sentence(len(cubes), rows, facts), reason=reason, facts=facts)


def _minimal_core(oracle: Oracle, cube: Literals) -> Literals:
    """A minimal core of the assumptions, in their order; it may not be minimal if the search is stopped."""
    core = set(oracle.core())
    try:
        for literal in [literal for literal in cube if literal in core]:
            if literal in core and not oracle.has_model(core - {literal}):
                core = set(oracle.core())
    except Stopped:
        pass  # the core so far is valid
    return tuple(literal for literal in dict.fromkeys(cube) if literal in core)


def _sentence(cubes: int, rows: Sequence[QueryRow], facts: dict[str, int]) -> str:
    if cubes > 1:
        return _SEVERAL.format(cubes=pluralized(cubes, "cube"), **facts)
    if not rows:
        return str(_UNKNOWN)
    if rows[0].name == MODEL:
        return str(_SATISFIABLE)
    return str(_FAILED.format(failed=" ".join(map(str, rows[0].literals))) if rows[0].literals else _REFUTED)


def check(formula: Formula, values: Values, result: QueryResult, watch: Watch) -> Fault:
    """Check each model against the formula, and prove that there is no model under the assumptions of each core."""
    cubes, counts = CUBES.of(values) or _NO_ASSUMPTIONS, _clause_counts(formula, values)
    for row in result.rows:
        assert row.number is not None, "rows have the numbers of cubes"
        cube, clauses = cubes[row.number - 1], _beginning(formula, counts[row.number - 1])
        if row.name == MODEL:
            if falsified(clauses, row.literals) is not None or not set(cube) <= set(row.literals):
                return _("{title} is not a model").format(title=row.title)
        elif not set(row.literals) <= set(cube) or not is_refuted(with_units(clauses, row.literals), watch):
            return _("it is not proved that the assumptions of {title} can't all hold").format(title=row.title)
    return ""


QUERY = Query("assumptions", lazy_gettext("a model under assumptions, or a core of them"), (CUBES,), run, check)
