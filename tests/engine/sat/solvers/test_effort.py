"""The work of a search at every event: it only grows, and ends at the numbers of the result."""

from itertools import pairwise

import pytest

from engine.base.errors import Cancelled
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers import effort
from engine.sat.solvers.effort import Work
from engine.sat.solvers.limits import Limits
from engine.sat.solvers.rerun import Rerun
from engine.sat.solvers.solve import SOLVERS, solve
from engine.sat.solvers.watches import WatchHistory, WatchVisit
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Recorder, Trace

FORMULAS = [
    make("php", ["5", "4"]),
    make("queens", ["6"]),
    Formula.of([(1,), (-1, 2)], 2),
    Formula.of([(1,), (-1,)], 1),
    Formula.of([(1, 2), ()], 2),
    Formula.of([], 3),
]
SEARCHING = [solver.name for solver in SOLVERS.values() if solver.kernel]


def recorded(formula: Formula, solver: str, **options: object) -> Trace:
    recorder = Recorder(1 << 24)
    return recorder.trace(formula, solve(formula, solver, trace=recorder, **options))  # type: ignore[arg-type]


@pytest.mark.parametrize("solver", SEARCHING)
@pytest.mark.parametrize("number", range(len(FORMULAS)))
def test_the_counters_grow_and_end_at_those_of_the_result(solver: str, number: int) -> None:
    trace = recorded(FORMULAS[number], solver)
    done = Work(trace)
    efforts = [done.at(position) for position in range(len(trace) + 1)]
    for before, after in pairwise(efforts):
        assert all(first <= other for first, other in zip(before, after, strict=True))
    last, counts = efforts[-1], trace.counters(len(trace))
    assert last.propagations == trace.result.propagations
    assert (counts.decisions, counts.conflicts) == (trace.result.decisions, trace.result.conflicts)
    assert last.seconds == pytest.approx(trace.result.seconds)
    assert done.position(last.seconds + 1) == len(trace)
    assert done.position(-1) <= done.position(last.seconds / 2) <= len(trace)


@pytest.mark.parametrize("solver", SEARCHING)
def test_the_counters_at_the_ends_of_steps_equal_those_of_the_solver(solver: str) -> None:
    """It is recorded at each event; here the search is run step by step, and queried in between."""
    trace = recorded(make("php", ["5", "4"]), solver)
    done, again = Work(trace), Rerun(trace)
    if hasattr(again.kernel, "observed"):
        again.kernel.observed = True
    while not again.step() and again.done < len(trace):
        counts = again.kernel.propagations, again.kernel.visits, again.kernel.looks
        before, after = done.at(again.done)[:3], done.at(again.done + 1)[:3]
        assert all(first <= now <= other for first, now, other in zip(before, counts, after, strict=True))
        if trace.event(again.done - 1).kind is EventKind.DECISION and solver in ("dpll", "cdcl"):
            assert before == counts  # these propagate later


def test_the_work_of_cdcl_equals_its_watch_list_visits() -> None:
    """At every event, even within a propagation."""
    trace = recorded(make("php", ["4", "3"]), "cdcl")
    done, history = Work(trace), WatchHistory(trace)
    seen = set[WatchVisit]()
    for position in range(1, len(trace) + 1):
        for variable in range(1, trace.formula.variables + 1):
            for literal in (variable, -variable):
                work = history.at(position, literal)
                seen.update(work.visits if work else ())
        assert done.at(position).visits >= len({visit for visit in seen if visit.events < position})
    assert done.at(len(trace)).looks == sum(visit.looks for visit in seen)
    assert len(seen) == done.at(len(trace)).visits


def test_the_work_of_dpll_by_hand() -> None:
    """1 is decided and counted, and the first clause with -1 is unit; then 2 and -4 make one unit each."""
    formula = Formula.of([(1, 2), (-1, 2), (-1, -3, 4), (-4, -2)], 4)
    trace = recorded(formula, "dpll", branching="in-order")
    done, events = Work(trace), map(trace.event, range(4))
    rows = [(event.kind.name, event.literal, *done.at(at)[:3]) for at, event in enumerate(events, 1)]
    assert rows == [
        ("DECISION", 1, 0, 0, 0),
        ("PROPAGATION", 2, 1, 2, 1),
        ("PROPAGATION", -4, 2, 6, 2),
        ("PROPAGATION", -3, 4, 9, 3),  # the last one: the total
    ]


@pytest.mark.parametrize("solver", SEARCHING)
def test_a_long_search_is_sampled(monkeypatch: pytest.MonkeyPatch, solver: str) -> None:
    trace = recorded(make("php", ["5", "4"]), solver)
    whole = Work(trace)
    monkeypatch.setattr(effort, "MAX_SAMPLES", 16)
    sampled, apart = Work(trace), -(-len(trace) // 16)
    for position in range(len(trace)):
        assert sampled.at(position)[:3] == whole.at(position // apart * apart)[:3]
    assert sampled.at(len(trace))[:3] == whole.at(len(trace))[:3]
    assert sampled.position(trace.result.seconds + 1) == len(trace)


def test_a_search_that_was_stopped_has_work_too() -> None:
    trace = recorded(make("php", ["9", "8"]), "dpll", limits=Limits(0.02))
    assert trace.result.reason
    assert Work(trace).at(len(trace)).visits > 0
    with pytest.raises(Cancelled):
        Work(trace, lambda: True)
