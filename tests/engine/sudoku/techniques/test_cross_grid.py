from dataclasses import replace

import pytest
from arguments import examine, positions

from engine.sudoku.layout import House, double
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.cross_grid import cross_grid_lines
from engine.sudoku.techniques.position import members


def fits(position, house, cell, digit):
    """Whether the house alone can be filled with this digit in this cell."""
    digits_of = {cell: position.masks[cell] or 1 << position.values[cell] for cell in house.cells}
    digits_of[cell] = 1 << digit
    held = {}

    def settle(item, tried):
        for other in members(digits_of[item]):
            if other not in tried:
                tried.add(other)
                if other not in held or settle(held[other], tried):
                    held[other] = item
                    return True
        return False

    return all(settle(cell, set()) for cell in house.cells)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("name", "seeds"), [("double", 10), ("twins", 80), pytest.param("samurai", 4, marks=pytest.mark.slow)]
)
def test_cross_grid_lines_are_sound_and_proved(name, seeds, layouts):
    assert examine(cross_grid_lines, layouts[name], range(seeds))[Technique.CROSS_GRID_LINE]


@pytest.mark.slow
def test_cross_grid_lines_are_sound_and_proved_in_many_positions(layouts):
    assert examine(cross_grid_lines, double(), range(10000))


@pytest.mark.parametrize("name", ["single", "diagonal", "six", "cages"])
def test_a_single_grid_has_no_overlap(name, layouts):
    assert not examine(cross_grid_lines, layouts[name], range(5))


def test_a_short_house_implies_nothing_about_its_remainder(blank):
    """A cage of three cells meets the row of grid 1 in two, but the row need not have the digit of the third."""
    layout = double()
    cage = tuple(layout.index[6, column] for column in (7, 8, 9))
    layout = replace(layout, houses=(*layout.houses, House("cage", "cage 1", cage)))
    places = {(digit, "row 7 of grid 1"): "r7c1 r7c7 r7c8 r7c9" for digit in (1, 2)}
    steps = list(cross_grid_lines(blank(layout, {"r7c10": "12"}, places)))
    assert {layout.houses[house].name for step in steps for house in step.houses} == {
        "row 7 of grid 1",
        "row 1 of grid 2",
    }


def test_two_lines_through_the_shared_box(blank, removed):
    layout = double()
    position = blank(
        layout,
        {"r7c1": "123", "r7c2": "123"},
        {(digit, "row 1 of grid 2"): "r7c7 r7c8 r7c9 r7c10 r7c15" for digit in (1, 2, 3)},
    )
    (step,) = cross_grid_lines(position)
    assert step.sentence == (
        "Cross-grid line: outside the cells they share, row 7 of grid 1 and row 1 of grid 2 hold the same digits. "
        "r7c1 and r7c2 can only be 1, 2 or 3, and in the rest of row 1 of grid 2 these can only go in r7c10 and r7c15: "
        "r7c3, r7c4, r7c5 and r7c6 can't be 1, 2 or 3, and r7c10 and r7c15 can't be 4, 5, 6, 7, 8 or 9."
    )
    assert [layout.houses[house].name for house in step.houses] == ["row 7 of grid 1", "row 1 of grid 2"]
    for cell, digit in step.removes:
        assert all(fits(position, layout.houses[house], cell, digit) for house in layout.houses_of[cell])


@pytest.mark.long
def test_neither_line_shows_it_by_itself():
    """Among many positions, some have candidates that both lines together remove and no house alone."""
    beyond = 0
    for position, _ in positions(double(), range(16)):
        for step in cross_grid_lines(position):
            beyond += any(
                all(fits(position, double().houses[house], cell, digit) for house in double().houses_of[cell])
                for cell, digit in step.removes
            )
    assert beyond
