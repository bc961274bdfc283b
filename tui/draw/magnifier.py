"""The magnifier: a part of a board drawn large, with notes that the board's own cells have no room for."""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from textual.geometry import Region, Size

from engine.base.language import _
from engine.sudoku.layout import Layout
from tui.draw.board import BoardAppearance, draw
from tui.draw.board_frame import CellSize, board_frame, sizes_with_notes
from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture

_DEFAULT_CELLS = 3
"""Rows and columns of cells under the magnifier if boxes are not rectangular."""


class Magnifier(NamedTuple):
    """A part of a board drawn large: its name, the cell size, and the part's region of a board with such cells."""

    name: str
    cell: CellSize
    window: Region


@lru_cache(maxsize=1024)
def magnifier(layout: Layout, cursor: int, room: Size, box: str) -> Magnifier | None:
    """Return the box of the cursor, or the part of it that fits in the room; None if not even a cell fits."""
    houses = (layout.houses[number] for number in layout.houses_of[cursor])
    house = next((house for house in houses if house.kind == "box"), None)
    down, across = layout.box_rows or _DEFAULT_CELLS, layout.box_columns or _DEFAULT_CELLS
    spaced, packed = sizes_with_notes(layout.size)[1:3]
    lines = 0 if layout.box_rows else 1  # boxes of other shapes may have lines between any two cells, and around them
    fits_across = room.width >= across * (spaced.width + lines) + lines
    fits_down = room.height >= down * (spaced.height + lines) + lines
    cell = spaced if fits_across and fits_down else packed
    across = min(across, (room.width - lines) // (cell.width + lines))
    down = min(down, (room.height - lines) // (cell.height + lines))
    if across < 1 or down < 1:
        return None
    row, column = layout.cells[cursor]
    top, left = 0, 0
    if house and layout.box_rows:
        top, left = (min(layout.cells[cell][axis] for cell in house.cells) for axis in (0, 1))
    top, left = row - (row - top) % down, column - (column - left) % across
    bottom, right = min(top + down, layout.rows) - 1, min(left + across, layout.columns) - 1
    board = board_frame(layout, box, cell)
    x, y = board.xs[left] - lines, board.ys[top] - lines
    end_x, end_y = board.xs[right] + cell.width + lines, board.ys[bottom] + cell.height + lines
    window = Region(x, y, min(end_x - x, room.width), min(end_y - y, room.height))
    is_box = bool(layout.box_rows) and (down, across) == (layout.box_rows, layout.box_columns)
    part = _("r{top}c{left} to r{bottom}c{right}").format(
        top=top + 1, left=left + 1, bottom=bottom + 1, right=right + 1
    )
    return Magnifier(house.label if house and is_box else part, cell, window)


def draw_magnifier(part: Magnifier, layout: Layout, look: BoardAppearance, palette: Palette, glyphs: Glyphs) -> Picture:
    """Draw the cells with their notes, without any marks that move with the cursor."""
    unmarked = replace(look, grounds={}, signs={}, selected=(), marked_houses=(), chain=(), cursor=None)
    return draw(board_frame(layout, glyphs.box, part.cell), unmarked, palette, glyphs, part.window)
