"""The command palette and its search."""

from abc import ABC, abstractmethod
from contextlib import suppress
from inspect import unwrap
from typing import TYPE_CHECKING, cast

from rich.cells import cell_len
from textual import on, work
from textual.app import SystemCommand
from textual.command import Command, CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider, SearchIcon
from textual.content import Content
from textual.css.query import NoMatches
from textual.widgets import Input, OptionList

from engine.base.language import _, lazy_gettext
from tui.draw.cells import clip, pad_left

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tui.base.base_app import BaseApp

_MAX_COLUMNS, _PER_CENT = 84, 94
"""Columns of the palette: the maximum, and the share of the screen. `app.tcss` has the same values."""
_EDGES = 7
"""Columns of the palette's edges."""
_MIN_LABEL_COLUMNS = 20
NOTHING_FOUND = lazy_gettext("no such command here")


def _nothing() -> None:
    """The effect of a heading."""


def heading_row(text: str) -> SystemCommand:
    """Return a heading between commands, which is left out of the results of a search."""
    return SystemCommand(text, "", _nothing)


class Commands(Provider):
    """The commands of the app and its screen, each in one row, or an entry that says that none matches."""

    async def discover(self) -> Hits:
        for label, remark, callback, is_listed in self.app.get_system_commands(self.screen):
            if is_listed:
                yield DiscoveryHit(self._row(Content(label), remark), callback, text=label)

    async def search(self, query: str) -> Hits:
        matcher, has_match = self.matcher(query), False
        for label, remark, callback, *_unused in self.app.get_system_commands(self.screen):
            if callback is not _nothing and (score := matcher.match(label)) > 0:
                has_match = True
                yield Hit(score, self._row(matcher.highlight(label), remark), callback, text=label)
        if not has_match:
            yield Hit(0, str(NOTHING_FOUND), _nothing)

    def _row(self, label: Content, remark: str) -> Content:
        """Return a command, and at the right end of its row a remark such as its key."""
        columns = min(_MAX_COLUMNS, self.app.size.width * _PER_CENT // 100) - _EDGES
        label = label.truncate(max(columns - cell_len(remark) - 2, _MIN_LABEL_COLUMNS), ellipsis=True)
        remark = pad_left(clip(remark, columns - label.cell_length - 2, "..."), columns - label.cell_length)
        return Content.assemble(label, (remark, "dim not bold"))


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
        line.cursor_blink = False  # blinking would send output all the time
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

    def _refresh_command_list(self, command_list: CommandList, commands: list[Command], clear_current: bool) -> None:
        """Show the commands; headings can't be selected."""
        for command in commands:
            command.disabled = command.hit.command is _nothing
        super()._refresh_command_list(command_list, commands, clear_current)
        command_list.action_first()

    @work(exclusive=True, group=CommandPalette._GATHER_COMMANDS_GROUP)
    async def _gather_commands(self, search_value: str) -> None:
        with suppress(NoMatches):
            await unwrap(CommandPalette._gather_commands)(self, search_value)
