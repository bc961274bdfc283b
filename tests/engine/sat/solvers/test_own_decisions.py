"""Manual decisions: with the solver's own decisions the search is the same, event by event."""

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import Cancelled
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.result import Status
from engine.sat.solvers.own_decisions import WAITING, search
from engine.sat.solvers.solve import SOLVERS, solve
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Recorder, Setup

formulas = st.builds(
    lambda variables, more, seed: make("random-ksat", [str(variables), str(4 * variables + more)], seed),
    st.integers(5, 8),
    st.integers(-2, 4),
    st.integers(0, 10_000),
)


@settings(max_examples=amount(20))
@given(formulas, st.sampled_from(("cdcl", "dpll")))
def test_the_solvers_own_decisions_lead_to_the_same_events(formula: Formula, solver: str) -> None:
    recorder = Recorder(1 << 20, setup=Setup())
    whole = recorder.trace(formula, solve(formula, solver, trace=recorder))
    decided = whole.where(EventKind.DECISION)
    decisions = tuple(int(whole.literals[index]) for index in decided)
    for count in range(len(decisions) + 1):
        trace = search(formula, solver, decisions[:count])
        end = int(decided[count]) if count < len(decided) else len(whole)
        assert trace.kinds.tolist() == whole.kinds[:end].tolist()
        assert trace.literals.tolist() == whole.literals[:end].tolist()
        assert trace.clauses.tolist() == whole.clauses[:end].tolist()
        assert (trace.result.status is Status.UNKNOWN) == (count < len(decided))
        if count < len(decided):
            assert trace.result.reason == str(WAITING)
            assert trace.state(len(trace)).value(decisions[count]) == 0
    assert trace.result.status is whole.result.status


@settings(max_examples=amount(20))
@given(formulas, st.sampled_from(("cdcl", "dpll")), st.randoms(use_true_random=False))
def test_any_decisions_lead_to_the_right_verdict(formula: Formula, solver: str, random: object) -> None:
    decisions: tuple[int, ...] = ()
    trace = search(formula, solver, decisions)
    while trace.result.status is Status.UNKNOWN:
        state = trace.state(len(trace))
        occurring = {abs(literal) for clause in formula for literal in clause}
        free = [sign * v for v in sorted(occurring) if not state.assignment[v] for sign in (1, -1)]
        decisions = (*decisions, random.choice(free))  # type: ignore[attr-defined]
        trace = search(formula, solver, decisions)
        assert [int(trace.literals[index]) for index in trace.where(EventKind.DECISION)] == list(decisions)
    assert trace.result.status is solve(formula, "cdcl").status


def test_it_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        search(make("php", ["8", "7"]), "cdcl", (), lambda: True)


def test_a_hard_formula_waits_at_once() -> None:
    trace = search(make("php", ["12", "11"]), "dpll", (1, 14))
    assert trace.result.reason == str(WAITING)
    assert len(trace.where(EventKind.DECISION)) == 2
    assert SOLVERS["dpll"].follow
