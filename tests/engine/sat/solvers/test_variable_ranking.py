"""The ranking at an event predicts the search's decisions."""

import pytest

from engine.base.errors import Cancelled
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers.solve import SOLVERS, solve
from engine.sat.solvers.variable_ranking import Basis, RankingHistory
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Recorder, Trace

FORMULA = make("random-ksat", ["40", "172"], 4)


def recorded(solver: str, branching: str, formula: Formula = FORMULA) -> Trace:
    recorder = Recorder(1 << 24)
    return recorder.trace(formula, solve(formula, solver, branching=branching, trace=recorder))


@pytest.mark.parametrize(("solver", "branching"), [
    ("cdcl", "vsids"), ("cdcl", "acids"), ("cdcl", "static"), ("dpll", "vsids"), ("dpll", "moms"), ("naive", "first"),
])  # fmt: skip
def test_the_next_decision_is_the_free_literal_of_highest_rank(solver: str, branching: str) -> None:
    """As long as only decisions and propagation come in between: a conflict changes the ranking of a search that
    learns.
    """
    trace = recorded(solver, branching)
    history = RankingHistory(trace)
    decisions = trace.where(EventKind.DECISION).tolist()[:40]
    for fork in decisions:
        ranking = history.at(fork, 1000)
        assert ranking is not None
        state, decision = trace.state(fork), trace.event(fork).literal
        free = [n for n, literal in enumerate(ranking.literals) if state.value(literal) == 0]
        best = [ranking.literals[n] for n in free if ranking.ranks[n] == ranking.ranks[free[0]]]
        assert decision in best, (fork, decision, best)
        assert list(ranking.ranks) == sorted(ranking.ranks, reverse=True)
        assert all(0 <= share <= 1 for share in ranking.shares)
        expected = Basis.RULE if branching in ("moms", "first") else Basis.ACTIVITY
        assert ranking.basis is (Basis.QUEUE if (solver, branching) == ("cdcl", "vsids") else expected)


def test_the_phases_are_the_last_values() -> None:
    """In a search without rephasing, each free variable is decided to its last value."""
    trace = recorded("cdcl", "vsids", make("php", ["6", "5"]))
    history = RankingHistory(trace)
    position = int(trace.where(EventKind.DECISION)[60])
    ranking = history.at(position, 1000)
    assert ranking is not None
    last = {abs(trace.event(at).literal): trace.event(at).literal for at in range(position) if trace.event(at).literal}
    state = trace.state(position)
    for literal in ranking.literals:
        if not state.value(literal) and abs(literal) in last:
            assert last[abs(literal)] == literal


def test_after_the_last_decision_a_rule_ranks_nothing() -> None:
    trace = recorded("dpll", "moms")
    assert RankingHistory(trace).at(len(trace), 10) is None
    with pytest.raises(Cancelled):
        RankingHistory(recorded("cdcl", "vsids")).at(50, 10, lambda: True)


def test_every_recorded_strategy_can_be_made_again() -> None:
    for solver in SOLVERS.values():
        for branching in solver.branchings if solver.records and not solver.delegates else ():
            trace = recorded(solver.name, branching, make("php", ["4", "3"]))
            for position in (0, len(trace) // 2):
                RankingHistory(trace).at(position, 10)
