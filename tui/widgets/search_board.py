"""A board that fills and empties while a solver searches."""

from collections.abc import Sequence

from engine.sudoku.puzzle import Puzzle
from tui.palette import Glyphs, Palette
from tui.widgets.board import DIGITS
from tui.widgets.frame import frame
from tui.widgets.patchwork import Patchwork, Picture

_NARROW, _ROOMY = 2, 3
"""Columns of a cell."""


def cell_width(puzzle: Puzzle, room: int, glyphs: Glyphs) -> int:
    """The widest cells with which the board stays within `room` columns, or the narrowest there are."""
    return _ROOMY if frame(puzzle.layout, glyphs.box, _ROOMY).width <= room else _NARROW


def draw(puzzle: Puzzle, digits: Sequence[int], width: int, palette: Palette, glyphs: Glyphs) -> Picture:
    """Draw the givens bold and the other digits (0: none) in the player's ink, cells `width` columns wide."""
    lines = frame(puzzle.layout, glyphs.box, width)
    picture = Picture(lines.width, lines.height)
    for y, text in enumerate(lines.rows):
        picture.put(0, y, text, palette.line)
    for cell, (row, column) in enumerate(puzzle.layout.cells):
        digit = puzzle.givens[cell] or digits[cell]
        ink = palette.given if puzzle.givens[cell] else palette.player if digit else palette.empty
        sign = DIGITS[digit - 1] if digit else glyphs.empty_cell
        picture.put(lines.xs[column] + 1, lines.ys[row], sign, ink)
    return picture


class SearchBoard(Patchwork):
    """A puzzle's givens with the digits a search has at the moment."""

    def __init__(self, puzzle: Puzzle, width: int, palette: Palette, glyphs: Glyphs) -> None:
        """`width` is that of a cell, in columns."""
        self.puzzle = puzzle
        self.cell_width = width
        lines = frame(puzzle.layout, glyphs.box, width)
        super().__init__(draw(puzzle, puzzle.givens, width, palette, glyphs), lines.cuts)

    def show_digits(self, digits: Sequence[int], palette: Palette, glyphs: Glyphs) -> int:
        """Show these digits, one a cell, 0 for none; returns how many characters changed."""
        return self.show(draw(self.puzzle, digits, self.cell_width, palette, glyphs))

    def blank_columns(self, first: int) -> int:
        """How many columns at the left hold nothing from line `first` on downwards."""
        width, rows = self.picture.width, range(first, self.picture.height)
        chars = self.picture.chars
        return next((x for x in range(width) if any(chars[y * width + x] != " " for y in rows)), width)
