"""Lines of text."""

from textual.strip import Strip
from textual.widget import Widget

from tui.base.program import InProgram
from tui.draw.cells import Line, strip


class TextBlock(Widget, InProgram):
    """Shows lines from its top."""

    DEFAULT_CSS = "TextBlock { width: 1fr; height: 1fr; }"

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._lines: list[Line] = []

    def put(self, lines: list[Line]) -> None:
        """Show these lines."""
        if lines != self._lines:
            self._lines = lines
            self.refresh()

    def render_line(self, y: int) -> Strip:
        return strip(self._lines[y] if y < len(self._lines) else [], self.size.width)
