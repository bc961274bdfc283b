"""A line that says something, and becomes a line to type in while it has the focus."""

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widgets import Input

from tui.draw.cells import Line, strip, width_of


class FilterLine(Input):
    """Both in one widget, so that typing begins and ends without a new layout, which would repaint the screen."""

    DEFAULT_CSS = "FilterLine, FilterLine:focus { width: 50%; height: 1; border: none; padding: 0; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
    ]

    @dataclass
    class Moved(Message):
        """The cursor of the list is to move by so many rows, while typing goes on."""

        by: int

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

    def action_move(self, by: int) -> None:
        self.post_message(self.Moved(by))

    def begin(self, value: str) -> None:
        """Let the user type, from this value on."""
        self.can_focus = True
        self.value = value
        self.focus()

    def end(self) -> None:
        """Go back to saying."""
        self.can_focus = False
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if self.has_focus:
            return super().render_line(y)
        width = self.size.width
        return strip([*strip([], width - width_of(self._said)), *self._said], width)
