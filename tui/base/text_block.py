"""Widgets for lines of text."""

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.base.base_app import InProgram
from tui.base.keyed_widget import KeyedWidget
from tui.draw.cells import Line, clip_line, strip, width_of


class TextBlock(Widget, InProgram):
    """A widget that shows lines, the first ones if not all fit."""

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


class ScrolledText(TextBlock, KeyedWidget, can_focus=True):
    """Scrollable text between a fixed head and foot."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "scroll(1)", "scroll", key_display="up down", show=False, id="scroll_down"),
        Binding("up,k", "scroll(-1)", show=False, id="scroll_up"),
        Binding("pagedown", "turn(1)", show=False, id="page_down"),
        Binding("pageup", "turn(-1)", show=False, id="page_up"),
    ]

    class Scrolled(Message):
        """Posted when the visible lines have changed."""

    top = 0
    """Number of lines above the visible part."""
    _parts: tuple[Sequence[Line], ...] = ((), (), ())

    @property
    def below(self) -> int:
        """Number of lines below the visible part."""
        return max(0, len(self._parts[1]) - self.top - self._room)

    @property
    def _room(self) -> int:
        head, _, foot = self._parts
        return max(self.size.height - len(head) - len(foot), 1)

    def put_parts(self, head: Sequence[Line], text: Sequence[Line], foot: Sequence[Line] = ()) -> None:
        """Show these parts; the text keeps its scroll position as far as it is long enough."""
        self._parts = head, text, foot
        self.top = max(0, min(self.top, len(text) - self._room))
        self.put([*head, *text[self.top : self.top + self._room], *foot])

    def action_scroll(self, step: int) -> None:
        self.top += step
        self.put_parts(*self._parts)
        self.post_message(self.Scrolled())

    def action_turn(self, step: int) -> None:
        self.action_scroll(step * max(self._room - 1, 1))

    def on_resize(self, event: Resize) -> None:
        self.put_parts(*self._parts)
