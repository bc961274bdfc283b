"""Layouts: the cells, houses and peers on which everything else is built."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sudoku.layout import LAYOUTS, Layout, conflicts, double, from_grids, single

SIZES = {
    "single": (81, 27),
    "double": (153, 53),
    "small": (16, 12),
    "six": (36, 18),
    "twins": (28, 23),
    "samurai": (369, 131),
    "diagonal": (81, 29),
    "cages": (16, 14),
    "sixteen": (256, 48),
}


def test_counts(layout: Layout) -> None:
    assert (len(layout.cells), len(layout.houses)) == SIZES[layout.name]


def test_houses_and_cells_name_each_other(layout: Layout) -> None:
    for cell, numbers in enumerate(layout.houses_of):
        assert list(numbers) == [number for number, house in enumerate(layout.houses) if cell in house.cells]
    for house in layout.houses:
        assert list(house.cells) == sorted(set(house.cells))
        assert len(house.cells) <= layout.size
    assert len({house.name for house in layout.houses}) == len(layout.houses)
    assert len({house.cells for house in layout.houses}) == len(layout.houses)


def test_peers(layout: Layout) -> None:
    for cell, peers in enumerate(layout.peers):
        assert cell not in peers
        for peer in peers:
            assert cell in layout.peers[peer]
            assert any({cell, peer} <= set(house.cells) for house in layout.houses)


def test_positions(layout: Layout) -> None:
    assert list(layout.cells) == sorted(layout.cells)
    assert all(layout.index[position] == cell for cell, position in enumerate(layout.cells))
    assert (layout.rows, layout.columns) == tuple(max(place) + 1 for place in zip(*layout.cells, strict=True))


def test_grids_hold_whole_sudokus(layout: Layout) -> None:
    for grid in layout.grids:
        inside = [house.kind for house in layout.houses if set(house.cells) <= set(grid.cells)]
        for kind in ("row", "column", "box"):
            assert inside.count(kind) >= layout.size
        assert layout.cells[grid.cells[0]] == (grid.row, grid.column)
        assert all(grid in layout.grids_of(cell) for cell in grid.cells)


def test_the_shared_box_exists_once() -> None:
    layout = double()
    shared = [cell for cell in range(153) if len(layout.grids_of(cell)) == 2]
    assert [layout.cells[cell] for cell in shared] == [(row, column) for row in (6, 7, 8) for column in (6, 7, 8)]
    assert [house.cells for house in layout.houses].count(tuple(shared)) == 1
    assert Counter(len(peers) for peers in layout.peers) == {32: 9, 20: 144}
    assert all(len(layout.houses_of[cell]) == 5 for cell in shared)
    assert layout.cell_name(shared[0]) == "r7c7"


def test_wide_boxes() -> None:
    layout = from_grids("six", "", 2, 3, [(0, 0)])
    boxes = [house.cells for house in layout.houses if house.kind == "box"]
    assert boxes[0] == (0, 1, 2, 6, 7, 8)
    assert boxes[1] == (3, 4, 5, 9, 10, 11)
    assert sorted(cell for box in boxes for cell in box) == list(range(36))


def test_layouts_by_name() -> None:
    assert {name: make().name for name, make in LAYOUTS.items()} == {name: name for name in LAYOUTS}
    assert hash(double()) != hash(single())


@settings(deadline=None)
@given(st.data())
def test_conflicts_are_the_repeated_digits(layouts: dict[str, Layout], data: st.DataObject) -> None:
    layout = layouts["twins"]
    values = data.draw(st.lists(st.integers(0, 4), min_size=28, max_size=28))
    found = {(house, digit): cells for house, digit, cells in conflicts(layout, values)}
    for number, house in enumerate(layout.houses):
        for digit in range(1, 5):
            cells = tuple(cell for cell in house.cells if values[cell] == digit)
            assert found.get((number, digit), ()) == (cells if len(cells) > 1 else ())


@pytest.mark.parametrize("values", [[0] * 153, [1] + [0] * 152])
def test_few_digits_have_no_conflict(values: list[int]) -> None:
    assert conflicts(double(), values) == []
