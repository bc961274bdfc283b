"""Traces: the state at every position, the rules of events, and the limit of a recording."""

import math
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sat.formula.assignment_state import ClauseState, clause_states
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.kernels import cdcl, dpll, naive
from engine.sat.result import Result, Status
from engine.sat.solvers.branching import BRANCHINGS, LEARNING, REFERENCE
from engine.sat.solvers.solve import SOLVERS, Limits, solve
from engine.sat.trace.events import DECIDED, FLIPPED, EventKind, Tape
from engine.sat.trace.trace import EVENT_BYTES, EventCounters, Recorder, Trace

KERNELS: dict[str, Callable[..., dpll.Dpll | naive.Naive | cdcl.Cdcl]] = {
    "dpll": dpll.Dpll,
    "cdcl": cdcl.Cdcl,
    "naive": lambda formula, branching, _, tape: naive.Naive(formula, branching, tape),
}
RUNS = [
    (kernel, branching)
    for kernel, branchings in (("dpll", BRANCHINGS), ("naive", (*REFERENCE, "in-order")), ("cdcl", LEARNING))
    for branching in branchings
]
UNDECIDED = Result(Status.UNKNOWN, "")

clauses = st.lists(st.lists(st.integers(-6, 6).filter(bool), max_size=4), max_size=24)
rooms = st.integers(1, 40)


def random_3sat(variables: int, clauses: int, seed: int) -> Formula:
    rng = random.Random(seed)
    return Formula.of(
        [[v * rng.choice((1, -1)) for v in rng.sample(range(1, variables + 1), 3)] for _ in range(clauses)], variables
    )


def record(formula: Formula, kernel: str, branching: str, room: int, recorder: Recorder) -> Trace:
    """Run a kernel in short slices; the recorder makes keyframes when it wants."""
    tape = Tape(formula.variables, [recorder])
    tape.room = room
    search = KERNELS[kernel](formula, branching, 0, tape)
    while not (answer := search.run(7 * room)):
        tape.read(search)
    tape.read(search)
    status = Status.SATISFIABLE if answer == 10 else Status.UNSATISFIABLE
    model = search.model() if answer == 10 else None
    result = Result(status, kernel, branching, model, 0.0, search.decisions, search.propagations, search.conflicts)
    return recorder.trace(formula, result)


class Place(NamedTuple):
    literal: int
    level: int
    reason: int
    event: int


def replay(trace: Trace) -> Iterator[tuple[list[Place], int]]:
    """The trail and the level at every position, event by event."""
    trail: list[Place] = []
    level = 0
    yield trail, level
    columns = (trace.kinds, trace.literals, trace.clauses)
    for index, (kind, literal, clause) in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
        if kind in (EventKind.BACKTRACK, EventKind.RESTART):
            level = literal
            trail = [place for place in trail if place.level <= level]
        elif kind in (EventKind.DECISION, EventKind.FLIP, EventKind.PROPAGATION):
            level += kind == EventKind.DECISION
            reason = {EventKind.DECISION: DECIDED, EventKind.FLIP: FLIPPED}.get(EventKind(kind), clause)
            trail = [*trail, Place(literal, level, reason, index)]
        yield trail, level


