"""The command palette and its search."""

from abc import ABC, abstractmethod
from contextlib import suppress
from inspect import unwrap
from typing import TYPE_CHECKING, cast

from textual import on, work
from textual.command import CommandPalette, Hit, Hits, SearchIcon
from textual.css.query import NoMatches
from textual.system_commands import SystemCommandsProvider
from textual.widgets import Input, OptionList

from engine.base.language import _, lazy_gettext

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tui.base.base_app import BaseApp

NOTHING_FOUND = lazy_gettext("no such command here")


class Commands(SystemCommandsProvider):
    """The commands of the app and its screen, with a translated entry if none matches (Textual's is English only)."""

    async def search(self, query: str) -> Hits:
        found = False
        async for hit in super().search(query):
            found = True
            yield hit
        if not found:
            yield Hit(0, str(NOTHING_FOUND), lambda: None)


class ThemePreview(ABC):
    """A command whose effect is previewed while it is highlighted."""

    @abstractmethod
    def preview(self) -> None:
        """Show the effect."""

    @abstractmethod
    def end(self) -> None:
        """Revert the preview."""

    @abstractmethod
    def __call__(self) -> None:
        """Run the command."""


class CommandSearch(CommandPalette):
    """Textual's palette, with previews, and without its crash when it is closed before a search starts."""

    _preview: ThemePreview | None = None

    def on_mount(self) -> None:
        line = self.query_one(Input)
        line.cursor_blink = False  # otherwise it sends output all the time
        line.placeholder = _("Search commands")
        self.query_one(SearchIcon).icon = ">"  # Textual's own is wider than one column

    def render(self) -> "RenderableType":
        """Draw the screen behind in grey, but in its colours while a theme is previewed on it."""
        from tui.base.dialogs import greyed  # not before the first frame

        behind = super().render()
        return behind if self._preview else greyed(behind, cast("BaseApp", self.app))

    @on(OptionList.OptionHighlighted)
    def _preview_command(self, event: OptionList.OptionHighlighted) -> None:
        hit = getattr(event.option, "hit", None)
        command = hit.command if hit else None
        if isinstance(command, ThemePreview):
            self._preview = command
            command.preview()
        elif self._preview:
            self._preview.end()
            self._preview = None
            self.refresh()

    @work(exclusive=True, group=CommandPalette._GATHER_COMMANDS_GROUP)
    async def _gather_commands(self, search_value: str) -> None:
        with suppress(NoMatches):
            await unwrap(CommandPalette._gather_commands)(self, search_value)
