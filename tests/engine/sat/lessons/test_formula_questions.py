"""Questions about clauses, compared with models, with all assignments, and with recorded local searches."""

from itertools import product
from pathlib import Path

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import Cancelled, InputError
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.lessons import lesson_file
from engine.sat.lessons.formula_questions import (
    BestFlip,
    EliminatedVariable,
    NeededClause,
    StrengthenedLiteral,
    SubsumedClause,
    resolvents,
)
from engine.sat.lessons.lesson import LessonSearch, prepare
from engine.sat.lessons.lesson_question import LessonQuestion
from engine.sat.lessons.quantities import CountQuestion
from engine.sat.lessons.trace_position import TracePosition
from engine.sat.lessons.walk_trace import MAX_FLIPS
from engine.sat.result import Status
from engine.sat.trace.events import EventKind

VARIABLES = 5
clause_lists = st.lists(
    st.lists(st.integers(-VARIABLES, VARIABLES).filter(bool), min_size=1, max_size=4), min_size=1, max_size=14
)
formulas = st.builds(lambda clauses: Formula.of(clauses, VARIABLES), clause_lists)
small = settings(max_examples=amount(60))
ASSIGNMENTS = [set(signs) for signs in product(*((v, -v) for v in range(1, VARIABLES + 1)))]


def at_start(formula: Formula) -> TracePosition:
    return TracePosition(LessonSearch("main", formula).record(), 0)


def right(question: LessonQuestion, position: TracePosition) -> frozenset[int]:
    try:
        return question.right(position)
    except InputError:
        return frozenset()


def satisfying(clauses: list[set[int]]) -> list[set[int]]:
    return [each for each in ASSIGNMENTS if all(clause & each for clause in clauses)]


@small
@given(formulas)
def test_a_subsumed_clause_can_be_removed_and_wrong_answers_are_explained(formula: Formula) -> None:
    position = at_start(formula)
    clauses = [set(clause) for clause in formula]
    found = right(SubsumedClause(), position)
    rest = [clause for index, clause in enumerate(clauses) if index not in found]
    assert satisfying(rest) == satisfying(clauses)
    assert not any(first <= second for first in rest for second in rest if first is not second)
    for index in range(len(clauses)):
        of_clause = right(SubsumedClause(index), position)
        assert of_clause == {each for each, clause in enumerate(clauses) if clauses[index] <= clause and each != index}
        for answer in set(range(len(clauses))) - of_clause if of_clause else ():
            assert SubsumedClause(index).why_not(position, answer)


@small
@given(formulas, st.data())
def test_a_clause_without_its_removed_literal_is_equivalent(formula: Formula, data: st.DataObject) -> None:
    position = at_start(formula)
    index, other = (data.draw(st.integers(0, len(formula) - 1)) for _ in range(2))
    clauses = [set(clause) for clause in formula]
    for literal in right(StrengthenedLiteral(index, other), position):
        stronger = [*clauses]
        stronger[index] = clauses[index] - {literal}
        assert satisfying(stronger) == satisfying(clauses)
        assert "subsumes" in StrengthenedLiteral(index, other).why(position, literal)


@small
@given(formulas, st.integers(1, VARIABLES))
def test_elimination_keeps_the_models_of_the_other_variables(formula: Formula, variable: int) -> None:
    clauses = [set(clause) for clause in formula]
    having = [clause for clause in clauses if clause & {variable, -variable}]
    tautologies = [clause for clause in having if {variable, -variable} <= clause]
    made = resolvents([tuple(clause) for clause in having if clause not in tautologies], variable)
    rest = [*(clause for clause in clauses if clause not in having), *map(set, made)]
    before = {frozenset(model - {variable, -variable}) for model in satisfying(clauses)}
    after = {frozenset(model - {variable, -variable}) for model in satisfying(rest)}
    assert before == after
    position = at_start(formula)
    if not tautologies:
        assert CountQuestion("resolvents", variable).right(position) == {len(made)}
        assert (variable in right(EliminatedVariable(), position)) == bool(having and len(made) <= len(having))


