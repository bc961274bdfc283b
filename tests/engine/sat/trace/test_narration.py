"""Sentences about a search are true: examples worked out on paper, and every event of random searches."""

import random
import re

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from narrated import narrate

from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.formula.words import Words
from engine.sat.result import Result, Status
from engine.sat.solvers.solve import Limits, solve
from engine.sat.trace.analysis import ConflictAnalysis, analyse
from engine.sat.trace.events import DECIDED, FLIPPED, EventKind, Tape
from engine.sat.trace.narration import clause_at_work, clause_text, explain, literals_text
from engine.sat.trace.trace import Recorder, Trace

SMALL = Formula.of([[1, 2], [1, -2], [-1, 3], [-1, -3]])
"""Unsatisfiable, and refuted with one decision."""


def recorded(
    formula: Formula, solver: str, branching: str | None = None, *, seconds: float | None = None, limit: int = 1 << 24
) -> Trace:
    recorder = Recorder(limit)
    result = solve(formula, solver, branching=branching, limits=Limits(seconds), trace=recorder)
    return recorder.trace(formula, result)


def sentences(trace: Trace) -> list[str]:
    return [narrate(trace, position) for position in range(len(trace) + 1)]


@pytest.mark.parametrize("solver", ["naive", "dpll"])
def test_dpll_on_paper(solver: str) -> None:
    assert sentences(recorded(SMALL, solver, "first")) == [
        "The search begins: every variable is free.",
        "Decision at level 1: 1 is assumed to be true.",
        "Clause 3 (-1 3) is unit: 3 must be true.",
        "Conflict: clause 4 (-1 -3) is false.",
        "Backtrack to level 0: the decision 1 is undone, 2 literals become free.",
        "1 has failed: -1 must be true, whatever is decided.",
        "Clause 1 (1 2) is unit: 2 must be true.",
        "Conflict with no decision in force: clause 2 (1 -2) is false. "
        "No decision is left to undo: the formula is unsatisfiable.",
    ]


GRAPH = Formula.of([[-2, 3], [-2, 4], [-3, -4, 5], [-1, -3, -5]])
"""After the decisions 1 and 2 the literals 3, 4 and 5 follow from 2, and then the last clause is false."""


def test_an_analysis_on_paper() -> None:
    trace = made_up(GRAPH, decisions=(1, 2), forced=((3, 0), (4, 1), (5, 2)), conflict=3, learned=(-2, -1), back_to=1)
    analysis = analyse(trace, len(trace))
    assert analysis is not None
    assert (analysis.level, analysis.conflict, analysis.back_to) == (2, 3, 1)
    assert [(step.literal, step.clause) for step in analysis.steps] == [(5, 2), (4, 1), (3, 0)]
    assert (analysis.implication_point, set(analysis.derived)) == (2, {-2, -1})
    assert explain(trace, analysis) == [
        "Clause 4 (-1 -3 -5) is false at level 2.",
        "5 was forced by clause 3 (-3 -4 5): resolving with it gives (-4 -3 -1).",
        "4 was forced by clause 2 (-2 4): resolving with it gives (-3 -2 -1).",
        "3 was forced by clause 1 (-2 3): resolving with it gives (-2 -1).",
        "Only 2 is left on level 2, the first unique implication point: (-2 -1).",
        "Learned clause 5 (-2 -1).",
        "Back to level 1, where it is unit: -2 must be true.",
    ]
    assert sentences(trace)[6:10] == [
        "Conflict: clause 4 (-1 -3 -5) is false.",
        "Learned (-2 -1) from the conflict, as clause 5. Back to level 1.",
        "Backjump from level 2 to level 1: 4 literals become free.",
        "Learned clause 5 (-2 -1) is unit: -2 must be true. The search was stopped here: on paper.",
    ]


def made_up(
    formula: Formula,
    decisions: tuple[int, ...],
    forced: tuple[tuple[int, int], ...],
    conflict: int,
    learned: tuple[int, ...],
    back_to: int,
) -> Trace:
    """A search with these decisions, consequences, one conflict, and its learned clause."""
    tape = Tape(formula.variables, [])
    events = [(EventKind.DECISION, literal, DECIDED) for literal in decisions]
    events += [(EventKind.PROPAGATION, literal, clause) for literal, clause in forced]
    events += [(EventKind.CONFLICT, 0, conflict), (EventKind.LEARNED, len(learned), len(formula))]
    events += [(EventKind.BACKTRACK, back_to, back_to), (EventKind.PROPAGATION, learned[0], len(formula))]
    for place, (kind, first, second) in enumerate(events):
        tape.kinds[place], tape.literals[place], tape.clauses[place] = kind, first, second
    for place, literal in enumerate(learned):
        tape.learned[place] = literal
    recorder = Recorder(1 << 16)
    recorder.take(tape, len(events))
    return recorder.trace(formula, Result(Status.UNKNOWN, "cdcl", reason="on paper"))


