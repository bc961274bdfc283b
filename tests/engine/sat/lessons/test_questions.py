"""Answers to questions, compared with brute force on small random formulas."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, product
from zlib import crc32

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import InputError
from engine.sat.formula.assignment_state import ClauseState
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.lessons.clause_questions import ClauseImage, ClauseOfLiterals, Image
from engine.sat.lessons.conflict_questions import CoreDecision, CutQuestion, LeftOutLiteral, ResolutionOrder
from engine.sat.lessons.implications import implications
from engine.sat.lessons.lesson import LessonSearch
from engine.sat.lessons.lesson_question import AnswerKind, LessonQuestion
from engine.sat.lessons.propagation_questions import PropagatedLiteral
from engine.sat.lessons.quantities import QUANTITIES, CountQuestion
from engine.sat.lessons.questions import (
    Backjump,
    ClauseOfState,
    Decision,
    FirstUip,
    ForcedLiteral,
    LearnedLiteral,
    OtherValue,
    Reason,
    StayingLiteral,
)
from engine.sat.lessons.trace_position import TracePosition
from engine.sat.lessons.watch_questions import NewWatch, VisitedClause
from engine.sat.trace.analysis import ImplicationNode
from engine.sat.trace.events import DECIDED, EventKind
from engine.sat.trace.trace import Trace

any_answer = st.builds(
    lambda clauses: Formula.of(clauses, 6),
    st.lists(st.lists(st.integers(-6, 6).filter(bool), min_size=1, max_size=3), min_size=8, max_size=30),
)
hard = st.builds(
    lambda variables, more, seed: make("random-ksat", [str(variables), str(4 * variables + more)], seed),
    st.integers(5, 8),
    st.integers(-2, 4),
    st.integers(0, 10_000),
)
"""Such formulas have conflicts above level 0."""
formulas = st.one_of(hard, hard, any_answer)
small = settings(max_examples=amount(20))


def recorded(formula: Formula, solver: str) -> Trace:
    return LessonSearch("main", formula, solver=solver, branching={"dpll": "first", "cdcl": "static"}[solver]).record()


def positions(formula: Formula, solver: str) -> Iterator[TracePosition]:
    trace = recorded(formula, solver)
    return (TracePosition(trace, position) for position in range(len(trace) + 1))


def answers(question: LessonQuestion, position: TracePosition) -> frozenset[int]:
    """The right answers, none if the question is impossible."""
    try:
        return question.right(position)
    except InputError:
        return frozenset()


def clauses_of(position: TracePosition) -> list[frozenset[int]]:
    return [frozenset(position.trace.clause(index)) for index in range(position.clauses)]


def true_at(position: TracePosition) -> set[int]:
    """The true literals, computed event by event."""
    trail: list[int] = []
    for index in range(position.index):
        event = position.trace.event(index)
        if event.literal:
            trail.append(event.literal)
        elif event.kind in (EventKind.BACKTRACK, EventKind.RESTART):
            del trail[int(position.trace.clauses[index]) :]
    return set(trail)


def every_answer(question: LessonQuestion, position: TracePosition) -> list[int]:
    """All possible answers."""
    if question.asks in (AnswerKind.LITERAL, AnswerKind.CUT):
        variables = range(1, position.trace.formula.variables + 1)
        return [sign * variable for variable in variables for sign in (1, -1)]
    return list(range(position.clauses if question.asks is AnswerKind.CLAUSE else 9))


@small
@given(formulas, st.sampled_from(("dpll", "cdcl")))
def test_forced_literals_are_those_that_all_assignments_share(formula: Formula, solver: str) -> None:
    for position in positions(formula, solver):
        true = true_at(position)
        forced = set()
        for clause in clauses_of(position):
            free = {literal for literal in clause if literal not in true and -literal not in true}
            if not clause & true and len(free) == 1:
                forced |= free
        assert answers(ForcedLiteral(), position) == forced


@small
@given(formulas, st.sampled_from(("dpll", "cdcl")))
def test_states_and_reasons_and_counts(formula: Formula, solver: str) -> None:
    for position in positions(formula, solver):
        true = true_at(position)
        false = {-literal for literal in true}
        clauses = clauses_of(position)
        satisfied = {index for index, clause in enumerate(clauses) if clause & true}
        broken = {index for index, clause in enumerate(clauses) if clause <= false}
        assert answers(ClauseOfState(ClauseState.SATISFIED), position) == satisfied
        assert answers(ClauseOfState(ClauseState.FALSE), position) == broken
        assert CountQuestion("satisfied").right(position) == {len(satisfied)}
        assert CountQuestion("assigned").right(position) == {len(true)}
        event = position.last_event
        if event is not None and event.kind is EventKind.PROPAGATION:
            before = {-literal for literal in true_at(TracePosition(position.trace, position.index - 1))}
            having = ((index, clause) for index, clause in enumerate(clauses) if event.literal in clause)
            unit = {index for index, clause in having if clause - before == {event.literal}}
            assert answers(Reason(), position) == unit
            assert event.clause in unit
        for literal in (1, -2):
            assert CountQuestion("occurrences", literal).right(position) == {
                sum(literal in clause for clause in clauses)
            }


def ways(graph: tuple[ImplicationNode, ...], at: int, start: int) -> Iterator[frozenset[int]]:
    """All paths from the decision to a node, each as its literals."""
    if at == start:
        yield frozenset((graph[at].literal,))
    for cause in graph[at].causes:
        if graph[cause].level == graph[-1].level:
            for way in ways(graph, cause, start):
                yield way | {graph[at].literal}


@small
@given(hard)
def test_first_uip_learned_clause_and_backjump(formula: Formula) -> None:
    for position in positions(formula, "cdcl"):
        right = answers(FirstUip(), position)
        if not right:
            continue
        graph = implications(position.trace, position.index)
        level = [index for index, node in enumerate(graph) if node.level == graph[-1].level]
        on_all = frozenset.intersection(*ways(graph, len(graph) - 1, level[0])) - {0}
        last = max(index for index in level if graph[index].literal in on_all)
        assert right == {graph[last].literal}

        learned = LearnedLiteral().right(position)
        assert -graph[last].literal in learned
        models = [set(model) for model in product(*((v, -v) for v in range(1, formula.variables + 1)))]
        assert all(learned & model for model in models if all(clause & model for clause in map(set, formula)))

        state = position.state
        units = [
            back
            for back in range(graph[-1].level)
            if len([each for each in learned if state.levels[state.place(abs(each)) or 0] > back]) == 1
        ]
        assert answers(Backjump(), position) in ({units[0]}, set())
        assert CountQuestion("glue").right(position) == {
            len({state.levels[state.place(abs(each)) or 0] for each in learned})
        }


@small
@given(formulas, st.sampled_from(("dpll", "cdcl")))
def test_literals_that_stay_or_flip(formula: Formula, solver: str) -> None:
    trace = recorded(formula, solver)
    for index in range(len(trace)):
        position = TracePosition(trace, index)
        event = trace.event(index)
        if event.kind in (EventKind.BACKTRACK, EventKind.RESTART):
            assert answers(StayingLiteral(), position) == true_at(position) & true_at(TracePosition(trace, index + 1))
        if event.kind is EventKind.CONFLICT and answers(OtherValue(), TracePosition(trace, index + 1)):
            at = TracePosition(trace, index + 1)
            decisions = [at.state.trail[n] for n, reason in enumerate(at.state.reasons) if reason == DECIDED]
            assert answers(OtherValue(), at) == {-decisions[-1]}  # all below it have been flipped
        if event.kind is EventKind.DECISION and (decided := answers(Decision(), position)):
            assert decided == {event.literal}


@small
@given(formulas, st.sampled_from(("dpll", "cdcl")))
def test_no_unit_or_false_clause_goes_unwatched(formula: Formula, solver: str) -> None:
    """In a clause that is not satisfied and has at least two free literals, both watched literals are free."""
    for position in positions(formula, solver):
        for index in range(position.clauses):
            watched = position.watches.watched[index]
            assert set(watched) <= set(position.clause(index))
            if position.clause_state(index) is ClauseState.OPEN:
                assert len(watched) == 2
                assert not any(position.state.value(literal) for literal in watched), (position.index, index)
        event = position.next_event
        if event is not None and event.literal:
            after = TracePosition(position.trace, position.index + 1)
            urgent = [
                {index for index in range(position.clauses) if each.clause_state(index) >= ClauseState.UNIT}
                for each in (position, after)
            ]
            assert urgent[1] - urgent[0] <= set(answers(VisitedClause(), position))
            for index in range(position.clauses):
                for literal in answers(NewWatch(index), position):
                    assert position.state.value(literal) >= 0
                    assert literal in position.clause(index)


def test_images_by_exchanging_pigeons() -> None:
    position = TracePosition(recorded(make("php", ["3", "2"]), "dpll"), 0)
    pigeons = ((1, 3), (2, 4))
    assert Image(-1, pigeons).right(position) == {-3}
    assert Image(5, pigeons).right(position) == {5}
    for clause in range(position.clauses):
        [image] = ClauseImage(clause, pigeons).right(position)
        assert {3: 1, 4: 2, 1: 3, 2: 4}.get(abs(position.clause(clause)[0]), abs(position.clause(clause)[0])) in set(
            map(abs, position.clause(image))
        )
    with pytest.raises(InputError, match="not a symmetry"):
        Image(1, ((1, 2),)).right(position)
    with pytest.raises(InputError, match="exchanged twice"):
        Image(1, ((1, 2), (2, 3))).right(position)


def test_a_clause_by_its_literals() -> None:
    position = TracePosition(recorded(Formula.of([[1, 2], [2, 1, 1], [1]]), "dpll"), 0)
    assert ClauseOfLiterals((2, 1)).right(position) == {0, 1}
    with pytest.raises(InputError, match="no clause of these literals"):
        ClauseOfLiterals((2,)).right(position)


def every_question(position: TracePosition) -> list[LessonQuestion]:
    """A question of each kind except images, and one for each quantity that can be counted anywhere."""
    counts = (name for name, quantity in QUANTITIES.items() if not quantity.needs)
    return [
        ForcedLiteral(), Reason(), Decision(), FirstUip(), LearnedLiteral(), Backjump(), StayingLiteral(), OtherValue(),
        VisitedClause(), NewWatch(0), PropagatedLiteral(), CutQuestion(), ResolutionOrder(), LeftOutLiteral(),
        CoreDecision(), ClauseOfLiterals(position.clause(0)), *map(CountQuestion, counts),
        *map(ClauseOfState, ClauseState),
    ]  # fmt: skip


@pytest.mark.few(1)
@pytest.mark.parametrize("solver", ["dpll", "cdcl"])
def test_the_words_for_every_answer_in_a_whole_search(solver: str, snapshot: SnapshotAssertion) -> None:
    """Two examples of each sentence, and a checksum of all of them."""
    examples, checksum = defaultdict[tuple[str, str], list[str]](list), 0
    for position in positions(make("random-ksat", ["5", "22"], 4), solver):
        for question in every_question(position):
            right = answers(question, position)
            for answer in sorted({*every_answer(question, position), *right}) if right else ():
                explain = question.why if answer in right else question.why_not
                line = f"{position.index} {question.question_text(position)} {answer}: {explain(position, answer)}"
                checksum = crc32(line.encode(), checksum)
                found = examples[type(question).__name__, re.sub(r"-?\d[\d ]*", "#", line.partition(": ")[2])]
                found += [line] * (len(found) < 2)
    lines = [f"{kind}: {line}" for (kind, _), found in sorted(examples.items()) for line in found]
    assert "\n".join([*lines, str(checksum)]) == snapshot


@small
@given(formulas, st.sampled_from(("dpll", "cdcl")), st.data())
def test_every_answer_gets_a_response(formula: Formula, solver: str, data: st.DataObject) -> None:
    """Every possible answer gets a complete sentence on why it is right or wrong."""
    trace = recorded(formula, solver)
    position = TracePosition(trace, data.draw(st.integers(0, len(trace))))
    for question in every_question(position):
        right = answers(question, position)
        if right:
            assert question.question_text(position)
            for answer in chain(every_answer(question, position), right):
                sentence = question.why(position, answer) if answer in right else question.why_not(position, answer)
                assert sentence.endswith(".")
                assert "{" not in sentence
