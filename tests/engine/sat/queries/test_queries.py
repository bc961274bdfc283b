"""Queries: results compared with the truth table and with CaDiCaL; wrong results are found; all can be stopped."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver as PySat

from engine.base.errors import InputError
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.formula.words import Words
from engine.sat.queries.equivalences import binary_components
from engine.sat.queries.query import QueryResult, QueryRow, Values, ask, read_count, read_literals, read_variables
from engine.sat.queries.registry import QUERIES
from engine.sat.result import Status
from engine.sat.solvers.limits import Limits, SearchProgress, Watch

literals = st.integers(-6, 6).filter(bool)
clauses = st.lists(st.lists(literals, max_size=3), max_size=20)
formulas = st.builds(Formula.of, clauses, st.just(6))
Model = tuple[int, ...]


def unlimited() -> Watch:
    return Watch(Limits(), None, None, 0.1)


def checked_result(name: str, formula: Formula, **values: object) -> QueryResult:
    """The result, which must pass the query's own check."""
    result = ask(QUERIES[name], formula, values, unlimited())
    assert not result.reason
    assert not fault(name, formula, result, **values)
    return result


def fault(name: str, formula: Formula, result: QueryResult, **values: object) -> str:
    return QUERIES[name].check(formula, values, result, unlimited())


def models_of(formula: Formula) -> set[Model]:
    """By the truth table."""
    return {
        model
        for model in product(*((v, -v) for v in range(1, formula.variables + 1)))
        if all(set(clause) & set(model) for clause in formula)
    }


@settings(max_examples=amount(200))
@given(formulas)
def test_models(formula: Formula) -> None:
    result = checked_result("models", formula)
    assert {tuple(row.literals) for row in result.rows} == models_of(formula)
    assert [row.number for row in result.rows] == list(range(1, len(result.rows) + 1))


@settings(max_examples=amount(200))
@given(formulas, st.sets(st.integers(1, 6), min_size=1))
def test_projected_models_and_their_count(formula: Formula, variables: set[int]) -> None:
    project = tuple(sorted(variables))
    expected = {tuple(model[v - 1] for v in project) for model in models_of(formula)}
    result = checked_result("models", formula, project=project)
    assert {tuple(row.literals) for row in result.rows} == expected
    assert checked_result("count", formula, project=project).facts["models"] == len(expected)


@settings(max_examples=amount(200))
@given(formulas)
def test_count(formula: Formula) -> None:
    assert checked_result("count", formula).facts["models"] == len(models_of(formula))


@settings(max_examples=amount(200))
@given(formulas)
def test_backbone(formula: Formula) -> None:
    result, models = checked_result("backbone", formula), models_of(formula)
    assert (result.status is Status.SATISFIABLE) == bool(models)
    if models:
        assert set(result.rows[0].literals) == set.intersection(*map(set, models))


@settings(max_examples=amount(200))
@given(formulas)
def test_equivalences(formula: Formula) -> None:
    result, models = checked_result("equivalences", formula), sorted(models_of(formula))
    columns: dict[Model, list[int]] = {}
    for v in range(1, 7):
        for literal in (v, -v):
            values = tuple(literal in model for model in models)
            if len(set(values)) == 2:
                columns.setdefault(values, []).append(literal)
    fixed = sorted(set.intersection(*map(set, models)), key=abs) if models else []
    backbone = [("backbone", fixed)] if len(fixed) > 1 else []
    groups = sorted(group for group in columns.values() if len(group) > 1 and group[0] > 0)
    assert [(row.name, list(row.literals)) for row in result.rows] == [*backbone, *(("group", each) for each in groups)]


def test_units_are_equivalent() -> None:
    """Both are true in every model, so they are equivalent."""
    result = checked_result("equivalences", Formula.of([[1], [2]]))
    assert [(row.title, list(row.literals)) for row in result.rows] == [("backbone", [1, 2])]
    assert "backbone" in result.sentence


