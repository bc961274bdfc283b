"""A board that fills and empties while a solver searches."""

from collections.abc import Sequence

from engine.sudoku.puzzle import Puzzle
from tui.base.board import Board
from tui.draw.board import Look
from tui.draw.frame import NARROW, NORMAL, CellSize, frame
from tui.draw.palette import Glyphs, Palette


def cell_size(puzzle: Puzzle, room: int, glyphs: Glyphs) -> CellSize:
    """The widest cells with which the board stays within `room` columns, or the narrowest there are."""
    return NORMAL if frame(puzzle.layout, glyphs.box, NORMAL).width <= room else NARROW


class SearchBoard(Board):
    """A puzzle's givens bold, and the digits a search has at the moment in the player's ink."""

    def __init__(self, puzzle: Puzzle, size: CellSize, palette: Palette, glyphs: Glyphs) -> None:
        """`size` is that of a cell."""
        self.puzzle = puzzle
        self.cell_size = size
        super().__init__(puzzle.layout, _look(puzzle, puzzle.givens, palette), palette, glyphs, size)

    def show_digits(self, digits: Sequence[int], palette: Palette, glyphs: Glyphs) -> int:
        """Show these digits, one a cell, 0 for none; returns how many characters changed."""
        return self.display_look(_look(self.puzzle, digits, palette), palette, glyphs)

    def blank_columns(self, first: int) -> int:
        """How many columns at the left hold nothing from line `first` on downwards."""
        width, rows = self.picture.width, range(first, self.picture.height)
        chars = self.picture.chars
        return next((x for x in range(width) if any(chars[y * width + x] != " " for y in rows)), width)


def _look(puzzle: Puzzle, digits: Sequence[int], palette: Palette) -> Look:
    values = [given or digit for given, digit in zip(puzzle.givens, digits, strict=True)]
    return Look(values, [palette.given if given else palette.player for given in puzzle.givens])