def check_states(trace: Trace) -> None:
    """Every query at a position agrees with the replay."""
    levels = []
    counts = dict.fromkeys(EventKind, 0)
    for position, (trail, level) in enumerate(replay(trace)):
        if position:
            counts[EventKind(trace.kinds[position - 1])] += 1
            assert trace.event(position - 1).level == level
        state = trace.state(position)
        columns = (state.trail, state.levels, state.reasons, state.events)
        assert list(map(Place._make, zip(*columns, strict=True))) == trail
        assert state.level == level == trace.level(position)
        literals = {place.literal for place in trail}
        expected = [(v in literals) - (-v in literals) for v in range(trace.formula.variables + 1)]
        assert state.assignment.tolist() == expected
        assert state.assignment.typecode == "b"
        for at, place in enumerate(trail):
            assert state.place(abs(place.literal)) == at
            assert (state.value(place.literal), state.value(-place.literal)) == (1, -1)
        assert all(state.place(v) is None for v in range(1, len(expected)) if not expected[v])
        assert trace.counters(position) == EventCounters(
            counts[EventKind.DECISION],
            counts[EventKind.PROPAGATION],
            counts[EventKind.CONFLICT],
            counts[EventKind.LEARNED],
            counts[EventKind.RESTART],
        )
        levels.append(level)
    for width in (1, 2, 7, 80):
        assert trace.levels_sampled(width) == sampled(levels, width)


def sampled(levels: list[int], width: int) -> list[int]:
    """The highest level by stretch; with fewer events than stretches, that after the nearest event."""
    count = len(levels) - 1
    highest = [levels[math.ceil(count * stretch / width)] for stretch in range(1, width + 1)]
    for position in range(1, count + 1):
        stretch = (position - 1) * width // count
        highest[stretch] = max(highest[stretch], levels[position])
    return highest


def literal_states(trail: list[Place], clause: tuple[int, ...]) -> tuple[int, int]:
    """The numbers of true and free literals in the clause."""
    literals = {place.literal for place in trail}
    true = sum(literal in literals for literal in clause)
    return true, len(clause) - true - sum(-literal in literals for literal in clause)


def check_rules(trace: Trace) -> None:
    """Decisions are on free variables, reasons are unit, and conflicting and learned clauses false.

    DPLL then tries the other value. CDCL learns a clause, which is unit after the backjump.
    """
    states = list(replay(trace))
    learns = SOLVERS[trace.result.solver].learns

    def clause_of(number: int | None) -> tuple[int, ...]:
        assert number is not None
        clause = trace.clause(number)
        return tuple(set(clause)) if learns else clause  # DPLL counts a repeated literal twice

    for index, (trail, level) in enumerate(states[:-1]):
        event = trace.event(index)
        free = {abs(event.literal)}.isdisjoint(abs(place.literal) for place in trail)
        if event.kind is EventKind.DECISION:
            assert free
            assert (event.clause, event.level) == (None, level + 1)
        elif event.kind is EventKind.PROPAGATION:
            assert literal_states(trail, clause_of(event.clause)) == (0, 1)
            assert free
            assert event.literal in clause_of(event.clause)
            assert event.level == level
        elif event.kind is EventKind.CONFLICT:
            assert literal_states(trail, clause_of(event.clause)) == (0, 0)
            assert event.level == level
            assert level == 0 or trace.event(index + 1).kind is (EventKind.LEARNED if learns else EventKind.BACKTRACK)
        elif event.kind is EventKind.LEARNED:
            assert literal_states(trail, clause_of(event.clause)) == (0, 0)
            assert trace.event(index + 1).kind is EventKind.BACKTRACK
            assert trace.event(index + 2).clause == event.clause
        elif event.kind is EventKind.BACKTRACK:
            assert event.level < level if learns else event.level == level - 1
        elif event.kind is EventKind.RESTART:
            assert event.level < level
        elif event.kind is EventKind.DELETION:
            assert learns
            assert event.level == level
        else:
            assert event.kind is EventKind.FLIP
            failed = states[index - 1][0][len(trail)]
            assert (failed.literal, failed.reason) == (-event.literal, DECIDED)
            assert event.level == level
            assert trace.event(index - 1).kind is EventKind.BACKTRACK


@pytest.mark.parametrize(("kernel", "branching"), RUNS)
@settings(max_examples=amount(25))
@given(clauses=clauses, room=rooms, keyframe_events=st.integers(1, 30))
def test_states_and_rules(
    kernel: str, branching: str, clauses: list[list[int]], room: int, keyframe_events: int
) -> None:
    trace = record(Formula.of(clauses), kernel, branching, room, Recorder(keyframe_events=keyframe_events))
    check_states(trace)
    check_rules(trace)
    check_end(trace)


