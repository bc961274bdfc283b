"""Breakpoints stop, forwards and backwards, exactly at the events that a scan of all states finds."""

from itertools import pairwise
from typing import NamedTuple

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from searches import random_formula

from engine.sat.formula.assignment_state import ClauseState, SolverState, clause_states
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers.solve import solve
from engine.sat.trace.breakpoints import OF_CLAUSES, BreakCondition, Breakpoint, Stops
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Recorder, Trace

SOLVERS = ["backtracking", "naive", "dpll", "cdcl"]


def recorded(formula: Formula, solver: str) -> Trace:
    recorder = Recorder(1 << 24)
    return recorder.trace(formula, solve(formula, solver, trace=recorder))


class Moment(NamedTuple):
    """A position of a trace, its state, and the number of clauses learned so far."""

    trace: Trace
    position: int
    state: SolverState
    learned: int


def holds(condition: BreakCondition, numbers: tuple[int, ...], now: Moment) -> bool:
    """Whether a condition on the state holds, by its definition and from the state alone."""
    if condition is BreakCondition.LEVEL:
        return now.state.level >= numbers[0]
    if numbers[0] >= len(now.trace.formula) + now.learned:
        return False
    if condition is BreakCondition.LEARNED:
        return numbers[0] >= len(now.trace.formula)
    clause = now.trace.clause(numbers[0])
    [state] = clause_states(Formula.of([clause], now.trace.formula.variables), now.state.assignment).states.tolist()
    return bool(state == {BreakCondition.UNIT: ClauseState.UNIT, BreakCondition.FALSE: ClauseState.FALSE}[condition])


def happens(condition: BreakCondition, number: int, now: Moment) -> bool:
    """Whether the event before a position satisfies the condition."""
    event = now.trace.event(now.position - 1)
    if condition is BreakCondition.RESTART:
        return event.kind is EventKind.RESTART
    if condition is BreakCondition.USED:
        return event.kind in (EventKind.PROPAGATION, EventKind.CONFLICT) and event.clause == number
    if event.kind is not EventKind.LEARNED or event.clause is None:
        return False
    clause = now.trace.clause(event.clause)
    places = [now.state.place(abs(literal)) for literal in clause]
    levels = {now.state.levels[place] for place in places if place is not None}
    return (condition is BreakCondition.LENGTH and len(clause) <= number) or (
        condition is BreakCondition.GLUE and len(levels - {0}) <= number
    )


def scanned(condition: BreakCondition, numbers: tuple[int, ...], moments: list[Moment]) -> list[int]:
    """All positions at which a condition is met."""
    if condition in (BreakCondition.RESTART, BreakCondition.LENGTH, BreakCondition.GLUE, BreakCondition.USED):
        number = numbers[0] if numbers else 0
        return [now.position for now in moments[1:] if happens(condition, number, now)]
    if condition is BreakCondition.TRUE:
        return sorted(
            {
                now.position
                for before, now in pairwise(moments)
                for literal in numbers
                if now.state.value(literal) > 0 >= before.state.value(literal)
            }
        )
    met = [holds(condition, numbers, now) for now in moments]
    return [position for position in range(1, len(met)) if met[position] and not met[position - 1]]


def scan(trace: Trace) -> list[Moment]:
    return [
        Moment(trace, position, trace.state(position), trace.counters(position).learned)
        for position in range(len(trace) + 1)
    ]


def assert_stops(trace: Trace, moments: list[Moment], breakpoints: list[Breakpoint]) -> None:
    """Alone and together, each forwards and backwards, from every position."""
    stops = Stops(trace)
    together: set[int] = set()
    for breakpoint_ in breakpoints:
        expected = scanned(breakpoint_.condition, breakpoint_.numbers, moments)
        assert stops.positions(breakpoint_).tolist() == expected, breakpoint_
        together.update(expected if breakpoint_.on else ())
    for position in range(len(trace) + 1):
        later, earlier = [at for at in together if at > position], [at for at in together if at < position]
        assert stops.next(position, breakpoints) == min(later, default=None)
        assert stops.previous(position, breakpoints) == max(earlier, default=None)
        assert bool(stops.breakpoints_at(position, breakpoints)) == (position in together)


