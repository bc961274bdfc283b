"""Models under assumptions, or else the assumptions to blame.

Several cubes of assumptions are answered in turn by one solver, which keeps its learned clauses, each for the clauses
before it in an icnf file (N. Eén, N. Sörensson:
Temporal induction by incremental SAT solving. BMC 2003, ENTCS 89). A core of failed assumptions is made minimal by
trying to drop each of them.
"""

from collections.abc import Sequence
from typing import cast

from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized
from engine.sat.formula.formula import Formula, Literals
from engine.sat.questions.coverage import literals_of
from engine.sat.questions.evidence import is_refuted, with_units
from engine.sat.questions.oracle import Oracle, Stopped, check_literals
from engine.sat.questions.question import (
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
"""Names of rows: a model under the cube of that number, or assumptions of it that can't all hold."""

_FOUND = lazy_gettext("{done} of {all} answered")
_SATISFIABLE = lazy_gettext("there is a model under these assumptions")
_FAILED = lazy_gettext("unsatisfiable under these assumptions; a core of them: {failed}")
_REFUTED = lazy_gettext("unsatisfiable under any assumptions")
_SEVERAL = lazy_gettext("{cubes}: {satisfiable} satisfiable, {unsatisfiable} unsatisfiable, {unknown} not decided")
_UNKNOWN = lazy_gettext("not decided")


def read_cubes(text: str) -> tuple[Literals, ...]:
    """Parse assumptions; a semicolon or a 0 separates cubes."""
    parts = (read_literals(part) for part in text.replace(" 0 ", ";").removesuffix(" 0").split(";"))
    return tuple(part for part in parts if part)


EMPTY: tuple[Literals, ...] = ((),)

CUBES = QueryParameter(
    "cubes", "LITS", lazy_gettext("literals to assume, as in 1 -2; separate cubes by ;"), read_cubes, EMPTY
)


PLACES = "places"
"""The value with the cubes of a file and the number of clauses before each, by which those cubes are answered."""


def _parts(formula: Formula, values: Values) -> list[int]:
    """The number of clauses that each cube is answered for."""
    cubes = CUBES.of(values) or EMPTY
    of_file, places = cast(tuple[Sequence[Literals], Sequence[int]], values.get(PLACES, ((), ())))
    return list(places) if tuple(of_file) == tuple(cubes) else [len(formula)] * len(cubes)


def _first(formula: Formula, count: int) -> Formula:
    """The formula of the first clauses."""
    return Formula(formula.variables, formula.literals[: formula.starts[count]], formula.starts[: count + 1])


def run(formula: Formula, values: Values, watch: Watch, report: Report) -> QueryResult:
    """A model, or the assumptions to blame, for each cube."""
    cubes = CUBES.of(values) or EMPTY
    for cube in cubes:
        check_literals(formula, cube, "assumptions")
    rows: list[QueryRow] = []
    reason = ""
    try:
        parts = _parts(formula, values)
        there = parts[0]
        oracle = Oracle(
            _first(formula, there), watch, lambda: _FOUND.format(done=len(rows), all=pluralized(len(cubes), "cube"))
        )
        for number, (cube, part) in enumerate(zip(cubes, parts, strict=True), 1):
            while there < part:
                oracle.add(formula[there])
                there += 1
            if oracle.has_model(cube):
                rows.append(QueryRow(MODEL, literals_of(oracle.model()), number))
            else:
                rows.append(QueryRow(FAILED, _minimal(oracle, cube), number))
            report(rows[-1])
    except Stopped as stop:
        reason = str(stop)
    satisfiable = sum(row.name == MODEL for row in rows)
    unsatisfiable, unknown = len(rows) - satisfiable, len(cubes) - len(rows)
    status = Status.SATISFIABLE if satisfiable else Status.UNKNOWN if unknown else Status.UNSATISFIABLE
    facts = {"satisfiable": satisfiable, "unsatisfiable": unsatisfiable, "unknown": unknown}
    return QueryResult(status, _sentence(len(cubes), rows, facts), reason=reason, facts=facts)


def _minimal(oracle: Oracle, cube: Literals) -> Literals:
    """A minimal set of assumptions to blame, in their order. May not be minimal if stopped."""
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


def check(formula: Formula, values: Values, answer: QueryResult, watch: Watch) -> Fault:
    """Check each model against the formula, and prove that the failed assumptions have no model."""
    cubes, parts = CUBES.of(values) or EMPTY, _parts(formula, values)
    for row in answer.rows:
        assert row.number is not None, "rows have the numbers of cubes"
        cube, there = cubes[row.number - 1], _first(formula, parts[row.number - 1])
        if row.name == MODEL:
            if falsified(there, row.literals) is not None or not set(cube) <= set(row.literals):
                return _("{title} is not a model").format(title=row.title)
        elif not set(row.literals) <= set(cube) or not is_refuted(with_units(there, row.literals), watch):
            return _("it is not proved that the assumptions of {title} can't all hold").format(title=row.title)
    return ""


QUESTION = Query("assumptions", lazy_gettext("a model under assumptions, or those to blame"), (CUBES,), run, check)
