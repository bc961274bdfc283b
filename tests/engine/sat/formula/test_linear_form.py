"""Formulas and objectives as linear constraints and a sum of literals."""

import doctest
import random
from itertools import product

import pytest
from amounts import amount

from engine.sat.formula import linear_form, opb
from engine.sat.formula.formula import Formula
from engine.sat.formula.linear_form import opb_lines, stated, with_penalties
from engine.sat.formula.objective import Objective


def least(formula: Formula, objective: Objective, highest: int) -> int | None:
    every = product(*((variable, -variable) for variable in range(1, highest + 1)))
    models = [model for model in every if all(each.is_satisfied(model) for each in stated(formula))]
    return min((objective.cost(model) for model in models), default=None)


@pytest.mark.parametrize("seed", range(amount(40)))
def test_penalties_keep_the_least_cost(seed: int) -> None:
    rng = random.Random(seed)
    variables = rng.randint(1, 5)

    def clause(least_size: int) -> tuple[int, ...]:
        return tuple(rng.choice((1, -1)) * rng.randint(1, variables) for _ in range(rng.randint(least_size, 3)))

    formula = Formula.of([clause(1) for _ in range(rng.randint(0, 5))], variables)
    objective = Objective(tuple((rng.randint(1, 9), clause(0)) for _ in range(rng.randint(0, 5))))
    whole, goal = with_penalties(formula, objective)
    assert all(len(each) == 1 for _weight, each in goal.soft)
    expected = least(formula, objective, variables)
    assert least(whole, goal, whole.variables) == expected
    document = opb.parse("".join(opb_lines(whole, goal)).encode())
    assert document.objective is not None
    highest = max(document.formula.variables, document.objective.variables, whole.variables)
    assert [each.bound for each in document.formula.constraints] == [each.bound for each in stated(whole)]
    assert least(document.formula, document.objective, highest) == expected


def test_linear_constraints_and_sums_stay() -> None:
    document = opb.parse(b"max: +2 x1 -1 ~x2 ; +1 x1 +3 x2 <= 3 ;")
    assert document.objective is not None
    assert with_penalties(document.formula, document.objective) == (document.formula, document.objective)
    assert list(opb_lines(document.formula, document.objective))[1].startswith("max: ")


def test_the_examples_of_the_docstrings() -> None:
    result = doctest.testmod(linear_form)
    assert result.attempted
    assert not result.failed
