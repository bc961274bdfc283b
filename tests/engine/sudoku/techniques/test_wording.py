"""Names in sentences: houses of one kind and grid are grouped; what sentences must not look like."""

import pytest
from plain_english import mistakes

from engine.sudoku.layout import LAYOUTS, Layout, double, single
from engine.sudoku.techniques.wording import house_names, removal


def numbers(layout: Layout, *names: str) -> list[int]:
    return [[house.name for house in layout.houses].index(name) for name in names]


def test_houses_of_a_kind_together():
    assert house_names(single(), numbers(single(), "row 2", "row 7")) == "rows 2 and 7"
    assert house_names(single(), numbers(single(), "box 1", "box 4", "box 9"), "or") == "boxes 1, 4 or 9"
    assert house_names(single(), numbers(single(), "row 3", "box 1")) == "row 3 and box 1"


def test_grids_apart():
    names = "column 3 of grid 1", "column 5 of grid 1", "column 1 of grid 2"
    assert house_names(double(), numbers(double(), *names)) == "columns 3 and 5 of grid 1 and column 1 of grid 2"


def test_every_house_of_every_layout_has_its_own_name():
    for make in LAYOUTS.values():
        layout = make()
        assert [house_names(layout, [house]) for house in range(len(layout.houses))] == [h.name for h in layout.houses]


def test_cells_with_the_same_eliminations_are_reported_together():
    assert removal(single(), [(0, 5), (1, 5), (3, 7), (3, 5)]) == "r1c1 and r1c2 can't be 5, and r1c4 can't be 5 or 7"


@pytest.mark.parametrize(
    "sentence",
    [
        "so r5c7 and r6c7 and one of r6c8 and r6c9 hold 3, 8 and 9: r1c1 can't be 3.",
        "so r1c1 can't leave both 3s to: r1c1 can't be 4.",
        "if r1c1 isn't 5, then r15c13=4 - r15c14=9 - r12c15=9; either way r1c1 can't be 5.",
        "r1c1, r1c2 and r1c3 can't both hold 1.",
        "r1c1 and r1c2 (digits 1 and 2) can't both hold 1 nor 2.",
        "so r1c1 and r1c2 is 5: r1c3 can't be 5.",
        "if r1c1 hold 5, r1c2 is 4.",
        "a board of 3 columns and 1 rows.",
        "a board of 3 column and 4 rows.",
        "in rows 3 the 5 goes to r1c1.",
        "a 8 goes to r1c1.",
        "so {removal}.",
        "r1c1 is is 5.",
        "r1c1 can't be 5..",
    ],
)
def test_mistakes_are_seen(sentence: str) -> None:
    assert mistakes(sentence)