@settings(max_examples=amount(60))
@given(formulas, st.randoms(use_true_random=False))
def test_wrong_equivalences_are_found(formula: Formula, random: Random) -> None:
    """A literal removed, flipped, or moved to another group; a group removed, split, or renamed."""
    result = checked_result("equivalences", formula)
    if result.status is Status.UNSATISFIABLE or not result.rows:
        return
    rows = [(row.name, list(row.literals)) for row in result.rows]
    at = random.randrange(len(rows))
    name, members = rows[at]
    how = random.choice(["remove group", "remove literal", "negate", "add", "rename"])
    if how == "remove group":
        del rows[at]
    elif how == "remove literal":
        members.pop(random.randrange(len(members)))
    elif how == "negate":
        members[random.randrange(len(members))] *= -1
    elif how == "add":
        others = [v for v in range(1, 7) if v not in map(abs, members)]
        if not others:
            return
        members.append(random.choice(others))
    else:
        rows[at] = "group" if name == "backbone" else "backbone", members
    spoiled = tuple(QueryRow(name, literals, number) for number, (name, literals) in enumerate(rows, 1))
    assert fault("equivalences", formula, replace(result, rows=spoiled)), (how, rows)


@settings(max_examples=amount(200))
@given(formulas)
def test_minimal_core(formula: Formula) -> None:
    result = checked_result("core", formula)
    assert (result.status is Status.SATISFIABLE) == bool(models_of(formula))
    clauses = [list(row.literals) for row in result.rows]
    if result.status is Status.UNSATISFIABLE:
        assert not models_of(Formula.of(clauses, 6))
        assert all(models_of(Formula.of(clauses[:i] + clauses[i + 1 :], 6)) for i in range(len(clauses)))
        assert [list(formula[row.number - 1]) for row in result.rows] == clauses


@settings(max_examples=amount(60))
@given(formulas, st.randoms(use_true_random=False))
def test_the_steps_of_a_core(formula: Formula, random: Random) -> None:
    """They are proved, and rest on the clauses of the core alone; a step that is spoiled is refuted."""
    result = checked_result("core", formula, steps=True)
    if result.status is Status.SATISFIABLE:
        return
    core = {row.title for row in result.rows if row.name == "clause"}
    steps = [row for row in result.rows if row.name == "step"]
    assert {ground.title for row in steps for ground in row.grounds if ground.name == "clause"} == core
    assert result.facts["steps"] == len(steps)
    assert not steps[-1].literals
    rows = list(result.rows)
    place = len(core) + random.randrange(len(steps))
    rows[place] = replace(rows[place], grounds=rows[place].grounds[1:])
    assert "is not proved" in fault("core", formula, replace(result, rows=tuple(rows)), steps=True)
    assert fault("core", formula, replace(result, rows=result.rows[:-1]), steps=True) or len(steps) == 1


@settings(max_examples=amount(200))
@given(formulas, st.lists(st.lists(literals, max_size=4).map(tuple), min_size=1, max_size=4).map(tuple))
def test_assumptions(formula: Formula, cubes: tuple[Model, ...]) -> None:
    models = models_of(formula)
    for row, cube in zip(checked_result("assumptions", formula, cubes=cubes).rows, cubes, strict=True):
        fitting = {model for model in models if set(cube) <= set(model)}
        if fitting:
            assert tuple(row.literals) in fitting
            continue
        failed = set(row.literals)
        assert not any(failed <= set(model) for model in models)
        assert all(any(failed - {literal} <= set(model) for model in models) for literal in failed)


@settings(max_examples=amount(50))
@given(formulas, st.lists(literals, max_size=3).map(tuple))
def test_assumptions_count_as_clauses(formula: Formula, assumed: Model) -> None:
    whole = Formula.of([*formula, *([literal] for literal in assumed)], 6)
    for name in ("models", "count", "backbone", "equivalences"):
        first, other = checked_result(name, formula, assume=assumed), checked_result(name, whole)
        assert (first.status, first.sentence, first.facts) == (other.status, other.sentence, other.facts)


# --- larger formulas, compared with CaDiCaL ---


def test_a_backbone_of_a_larger_formula() -> None:
    formula = make("planted", ["120", "600"], seed=3)
    result = ask(QUERIES["backbone"], formula, {}, unlimited())
    with PySat("cadical195", bootstrap_with=list(formula)) as oracle:
        expected = {literal for v in range(1, 121) for literal in (v, -v) if not oracle.solve(assumptions=[-literal])}
    assert set(result.rows[0].literals) == expected
    assert expected


