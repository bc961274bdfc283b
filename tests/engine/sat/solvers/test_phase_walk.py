"""Local search inside clause learning: the resulting phases, and their effect on the search."""

import pytest

from engine.base import kernels
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.kernels.cdcl import Cdcl
from engine.sat.result import Status, falsified
from engine.sat.solvers.phase_walk import PhaseWalk
from engine.sat.solvers.solve import solve


def false_under(formula: Formula, phases: "list[int]") -> int:
    return sum(all(phases[abs(literal)] * literal < 0 for literal in clause) for clause in formula)


@pytest.mark.parametrize("seed", range(3))
def test_the_phases_are_those_of_the_best_of_the_walk(seed: int) -> None:
    formula = make("random-ksat", ["100", "450"], seed=seed)
    kernel = Cdcl(formula)
    kernel.run(2_000, 20)
    before = false_under(formula, kernel.phases().tolist())
    walk = PhaseWalk(kernel, formula)
    for _ in walk.run(1, 500):
        pass
    after = false_under(formula, kernel.phases().tolist())
    assert after == walk.lowest
    assert after < before
    assert (walk.walks, walk.flips > 0) == (1, True)


def test_a_model_that_is_found_is_decided_without_a_conflict() -> None:
    formula = make("random-ksat", ["200", "600"], seed=1)
    kernel = Cdcl(formula)
    kernel.run(10_000, 3)
    conflicts = kernel.conflicts
    walk = PhaseWalk(kernel, formula)
    for _ in walk.run(10**8, 10_000):
        pass
    assert walk.lowest == 0
    assert kernel.run(10**7) == 10
    assert kernel.conflicts == conflicts
    assert falsified(formula, kernel.model()) is None


@pytest.mark.skipif(not kernels.state().compiled, reason="the search is long, so that it walks")
def test_the_search_counts_its_walks() -> None:
    formula = make("random-ksat", ["150", "660"], seed=2)
    result = solve(formula, "cdcl")
    without = solve(formula, "cdcl", without=frozenset({"walk"}))
    assert result.status is without.status is not Status.UNKNOWN
    assert result.conflicts is not None
    assert (result.details["walks"] > 0) == (result.conflicts >= 1000)
    assert "walks" not in without.details
