"""The model of the solve screen as a list."""

from array import array

from rich.segment import Segment
from textual.events import Resize
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from engine.sat.formula.words import Words
from tui.base.base_app import InProgram
from tui.draw.cells import fit

_PER_LINE = 10, 5, 2, 1
"""Maximum literals of a line."""


class ModelView(ScrollView, InProgram, can_focus=True):
    """Shows a model; renders only visible lines. Empty until `show` is called."""

    DEFAULT_CSS = """
    ModelView { height: 1fr; width: 45%; overflow-x: hidden; scrollbar-size-vertical: 1; display: none;
        scrollbar-background: ansi_default; scrollbar-color: $accent; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._model: array[int] = array("i")
        self._words: Words | None = None
        self._cell = 0
        self._per_line = _PER_LINE[0]

    def show(self, model: "array[int]", words: Words | None = None) -> None:
        """Show a model, one literal for each variable, in order; by names if `words` are given."""
        if model is not self._model or words is not self._words:
            self._model, self._words = model, words
            names = map(self._text_of, model[:10_000] if words else model[-1:])
            self._cell = max(map(len, names), default=1) + (2 if words or not model or model[-1] > 0 else 1)
            self._arrange()
            self.scroll_to(0, 0, animate=False)

    def _text_of(self, literal: int) -> str:
        return self._words.literal(literal) if self._words else str(literal)

    def on_resize(self, event: Resize) -> None:
        self._arrange()

    def render_line(self, y: int) -> Strip:
        start = (self.scroll_offset.y + y) * self._per_line
        palette, width = self.palette, min(self._cell, max(self.size.width, 1))
        segments = [
            Segment(self._in_cell(literal, width), palette.true if literal > 0 else palette.dim)
            for literal in self._model[start : start + self._per_line]
        ]
        return Strip(segments).adjust_cell_length(self.size.width, palette.plain)

    def _in_cell(self, literal: int, width: int) -> str:
        if self._words:
            return fit(self._text_of(literal), width, self.glyphs.ellipsis)
        return str(literal).rjust(width)

    def _arrange(self) -> None:
        """Arrange as many literals on a line as fit."""
        self._per_line = next((count for count in _PER_LINE if count * self._cell <= self.size.width), 1)
        self.virtual_size = Size(self.size.width, -(-len(self._model) // self._per_line))
        self.refresh()
