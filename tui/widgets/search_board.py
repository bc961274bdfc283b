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
    for y, row in enumerate(lines.rows):
        picture.put(0, y, row, palette.line)
    for cell, (row, column) in enumerate(puzzle.layout.cells):
        digit = puzzle.givens[cell] or digits[cell]
        ink = palette.given if puzzle.givens[cell] else palette.player if digit else palette.empty
        sign = DIGITS[digit - 1] if digit else glyphs.empty_cell
        picture.put(lines.xs[column] + 1, lines.ys[row], sign, ink)
    return picture


class SearchBoard(Patchwork):
    """A puzzle's givens with the digits a search has at the moment."""

    def __init__(self, puzzle: Puzzle, width: int, palette: Palette, glyphs: Glyphs, **arguments: str) -> None:
        """`width` is that of a cell, in columns."""
        self.puzzle = puzzle
        self._cell_width = width
        lines = frame(puzzle.layout, glyphs.box, width)
        super().__init__(draw(puzzle, puzzle.givens, width, palette, glyphs), lines.cuts, **arguments)

    def show_digits(self, digits: Sequence[int], palette: Palette, glyphs: Glyphs) -> int:
        """Show these digits, one a cell, 0 for none; returns how many characters changed."""
        return self.show(draw(self.puzzle, digits, self._cell_width, palette, glyphs))

    def blank_columns(self, rows: int) -> int:
        """How many columns at the left of the last `rows` lines of text hold nothing."""
        picture = self.picture
        below = range(max(picture.height - rows, 0), picture.height)
        return next(
            (x for x in range(picture.width) if any(picture.chars[y * picture.width + x] != " " for y in below)),
            picture.width,
        )
