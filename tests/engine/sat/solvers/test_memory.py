"""The memory estimates of our solvers, compared with measurements."""

import tracemalloc
from array import array
from collections.abc import Callable

import pytest

from engine.base import kernels
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.kernels import cdcl, counting, dpll, naive, preprocessing, walk
from engine.sat.result import Status
from engine.sat.solvers import memory
from engine.sat.solvers.limits import Limits
from engine.sat.solvers.solve import SOLVERS, solve

FORMULAS: dict[str, Callable[[], Formula]] = {
    "random": lambda: make("random-ksat", ["3000", "12000"]),
    "pigeons": lambda: make("php", ["20", "19"]),
    "queens": lambda: make("queens", ["30"]),
    "few variables": lambda: make("random-ksat", ["20", "20000"]),
    "one literal watched by all": lambda: Formula.of([[1, 2 + v] for v in range(20_000)]),
    "variables alone": lambda: Formula.of([[1]], 100_000),
    "long clauses": lambda: Formula.of([range(1 + k, 2000 + k) for k in range(20)]),
}


def preprocess(formula: Formula) -> object:
    kernel = preprocessing.Preprocessor(formula)
    return kernel, kernel.clauses()


def count(formula: Formula) -> object:
    return counting.Counter(formula, array("b", bytes(formula.variables + 1)))


TAKERS: dict[str, tuple[Callable[[Formula], object], Callable[[Formula], int]]] = {
    "naive": (naive.Naive, memory.of_naive),
    "cdcl": (cdcl.Cdcl, memory.of_cdcl),
    "walk": (walk.Walk, memory.of_walk),
    "preprocessing": (preprocess, memory.of_preprocessing),
    "counting": (count, memory.of_counting),
} | {
    f"dpll {rule}": (lambda formula, rule=rule: dpll.Dpll(formula, rule), memory.of_dpll)
    for rule in SOLVERS["dpll"].branchings
}


@pytest.mark.skipif(not kernels.state().compiled, reason="uncompiled, numbers take memory too")
@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize("taker", TAKERS.values(), ids=TAKERS)
def test_no_solver_exceeds_its_limit(
    taker: tuple[Callable[[Formula], object], Callable[[Formula], int]], name: str
) -> None:
    begin, bytes_for = taker
    formula = FORMULAS[name]()
    peak = peak_of(begin, formula)
    assert peak <= 1.02 * bytes_for(formula) + 20_000
    assert bytes_for(formula) <= 3 * peak


@pytest.mark.skipif(not kernels.state().compiled, reason="uncompiled, numbers take memory too")
@pytest.mark.parametrize("estimate", dict.fromkeys(bytes_for for _, bytes_for in TAKERS.values()))
def test_some_formula_takes_nearly_all_of_the_estimate(estimate: Callable[[Formula], int]) -> None:
    begins = [begin for begin, bytes_for in TAKERS.values() if bytes_for is estimate]
    formulas = [make_formula() for make_formula in FORMULAS.values()]
    shares = [peak_of(begin, formula) / estimate(formula) for begin in begins for formula in formulas]
    assert max(shares) > 0.89


def peak_of(begin: Callable[[Formula], object], formula: Formula) -> int:
    begin(formula)  # later imports do not count
    tracemalloc.start()
    try:
        begin(formula)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", [name for name, solver in SOLVERS.items() if not solver.library])
def test_oversized_work_is_refused_before_it_starts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a formula that itself takes far less."""
    formula = make("random-ksat", ["30000", "120000"])
    monkeypatch.setattr("engine.sat.solvers.library.available", lambda: False)
    tracemalloc.start()
    try:
        result = solve(formula, name, limits=Limits(memory=2_000_000))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (result.status, result.reason) == (Status.UNKNOWN, "memory limit of 2 MB")
    assert peak < 12_000_000
