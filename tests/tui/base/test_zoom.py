"""The sizes of cells that a player can want."""

import pytest

from engine.sudoku.layout import LAYOUTS
from tui.base.zoom import Zoom, cell_sizes, zoom_text
from tui.draw.board_frame import CellSeparation, CellSize, parted_sizes


def test_all_sizes_are_cycled_through() -> None:
    zoom, order = Zoom.AUTOMATIC, []
    for _ in Zoom:
        order.append(zoom)
        zoom = zoom.next
    assert (zoom, {*order}) == (Zoom.AUTOMATIC, {*Zoom})
    assert [zoom for zoom in Zoom if zoom.is_large] == [Zoom.LARGE, Zoom.GROUNDS]


@pytest.mark.parametrize("name", ["4x4", "single", "16x16"])
def test_grounds_need_no_lines(name: str) -> None:
    layout = LAYOUTS[name]()
    for grounds in (False, True):
        every = parted_sizes(layout.size, grounds=grounds)
        for zoom in (Zoom.AUTOMATIC, Zoom.SMALL, Zoom.LARGE):
            assert cell_sizes(layout, zoom, grounds=grounds) == tuple(every)
        without = tuple(size for size in every if size.separation is not CellSeparation.LINES)
        assert cell_sizes(layout, Zoom.GROUNDS, grounds=grounds) == without


def test_the_present_size_is_described() -> None:
    assert zoom_text(Zoom.SMALL, CellSize(3, 1), "z") == "Cells: small, 3 columns and 1 rows; z changes it."
