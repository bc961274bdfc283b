"""A line that says something, and becomes a line to type in while it has the focus."""

from textual.strip import Strip
from textual.widgets import Input

from tui.draw.cells import Line, strip, width_of


class FilterLine(Input):
    """Both in one widget, so that typing begins and ends without a new layout, which would repaint the screen."""

    DEFAULT_CSS = "FilterLine, FilterLine:focus { width: 50%; height: 1; border: none; padding: 0; }"

    def __init__(self) -> None:
        super().__init__(compact=True, select_on_focus=False)
        self.cursor_blink = False
        self.can_focus = False  # until typing begins: tab must not lead here
        self._said: Line = []

    def say(self, line: Line) -> None:
        """Say this, at the right end, while nobody types."""
        changed = line != self._said
        self._said = line
        if changed and not self.has_focus:
            self.refresh()

    def begin(self, value: str) -> None:
        """Let the user type, from this value on."""
        self.can_focus = True
        self.value = value
        self.focus()

    def end(self) -> None:
        """Go back to saying."""
        self.can_focus = False
        self.screen.set_focus(None)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if self.has_focus:
            return super().render_line(y)
        width = self.size.width
        return strip([*strip([], width - width_of(self._said)), *self._said], width)
