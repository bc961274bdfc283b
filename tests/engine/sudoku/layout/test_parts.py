"""Grids as separate layouts."""

import pytest

from engine.sudoku.layout import LAYOUTS, describe, grid_layout, overlapping_grids, single


@pytest.mark.parametrize("name", ["double", "double-upper-right", "triple", "samurai"])
def test_each_grid_is_a_sudoku_with_its_names_on_the_canvas(name: str) -> None:
    layout = LAYOUTS[name]()
    for grid in layout.grids:
        part, cells = grid_layout(layout, grid)
        assert cells == tuple(sorted(grid.cells))
        assert [part.cell_name(cell) for cell in range(81)] == [layout.cell_name(cell) for cell in cells]
        assert sorted(house.cells for house in part.houses) == sorted(house.cells for house in single().houses)
        names = {house.name for house in layout.houses}
        assert {house.name for house in part.houses} <= names
        assert [cells[cell] for cell in part.grids[0].cells] == list(grid.cells)


def test_which_grids_overlap() -> None:
    for layout in (make() for make in LAYOUTS.values()):
        shared = [sum(cell in grid.cells for grid in layout.grids) > 1 for cell in range(len(layout.cells))]
        expected = [grid for grid in layout.grids if any(shared[cell] for cell in grid.cells)]
        assert list(overlapping_grids(layout)) == expected
    assert len(overlapping_grids(LAYOUTS["samurai"]())) == 5
    apart = describe("layout apart\nsize 4\nboxes 2x2\ngrid 1 1\ngrid 3 3\ngrid 1 9\n")
    assert [grid.number for grid in overlapping_grids(apart)] == [1, 2]
