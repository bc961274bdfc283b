"""Equivalences that no binary clauses show, compared with the truth table."""

import random
from itertools import combinations, product

import pytest

from engine.sat.formula.formula import Formula
from engine.sat.queries.equivalences import binary_components
from engine.sat.queries.query import ask
from engine.sat.queries.registry import QUERIES
from engine.sat.solvers.limits import Limits, Watch

VARIABLES = 8


def planted(seed: int) -> list[list[int]]:
    """Equivalences of pairs and opposites, each in clauses of three literals, and other clauses."""
    dice, clauses = random.Random(seed), list[list[int]]()
    for _ in range(3):
        first, other, third = (dice.choice((1, -1)) * each for each in dice.sample(range(1, VARIABLES + 1), 3))
        clauses += [[sign * first, -sign * other, free] for sign in (1, -1) for free in (third, -third)]
    for _ in range(dice.randint(4, 10)):
        clauses.append([dice.choice((1, -1)) * each for each in dice.sample(range(1, VARIABLES + 1), 3)])
    return clauses


@pytest.mark.parametrize("seed", range(6))
def test_groups_are_those_of_the_truth_table(seed: int) -> None:
    for number in range(5):
        clauses = planted(10 * seed + number)
        models = [
            model
            for model in product(*((each, -each) for each in range(1, VARIABLES + 1)))
            if all({*clause} & {*model} for clause in clauses)
        ]
        columns: dict[tuple[bool, ...], list[int]] = {}
        for variable in range(1, VARIABLES + 1):
            for literal in (variable, -variable):
                values = tuple(literal in model for model in models)
                if 0 < sum(values) < len(values):
                    columns.setdefault(values, []).append(literal)
        expected = sorted(group for group in columns.values() if len(group) > 1 and group[0] > 0)
        watch = Watch(Limits(), None, None, 0.1)
        result = ask(QUERIES["equivalences"], Formula.of(clauses, VARIABLES), {}, watch)
        assert [list(row.literals) for row in result.rows if row.name == "group"] == expected
        backbone = [literal for row in result.rows if row.name == "backbone" for literal in row.literals]
        fixed = sorted(set.intersection(*map(set, models)), key=abs) if models else []
        assert backbone == (fixed if len(fixed) > 1 else [])
        if models:
            assert result.facts["groups"] == len(result.rows)
            assert result.facts["literals"] == sum(len(row.literals) for row in result.rows)
            assert result.facts["backbone"] == len(backbone)


def test_components_of_binary_clauses() -> None:
    ring = Formula.of([[-1, 2], [-2, -3], [3, 1], [4, 5, 6], [-4, 5]])
    components = {frozenset(component) for component in binary_components(ring) if len(component) > 1}
    assert components in ({frozenset({1, 2, -3})}, {frozenset({1, 2, -3}), frozenset({-1, -2, 3})})
    chain = Formula.of([[-first, other] for first, other in combinations(range(1, 5), 2)])
    assert not [component for component in binary_components(chain) if len(component) > 1]
