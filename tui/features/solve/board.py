"""A board that fills and empties while a solver searches."""

from collections.abc import Sequence

from engine.sudoku.puzzle import Puzzle
from tui.base.board import Board
from tui.draw.board import NARROW, NORMAL, CellSize, Look, frame
from tui.draw.palette import Glyphs, Palette


class SearchBoard(Board):
    """A puzzle's givens bold, and the digits a search has at the moment in the player's ink.

    Its cells are as wide as they can be for the board to stay within so many columns.
    """

    LABELLED = False

    def __init__(self, puzzle: Puzzle, columns: int, palette: Palette, glyphs: Glyphs) -> None:
        self.puzzle = puzzle
        self.cell_size = _cell_size(puzzle, columns, glyphs)
        super().__init__(puzzle.layout, _look(puzzle, puzzle.givens, palette), self.cell_size)

    def show_digits(self, digits: Sequence[int], columns: int, palette: Palette, glyphs: Glyphs) -> None:
        """Show these digits, one a cell, 0 for none, within so many columns."""
        look, size = _look(self.puzzle, digits, palette), _cell_size(self.puzzle, columns, glyphs)
        if size == self.cell_size:
            self.show_look(look)
        else:
            self.cell_size = size
            self.fit(look, size)

    def blank_columns(self, first: int) -> int:
        """How many columns at the left hold nothing from line `first` on downwards."""
        width, rows = self.picture.width, range(first, self.picture.height)
        chars = self.picture.chars
        return next((x for x in range(width) if any(chars[y * width + x] != " " for y in rows)), width)


def _cell_size(puzzle: Puzzle, columns: int, glyphs: Glyphs) -> CellSize:
    return NORMAL if frame(puzzle.layout, glyphs.box, NORMAL).width <= columns else NARROW


def _look(puzzle: Puzzle, digits: Sequence[int], palette: Palette) -> Look:
    values = [given or digit for given, digit in zip(puzzle.givens, digits, strict=True)]
    return Look(values, [palette.given if given else palette.player for given in puzzle.givens])