def check_end(trace: Trace) -> None:
    """The counts are those of the solver, and the last state has the model, or a conflict without decisions."""
    counters = trace.counters(len(trace))
    assert (counters.decisions, counters.conflicts) == (trace.result.decisions, trace.result.conflicts)
    assert trace.cut == ""
    last = trace.state(len(trace))
    if trace.result.model is not None:
        assert set(last.trail) <= set(trace.result.model)
        assert set(clause_states(trace.formula, last.assignment).states.tolist()) <= {ClauseState.SATISFIED}
    else:
        assert last.level == 0
        assert trace.event(len(trace) - 1).kind is EventKind.CONFLICT


@pytest.mark.parametrize(("kernel", "branching"), RUNS)
def test_recording_does_not_change_the_run(kernel: str, branching: str) -> None:
    """With many full tapes, and as many assigned literals as the baseline counts."""
    formula = random_3sat(16, 70, 1)
    for room in (1, 50, 10_000):
        trace = record(formula, kernel, branching, room, Recorder(keyframe_events=100))
        result = solve(formula, kernel, branching=branching)
        for name in ("status", "model", "decisions", "propagations", "conflicts"):
            assert getattr(trace.result, name) == getattr(result, name), name
        check_rules(trace)
        check_end(trace)
        if kernel == "naive":
            assert sum(kind <= EventKind.PROPAGATION for kind in trace.kinds) == result.propagations


@pytest.mark.parametrize("solver", [name for name, solver in SOLVERS.items() if solver.records])
def test_through_the_interface(solver: str) -> None:
    formula = make("php", ["6", "5"])
    recorder = Recorder()
    result = solve(formula, solver, trace=recorder)
    trace = recorder.trace(formula, result)
    check_end(trace)
    assert trace.result is result
    assert result.status is Status.UNSATISFIABLE
    assert solve(formula, result.solver).conflicts == result.conflicts


def test_a_search_that_is_stopped_is_recorded_so_far() -> None:
    formula = make("php", ["10", "9"])
    recorder = Recorder()
    result = solve(formula, "naive", limits=Limits(0.1), trace=recorder)
    trace = recorder.trace(formula, result)
    assert trace.cut == ""
    assert trace.result.reason == "time limit of 0.1 s"
    assert trace.counters(len(trace)).conflicts == result.conflicts


@given(
    clauses=clauses,
    literals=st.lists(st.integers(-6, 6).filter(bool), max_size=6, unique_by=abs),
)
def test_clause_states(clauses: list[list[int]], literals: list[int]) -> None:
    formula = Formula.of([*([literal] for literal in literals), *clauses], 6)
    trace = record(Formula.of([[literal] for literal in literals], 6), "dpll", "first", 1, Recorder())
    found = clause_states(formula, trace.state(len(trace)).assignment)
    trail = [Place(literal, 0, 0, 0) for literal in literals]
    counts = dict.fromkeys(ClauseState, 0)
    for clause, state, free in zip(formula, found.states, found.free, strict=True):
        true, expected = literal_states(trail, clause)
        assert free == expected
        name = {0: ClauseState.FALSE, 1: ClauseState.UNIT}.get(expected, ClauseState.OPEN)
        assert state == (ClauseState.SATISFIED if true else name)
        counts[ClauseState(state)] += 1
    assert counts == {state: found.count(state) for state in ClauseState}


