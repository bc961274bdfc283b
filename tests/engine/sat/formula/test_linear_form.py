"""Formulas and objectives as linear constraints and a sum of literals."""

import doctest
import random
from itertools import product

import pytest
from amounts import amount

from engine.sat.formula import linear_form, opb
from engine.sat.formula.formula import Formula
from engine.sat.formula.linear_form import constant_left_out, is_native, linear_constraints, opb_lines, with_penalties
from engine.sat.formula.objective import Objective


def least(formula: Formula, objective: Objective, highest: int) -> int | None:
    every = product(*((variable, -variable) for variable in range(1, highest + 1)))
    models = [model for model in every if all(each.is_satisfied(model) for each in linear_constraints(formula))]
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
    assert [each.bound for each in document.formula.constraints] == [each.bound for each in linear_constraints(whole)]
    assert least(document.formula, document.objective, highest) == expected


def test_linear_constraints_and_sums_stay() -> None:
    document = opb.parse(b"max: +2 x1 -1 ~x2 ; +1 x1 +3 x2 <= 3 ;")
    assert document.objective is not None
    assert with_penalties(document.formula, document.objective) == (document.formula, document.objective)


@pytest.mark.parametrize("sum_words", ["min: +3 x1 -2 x2", "max: +2 x1 -1 ~x2", "max: -4 ~x1 +2 x2 +1 ~x2"])
def test_veripb_minimises_the_cost_without_a_constant(sum_words: str) -> None:
    document = opb.parse(f"{sum_words} ; +1 x1 +3 x2 <= 3 ;".encode())
    assert document.objective is not None
    left_out = constant_left_out(document.formula, document.objective)
    assert is_native(document.formula, document.objective) == sum_words.startswith("min")
    assert left_out == (document.objective.constant if sum_words.startswith("max") else 0)
    lines = list(opb_lines(document.formula, document.objective))
    assert lines[1].startswith("min: ")
    as_written = opb.parse("".join(lines).encode()).objective
    assert as_written is not None
    for model in product((1, -1), (2, -2)):
        assert as_written.cost(model) == document.objective.cost(model) - document.objective.constant


def test_the_examples_of_the_docstrings() -> None:
    result = doctest.testmod(linear_form)
    assert result.attempted
    assert not result.failed
