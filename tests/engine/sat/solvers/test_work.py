"""The work of a search at every event: it only grows, and ends where the result does."""

from itertools import pairwise

import pytest

from engine.base.errors import Cancelled
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers import work
from engine.sat.solvers.limits import Limits
from engine.sat.solvers.solve import solve
from engine.sat.solvers.work import Work
from engine.sat.trace.trace import Recorder, Trace

FORMULAS = [
    make("php", ["5", "4"]),
    make("queens", ["6"]),
    Formula.of([(1,), (-1, 2)], 2),
    Formula.of([(1,), (-1,)], 1),
    Formula.of([(1, 2), ()], 2),
    Formula.of([], 3),
]


def recorded(formula: Formula, solver: str, **told: object) -> Trace:
    recorder = Recorder(1 << 24)
    return recorder.trace(formula, solve(formula, solver, trace=recorder, **told))  # type: ignore[arg-type]


@pytest.mark.parametrize("solver", ["naive", "dpll", "cdcl"])
@pytest.mark.parametrize("number", range(len(FORMULAS)))
def test_the_counters_grow_and_end_at_those_of_the_result(solver: str, number: int) -> None:
    trace = recorded(FORMULAS[number], solver)
    done = Work(trace)
    efforts = [done.at(position) for position in range(len(trace) + 1)]
    for before, after in pairwise(efforts):
        assert all(one <= other for one, other in zip(before, after, strict=True))
    last, counts = efforts[-1], trace.counters(len(trace))
    assert last.propagations == trace.result.propagations
    assert (counts.decisions, counts.conflicts) == (trace.result.decisions, trace.result.conflicts)
    assert last.seconds == pytest.approx(trace.result.seconds)
    assert done.position(last.seconds + 1) == len(trace)
    assert done.position(-1) <= done.position(last.seconds / 2) <= len(trace)


def test_the_work_of_dpll_is_what_its_counters_change() -> None:
    """By hand: each assignment is counted in every clause that its variable is in, and once more when it is undone."""
    formula = Formula.of([(1, 2, 3), (-1, 2), (-2, 3), (-2, -3), (1, -2)], 3)
    trace = recorded(formula, "dpll")
    occurs = {v: sum(abs(literal) == v for clause in formula for literal in clause) for v in (1, 2, 3)}
    taken = Work(trace).at(len(trace))
    assigned = [abs(trace.event(at).literal) for at in range(len(trace)) if trace.event(at).literal]
    assert 0 < taken.visits <= 2 * sum(occurs[v] for v in assigned)
    assert taken.looks >= trace.counters(len(trace)).forced


def test_a_long_search_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "MOST_SAMPLES", 16)
    trace = recorded(make("php", ["6", "5"]), "cdcl")
    efforts = [Work(trace).at(position) for position in (0, len(trace) // 2, len(trace))]
    assert efforts[0].visits < efforts[1].visits < efforts[2].visits
    assert efforts[2].propagations == trace.result.propagations


def test_a_search_that_was_stopped_has_work_too() -> None:
    trace = recorded(make("php", ["9", "8"]), "dpll", limits=Limits(0.02))
    assert trace.result.reason
    assert Work(trace).at(len(trace)).visits > 0
    with pytest.raises(Cancelled):
        Work(trace, lambda: True)
