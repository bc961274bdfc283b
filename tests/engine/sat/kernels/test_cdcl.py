"""The CDCL kernel: verdicts, models and proofs, invariants, assumptions, slices, depth, and plain Python."""

import random
from array import array
from collections import Counter
from itertools import pairwise

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from proofs import verify
from pysat.solvers import Solver as PySat

from engine.base import kernels
from engine.base.kernels import plain as uncompiled
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.kernels.cdcl import Cdcl
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof
from engine.sat.result import Status, falsified
from engine.sat.solvers import structure
from engine.sat.solvers.branching import LEARNING
from engine.sat.solvers.inprocessing import INPROCESSING
from engine.sat.solvers.solve import SOLVERS, solve
from engine.sat.trace.events import EventKind, Tape
from engine.sat.trace.trace import Recorder

COMPILED = kernels.state().compiled

literals = st.integers(-8, 8).filter(bool)
clauses = st.lists(st.lists(literals, max_size=4), max_size=40)
sizes = st.sampled_from((1, 5, 100, 5000))


def run(solver: Cdcl, work: int = 100_000) -> int:
    """Run to the end in slices, checking all invariants in between."""
    while not (answer := solver.run(work)):
        solver.sanity()
    solver.sanity()
    return answer


def random_3sat(variables: int, clauses: int, seed: int) -> Formula:
    rng = random.Random(seed)
    return Formula.of(
        [[v * rng.choice((1, -1)) for v in rng.sample(range(1, variables + 1), 3)] for _ in range(clauses)], variables
    )


@pytest.mark.parametrize("branching", LEARNING)
@settings(max_examples=amount(60))
@given(
    clauses=clauses,
    calls=st.lists(st.tuples(st.lists(literals, max_size=3), st.lists(literals, max_size=3)), min_size=1, max_size=4),
    seed=st.integers(0, 3),
    work=sizes,
)
def test_calls_with_assumptions_and_new_clauses(
    branching: str, clauses: list[list[int]], calls: list[tuple[list[int], list[int]]], seed: int, work: int
) -> None:
    """Each verdict is CaDiCaL's, each model satisfies the assumptions, and each core is unsatisfiable."""
    solver = Cdcl(Formula.of(clauses, 8), branching, seed)
    clauses = list(clauses)
    with PySat("cadical195", bootstrap_with=clauses) as oracle:
        for assumed, added in calls:
            solver.assume(assumed)
            if run(solver, work) == 10:
                model = solver.model()
                assert falsified(Formula.of(clauses, 8), model) is None
                assert set(assumed) <= set(model)
                with pytest.raises(ValueError, match="no core"):
                    solver.core()
            else:
                core = solver.core().tolist()
                assert set(core) <= set(assumed)
                assert not oracle.solve(assumptions=core)
                with pytest.raises(ValueError, match="no model"):
                    solver.model()
            solver.add_clause(added)
            clauses.append(added)
            oracle.add_clause(added)


@pytest.mark.parametrize("branching", LEARNING)
@settings(max_examples=amount(40))
@given(clauses=clauses)
def test_verdicts_on_small_formulas(branching: str, clauses: list[list[int]]) -> None:
    """Models and proofs are checked; formulas have duplicates, tautologies, and empty clauses too."""
    assert verify(Formula.of(clauses, 8), "cdcl", branching=branching).status is not Status.UNKNOWN


@pytest.mark.parametrize("branching", LEARNING)
def test_verdicts_on_harder_formulas(branching: str) -> None:
    """Long enough for restarts and many reductions of learned clauses."""
    size = 120 if COMPILED else 40
    formulas = [random_3sat(size, int(4.4 * size), seed) for seed in range(4)]
    formulas.append(make("php", ["7", "6"] if COMPILED else ["5", "4"]))
    for formula in formulas:
        result = verify(formula, "cdcl", branching=branching, seed=1)
        with PySat("cadical195", bootstrap_with=list(formula)) as oracle:
            assert (result.status is Status.SATISFIABLE) == oracle.solve()


def test_invariants_through_restarts_and_reductions() -> None:
    formula = make("php", ["8", "7"] if COMPILED else ["7", "6"])
    solver = Cdcl(formula)
    held = []
    while not solver.run(40_000):
        solver.sanity()
        held.append(solver.learned)
    solver.sanity()
    assert solver.restarts > 3
    if COMPILED:
        assert any(later < sooner for sooner, later in pairwise(held)), "nothing was forgotten"


TECHNIQUES = SOLVERS["cdcl"].techniques
left_out = st.sets(st.sampled_from(TECHNIQUES)).map(frozenset)


@settings(max_examples=amount(400))
@given(clauses=clauses, without=left_out, seed=st.integers(0, 3))
def test_verdicts_without_techniques(clauses: list[list[int]], without: frozenset[str], seed: int) -> None:
    """Without any technique, models and proofs are still valid."""
    formula = Formula.of(clauses, 8)
    assert verify(formula, "cdcl", without=without, seed=seed).status is verify(formula, "cdcl").status


