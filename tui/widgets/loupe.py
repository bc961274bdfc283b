"""The box around the cursor, large enough to show the notes of its cells."""

from collections.abc import Sequence

from engine.sudoku.layout import House, Layout
from tui.palette import Glyphs, Palette
from tui.widgets.board import DIGITS
from tui.widgets.patchwork import Patchwork, Picture


def draw_loupe(
    layout: Layout,
    box: House,
    values: Sequence[int],
    marks: Sequence[int],
    palette: Palette,
    glyphs: Glyphs,
) -> Picture:
    """Draw a box: a digit in the middle of a filled cell, else its marks (bit d-1 for digit d) each in its own place."""
    across, down = layout.box_columns, layout.box_rows
    cell_width, cell_height = 2 * across + 1, down
    picture = Picture(across * (cell_width + 1) + 1, down * (cell_height + 1) + 1)
    flat, upright, *corners = glyphs.box
    top_left, top_right, bottom_left, bottom_right, right_tee, left_tee, down_tee, up_tee, cross = corners
    for row in range(down + 1):
        left, tee, right = (
            (top_left, down_tee, top_right)
            if row == 0
            else (bottom_left, up_tee, bottom_right)
            if row == down
            else (right_tee, cross, left_tee)
        )
        y = row * (cell_height + 1)
        picture.put(0, y, left + tee.join([flat * cell_width] * across) + right, palette.line)
        if row < down:
            for line in range(1, cell_height + 1):
                picture.put(0, y + line, upright + upright.join([" " * cell_width] * across) + upright, palette.line)
    for place, cell in enumerate(box.cells):
        x, y = place % across * (cell_width + 1) + 1, place // across * (cell_height + 1) + 1
        if values[cell]:
            picture.put(x + cell_width // 2, y + cell_height // 2, DIGITS[values[cell] - 1], palette.given)
            continue
        for digit in range(1, layout.size + 1):
            if marks[cell] >> (digit - 1) & 1:
                picture.put(x + 1 + (digit - 1) % across * 2, y + (digit - 1) // across, DIGITS[digit - 1], palette.plain)
    return picture


class Loupe(Patchwork):
    """The enlarged box on the screen."""

    def __init__(self, layout: Layout, **arguments: str) -> None:
        across, down = layout.box_columns, layout.box_rows
        width, height = across * (2 * across + 2) + 1, down * (down + 1) + 1
        super().__init__(Picture(width, height), [1] + [2 * across + 2] * across, **arguments)
