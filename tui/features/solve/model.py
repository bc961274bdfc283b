"""A model, ten literals to a line, however long it is."""

from array import array

from rich.segment import Segment
from textual.events import Resize
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.base.program import program_of


class ModelView(ScrollView, can_focus=True):
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
        palette = program_of(self).palette
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
