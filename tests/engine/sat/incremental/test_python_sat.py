"""Algorithms of python-sat on our solver."""

import random
from itertools import product

import pytest

pytest.importorskip("pysat")
from pysat.examples import musx, optux, rc2
from pysat.formula import WCNF

from engine.sat.formula import families
from engine.sat.incremental.python_sat import PythonSatSolver, running_on_ours


def least_cost(formula: WCNF) -> int:
    """By trying all assignments."""
    costs = []
    for truths in product((True, False), repeat=formula.nv):
        model = {number if truth else -number for number, truth in enumerate(truths, 1)}
        if all(model & set(clause) for clause in formula.hard):
            lost = zip(formula.soft, formula.wght, strict=True)
            costs.append(sum(weight for clause, weight in lost if not model & set(clause)))
    return min(costs)


@pytest.mark.parametrize("seed", range(10))
def test_the_least_cost_is_found(seed: int) -> None:
    chance = random.Random(seed)
    formula = WCNF()
    for _ in range(25):
        clause = [chance.choice((1, -1)) * variable for variable in chance.sample(range(1, 9), 2)]
        formula.append(clause, weight=chance.randint(1, 5))
    formula.append([1, 2, 3])
    with running_on_ours(rc2), rc2.RC2(formula) as solver:
        assert isinstance(solver.oracle, PythonSatSolver)
        solver.compute()
        assert solver.cost == least_cost(formula)
    assert rc2.Solver is not PythonSatSolver


def test_minimal_and_smallest_unsatisfiable_subsets() -> None:
    formula = WCNF()
    for clause in (*families.make("php", ["4", "3"]), [20, 21], [-20, 21], [20, -21]):
        formula.append(list(clause), weight=1)
    with running_on_ours(musx, optux, __import__("pysat.examples.hitman", fromlist=["Solver"])):
        minimal = musx.MUSX(formula, verbosity=0).compute()
        smallest = optux.OptUx(formula).compute()
    assert len(minimal) == len(smallest) == len(families.make("php", ["4", "3"]))


def test_clauses_of_a_formula_are_added() -> None:
    with PythonSatSolver(bootstrap_with=[[1, 2]]) as solver:
        assert solver.append_formula([[-1, 3], [-2, 3]]) is None
        assert solver.nof_clauses() == 3
        assert not solver.solve([-3])
        assert solver.append_formula([[-3]], no_return=False) is False
