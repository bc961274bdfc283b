"""Why this decision: the best candidate, computed from the definition of the rule, is the search's decision."""

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from searches import random_formula

from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers.branch import Branch
from engine.sat.solvers.candidates import candidates
from engine.sat.solvers.solve import SOLVERS, solve
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Recorder, Setup, Trace

UNRANKED = [name for name, rule in SOLVERS["dpll"].rules.items() if rule.ranking is None]
STRATEGIES = [
    (solver.name, branching) for solver in SOLVERS.values() if solver.follow for branching in solver.branchings
    if solver.learns or branching not in UNRANKED
]  # fmt: skip
clauses = st.lists(st.lists(st.integers(-8, 8).filter(bool), min_size=1, max_size=4), max_size=30)


def recorded(formula: Formula, solver: str, branching: str, seed: int = 0) -> Trace:
    recorder = Recorder(1 << 24, setup=Setup(seed))
    return recorder.trace(formula, solve(formula, solver, branching=branching, trace=recorder, seed=seed))


def assert_first(trace: Trace, events: list[int]) -> None:
    for fork in events:
        found = candidates(trace, fork)
        assert found is not None
        assert found[0].literal == trace.event(fork).literal, fork
        state = trace.state(fork)
        assert not any(state.value(item.literal) for item in found)
        ranks = [item.rank for item in found if item.rank is not None]
        assert ranks == sorted(ranks, reverse=True)


@pytest.mark.parametrize(("solver", "branching"), STRATEGIES)
@settings(max_examples=amount(8))
@given(clauses=clauses, seed=st.integers(0, 2))
def test_the_first_one_is_decided(solver: str, branching: str, clauses: list[list[int]], seed: int) -> None:
    trace = recorded(Formula.of(clauses, 8), solver, branching, seed)
    assert_first(trace, [int(event) for event in trace.where(EventKind.DECISION)])


@pytest.mark.parametrize(("solver", "branching"), STRATEGIES)
def test_it_is_in_long_searches(solver: str, branching: str) -> None:
    trace = recorded(random_formula(solver), solver, branching)
    decisions = [int(event) for event in trace.where(EventKind.DECISION)]
    assert_first(trace, decisions[:: max(len(decisions) // 8, 1)])


def test_activities_fade_in_long_searches() -> None:
    trace = recorded(make("php", ["7", "6"]), "dpll", "vsids")
    decisions = [int(event) for event in trace.where(EventKind.DECISION)]
    assert trace.counters(len(trace)).conflicts > 600
    assert_first(trace, decisions[:: max(len(decisions) // 12, 1)])


def test_a_branch_is_ranked_like_its_search() -> None:
    """A prescribed decision is not the best candidate; the later ones are."""
    trace = recorded(make("php", ["5", "4"]), "cdcl", "vsids")
    fork = int(trace.where(EventKind.DECISION)[1])
    branch = Branch(trace, fork, -trace.event(fork).literal).run()
    best = candidates(branch, fork)
    assert best is not None
    assert best[0].literal == trace.event(fork).literal
    assert_first(branch, [int(event) for event in branch.where(EventKind.DECISION) if event > fork])


def test_only_chance_ranks_nothing() -> None:
    assert UNRANKED == ["random"]


@pytest.mark.parametrize("branching", UNRANKED)
def test_some_rules_do_not_rank_by_the_state(branching: str) -> None:
    trace = recorded(make("php", ["4", "3"]), "dpll", branching)
    assert candidates(trace, int(trace.where(EventKind.DECISION)[0])) is None
