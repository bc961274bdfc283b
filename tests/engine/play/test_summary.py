"""Sentences about games."""

import pytest

from engine.play.summary import rules_not_drawn
from engine.sudoku.formats.grid_rules import GridRules, usual_boxes
from engine.sudoku.layout import LAYOUTS

BOXES = tuple(usual_boxes(9))
LATIN = tuple(frozenset((row, (row + step) % 9) for row in range(9)) for step in range(9))


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (GridRules(9, BOXES, knight=True), "Equal digits may not be a knight's move apart."),
        (GridRules(9, BOXES, king=True), "Equal digits may not touch each other, not even diagonally."),
        (GridRules(9, BOXES, falling=True, knight=True), "Equal digits may not be a knight's move apart."),
        (GridRules(9, BOXES, falling=True), ""),
        (GridRules(9, (), extra=LATIN), "It has rules that are not drawn on the board."),
    ],
)
def test_rules_that_are_not_drawn_are_reported(rules: GridRules, message: str) -> None:
    assert rules_not_drawn(rules.layout()) == message


@pytest.mark.parametrize("name", LAYOUTS)
def test_all_rules_of_the_layouts_with_names_are_drawn(name: str) -> None:
    assert rules_not_drawn(LAYOUTS[name]()) == ""
