"""The header of a screen as a widget."""

from typing import Protocol, cast

from textual.events import Click
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.base.base_app import InProgram
from tui.draw.cells import strip
from tui.draw.face import ScreenHeader


class _HasHeader(Protocol):
    @property
    def header(self) -> ScreenHeader: ...


class HeaderLine(Widget, InProgram):
    """The `header` of its screen."""

    DEFAULT_CSS = "HeaderLine { dock: top; height: 1; width: 100%; }"

    class PlaceClicked(Message):
        """Posted when the path is clicked, which goes back."""

    _drawn_header: ScreenHeader | None = None

    def follow(self) -> None:
        """Repaint if the header has changed."""
        if self._drawn_header is not None and self._drawn_header != self._header:
            self.refresh()

    @property
    def _header(self) -> ScreenHeader:
        return cast(_HasHeader, self.screen).header

    def on_click(self, event: Click) -> None:
        if event.x < self._header.width_of_path(self.size.width, self.palette, self.glyphs):
            self.post_message(self.PlaceClicked())

    def render_line(self, y: int) -> Strip:
        self._drawn_header = self._header
        return strip(self._drawn_header.line(self.size.width, self.palette, self.glyphs), self.size.width)