def test_restarts_are_reported() -> None:
    trace = recorded(make("php", ["8", "7"]), "cdcl")
    position = trace.next_position(0, EventKind.RESTART)
    assert position is not None
    assert narrate(trace, position) == f"Restart: back to level {trace.level(position)}; the learned clauses stay."


def test_deletions_are_reported() -> None:
    """And the trail does not change."""
    trace = recorded(make("random-ksat", ["100", "430"], 2), "cdcl")
    positions = []
    position = trace.next_position(0, EventKind.DELETION)
    while position is not None:
        positions.append(position)
        position = trace.next_position(position, EventKind.DELETION)
    assert positions
    for position in positions:
        assert re.fullmatch(r"[\d,]+ of the less active learned clauses are deleted\.", narrate(trace, position))
        assert trace.state(position).trail == trace.state(position - 1).trail


def test_the_ways_to_end() -> None:
    assert sentences(recorded(Formula.of([[1]]), "dpll"))[-1] == (
        "Clause 1 (1) is unit: 1 must be true. Every clause is satisfied: this is a model."
    )
    assert sentences(recorded(Formula.of([[]]), "cdcl"))[-1].startswith(
        "Conflict with no decision in force: clause 1 ()"
    )
    nothing = recorded(Formula.of([]), "cdcl")
    assert sentences(nothing) == [
        "The search begins: every variable is free. Every clause is satisfied: this is a model."
    ]
    stopped = recorded(make("php", ["12", "11"]), "naive", seconds=0.05)
    assert narrate(stopped, len(stopped)).endswith("The search was stopped here: time limit of 0.05 s.")
    cut = recorded(make("php", ["7", "6"]), "dpll", limit=2000)
    end = "Here the recording ends at its limit of 2,000 bytes, before the search does."
    assert narrate(cut, len(cut)).endswith(end)


def test_long_clauses_are_cut() -> None:
    assert literals_text(range(1, 9)) == "(1 2 3 4 5 6 7 8)"
    assert literals_text(range(1, 1201)) == "(1 2 3 4 5 6 7 8 ... 1,200 literals)"


def test_positions_that_are_not_there() -> None:
    trace = recorded(SMALL, "dpll")
    for position in (-1, len(trace) + 1):
        with pytest.raises(IndexError):
            narrate(trace, position)


def random_formula(seed: int) -> Formula:
    rng = random.Random(seed)
    return Formula.of([[v * rng.choice((1, -1)) for v in rng.sample(range(1, 25), 3)] for _ in range(106)], 24)


@settings(max_examples=amount(20))
@given(seed=st.integers(0, 10_000), solver=st.sampled_from(["naive", "dpll", "cdcl"]))
def test_every_sentence_agrees_with_the_states(seed: int, solver: str) -> None:
    """Clauses called unit are unit, those called false are false, and the number of freed literals is correct."""
    trace = recorded(random_formula(seed), solver)
    for position in range(1, len(trace) + 1):
        sentence, event = narrate(trace, position), trace.event(position - 1)
        before, after = (trace.state(at).trail for at in (position - 1, position))
        index = clause_at_work(trace, position)
        assert (index is None) == (
            event.kind in (EventKind.DECISION, EventKind.FLIP, EventKind.RESTART, EventKind.DELETION)
            or (event.kind is EventKind.BACKTRACK and solver != "cdcl")
        )
        if found := re.search(r"lause ([\d,]+) \((.*?)\) is (unit|false)", sentence):
            number, literals, effect = found.groups()
            clause = [int(literal) for literal in literals.split()]
            assert clause == list(trace.clause(int(number) - 1))
            open_literals = {literal for literal in clause if -literal not in before}
            forced = re.search(r"unit: (-?\d+) must be true", sentence)
            assert open_literals == ({int(forced[1])} if forced else set())
            assert (effect == "unit") == (forced is not None)
        if found := re.search(r"([\d,]+) literals? becomes? free", sentence):
            assert int(found[1].replace(",", "")) == len(before) - len(after)
        if found := re.search(r"the decision (-?\d+) is undone(?:, with (\d+) below it)?", sentence):
            undone = trace.state(position - 1).reasons[len(after) :]
            assert before[len(after)] == int(found[1])
            assert (undone[0], undone.count(DECIDED)) == (DECIDED, 1)
            assert undone.count(FLIPPED) == int(found[2] or 0)
        if found := re.match(r"(-?\d+) has failed: (-?\d+) must be true", sentence):
            assert int(found[1]) == -int(found[2])
            assert after[-1] == int(found[2])


