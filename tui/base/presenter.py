"""The presenter's mode: slides for a projector, without header and key bar."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size

from engine.base.language import lazy_gettext as _
from tui.base.page import Page
from tui.base.picture_view import MainView, PanelView
from tui.draw.panels import Stack
from tui.draw.slide import Slide, slide_panels

PRESENT = Binding("P", "present", "present", show=False, tooltip="presenter's mode: large, one sentence at a time")
"""The key of screens that have slides."""


class PresenterScreen(Page):
    """Shows slides one after the other."""

    HEADING = _("presenter's mode")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,enter,pagedown,n,full_stop", "go(1)", "next slide"),
        Binding("left,backspace,pageup,p,comma", "go(-1)", "previous slide"),
        Binding("home", "first", "first slide"),
        Binding("end", "last", "last slide"),
        Binding("P", "back", "back to the screen", id="close"),
    ]

    def __init__(self, count: int, number: int, slide: Callable[[int], Slide], follow: Callable[[int], None]) -> None:
        """`count` is the number of slides, `number` that of the first one shown, from 0.

        `slide` returns a slide by its number; `follow` is called with the number of each slide that the user goes to.
        """
        super().__init__()
        self._count = count
        self._number = number
        self._slide = slide
        self._follow = follow

    def compose(self) -> ComposeResult:
        yield MainView(self._view, self.app.size + Size(0, 2))

    @property
    def number(self) -> int:
        """The number of the present slide, from 0."""
        return self._number

    def action_go(self, step: int) -> None:
        """Go to the next or the previous slide, if there is one."""
        self._show(self._number + step)

    def action_first(self) -> None:
        self._show(0)

    def action_last(self) -> None:
        self._show(self._count - 1)

    def _show(self, number: int) -> None:
        number = min(max(number, 0), self._count - 1)
        if number != self._number:
            self._number = number
            self._follow(number)
            self.redraw()

    def redraw(self) -> None:
        self.query_one(PanelView).redraw()

    def _view(self, width: int, height: int) -> Stack:
        return slide_panels(self._slide(self._number), self.palette, width, height)
