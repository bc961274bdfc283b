"""The explored share of the decision tree: at any time the sum over the leaves in the events."""

from fractions import Fraction
from typing import Any

import pytest

from engine.sat.formula.families import make
from engine.sat.kernels import dpll, naive
from engine.sat.trace.events import EventKind, Tape


def made(solver: str, tape: Tape) -> Any:
    formula = make("php", ["5", "4"])
    return dpll.Dpll(formula, tape=tape) if solver == "dpll" else naive.Naive(formula, tape=tape)


@pytest.mark.parametrize("solver", ["dpll", "naive"])
def test_the_explored_share_of_the_tree(solver: str) -> None:
    """By the definition: a leaf is a conflict, below the number of steps (decisions, their other values) in force."""
    tape = Tape(20, [])
    kernel = made(solver, tape)
    kernel.room = 1
    steps: list[bool] = []  # for each step in force: whether the other value of its decision is untried
    leaves = Fraction(0)
    answer = 0
    shares = []
    while not answer:
        answer = kernel.run(1)
        for event in range(kernel.recorded):
            kind = tape.kinds[event]
            if kind == EventKind.DECISION:
                steps.append(True)
            elif kind == EventKind.FLIP:
                steps.append(False)
            elif kind == EventKind.CONFLICT:
                leaves += Fraction(1, 2 ** len(steps))
            elif kind == EventKind.BACKTRACK:
                while not steps.pop():
                    pass
        assert kernel.explored == leaves
        shares.append(leaves)
        kernel.recorded = 0
    assert answer == 20
    assert kernel.explored == leaves == 1
    assert shares == sorted(shares)
    assert len(set(shares)) > 10