@settings(max_examples=amount(40))
@given(rng=st.randoms(use_true_random=False), steps=st.integers(0, 120), room=rooms, keyframe_events=rooms)
def test_backjumps_learned_clauses_and_restarts(
    rng: random.Random, steps: int, room: int, keyframe_events: int
) -> None:
    """A made-up search that goes back any number of levels."""
    formula = Formula.of([[1, 2], [3]], 9)
    learned: list[tuple[int, ...]] = []
    begins: list[int] = []
    trail: list[int] = []
    events: list[tuple[EventKind, int, int]] = []

    def assign(kind: EventKind, reason: int) -> None:
        free = sorted(set(range(1, 10)) - set(map(abs, trail)))
        if free:
            if kind is EventKind.DECISION:
                begins.append(len(trail))
            trail.append(rng.choice(free) * rng.choice((1, -1)))
            events.append((kind, trail[-1], reason))

    def cut(kind: EventKind) -> None:
        level = rng.randrange(len(begins) + 1)
        if level < len(begins):
            del trail[begins[level] :]
        del begins[level:]
        events.append((kind, level, len(trail)))

    for _ in range(steps):
        match rng.randrange(7):
            case 0 | 1:
                assign(EventKind.DECISION, DECIDED)
            case 2 | 3:
                assign(EventKind.PROPAGATION, rng.randrange(2 + len(learned)))
            case 4:
                events.append((EventKind.CONFLICT, 0, rng.randrange(2)))
                learned.append(tuple(rng.sample(range(1, 10), rng.randrange(4))))
                events.append((EventKind.LEARNED, len(learned[-1]), len(learned) + 1))
                cut(EventKind.BACKTRACK)
                assign(EventKind.PROPAGATION, len(learned) + 1)
            case 5:
                events.append((EventKind.DELETION, rng.randrange(9), len(trail)))
            case _:
                cut(EventKind.RESTART)

    recorder = Recorder(keyframe_events=keyframe_events)
    count = 0
    for start in range(0, len(events), room):
        chunk = events[start : start + room]
        tape = Tape(9, [])
        number = 0
        for place, (kind, literal, clause) in enumerate(chunk):
            tape.kinds[place], tape.literals[place], tape.clauses[place] = kind, literal, clause
            if kind is EventKind.LEARNED:
                for lit in learned[count]:
                    tape.learned[number] = lit
                    number += 1
                count += 1
        assert recorder.take(tape, len(chunk))
    trace = recorder.trace(formula, UNDECIDED)
    check_states(trace)
    assert [trace.clause(number) for number in range(2 + len(learned))] == [(1, 2), (3,), *learned]
    with pytest.raises(IndexError):
        trace.clause(2 + len(learned))
    check_search(trace)


def check_search(trace: Trace) -> None:
    """Next and previous positions, from everywhere, for one kind and for two."""
    for kinds in ((EventKind.CONFLICT,), (EventKind.DECISION, EventKind.RESTART)):
        stops = [position for position in range(1, len(trace) + 1) if trace.event(position - 1).kind in kinds]
        for position in range(len(trace) + 1):
            later = [stop for stop in stops if stop > position]
            earlier = [stop for stop in stops if stop < position]
            assert trace.next_position(position, *kinds) == (later[0] if later else None)
            assert trace.previous_position(position, *kinds) == (earlier[-1] if earlier else None)


