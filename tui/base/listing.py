"""A full screen whose main part is a list with a cursor."""

from textual.binding import Binding
from textual.reactive import Reactive
from textual.widget import Widget

from tui.base.page import Page
from tui.base.rows import Rows


class ListingPage(Page):
    """Adds the keys that move the cursor of `rows`."""

    AUTO_FOCUS = ""  # nothing: the keys belong to the screen
    BINDINGS = [
        Binding("up,k", "move(-1)", "up", key_display="up k", show=False, tooltip="one row up"),
        Binding("down,j", "move(1)", "down", key_display="down j", show=False, tooltip="one row down"),
        Binding("pageup", "turn(-1)", "page up", show=False, tooltip="one screenful up"),
        Binding("pagedown", "turn(1)", "page down", show=False, tooltip="one screenful down"),
        Binding("home", "go_first", "first", show=False, tooltip="to the first row"),
        Binding("end", "go_last", "last", show=False, tooltip="to the last row"),
    ]

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """As in every screen, but without Textual's repaint of all of it when the focus moves."""

    @property
    def rows(self) -> Rows:
        """The list that the keys move in."""
        raise NotImplementedError

    def action_move(self, by: int) -> None:
        self.rows.move(by)

    def action_turn(self, pages: int) -> None:
        self.rows.page(pages)

    def action_go_first(self) -> None:
        self.rows.go(0)

    def action_go_last(self) -> None:
        self.rows.go(len(self.rows) - 1)
