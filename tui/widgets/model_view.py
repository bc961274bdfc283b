"""A model, ten literals to a line, however long it is."""

from array import array

from rich.segment import Segment
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.palette import PALETTES

PER_LINE = 10


class ModelView(ScrollView, can_focus=True):
    """Shows a model; renders only the lines in sight. Empty until `show` is called."""

    DEFAULT_CSS = """
    ModelView { height: 1fr; width: 100%; scrollbar-size-vertical: 1; scrollbar-size-horizontal: 1;
        scrollbar-background: ansi_default; scrollbar-color: $accent; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._model: array[int] = array("i")
        self._cell = 0

    def show(self, model: "array[int]") -> None:
        """Show a model: one literal for each variable, in order."""
        if model is self._model:
            return
        self._model = model
        self._cell = len(str(len(model))) + 2
        self.virtual_size = Size(PER_LINE * self._cell, -(-len(model) // PER_LINE))
        self.scroll_to(0, 0, animate=False)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        left, top = self.scroll_offset
        width = self.size.width
        start = (top + y) * PER_LINE
        palette = PALETTES[self.app.theme]
        segments = [
            Segment(str(literal).rjust(self._cell), palette.true if literal > 0 else palette.dim)
            for literal in self._model[start : start + PER_LINE]
        ]
        return Strip(segments).crop(left, left + width).adjust_cell_length(width)