@pytest.mark.parametrize(("family", "arguments", "size"), [("php", ["6", "5"], 81), ("parity-twice", ["8"], None)])
def test_a_minimal_core_of_a_larger_formula(family: str, arguments: list[str], size: int | None) -> None:
    formula = make(family, arguments, seed=1)
    superfluous = Formula.of([*([-v, v + 1] for v in range(100, 140)), *formula, [1, 150]])
    clauses = [list(row.literals) for row in ask(QUERIES["core"], superfluous, {}, unlimited()).rows]
    assert size in (None, len(clauses))
    for missing in range(-1, len(clauses)):
        remaining = clauses if missing < 0 else clauses[:missing] + clauses[missing + 1 :]
        with PySat("cadical195", bootstrap_with=remaining) as oracle:
            assert oracle.solve() == (missing >= 0)


def test_counts_too_large_to_enumerate() -> None:
    assert ask(QUERIES["count"], Formula.of([], 300), {}, unlimited()).facts["models"] == 2**300
    chains = [[-(10 * k + i), 10 * k + i + 1] for k in range(30) for i in range(1, 10)]  # 11 models each
    assert ask(QUERIES["count"], Formula.of(chains), {}, unlimited()).facts["models"] == 11**30
    queens = ask(QUERIES["count"], make("queens", ["8"]), {}, unlimited())
    assert queens.facts["models"] == 92
    assert queens.lines == ("c s type mc", "c s exact arb int 92")


def test_components_of_binary_clauses_are_deep() -> None:
    ring = Formula.of([[-v, v % 5000 + 1] for v in range(1, 5001)])
    (component,) = binary_components(ring)
    assert component == list(range(1, 5001))


# --- wrong results ---


@pytest.mark.parametrize(
    ("name", "formula", "spoil"),
    [
        ("models", Formula.of([[1, 2]]), lambda rows: rows[1:]),
        ("models", Formula.of([[1, 2]]), lambda rows: (*rows, rows[0])),
        ("models", Formula.of([[1, 2]]), lambda rows: (*rows, QueryRow("model", (-1, -2), 4))),
        ("backbone", Formula.of([[1], [-2, 3]]), lambda _: (QueryRow("backbone", (1, 3)),)),
        ("backbone", Formula.of([[1], [-2, 3]]), lambda _: (QueryRow("backbone", ()),)),
        ("equivalences", Formula.of([[-1, 2], [1, -2], [3, 4]]), lambda _: ()),
        ("equivalences", Formula.of([[-1, 2], [1, -2], [3, 4]]), lambda _: (QueryRow("group", (1, 2, 3), 1),)),
        ("core", Formula.of([[1], [-1], [2]]), lambda rows: (*rows, QueryRow("clause", (2,), 3))),
        ("core", Formula.of([[1], [-1], [2]]), lambda rows: rows[1:]),
        ("assumptions", Formula.of([[1, 2]]), lambda _: (QueryRow("model", (-1, -2), 1),)),
        ("assumptions", Formula.of([[1, 2]]), lambda _: (QueryRow("failed", (), 1),)),
    ],
)
def test_wrong_rows_are_found(name: str, formula: Formula, spoil: Callable[..., tuple[QueryRow, ...]]) -> None:
    result = ask(QUERIES[name], formula, {}, unlimited())
    assert fault(name, formula, replace(result, rows=spoil(result.rows)))


def test_a_wrong_count_is_found() -> None:
    formula = Formula.of([[1, 2], [2, 3]])
    result = ask(QUERIES["count"], formula, {}, unlimited())
    assert fault("count", formula, replace(result, facts={"models": 6}))


@pytest.mark.parametrize("name", QUERIES)
def test_a_verdict_that_is_wrong_is_found(name: str) -> None:
    wrong = Status.SATISFIABLE if name == "core" else Status.UNSATISFIABLE
    formula = Formula.of([[]]) if name == "core" else Formula.of([[1]])
    rows = (QueryRow("failed", (), 1),) if name == "assumptions" else ()
    assert fault(name, formula, QueryResult(wrong, "", rows))