clauses = st.lists(st.lists(st.integers(-6, 6).filter(bool), max_size=4), min_size=1, max_size=24)


def breakpoints_for(trace: Trace) -> st.SearchStrategy[Breakpoint]:
    literals = st.integers(-6, 6).filter(bool)
    clause = st.integers(0, len(trace.formula) + len(trace.where(EventKind.LEARNED)))
    numbers = {
        BreakCondition.TRUE: st.lists(literals, min_size=1, max_size=3).map(tuple),
        BreakCondition.RESTART: st.just(()),
        **dict.fromkeys(OF_CLAUSES, clause.map(lambda index: (index,))),
        **dict.fromkeys(
            (BreakCondition.LEVEL, BreakCondition.LENGTH, BreakCondition.GLUE), st.integers(1, 4).map(lambda n: (n,))
        ),
    }
    return st.sampled_from(list(BreakCondition)).flatmap(
        lambda condition: st.builds(Breakpoint, st.just(condition), numbers[condition], st.booleans())
    )


@pytest.mark.parametrize("solver", SOLVERS)
@settings(max_examples=amount(40))
@given(clauses=clauses, data=st.data())
def test_they_stop_where_a_scan_of_all_states_does(solver: str, clauses: list[list[int]], data: st.DataObject) -> None:
    trace = recorded(Formula.of(clauses, 6), solver)
    assert_stops(trace, scan(trace), data.draw(st.lists(breakpoints_for(trace), max_size=5)))


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("solver", SOLVERS)
def test_they_do_on_real_searches(solver: str) -> None:
    """Long enough for restarts, long trails and many learned clauses."""
    trace = recorded(random_formula(solver), solver)
    moments = scan(trace)
    last = len(trace.formula) + len(trace.where(EventKind.LEARNED)) - 1
    breakpoints = [
        *(Breakpoint(BreakCondition.TRUE, (literal,)) for literal in (1, -2, 17)),
        *(Breakpoint(state, (index,)) for state in OF_CLAUSES for index in (0, 50, last)),
        Breakpoint(BreakCondition.TRUE, (3, -3, 4), on=False),
        *(Breakpoint(BreakCondition.LEVEL, (level,)) for level in (1, 3, 99)),
        *(
            Breakpoint(condition, (number,))
            for condition in (BreakCondition.LENGTH, BreakCondition.GLUE)
            for number in (1, 2, 3)
        ),
        Breakpoint(BreakCondition.RESTART),
        *(Breakpoint(BreakCondition.LEARNED, (index,)) for index in (0, len(trace.formula), last, last + 1)),
    ]
    assert_stops(trace, moments, breakpoints)


def test_there_are_restarts_to_stop_at() -> None:
    trace = recorded(make("php", ["7", "6"]), "cdcl")
    restarts = Stops(trace).positions(Breakpoint(BreakCondition.RESTART)).tolist()
    assert restarts
    assert all(trace.event(position - 1).kind is EventKind.RESTART for position in restarts)
    assert len(restarts) == trace.counters(len(trace)).restarts


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        (Breakpoint(BreakCondition.TRUE, (3, -4)), "3 or -4 becomes true"),
        (Breakpoint(BreakCondition.UNIT, (1202,)), "clause 1,203 becomes unit"),
        (Breakpoint(BreakCondition.LEVEL, (7,)), "level 7 is reached"),
        (Breakpoint(BreakCondition.RESTART), "the search restarts"),
    ],
)
def test_breakpoints_name_their_conditions(condition: Breakpoint, message: str) -> None:
    assert condition.text() == message


def test_an_unsatisfiable_demand_does_not_fit() -> None:
    trace = recorded(Formula.of([[1, 2]]), "dpll")
    assert Breakpoint(BreakCondition.TRUE, (2,)).fits(trace)
    assert not Breakpoint(BreakCondition.TRUE, (3,)).fits(trace)
    assert not Breakpoint(BreakCondition.TRUE).fits(trace)
    assert not Breakpoint(BreakCondition.RESTART, (1,)).fits(trace)
    assert not Breakpoint(BreakCondition.LEVEL, (-1,)).fits(trace)
