"""The primitives of rules, on all 288 grids of 4x4: they allow exactly the grids that meet the demand."""

import random

import pytest
from rule_puzzles import DEMANDS, is_met, random_rule

from engine.sudoku.layout import LAYOUTS
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import broken
from engine.sudoku.rules.kinds.everywhere import DisjointGroups
from engine.sudoku.search import solving

FOUR = LAYOUTS["4x4"]()
IMPOSSIBLE = {"lockout line", "nabner", "entropic line", "non-consecutive"}
"""Kinds that no grid of 4x4 meets, or a few."""
EVERY = [*solving.solutions(Puzzle(FOUR, (0,) * 16))]


@pytest.mark.parametrize("kind", DEMANDS)
def test_grids_are_allowed_that_meet_the_demand(kind: str) -> None:
    compared = 0
    for seed in range(5):
        dice = random.Random(f"{kind} {seed}")
        rule = None if kind in IMPOSSIBLE else random_rule(kind, dice.choice(EVERY), FOUR, dice)
        if rule is None:
            continue
        compared += 1
        primitives = rule.primitives(FOUR)
        for grid in EVERY:
            allowed = all(primitive.allows(grid) for primitive in primitives)
            assert allowed == is_met(rule, grid, FOUR)
            assert bool(broken([rule], FOUR, grid)) != allowed
            if allowed:
                board = [digit if dice.random() < 0.6 else 0 for digit in grid]
                assert all(primitive.allows(board) for primitive in primitives)
    assert compared or kind in IMPOSSIBLE


@pytest.mark.parametrize("name", ["6x6", "single", "double"])
def test_disjoint_groups_are_the_cells_at_one_place_of_all_boxes(name: str) -> None:
    layout = LAYOUTS[name]()
    expected = set()
    for grid in layout.grids:
        inside = (house for house in layout.houses if {*house.cells} <= {*grid.cells})
        boxes = [sorted(house.cells) for house in inside if house.kind == "box"]
        expected |= {frozenset(box[place] for box in boxes) for place in range(layout.size)}
    assert {frozenset(primitive.cells) for primitive in DisjointGroups().primitives(layout)} == expected
