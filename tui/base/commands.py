"""The palette, and what it finds by the words that are typed."""

from abc import ABC, abstractmethod
from contextlib import suppress
from inspect import unwrap

from textual import on, work
from textual.command import CommandPalette, Hit, Hits
from textual.css.query import NoMatches
from textual.system_commands import SystemCommandsProvider
from textual.widgets import OptionList

from engine.base.language import lazy_gettext

NOTHING_FOUND = lazy_gettext("no such command here")


class Commands(SystemCommandsProvider):
    """The commands of the program and its screen; where none is found that is told, which Textual does in English."""

    async def search(self, query: str) -> Hits:
        found = False
        async for hit in super().search(query):
            found = True
            yield hit
        if not found:
            yield Hit(0, str(NOTHING_FOUND), lambda: None)


class Preview(ABC):
    """A command whose effect is seen while it is selected."""

    @abstractmethod
    def preview(self) -> None:
        """Show the effect."""

    @abstractmethod
    def end(self) -> None:
        """Show it no longer."""

    @abstractmethod
    def __call__(self) -> None:
        """Do it."""


class CommandSearch(CommandPalette):
    """Textual's palette; one that is closed before it looks for what was typed last does not end the program."""

    _shown: Preview | None = None

    @on(OptionList.OptionHighlighted)
    def _preview(self, event: OptionList.OptionHighlighted) -> None:
        hit = getattr(event.option, "hit", None)
        command = hit.command if hit else None
        if isinstance(command, Preview):
            self._shown = command
            command.preview()
        elif self._shown:
            self._shown.end()
            self._shown = None

    @work(exclusive=True, group=CommandPalette._GATHER_COMMANDS_GROUP)
    async def _gather_commands(self, search_value: str) -> None:
        with suppress(NoMatches):
            await unwrap(CommandPalette._gather_commands)(self, search_value)
