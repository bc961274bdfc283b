"""The local search kernel: models, verdicts by propagation, invariants, seeds, slices, and plain Python."""

import random
from array import array

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver as PySat

from engine.base import kernels
from engine.base.kernels import plain as uncompiled
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.kernels.walk import Walk
from engine.sat.result import falsified

COMPILED = kernels.state().compiled

literals = st.integers(-8, 8).filter(bool)
clauses = st.lists(st.lists(literals, max_size=5), max_size=40)


def propagated(clauses: list[list[int]]) -> set[int] | None:
    """The literals that unit propagation makes true; None if it makes a clause false."""
    true: set[int] = set()
    while True:
        left = [[x for x in clause if -x not in true] for clause in clauses if true.isdisjoint(clause)]
        if [] in left:
            return None
        units = {clause[0] for clause in left if len(set(clause)) == 1}
        if not units:
            return true
        true |= units
        if any(-x in true for x in true):
            return None


@settings(max_examples=amount(200))
@given(clauses=clauses, seed=st.integers(0, 9), work=st.sampled_from((1, 50, 2000)))
def test_results_and_invariants(clauses: list[list[int]], seed: int, work: int) -> None:
    """Finds a model if there is one, refutes only by propagation, and otherwise never ends; break values as counted."""
    formula = Formula.of(clauses, 8)
    walk = Walk(formula, seed)
    with PySat("cadical195", bootstrap_with=clauses) as oracle:
        satisfiable = oracle.solve()
    answer = 0
    for _ in range(60 if COMPILED else 20):
        answer = walk.run(work)
        walk.sanity()
        if answer:
            break
    true = propagated(clauses)
    assert (answer == 20) == (true is None)
    if answer == 10:
        assert satisfiable
        model = walk.model()
        assert falsified(formula, model) is None
        assert true is not None
        assert true <= set(model)
        assert walk.lowest == walk.false == 0
    else:
        with pytest.raises(ValueError, match="there is no model"):
            walk.model()
    if answer == 0 and work == 2000 and COMPILED:
        assert not satisfiable


def test_long_searches_keep_their_invariants() -> None:
    """Through many flips, on clauses of all lengths, in a formula without a model."""
    rng = random.Random(3)
    mixed = [
        [v * rng.choice((1, -1)) for v in rng.sample(range(1, 41), rng.choice((1, 2, 3, 3, 3, 4, 7, 12)))]
        for _ in range(250)
    ]
    for formula in (make("php", ["6", "5"]), Formula.of([c for c in mixed if len(c) > 1], 45)):
        walk = Walk(formula, 5)
        for _ in range(20):
            if walk.run(3000):
                break
            walk.sanity()
        walk.sanity()
        assert walk.flips > 0


def test_tries_end_and_new_ones_start(monkeypatch: pytest.MonkeyPatch) -> None:
    module = uncompiled("engine.sat.kernels.walk")
    monkeypatch.setattr(module, "MIN_TRY_FLIPS", 10)
    monkeypatch.setattr(module, "FLIPS_PER_VARIABLE", 1)
    walk = module.Walk(make("php", ["4", "3"]), 0)
    lengths, last = [], 0
    while len(lengths) < 14:
        restarts, flips = walk.restarts, walk.flips
        walk.run(1)
        walk.sanity()
        if walk.restarts > restarts:
            lengths.append(flips - last)
            last = flips
    assert lengths == [12 * units for units in (1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4)]


def test_a_search_continues_from_an_assignment() -> None:
    formula = make("random-ksat", ["60", "180"])
    model = next(walk.model() for walk in (Walk(formula, 1),) if walk.run(10**7) == 10)
    given = [0] + [1 if literal > 0 else -1 for literal in model]
    walk = Walk(formula, 2)
    walk.run(1)
    walk.start_from(array("b", given))
    walk.sanity()
    flips = walk.flips
    assert walk.run(1000) == 10
    assert (walk.flips, walk.model()) == (flips, model)
    assert walk.assignment().tolist() == walk.lowest_assignment().tolist() == given


@settings(max_examples=amount(20))
@given(seed=st.integers(0, 99), work=st.sampled_from((1, 100, 5000)))
def test_slices_do_not_change_the_run(seed: int, work: int) -> None:
    formula = make("random-ksat", ["50", "200"], seed=seed)
    whole, sliced = Walk(formula, seed), Walk(formula, seed)
    whole.run(20_000)
    while not sliced.false == 0 < sliced.flips and sliced.work < whole.work:
        sliced.run(min(work, whole.work - sliced.work))
    assert (sliced.flips, sliced.assignment()) == (whole.flips, whole.assignment())


def test_the_seed_matters() -> None:
    formula = make("php", ["6", "5"])
    ends = []
    for seed in (0, 0, 1):
        walk = Walk(formula, seed)
        walk.run(20_000)
        ends.append(walk.assignment().tolist())
    assert ends[0] == ends[1] != ends[2]


@pytest.mark.skipif(not COMPILED, reason="the same module twice")
@settings(max_examples=amount(30))
@given(clauses=clauses, seed=st.integers(0, 5))
def test_compiled_and_plain_do_the_same(clauses: list[list[int]], seed: int) -> None:
    formula = Formula.of(clauses, 8)
    plain = uncompiled("engine.sat.kernels.walk").Walk(formula, seed)
    compiled = Walk(formula, seed)
    assert plain.run(2000) == compiled.run(2000)
    assert plain.assignment() == compiled.assignment()
    assert (plain.flips, plain.lowest, plain.work) == (compiled.flips, compiled.lowest, compiled.work)


def test_invalid_formulas_are_refused() -> None:
    with pytest.raises(ValueError, match="literal 3 in a formula of 2 variables"):
        Walk(Formula(2, array("i", [1, 3]), array("i", [0, 2])))
