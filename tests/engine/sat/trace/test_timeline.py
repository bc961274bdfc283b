"""Assignments and clause states over time, compared with the states at all positions."""

from collections.abc import Sequence

import numpy as np
import pytest

from engine.sat.formula.assignment_state import ClauseState
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers.solve import solve
from engine.sat.trace.events import EventKind
from engine.sat.trace.timeline import Timeline
from engine.sat.trace.trace import Recorder, Trace

FORMULAS = {
    "pigeons": make("php", ["4", "3"]),
    "random": make("random-ksat", ["20", "88"], 3),
    "repeated literals": Formula.of([[1, 1, -2], [2, -2], [], [3, 4], [-3, 4], [3, -4], [-3, -4]]),
}


def recorded(formula: Formula, solver: str) -> Trace:
    recorder = Recorder(1 << 22)
    return recorder.trace(formula, solve(formula, solver, trace=recorder))


@pytest.fixture(params=[(name, solver) for name in FORMULAS for solver in ("dpll", "cdcl", "naive")], ids=str)
def trace(request: pytest.FixtureRequest) -> Trace:
    name, solver = request.param
    return recorded(FORMULAS[name], solver)


def test_assignments_and_their_ends(trace: Trace) -> None:
    timeline, positions = Timeline(trace), range(len(trace) + 1)
    trails = [[int(literal) for literal in trace.state(position).trail] for position in positions]
    assert [*timeline.trail_lengths(np.arange(len(trace) + 1))] == [len(trail) for trail in trails]
    for variable in range(1, trace.formula.variables + 1):
        events = timeline.assignments([variable])
        expected = [
            at
            for at in range(len(trace))
            if trace.event(at).kind <= EventKind.PROPAGATION and abs(trace.event(at).literal) == variable
        ]
        assert [*events] == expected
        ends = []
        for at in expected:
            literal = trace.event(at).literal
            assert literal in trails[at + 1]
            left = (end - 1 for end in range(at + 1, len(trace) + 1) if literal not in trails[end])
            ends.append(next(left, len(trace)))
        assert [*timeline.ends(events)] == ends
    some = [1, trace.formula.variables]
    assert [*timeline.assignments(some)] == sorted({*timeline.assignments([1]), *timeline.assignments(some[1:])})


def _state(clause: Sequence[int], trail: set[int]) -> ClauseState:
    if any(literal in trail for literal in clause):
        return ClauseState.SATISFIED
    free = sum(-literal not in trail for literal in clause)
    return (ClauseState.FALSE, ClauseState.UNIT, ClauseState.OPEN)[min(free, 2)]


def test_states_of_clauses(trace: Trace) -> None:
    timeline, learned = Timeline(trace), [int(at) for at in trace.where(EventKind.LEARNED)]
    trails = [{int(literal) for literal in trace.state(position).trail} for position in range(len(trace) + 1)]
    births = [0] * len(trace.formula) + [at + 1 for at in learned]
    for index, birth in enumerate(births):
        starts, states = timeline.clause_states(index)
        assert (int(starts[0]), [*starts]) == (birth, sorted({*starts}))
        changes = dict(zip(starts.tolist(), states.tolist(), strict=True))
        history, state = [], 0
        for position in range(birth, len(trace) + 1):
            state = changes.get(position, state)
            assert state == _state(trace.clause(index), trails[position])
            history.append(state)
        for sought in ClauseState:
            entered = [
                birth + at
                for at, state in enumerate(history)
                if state == sought and (history[at - 1] != sought if at else birth > 0)
            ]
            assert [*timeline.becomes(index, sought)] == entered


def test_glue_is_the_number_of_levels(trace: Trace) -> None:
    found = []
    for at in trace.where(EventKind.LEARNED):
        literals = trace.clause(len(trace.formula) + len(found))
        levels = set()
        for literal in literals:
            latest = max(
                event
                for event in range(int(at))
                if trace.event(event).kind <= EventKind.PROPAGATION and trace.event(event).literal == -literal
            )
            levels.add(trace.level(latest + 1))
        found.append(len(levels - {0}))
    assert [*Timeline(trace).glue] == found
