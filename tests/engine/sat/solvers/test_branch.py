"""Branches of a recorded search: the shared part, the fork, and correctness."""

from dataclasses import replace

import numpy as np
import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from proofs import satisfiable
from searches import random_formula

from engine.base.errors import InputError
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.proof.bounded_proof import BoundedProof
from engine.sat.proof.check import ProofVerdictKind, check_proof
from engine.sat.result import Status, falsified
from engine.sat.solvers.branch import Branch
from engine.sat.solvers.solve import SOLVERS, solve
from engine.sat.trace.events import EventKind
from engine.sat.trace.recording import check_decision, decision_at
from engine.sat.trace.trace import Recorder, Setup, Trace

STRATEGIES = [
    (solver.name, branching) for solver in SOLVERS.values() if solver.follow for branching in solver.branchings
]
clauses = st.lists(st.lists(st.integers(-8, 8).filter(bool), min_size=2, max_size=3), min_size=8, max_size=40)


def recorded(formula: Formula, solver: str, branching: str | None = None, seed: int = 0) -> Trace:
    recorder = Recorder(1 << 24, setup=Setup(seed))
    return recorder.trace(formula, solve(formula, solver, branching=branching, trace=recorder, seed=seed))


def assert_same(first: Trace, other: Trace, stop: int | None = None) -> None:
    for mine, theirs in ((first.kinds, other.kinds), (first.literals, other.literals), (first.clauses, other.clauses)):
        assert np.array_equal(mine[:stop], theirs[:stop])


def decisions(trace: Trace) -> list[int]:
    return [int(event) for event in trace.where(EventKind.DECISION)]


@pytest.mark.few(8)
@pytest.mark.parametrize(("solver", "branching"), STRATEGIES)
@settings(max_examples=amount(8))
@given(clauses=clauses, seed=st.integers(0, 3))
def test_the_decision_that_the_search_took_gives_the_same_events(
    solver: str, branching: str, clauses: list[list[int]], seed: int
) -> None:
    trace = recorded(Formula.of(clauses, 8), solver, branching, seed)
    for fork in decisions(trace):
        again = Branch(trace, fork, trace.event(fork).literal).run()
        assert len(again) == len(trace)
        assert_same(again, trace)
        assert again.learned == trace.learned


@pytest.mark.parametrize("family", ["php", "random"])
@pytest.mark.parametrize(("solver", "branching"), STRATEGIES)
def test_the_same_decision_repeats_the_search_through_learning_and_restarts(
    solver: str, branching: str, family: str
) -> None:
    """In long searches, at some of their decisions."""
    formula = make("php", ["5", "4"]) if family == "php" else random_formula(solver)
    trace = recorded(formula, solver, branching)
    places = decisions(trace)
    for fork in {places[len(places) // 3], places[-1]}:
        again = Branch(trace, fork, trace.event(fork).literal).run()
        assert len(again) == len(trace)
        assert_same(again, trace)


@pytest.mark.parametrize("solver", ["backtracking", "naive", "dpll", "cdcl"])
@settings(max_examples=amount(20))
@given(clauses=clauses, data=st.data())
def test_a_branch_parts_at_its_decision_and_is_right(
    solver: str, clauses: list[list[int]], data: st.DataObject
) -> None:
    """Also a branch of a branch: both shared parts are unchanged, and every answer is checked."""
    formula = Formula.of(clauses, 8)
    trace = recorded(formula, solver)
    for _ in range(2):
        if not (places := decisions(trace)):
            return
        fork = data.draw(st.sampled_from(places))
        state = trace.state(fork)
        occurring = {abs(literal) for clause in formula for literal in clause}
        free = [variable for variable in sorted(occurring) if not state.assignment[variable]]
        literal = data.draw(st.sampled_from(free)) * data.draw(st.sampled_from((1, -1)))
        proof = BoundedProof()
        branch = Branch(trace, fork, literal).run(proof=proof)
        assert_same(branch, trace, fork)
        assert branch.event(fork)[:2] == (EventKind.DECISION, literal)
        found = branch.result
        assert (found.status is Status.SATISFIABLE) == satisfiable(formula)
        if found.model is not None:
            assert falsified(formula, found.model) is None
        else:
            assert check_proof(formula, proof).verdict is ProofVerdictKind.VERIFIED
        trace = branch


def test_undecidable_cases_are_refused() -> None:
    formula = Formula.of([[1, 2], [-1, 3], [4, 5], [-4, 6]], 7)
    trace = recorded(formula, "dpll", "first")
    assert decision_at(trace, 0) == 0
    assert decision_at(trace, 1) == 0, "the decision that was just taken"
    assert decision_at(trace, 2) == 2
    for literal, message in ((3, "3 is true when"), (-1, "-1 is false"), (9, "from 1 to 7"), (7, "in no clause")):
        with pytest.raises(InputError, match=message):
            check_decision(trace, 2, literal)
    with pytest.raises(InputError, match="no decision at or after"):
        decision_at(trace, len(trace))


@pytest.mark.parametrize("field", ["kinds", "literals", "clauses"])
@pytest.mark.parametrize("back", [1, 5])
def test_a_recording_that_does_not_come_again_has_no_branches(field: str, back: int) -> None:
    trace = recorded(make("php", ["6", "5"]), "cdcl")
    last = decisions(trace)[-1]
    events = getattr(trace, field).copy()
    events[last - back] ^= 1
    events[last:] ^= 1  # the branch shares no event from the decision on
    with pytest.raises(InputError, match=f"can't repeat the recorded search: event {last - back + 1:,} differs"):
        Branch(replace(trace, **{field: events}), last, trace.event(last).literal).run()


def test_a_branch_is_cancelled_before_and_after_its_decision() -> None:
    trace = recorded(make("php", ["7", "6"]), "cdcl")
    fork = decisions(trace)[5]
    branch = Branch(trace, fork, -trace.event(fork).literal)
    assert not branch.is_past_start
    assert len(branch.so_far()) == 0
    found = branch.run(cancel=lambda: True)
    assert found.result.status is Status.UNKNOWN
    assert "cancel" in found.result.reason
    late = Branch(trace, fork, -trace.event(fork).literal)
    found = late.run(cancel=lambda: late.is_past_start)
    assert found.result.status is Status.UNKNOWN
    assert fork < len(found) < len(trace)
    assert len(late.so_far()) == len(found)
    whole = Branch(trace, fork, -trace.event(fork).literal)
    assert whole.run(cancel=lambda: False).result.status is Status.UNSATISFIABLE
