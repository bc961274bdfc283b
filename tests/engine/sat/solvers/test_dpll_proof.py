"""Proofs of DPLL: every clause follows by unit propagation from those in use, and the last is empty."""

from collections import Counter
from collections.abc import Sequence

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.result import Status
from engine.sat.solvers.branching import BRANCHINGS, REFERENCE
from engine.sat.solvers.solve import Limits, solve

RUNS = [("dpll", branching) for branching in BRANCHINGS] + [
    (solver, branching) for solver in ("naive", "backtracking") for branching in (*REFERENCE, "in-order")
]

clauses = st.lists(st.lists(st.integers(-5, 5).filter(bool), max_size=4), max_size=30)


class Checker:
    """Receives a proof, and checks every clause of it."""

    def __init__(self, formula: Formula) -> None:
        self.clauses = Counter(frozenset(clause) for clause in formula)
        self.added: list[tuple[int, ...]] = []
        self.most = 0

    def add(self, literals: Sequence[int]) -> None:
        assert self.follows(literals), literals
        self.clauses[frozenset(literals)] += 1
        self.added.append(tuple(literals))
        self.most = max(self.most, self.clauses.total())

    def delete(self, literals: Sequence[int]) -> None:
        assert self.clauses[frozenset(literals)] > 0
        self.clauses[frozenset(literals)] -= 1
        self.clauses += Counter()

    def follows(self, literals: Sequence[int]) -> bool:
        """Whether unit propagation finds a false clause when all literals are false."""
        false = set(literals)
        grown = True
        while grown:
            grown = False
            for clause in self.clauses:
                left = clause - false
                if not left:
                    return True
                if len(left) == 1 and not {-literal for literal in left} <= false:
                    false |= {-literal for literal in left}
                    grown = True
        return False


@pytest.mark.parametrize(("solver", "branching"), RUNS)
@settings(max_examples=amount(30))
@given(clauses=clauses)
def test_every_clause_follows(solver: str, branching: str, clauses: list[list[int]]) -> None:
    formula = Formula.of(clauses)
    checker = Checker(formula)
    result = solve(formula, solver, branching=branching, proof=checker)
    assert (() in checker.added) == (result.status is Status.UNSATISFIABLE)
    assert () not in checker.added[:-1]
    assert len(checker.added) == result.conflicts


@pytest.mark.parametrize("solver", ["dpll", "naive"])
def test_pigeons(solver: str) -> None:
    """Many levels; unneeded clauses are deleted, so few are in use at a time."""
    formula = make("php", ["6", "5"])
    checker = Checker(formula)
    assert solve(formula, solver, proof=checker).status is Status.UNSATISFIABLE
    assert checker.added[-1] == ()
    assert len(checker.added) > 100
    assert checker.most < len(formula) + formula.variables


def test_a_search_that_is_stopped_proves_nothing() -> None:
    added: list[Sequence[int]] = []

    class Sink:
        def add(self, literals: Sequence[int]) -> None:
            added.append(literals)

        def delete(self, literals: Sequence[int]) -> None:
            pass

    result = solve(make("php", ["11", "10"]), limits=Limits(0.1), proof=Sink())
    assert result.status is Status.UNKNOWN
    assert len(added) == result.conflicts
    assert [] not in added
