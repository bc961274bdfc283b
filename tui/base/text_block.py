"""Lines of text that repaint only where they change."""

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.draw.cells import Line, strip, width_of


class TextBlock(Widget):
    """Shows lines from its top; others in their place repaint only the rows that differ, as far as they are written."""

    DEFAULT_CSS = "TextBlock { width: 1fr; height: 1fr; }"

    def __init__(self, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._lines: list[Line] = []

    def put(self, lines: list[Line]) -> None:
        """Show these lines."""
        before, self._lines = self._lines, lines
        for y in range(max(len(before), len(lines))):
            old, new = (block[y] if y < len(block) else [] for block in (before, lines))
            if old != new:
                self.refresh(Region(0, y, max(width_of(old), width_of(new)), 1))

    def render_line(self, y: int) -> Strip:
        return strip(self._lines[y] if y < len(self._lines) else [], self.size.width)
