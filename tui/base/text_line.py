"""One line of text."""

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from tui.base.base_app import InProgram
from tui.draw.cells import Line, clip_line, strip, width_of


class TextLine(Widget, InProgram):
    """A line with a left and a right part; the right one is left out if both do not fit."""

    DEFAULT_CSS = "TextLine { height: 1; width: 1fr; }"

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._left: Line = []
        self._right: Line = []

    def show(self, left: Line, right: Line | None = None) -> None:
        """Show these parts."""
        if (left, right or []) != (self._left, self._right):
            self._left, self._right = left, right or []
            self.refresh()

    def render_line(self, y: int) -> Strip:
        gap = self.size.width - width_of(self._left) - width_of(self._right)
        line = self._left if gap < bool(self._left) else [*self._left, Segment(" " * gap), *self._right]
        line = clip_line(line, self.size.width, self.glyphs.ellipsis)
        return strip(line if y == 0 else [], self.size.width)
