"""Answers of several items, cuts and orders, compared with direct computations on small random formulas."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.lessons import lesson_file
from engine.sat.lessons.clause_questions import Resolvent
from engine.sat.lessons.conflict_questions import CutQuestion, ResolutionOrder
from engine.sat.lessons.implications import implications
from engine.sat.lessons.lesson import (
    START,
    LessonRow,
    LessonSearch,
    LessonStop,
    LessonView,
    PreparedStop,
    prepare,
    rows_of,
)
from engine.sat.lessons.lesson_question import Answer, AnswerForm, LessonQuestion
from engine.sat.lessons.propagation_questions import PropagatedLiteral, PropagationOrder
from engine.sat.lessons.questions import ForcedLiteral
from engine.sat.lessons.trace_position import TracePosition
from engine.sat.trace.events import EventKind

formulas = st.builds(
    lambda variables, more, seed: make("random-ksat", [str(variables), str(4 * variables + more)], seed),
    st.integers(5, 8),
    st.integers(-6, 4),
    st.integers(0, 10_000),
)
small = settings(max_examples=amount(25))


def positions(formula: Formula, solver: str, after: EventKind, before: bool = False) -> list[TracePosition]:
    """The positions after (or before) the events of a kind."""
    trace = LessonSearch("main", formula, solver=solver, branching={"dpll": "first", "cdcl": "static"}[solver]).record()
    return [TracePosition(trace, int(index) + (not before)) for index in trace.where(after)]


def stop_of(
    question: LessonQuestion, position: TracePosition, front: LessonView, wants_all: bool = False
) -> PreparedStop:
    stop = LessonStop("main", START, "", front, question=question, wants_all=wants_all)
    rows = rows_of(stop, position)
    return PreparedStop(stop, position, rows, "", "", question.right(position))


def right(question: LessonQuestion, position: TracePosition) -> frozenset[int]:
    try:
        return question.right(position)
    except InputError:
        return frozenset()


def fixpoint(position: TracePosition, literal: int) -> set[int] | None:
    """The true literals after unit propagation; None if a clause is false then."""
    true = {*position.state.trail, literal}
    clauses = [set(position.trace.clause(index)) for index in range(position.clauses)]
    while True:
        open_clauses = [{each for each in clause if -each not in true} for clause in clauses if not clause & true]
        units = [clause for clause in open_clauses if len(clause) < 2]
        if not units:
            return true
        if not units[0]:
            return None
        true |= units[0]


@small
@given(formulas, st.sampled_from(("dpll", "cdcl")), st.data())
def test_propagation_is_the_fixpoint_and_its_order_is_one_in_which_clauses_are_unit(
    formula: Formula, solver: str, data: st.DataObject
) -> None:
    for position in positions(formula, solver, EventKind.DECISION, before=True):
        assert position.next_event is not None
        literal, expected = position.next_event.literal, fixpoint(position, position.next_event.literal)
        found = right(PropagatedLiteral(), position)
        assert found == (expected or set()) - {*position.state.trail, literal}
        if not found:
            continue
        stop = stop_of(PropagationOrder(), position, LessonView.CLAUSES)
        assert stop.is_right(stop.solution)
        order = tuple(data.draw(st.permutations(sorted(found))))
        true, follows = {*position.state.trail, literal}, True
        for item in order:
            clauses = [set(position.trace.clause(index)) for index in range(position.clauses)]
            follows &= any({each for each in clause if -each not in true} == {item} for clause in clauses)
            true.add(item)
        assert stop.is_right(order) == follows
        assert stop.why(order)


@small
@given(formulas)
def test_the_clause_of_each_cut_follows_and_the_right_one_is_the_first_uip(formula: Formula) -> None:
    models = [
        set(model)
        for model in product(*((v, -v) for v in range(1, formula.variables + 1)))
        if all(set(clause) & set(model) for clause in formula)
    ]
    for position in positions(formula, "cdcl", EventKind.CONFLICT):
        if not right(CutQuestion(), position):
            continue
        analysis, graph = position.analysis, implications(position.trace, position.index)
        assert analysis is not None
        for cut in (CutQuestion(), CutQuestion(analysis.derived)):
            assert cut.right(position) == {analysis.implication_point}
        fixed = {-literal for literal in position.state.trail if not position.level(literal)}
        clauses = set()
        for number, node in enumerate(graph[:-1]):
            if any(later.reason is None for later in graph[number + 1 :]):
                assert "no clause forced it" in CutQuestion().why_not(position, node.literal)
                continue
            lead = (cause for later in graph[number + 1 :] for cause in later.causes)
            causes = {graph[cause].literal for cause in lead if cause <= number}
            clause = frozenset(-cause for cause in causes)
            assert all((clause | fixed) & model for model in models)
            assert clause not in clauses  # no two cuts give the same clause
            clauses.add(clause)
            assert CutQuestion(tuple(clause)).right(position) == {node.literal}
            count = sum(position.level(cause) == analysis.level for cause in causes)
            if node.literal != analysis.implication_point:
                assert ("only one literal" in CutQuestion().why_not(position, node.literal)) == (count == 1)


@small
@given(formulas, st.data())
def test_an_order_of_resolution_is_right_if_every_step_can_be_made_once(formula: Formula, data: st.DataObject) -> None:
    for position in positions(formula, "cdcl", EventKind.CONFLICT):
        items = right(ResolutionOrder(), position)
        if not items:
            continue
        analysis = position.analysis
        assert analysis is not None
        stop = stop_of(ResolutionOrder(), position, LessonView.GRAPH)
        order = tuple(data.draw(st.permutations(sorted(items))))
        resolvent, possible = set(position.trace.clause(analysis.conflict)), True
        for item in order:
            reason = position.state.reasons[position.state.place(abs(item)) or 0]
            possible &= -item in resolvent
            resolvent = (resolvent - {-item}) | (set(position.trace.clause(reason)) - {item})
        possible &= not any(-item in resolvent for item in items)  # none came back
        assert stop.is_right(order) == possible
        assert not possible or resolvent == {*analysis.derived, *analysis.fixed}
        assert stop.is_right(stop.solution)
        assert stop.why(order)


@small
@given(st.data())
def test_several_choices_need_all_right_ones_and_no_other(data: st.DataObject) -> None:
    formula = Formula.of([[1], [2], [-1, -2, 3], [4, 5, 6], [-4, -3, 6]])
    position = TracePosition(LessonSearch("main", formula).record(), 0)
    stop = stop_of(ForcedLiteral(), position, LessonView.CLAUSES, wants_all=True)
    assert stop.form is AnswerForm.ALL
    offered = sorted({literal for row in stop.rows for literal in row.literals})
    answer: Answer = tuple(data.draw(st.lists(st.sampled_from(offered), min_size=1, unique=True)))
    assert stop.is_right(answer) == (set(answer) == {1, 2})
    sentence = stop.why(answer)
    if set(answer) < {1, 2}:
        assert sentence == "These are right, but 1 is missing."
    elif not stop.is_right(answer):
        wrong = next(item for item in answer if item not in (1, 2))
        assert sentence == ForcedLiteral().why_not(position, wrong)


def test_a_reason_of_several_answers_is_given_once() -> None:
    formula = Formula.of([[1, 2], [-1, 3]])
    moment = TracePosition(LessonSearch("main", formula).record(), 0)
    stop = stop_of(Resolvent(0, 1), moment, LessonView.CLAUSES, wants_all=True)
    assert stop.why((2, 3)) == "1 and -1 drop out, all other literals stay: the resolvent is (2 3)."


def test_one_answer_is_not_several() -> None:
    formula = Formula.of([[1], [2]])
    stop = stop_of(ForcedLiteral(), TracePosition(LessonSearch("main", formula).record(), 0), LessonView.CLAUSES)
    assert [stop.is_right(answer) for answer in ((1,), (2,), (), (1, 2), (3,))] == [True, True, False, False, False]


def test_rows_of_clauses_have_no_cut() -> None:
    formula = Formula.of([[1, 2], [-1, 2], [1, -2], [-1, -2]])
    [position, *_] = positions(formula, "cdcl", EventKind.CONFLICT)
    asks = CutQuestion().asks
    assert not LessonRow(0, (1, 2)).answers(asks)
    graph = stop_of(CutQuestion(), position, LessonView.GRAPH)
    assert [each for row in graph.rows for each in row.answers(asks)] == [row.literals[0] for row in graph.rows]


HEAD = """
lesson = 1
title = "x"
about = "y"
[[search]]
clauses = [[-1, 2], [-2, 3], [4, 5]]
decide = [1]
[[stop]]
"""


@pytest.mark.parametrize(
    ("stop", "problem"),
    [
        ('ask = "count"\nof = "clauses"\nall = true', "has one answer, or asks for all"),
        ('at = "before decision 1"\nask = "propagation-order"\nall = true', "has one answer, or asks for all"),
        ('ask = "forced"\nall = 1', "'all' must be true or false"),
        ("all = true", "'all' is given without 'ask'"),
        ('at = "before decision 1"\nask = "propagation-order"\nonly = [1, 2]', "does not show 3"),
        ('at = "before decision 2"\nask = "propagated"\nliteral = -2', "a clause becomes false here"),
        ('ask = "propagated"\nliteral = 4', "nothing is forced if 4 becomes true"),
        ('ask = "cut"\nliterals = [1, 2]', "no conflict led to this stop"),
        ('ask = "resolution-order"', "no conflict from which a clause is learned"),
    ],
)
def test_unmet_requests_of_a_file_are_named(tmp_path: Path, stop: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        prepare(lesson_file.parse(f"{HEAD}{stop}\n", tmp_path / "x.toml"))


@pytest.mark.parametrize(
    ("ask", "form"), [('"propagated"\nall = true', AnswerForm.ALL), ('"propagation-order"', AnswerForm.ORDER)]
)
def test_a_file_asks_for_several(tmp_path: Path, ask: str, form: AnswerForm) -> None:
    [stop] = prepare(lesson_file.parse(f'{HEAD}at = "before decision 1"\nask = {ask}\n', tmp_path / "x.toml"))
    assert stop.form is form
    assert stop.solution == (2, 3)
    check: Callable[[Answer], bool] = stop.is_right
    assert check((3, 2)) == (form is AnswerForm.ALL)