@small
@given(formulas)
def test_a_needed_clause_is_in_every_core(formula: Formula) -> None:
    position = at_start(formula)
    clauses = [set(clause) for clause in formula]
    found = right(NeededClause(), position)
    if satisfying(clauses):
        assert not found
        return
    for index in range(len(clauses)):
        assert (index in found) == bool(satisfying([*clauses[:index], *clauses[index + 1 :]]))
        if found and index not in found:
            sentence = NeededClause().why_not(position, index).partition(": ")[2]
            core = {int(word) - 1 for word in sentence.replace(",", "").split() if word.isdecimal()}
            assert core
            assert index not in core
            assert not satisfying([clauses[each] for each in core])
            for each in core:
                assert satisfying([clauses[other] for other in core - {each}])


walks = st.builds(
    lambda variables, seed: make("planted", [str(variables), str(4 * variables)], seed),
    st.integers(4, 9),
    st.integers(0, 999),
)


@small
@given(walks, st.integers(0, 99))
def test_a_recorded_walk_flips_a_literal_of_a_false_clause(formula: Formula, seed: int) -> None:
    search = LessonSearch("main", formula, solver="walk", seed=seed)
    trace = search.record()
    assert trace.result.status is Status.SATISFIABLE
    ends = [*map(int, trace.where(EventKind.RESTART)), len(trace)]
    assert len(ends) == (trace.result.flips or 0) + 1
    previous: set[int] | None = None
    for number, end in enumerate(ends):
        position = TracePosition(trace, end)
        true = set(position.state.trail)
        assert len(true) == formula.variables
        false = [clause for clause in formula if not true & set(clause)]
        assert CountQuestion("false").right(position) == {len(false)}
        assert CountQuestion("flips").right(position) == {number}
        assert bool(false) == (number < len(ends) - 1)
        if previous is not None:
            [literal] = true - previous
            assert any(literal in clause and not previous & set(clause) for clause in formula)
        previous = true
        counts = {}
        for literal in true:
            after = true - {literal} | {-literal}
            counts[-literal] = sum(not after & set(clause) for clause in formula)
            makes, breaks = (CountQuestion(of, -literal).right(position) for of in ("makes", "breaks"))
            assert len(false) - min(makes) + min(breaks) == counts[-literal]
        best = {literal for literal, count in counts.items() if count == min(counts.values())}
        assert right(BestFlip(), position) == (best if false else set())


def test_a_walk_without_a_model_ends_and_can_be_cancelled() -> None:
    formula = Formula.of([[1, 2], [-1, 2], [1, -2], [-1, -2]])
    trace = LessonSearch("main", formula, solver="walk").record()
    assert trace.result.status is Status.UNKNOWN
    assert trace.result.flips == MAX_FLIPS == len(trace.where(EventKind.RESTART))
    with pytest.raises(Cancelled):
        LessonSearch("main", formula, solver="walk").record(lambda: True)


WALK = """
lesson = 1
title = "x"
about = "y"
[[search]]
make = "planted 8 32 --seed 1"
solver = "walk"
seed = 5
[[stop]]
"""


@pytest.mark.parametrize("place", ["before flip 1", "flip 1", "end"])
def test_places_of_flips(tmp_path: Path, place: str) -> None:
    [stop] = prepare(lesson_file.parse(f'{WALK}at = "{place}"\n', tmp_path / "x.toml"))
    flips = stop.position.trace.result.flips
    assert stop.position.trace.counters(stop.position.index).restarts == {"end": flips}.get(place, place == "flip 1")
    assert len(stop.position.state.trail) == 8
    assert not stop.position.has_trail


def test_the_last_flip_is_followed_by_none(tmp_path: Path) -> None:
    [end] = prepare(lesson_file.parse(f'{WALK}at = "end"\n', tmp_path / "x.toml"))
    flips = end.position.trace.result.flips or 0
    [last] = prepare(lesson_file.parse(f'{WALK}at = "flip {flips}"\n', tmp_path / "x.toml"))
    assert last.position.index == end.position.index
    for wrong in (f"flip {flips + 1}", "flip 0"):
        with pytest.raises(InputError, match="flip"):
            prepare(lesson_file.parse(f'{WALK}at = "{wrong}"\n', tmp_path / "x.toml"))
