"""The rules of a layout in groups: with all selectors exactly the solutions, and each selector with its own demand."""

import random
from collections.abc import Sequence

import pytest
from pysat.solvers import Solver
from rule_puzzles import is_met, random_rule

from engine.sudoku.as_sat.rule_groups import HouseDigit, PuzzleRule, RuleGroups
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.rules import Rule
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.position import Candidate

LAYOUT = LAYOUTS["6x6"]()
KINDS = ("killer cage", "thermometer", "arrow", "whispers")


def rules_met(seed: int, digits: tuple[int, ...]) -> tuple[Rule, ...]:
    dice = random.Random(seed)
    found = (random_rule(kind, digits, LAYOUT, dice) for kind in KINDS)
    return tuple(rule for rule in found if rule is not None)


@pytest.mark.parametrize("seed", range(4))
def test_each_group_is_its_demand(seed: int) -> None:
    digits = random_solution(LAYOUT, seed)
    rules = rules_met(seed, digits)
    groups = RuleGroups(LAYOUT, rules)
    solver = Solver("cadical195", bootstrap_with=list(groups.formula))

    def is_possible(digits: Sequence[int], selectors: list[int]) -> bool:
        placed = [groups.variable(Candidate(cell, digit)) for cell, digit in enumerate(digits)]
        found: bool = solver.solve([*placed, *selectors])
        return found

    every = [*groups.selectors.values(), *groups.distinct]
    assert len(rules) > 1
    assert is_possible(digits, every)
    other = random_solution(LAYOUT, seed + 100)
    for number, rule in enumerate(rules):
        assert is_possible(other, [groups.selectors[PuzzleRule(number)]]) == is_met(rule, other, LAYOUT)
    dice = random.Random(seed)
    for _ in range(5):
        cell = dice.randrange(len(digits))
        damaged = list(digits)
        damaged[cell] = damaged[cell] % LAYOUT.size + 1
        for demand, selector in groups.selectors.items():
            if isinstance(demand, HouseDigit):
                holds = demand.digit in [damaged[c] for c in LAYOUT.houses[demand.house].cells]
                assert is_possible(damaged, [selector]) == holds
            elif isinstance(demand, PuzzleRule):
                holds = is_met(rules[demand.number], damaged, LAYOUT)
                assert is_possible(damaged, [selector]) == holds
        for selector, house in groups.distinct.items():
            values = [damaged[c] for c in LAYOUT.houses[house].cells]
            assert is_possible(damaged, [selector]) == (len(set(values)) == len(values))
    solver.delete()


def test_candidates_and_variables() -> None:
    groups = RuleGroups(LAYOUT)
    for cell in range(len(LAYOUT.cells)):
        for digit in range(1, 7):
            assert groups.candidate(groups.variable(Candidate(cell, digit))) == Candidate(cell, digit)
    assert {groups.variable(Candidate(c, d)) for c in range(36) for d in range(1, 7)} == set(range(1, 217))
    empty = [-variable for variable in range(1, 7)]
    with Solver("cadical195", bootstrap_with=list(groups.formula)) as solver:
        assert solver.solve(empty)
        assert not solver.solve([*empty, groups.selectors[0]])
        assert not solver.solve([1, 2])
