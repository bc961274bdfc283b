"""One line of text that repaints only from its first change on."""

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.draw.cells import Line, strip, width_of


class TextLine(Widget):
    """A line with a part at the left and one at the right; the right one goes first where both don't fit."""

    DEFAULT_CSS = "TextLine { height: 1; width: 1fr; }"

    def __init__(self, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._left: Line = []
        self._right: Line = []

    def show(self, left: Line, right: Line | None = None) -> None:
        """Show these; nothing is written where nothing changed."""
        before = self._strip()
        self._left, self._right = left, right or []
        after = self._strip()
        if before != after:
            self.refresh(Region(0, 0, max(_inked(before), _inked(after)), 1))

    def render_line(self, y: int) -> Strip:
        return self._strip() if y == 0 else Strip.blank(self.size.width)

    def _strip(self) -> Strip:
        width = self.size.width
        gap = width - width_of(self._left) - width_of(self._right)
        if gap < 0:
            return strip(self._left, width)
        return strip([*self._left, Segment(" " * gap), *self._right], width)


def _inked(line: Strip) -> int:
    """Cells up to the last one that is not blank."""
    return len(line.text.rstrip())