@settings(max_examples=amount(20))
@given(seed=st.integers(0, 10_000))
def test_every_analysis_leads_to_the_learned_clause(seed: int) -> None:
    """The clause derived by resolution has the literals of the learned one; additional ones are redundant."""
    trace = recorded(random_formula(seed), "cdcl")
    for position in range(1, len(trace) + 1):
        if trace.event(position - 1).kind is not EventKind.CONFLICT:
            continue
        analysis = analyse(trace, position)
        if analysis is None:
            assert position == len(trace)
            break
        check(trace, analysis)
        assert analyse(trace, position + 1) == analysis


def check(trace: Trace, analysis: ConflictAnalysis) -> None:
    learned = trace.clause(analysis.learned)
    assert set(learned) <= set(analysis.derived)
    assert -analysis.implication_point == learned[0] == trace.event(analysis.position + 2).literal
    state = trace.state(analysis.position)
    assert all(-literal in state.trail for literal in analysis.derived)
    assert analysis.back_to == trace.event(analysis.position + 1).level
    level_of = dict(zip(state.trail, state.levels, strict=True))
    resolvent = set(trace.clause(analysis.conflict))
    for step in analysis.steps:
        assert -step.literal in resolvent
        resolvent |= set(trace.clause(step.clause))
        resolvent -= {step.literal, -step.literal}
        assert (set(step.resolvent), len(step.resolvent)) == (resolvent, len(resolvent))
    assert resolvent == {*analysis.derived, *analysis.fixed}
    assert all(level_of[-literal] == 0 for literal in analysis.fixed)
    check_graph(trace, analysis, level_of)


def check_graph(trace: Trace, analysis: ConflictAnalysis, level_of: dict[int, int]) -> None:
    """The clause that forces a node is the one named; the cut divides it as the sentence says."""
    graph, cut = analysis.graph, analysis.cut
    assert {-node.literal for node in graph[:cut]} == set(analysis.derived)
    assert graph[cut - 1].literal == analysis.implication_point
    assert [(node.literal, node.reason) for node in graph[cut:-1]] == [
        (step.literal, step.clause) for step in reversed(analysis.steps)
    ]
    assert (graph[-1].literal, graph[-1].reason) == (0, analysis.conflict)
    for number, node in enumerate(graph):
        assert node.level == (level_of[node.literal] if node.literal else analysis.level)
        assert (node.reason is None) == (number < cut)
        assert all(cause < number for cause in node.causes)
        if node.reason is not None:
            others = set(trace.clause(node.reason)) - {node.literal}
            assert {-graph[cause].literal for cause in node.causes} == {v for v in others if level_of[-v]}


def test_literals_that_are_always_false_fall_away() -> None:
    """3 is false at level 0, so after the decision 1 the learned clause does not contain it."""
    formula = Formula.of([[-3], [-1, 2, 3], [-1, -2, 3]])
    tape = Tape(3, [])
    events = [
        (EventKind.PROPAGATION, -3, 0),
        (EventKind.DECISION, 1, DECIDED),
        (EventKind.PROPAGATION, 2, 1),
        (EventKind.CONFLICT, 0, 2),
        (EventKind.LEARNED, 1, 3),
        (EventKind.BACKTRACK, 0, 1),
    ]
    for place, (kind, first, second) in enumerate(events):
        tape.kinds[place], tape.literals[place], tape.clauses[place] = kind, first, second
    tape.learned[0] = -1
    recorder = Recorder(1 << 16)
    recorder.take(tape, len(events))
    trace = recorder.trace(formula, Result(Status.UNKNOWN, "cdcl", reason="on paper"))
    analysis = analyse(trace, len(trace))
    assert analysis is not None
    assert explain(trace, analysis) == [
        "Clause 3 (-1 -2 3) is false at level 1.",
        "2 was forced by clause 2 (-1 2 3): resolving with it gives (-1 3).",
        "Only 1 is left on level 1, the first unique implication point: (-1).",
        "3 is false at level 0 and is removed.",
        "Learned clause 4 (-1).",
        "Back to level 0, where it is unit: -1 must be true.",
    ]


class Letters(Words):
    """Words with names for literals."""

    between = ", "

    def literal(self, literal: int) -> str:
        return "abc"[abs(literal) - 1].upper() if literal > 0 else "abc"[-literal - 1]

    def rule(self, clause: int) -> str:
        return ("one of both", "")[clause % 2]


def test_other_words() -> None:
    """Literals by their names, clauses by their rules or, without one, by their literals."""
    trace = recorded(SMALL, "dpll", "first")
    assert [narrate(trace, position, Letters()) for position in (1, 2, 3, 4, 5)] == [
        "Decision at level 1: A is assumed to be true.",
        "Clause 3 (one of both) is unit: C must be true.",
        "Conflict: clause 4 (a, c) is false.",
        "Backtrack to level 0: the decision A is undone, 2 literals become free.",
        "A has failed: a must be true, whatever is decided.",
    ]
    assert clause_text(trace, 2, Letters()) == "(one of both)"
