"""A screen with a time limit for its searches."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from engine.base.errors import InputError
from engine.base.text import printable
from tui.base.dialogs import Prompt
from tui.base.limits import time_limit
from tui.base.page import Page


class LimitingPage(Page):
    """Adds the key that asks for the limit."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("t", "limit", "limit", tooltip="time limit in seconds")]

    limit: float | None = None
    """Seconds, None for no limit."""

    def limit_changed(self) -> None:
        """Show the new limit."""
        raise NotImplementedError

    def action_limit(self) -> None:
        def typed(text: str | None) -> None:
            if text is None:
                return
            try:
                self.limit = time_limit(text)
            except InputError as error:
                self.notify(printable(str(error)), severity="warning", markup=False)
            self.limit_changed()

        now = "" if self.limit is None else f"{self.limit:g}"
        self.app.push_screen(Prompt("Time limit in seconds, empty for none", now), typed)