@settings(max_examples=amount(20))
@given(seed=st.integers(0, 10_000), kernel=st.sampled_from(sorted(KERNELS)), look=st.integers(1, 5))
def test_events_about_variables(seed: int, kernel: str, look: int) -> None:
    """From everywhere, forwards and backwards, with windows of every size."""
    branching = "vsids" if kernel == "cdcl" else "first"
    trace = record(random_3sat(8, 36, seed), kernel, branching, 1000, Recorder())
    events = [(index, trace.event(index)) for index in range(len(trace))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.sat.trace.trace._FIRST_WINDOW", look)
        for variables in ({1}, {2, 5}, {8}):
            stops = [index + 1 for index, event in events if abs(event.literal) in variables]
            for position in range(len(trace) + 1):
                later = [stop for stop in stops if stop > position]
                earlier = [stop for stop in stops if stop < position]
                assert trace.next_assignment(position, variables) == (later[0] if later else None)
                assert trace.previous_assignment(position, variables) == (earlier[-1] if earlier else None)
        for literal in (1, -1, 4):
            decisions = [
                index for index, event in events if (event.kind, event.literal) == (EventKind.DECISION, literal)
            ]
            for stop in range(len(trace) + 1):
                before = [index for index in decisions if index < stop]
                assert trace.last_decision(literal, stop) == (before[-1] if before else None)


def test_positions_and_indexes_that_are_not_there() -> None:
    trace = record(Formula.of([[1], [-1, 2]]), "dpll", "first", 1, Recorder())
    assert len(trace) == 2
    for position in (-1, 3):
        with pytest.raises(IndexError, match=f"position {position} of 2"):
            trace.state(position)
        with pytest.raises(IndexError):
            trace.counters(position)
    for index in (-1, 2):
        with pytest.raises(IndexError, match=f"event {index} of 2"):
            trace.event(index)


@settings(max_examples=amount(60))
@given(limit=st.integers(0, 8000), room=rooms, keyframe_events=st.integers(1, 40))
def test_the_limit_is_enforced_and_reported(limit: int, room: int, keyframe_events: int) -> None:
    """The search continues to its end, and the recording is its beginning, up to the limit."""
    formula = random_3sat(9, 50, 2)
    whole = record(formula, "dpll", "first", 10_000, Recorder())
    recorder = Recorder(limit, keyframe_events=keyframe_events)
    trace = record(formula, "dpll", "first", room, recorder)
    assert recorder.size <= limit
    assert trace.result == whole.result
    for name in ("kinds", "literals", "clauses"):
        assert np.array_equal(getattr(trace, name), getattr(whole, name)[: len(trace)])
    if len(trace) < len(whole):
        assert trace.cut == f"the recording ends at its limit of {limit:,} bytes, before the search does"
        assert len(trace) > (limit - limit // 4) // EVENT_BYTES - room - formula.variables - 4
    else:
        assert trace.cut == ""
    check_states(trace)


@pytest.mark.long
def test_keyframes_are_thinned() -> None:
    """They keep to their quarter, and the remaining ones are sufficient."""
    formula = random_3sat(60, 270, 5)
    whole = record(formula, "dpll", "first", 64, Recorder(keyframe_events=64))
    assert len(whole) > 2000
    assert len(whole.keyframes) > len(whole) // 200
    limit = EVENT_BYTES * len(whole) * 5 // 4
    thinned = Recorder(limit, keyframe_events=1)
    trace = record(formula, "dpll", "first", 1, thinned)
    assert trace.cut == ""
    assert len(trace) == len(whole)
    assert 8 < len(trace.keyframes) < len(whole) // 8
    assert sum(keyframe.size for keyframe in trace.keyframes) <= limit // 4
    assert thinned.keyframe_events > 4
    for position in range(0, len(trace), len(trace) // 40):
        assert trace.state(position).trail == whole.state(position).trail


@pytest.mark.few(1)
@pytest.mark.parametrize("solver", ["dpll", "cdcl", "naive"])
def test_a_running_search_shows_its_beginning(solver: str) -> None:
    formula, recorder = make("php", ["8", "7"]), Recorder(1 << 25, keyframe_events=512)
    seen: list[Trace] = []
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(solve, formula, solver, trace=recorder, limits=Limits(1.0))
        while not running.done():
            seen.append(recorder.trace(formula, UNDECIDED))
            assert seen[-1].running
    whole = recorder.trace(formula, running.result())
    assert not whole.running
    for trace in seen[:: len(seen) // 20 + 1]:
        at = len(trace)
        assert at == len(trace.literals) == len(trace.clauses)
        assert np.array_equal(trace.kinds, whole.kinds[:at])
        assert vars(trace.state(at)) == vars(whole.state(at))