@pytest.mark.few(5)
@pytest.mark.parametrize("without", [(), *((name,) for name in TECHNIQUES), TECHNIQUES], ids=",".join)
def test_invariants_and_proofs_through_modes_and_rephasings(without: tuple[str, ...]) -> None:
    """Long enough for turns of both modes and all kinds of phases."""
    for formula in (
        random_3sat(130 if COMPILED else 40, 560 if COMPILED else 176, 7),
        make("php", ["7", "6"] if COMPILED else ["6", "5"]),
    ):
        solver = Cdcl(formula, without=frozenset(without))
        run(solver)
        assert verify(formula, "cdcl", without=frozenset(without)).status is not Status.UNKNOWN


def test_phases_given_from_outside_are_followed() -> None:
    """A search with a model as its phases decides nothing else; after a verdict phases change nothing."""
    formula = Formula.of([[v, v + 1, v + 2] for v in range(1, 29)] + [[-1, -15, -29]], 30)
    model = [v if v % 3 else -v for v in range(1, 31)]
    assert falsified(formula, array("i", model)) is None
    solver = Cdcl(formula)
    solver.run(1)
    solver.set_phases(array("b", [0, *(1 if literal > 0 else -1 for literal in model)]))
    solver.sanity()
    assert run(solver) == 10
    assert solver.model().tolist() == model
    solver.set_phases(array("b", [0] + [1] * 30))
    assert solver.model().tolist() == model


def test_events_of_a_long_search() -> None:
    """Learned clauses with their numbers, restarts that keep some levels, and the final state."""
    formula = make("php", ["7", "6"])
    recorder = Recorder()
    result = solve(formula, "cdcl", trace=recorder)
    trace = recorder.trace(formula, result)
    kinds = Counter(trace.kinds.tolist())
    assert kinds[EventKind.CONFLICT] == result.conflicts == kinds[EventKind.LEARNED] + 1
    assert kinds[EventKind.BACKTRACK] == kinds[EventKind.LEARNED]
    assert kinds[EventKind.DECISION] == result.decisions
    assert kinds[EventKind.RESTART] > 0
    proof = Proof()
    off = frozenset({*INPROCESSING, *structure.TECHNIQUES})  # as it is while it is recorded
    solve(formula, "cdcl", proof=proof, without=off)
    added = {literals for deleted, literals in map(proof.__getitem__, range(len(proof))) if not deleted}
    assert {trace.clause(len(formula) + number) for number in range(kinds[EventKind.LEARNED])} <= added
    assert trace.state(len(trace)).level == 0


@pytest.mark.parametrize(("more", "same"), [([], False), ([[1, 2, 3, 4]], True)])
def test_reasons_are_bumped_in_the_focused_mode_if_clauses_have_one_length(more: list[list[int]], same: bool) -> None:
    formula = Formula.of([*random_3sat(60, 276, 1), *more], 60)
    searches = [Cdcl(formula, without=without) for without in (frozenset(), frozenset({"reason-bumping"}))]
    for search in searches:
        search.run(10**9, 100)  # the focused mode comes first
    assert (searches[0].decisions == searches[1].decisions) == same


def test_a_proof_survives_simplification_at_level_zero() -> None:
    """Clauses are shortened, satisfied and deleted on the way; units outlive their reasons."""
    for seed in range(3):
        size = 150 if COMPILED else 40
        formula = random_3sat(size, int(4.6 * size), seed)
        proof = Proof()
        result = solve(formula, "cdcl", proof=proof, seed=seed)
        if result.status is Status.UNSATISFIABLE:
            assert any(proof.deletions) or not COMPILED
            assert check_proof(formula, proof)


@settings(max_examples=amount(20))
@given(seed=st.integers(0, 99), work=sizes)
def test_slices_do_not_change_the_run(seed: int, work: int) -> None:
    formula = random_3sat(30, 130, seed)
    whole, sliced = Cdcl(formula), Cdcl(formula)
    assert run(whole) == run(sliced, work)
    for name in ("decisions", "propagations", "conflicts", "restarts", "learned"):
        assert getattr(whole, name) == getattr(sliced, name), name
    assert whole.assignment() == sliced.assignment()


def test_a_budget_of_conflicts_ends_the_run() -> None:
    solver = Cdcl(make("php", ["8", "7"]))
    for conflicts in (0, 1, 10):
        before = solver.conflicts
        assert solver.run(10**9, conflicts) == 0
        assert solver.conflicts == before + conflicts


