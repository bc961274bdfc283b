"""The board and the model of the solve screen."""

from array import array
from collections.abc import Sequence

from rich.segment import Segment
from textual.events import Resize
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from engine.sudoku.puzzle import Puzzle
from tui.base.base_app import InProgram
from tui.base.board import BoardView
from tui.draw.board import BoardAppearance
from tui.draw.board_frame import NARROW, NORMAL, CellSize, frame
from tui.draw.palette import Glyphs, Palette


class SearchBoard(BoardView):
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


def _look(puzzle: Puzzle, digits: Sequence[int], palette: Palette) -> BoardAppearance:
    values = [given or digit for given, digit in zip(puzzle.givens, digits, strict=True)]
    return BoardAppearance(values, [palette.given if given else palette.player for given in puzzle.givens])


class ModelView(ScrollView, InProgram, can_focus=True):
    """Shows a model; renders only the lines in sight. Empty until `show` is called."""

    DEFAULT_CSS = """
    ModelView { height: 1fr; width: 100%; overflow-x: hidden; scrollbar-size-vertical: 1;
        scrollbar-background: ansi_default; scrollbar-color: $accent; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._model: array[int] = array("i")
        self._cell = 0
        self._per_line = 10

    def show(self, model: "array[int]") -> None:
        """Show a model: one literal for each variable, in order."""
        if model is not self._model:
            self._model = model
            self._cell = len(str(len(model))) + 2
            self._arrange()
            self.scroll_to(0, 0, animate=False)

    def on_resize(self, event: Resize) -> None:
        self._arrange()

    def render_line(self, y: int) -> Strip:
        start = (self.scroll_offset.y + y) * self._per_line
        palette = self.palette
        segments = [
            Segment(str(literal).rjust(self._cell), palette.true if literal > 0 else palette.dim)
            for literal in self._model[start : start + self._per_line]
        ]
        return Strip(segments).adjust_cell_length(self.size.width, palette.plain)

    def _arrange(self) -> None:
        """Put ten literals to a line, or five where ten don't fit."""
        self._per_line = 10 if 10 * self._cell <= self.size.width else 5
        self.virtual_size = Size(self.size.width, -(-len(self._model) // self._per_line))
        self.refresh()