# --- limits ---


@pytest.mark.parametrize("name", QUERIES)
def test_each_query_can_be_stopped(name: str) -> None:
    watch = Watch(Limits(), None, lambda: True, 0.1)
    result = ask(QUERIES[name], make("php", ["12", "11"]), {}, watch)
    assert (result.status, result.reason) == (Status.UNKNOWN, "cancelled")


@pytest.mark.parametrize("name", ["models", "count", "backbone", "equivalences", "core"])
def test_queries_report_progress_and_stop_in_the_middle(name: str) -> None:
    """Partial results are correct."""
    reports: list[SearchProgress] = []
    family = make("php", ["7", "6"]) if name == "core" else make("planted", ["50", "160"], seed=2)
    watch = Watch(Limits(), reports.append, lambda: len(reports) > 3, 0.0)
    result = ask(QUERIES[name], family, {"limit": 10**9}, watch)
    assert result.reason == "cancelled"
    assert all(progress.found for progress in reports)
    if name != "count":
        assert not fault(name, family, result)


def test_models_stop_at_their_limit_with_a_message() -> None:
    formula = Formula.of([], 3)
    result = ask(QUERIES["models"], formula, {"limit": 5}, unlimited())
    assert (len(result.rows), result.reason) == (5, "limit of 5 models")
    assert not ask(QUERIES["models"], formula, {"limit": 8}, unlimited()).reason


@pytest.mark.parametrize("name", QUERIES)
def test_queries_refuse_to_exceed_the_memory_limit(name: str) -> None:
    result = ask(QUERIES[name], make("php", ["7", "6"]), {}, Watch(Limits(memory=1), None, None, 0.1))
    assert result.reason == "memory limit of 1e-06 MB"


# --- parameters ---


@pytest.mark.parametrize(
    ("name", "values"),
    [("models", {"assume": (9,)}), ("count", {"project": (9,)}), ("assumptions", {"cubes": ((9,),)})],
)
def test_literals_that_the_formula_does_not_have(name: str, values: Values) -> None:
    with pytest.raises(InputError, match="9 is not a literal of this formula"):
        ask(QUERIES[name], Formula.of([[1, 2]]), values, unlimited())


def test_the_file_names_the_counted_variables() -> None:
    formula = Formula.of([[1, 2]], 4, comments=["p show 1 2 0", "p show 3 0"])
    assert checked_result("count", formula).facts == {"models": 6, "variables": 3}
    assert checked_result("count", formula, project=(4,)).facts["models"] == 2
    with pytest.raises(InputError, match="'5' in the list of shown variables"):
        checked_result("count", Formula.of([[1]], 1, comments=["p show 5 0"]))


def test_parsing_of_parameters() -> None:
    assert read_literals(" 1 -2,3 ") == (1, -2, 3)
    assert read_variables("5-7, 1 6") == (1, 5, 6, 7)
    assert read_count(" 12 ") == 12
    for read, text in ((read_literals, "1 0"), (read_literals, "x"), (read_variables, "3-1"), (read_variables, "-1"),
                       (read_variables, "1-99999999"), (read_count, "0"), (read_literals, "--1")):  # fmt: skip
        with pytest.raises(ValueError, match=r"^'|^more than"):
            read(text)


def test_a_formula_with_a_model_has_no_core() -> None:
    satisfiable = ask(QUERIES["core"], Formula.of([[1, 2], [-1, 2]]), {}, unlimited())
    assert satisfiable.rows == ()


def test_a_row_that_follows_from_clauses_names_the_rules_of_those_clauses() -> None:
    class Rules(Words):
        rules = True

        def rule(self, clause: int) -> str:
            return f"rule {clause + 1}" if clause else ""

    grounds = QueryRow("clause", (1, 2), 1), QueryRow("clause", (3,), 2), QueryRow("step", (-1, 3), 1)
    assert QueryRow("step", (), 2, grounds).text(Rules()) == (
        "step 2: the empty clause, from clause 1 (1 2), clause 2 (rule 2), step 1 (-1 3)"
    )
