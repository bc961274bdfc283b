"""One box drawn large, with the notes of its cells inside."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.style import Style

from engine.play.board import digits_of
from engine.sudoku.layout import House, Layout
from tui.palette import Glyphs, Palette
from tui.widgets.board import DIGITS
from tui.widgets.patchwork import Picture


class Sign(NamedTuple):
    """A mark that stands left of a digit, and a ground for both, so that it can be seen without colour too."""

    mark: str
    ground: Style


def loupe_size(layout: Layout) -> tuple[int, int]:
    """The columns and rows of text that the loupe of a layout takes; (0, 0) for one without boxes of one shape."""
    across, down = layout.box_columns, layout.box_rows
    if not across:
        return 0, 0
    return across * (2 * across + 2) + 1, down * (down + 1) + 1


def draw_loupe(
    picture: Picture,
    corner: tuple[int, int],
    layout: Layout,
    box: House,
    values: Sequence[int],
    marks: Sequence[int],
    palette: Palette,
    glyphs: Glyphs,
    signs: Mapping[tuple[int, int], Sign],
) -> None:
    """Draw a box at a corner (column, row) of the picture.

    A filled cell shows its digit in the middle, an empty one its marks (bit d for digit d), each in its own place;
    `signs` stand beside marks (by cell and digit).
    """
    left, top = corner
    across, down = layout.box_columns, layout.box_rows
    cell_width, cell_height = 2 * across + 1, down
    flat, upright, tl, tr, bl, br, right_tee, left_tee, down_tee, up_tee, cross = list(glyphs.box)
    ends = {0: (tl, down_tee, tr), down: (bl, up_tee, br)}
    for row in range(down + 1):
        first, tee, last = ends.get(row, (right_tee, cross, left_tee))
        y = top + row * (cell_height + 1)
        picture.put(left, y, first + tee.join([flat * cell_width] * across) + last, palette.line)
        if row < down:
            text = upright + upright.join([" " * cell_width] * across) + upright
            for line in range(1, cell_height + 1):
                picture.put(left, y + line, text, palette.line)
    for place, cell in enumerate(box.cells):
        x = left + place % across * (cell_width + 1) + 1
        y = top + place // across * (cell_height + 1) + 1
        if values[cell]:
            picture.put(x + cell_width // 2, y + cell_height // 2, DIGITS[values[cell] - 1], palette.given)
            continue
        for digit in digits_of(marks[cell]):
            column, row = (digit - 1) % across, (digit - 1) // across
            sign = signs.get((cell, digit))
            picture.put(x + 1 + 2 * column, y + row, DIGITS[digit - 1], sign.ground if sign else palette.plain)
            if sign:
                picture.put(x + 2 * column, y + row, sign.mark, sign.ground)