@pytest.mark.parametrize("branching", LEARNING)
def test_uncompiled_searches_are_the_same(branching: str) -> None:
    source = uncompiled("engine.sat.kernels.cdcl")
    for seed in range(3):
        formula = random_3sat(30, 135, seed)
        tapes = Tape(30, []), Tape(30, [])
        compiled = Cdcl(formula, branching, seed, tapes[0], True)
        plain = source.Cdcl(formula, branching, seed, tapes[1], True)
        assert run(compiled) == run(plain)
        for name in ("decisions", "propagations", "conflicts", "restarts", "learned", "level", "recorded", "work"):
            assert getattr(compiled, name) == getattr(plain, name), name
        assert compiled.assignment() == plain.assignment()
        assert compiled.take_proof() == plain.take_proof()
        for column in ("kinds", "literals", "clauses", "learned"):
            assert getattr(tapes[0], column) == getattr(tapes[1], column)


@pytest.mark.parametrize("branching", LEARNING)
def test_deep_searches_and_long_clauses(branching: str) -> None:
    """Tens of thousands of levels, implications and literals in a clause; nothing is recursive or quadratic."""
    n = 20_000 if COMPILED else 3_000
    chain = [[-v, v + 1] for v in range(1, n)]
    for clauses, answer in (
        (chain, 10),
        ([*chain, [1], [-n]], 20),
        ([[v, v + 1] for v in range(1, n, 2)], 10),
        ([range(1, n + 1)], 10),
        ([range(1, n + 1), *([-v] for v in range(1, n))], 10),
        ([range(1, n + 1), *([-v] for v in range(1, n + 1))], 20),
        ([range(1, n + 1), *([-v, v + 1] for v in range(1, n)), [-n]], 20),
    ):
        formula = Formula.of(clauses, n)
        solver = Cdcl(formula, branching)
        while not (found := solver.run(1_000_000)):
            pass
        assert found == answer
        if answer == 10:
            assert falsified(formula, solver.model()) is None


def test_a_verdict_stays_until_it_is_reopened() -> None:
    solver = Cdcl(Formula.of([[1, 2], [-1, 2]], 2))
    assert run(solver) == 10
    assert solver.run(1) == 10
    solver.assume([-2])
    assert run(solver) == 20
    assert solver.core().tolist() == [-2]
    solver.assume([])
    assert run(solver) == 10
    solver.add_clause([-2])
    assert run(solver) == 20
    assert solver.core().tolist() == []
    solver.assume([1])
    assert run(solver) == 20
    assert solver.core().tolist() == []


def test_contradictory_or_repeated_assumptions() -> None:
    solver = Cdcl(Formula.of([[1, 2]], 3))
    solver.assume([3, 3, -3])
    assert run(solver) == 20
    assert sorted(solver.core()) == [-3, 3]
    solver.assume([1, 1, 3])
    assert run(solver) == 10


@pytest.mark.parametrize("literal", [0, 3, -3])
def test_foreign_literals_are_refused(literal: int) -> None:
    solver = Cdcl(Formula.of([[1, 2]], 2))
    with pytest.raises(ValueError, match=f"{literal} is no literal of the variables 1 to 2"):
        solver.assume([literal])
    with pytest.raises(ValueError, match=f"{literal} is no literal of the variables 1 to 2"):
        solver.add_clause([1, literal])
    assert run(solver) == 10


@given(seed=st.integers(0, 10_000))
@settings(max_examples=amount(60))
def test_all_assumptions_are_true_before_anything_else_is_decided(seed: int) -> None:
    """Also after backjumps into their levels. On a tape they are decisions; true ones have no level."""
    rng = random.Random(seed)
    formula = random_3sat(14, 58, seed)
    tape = Tape(14, [])
    solver = Cdcl(formula, tape=tape)
    trail: list[int] = []
    for _ in range(5):
        assumed = [rng.choice((1, -1)) * variable for variable in rng.sample(range(1, 15), rng.randrange(6))]
        solver.assume(assumed)
        with PySat("cadical195", bootstrap_with=list(formula)) as oracle:
            assert run(solver) == (10 if oracle.solve(assumptions=assumed) else 20)
        for kind, literal, number in zip(tape.kinds[: solver.recorded], tape.literals, tape.clauses, strict=False):
            if kind == EventKind.DECISION and literal not in assumed:
                assert set(assumed) <= set(trail)
            if kind in (EventKind.DECISION, EventKind.PROPAGATION):
                assert literal not in trail
                trail.append(literal)
            elif kind in (EventKind.BACKTRACK, EventKind.RESTART):
                del trail[number:]
        solver.recorded = solver.recorded_literals = 0


@pytest.mark.parametrize("damage", ["value", "mark", "heap_place", "queue_after", "level_of"])
def test_sanity_finds_broken_invariants(damage: str) -> None:
    """The check of invariants, on which the other tests rely, can fail. (Compiled data are inaccessible.)"""
    solver = uncompiled("engine.sat.kernels.cdcl").Cdcl(random_3sat(20, 60, 0))
    solver.run(300)
    solver.sanity()
    literal = solver.trail[0]
    getattr(solver, damage)[literal if damage == "value" else literal >> 1] += 2
    with pytest.raises(AssertionError):
        solver.sanity()
