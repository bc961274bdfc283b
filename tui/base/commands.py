"""The command palette and its search."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
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
"""Columns of the palette: the maximum, and the share of the screen. Its style sheet has the same values."""
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


class ThemeChoice:
    """A command that sets a theme, and shows it while it is highlighted."""

    def __init__(self, name: str, preview: Callable[[str], None], choose: Callable[[str], None]) -> None:
        """`preview` shows a theme without setting it, "" the current one."""
        self.preview, self.end = partial(preview, name), partial(preview, "")
        self._choose = partial(choose, name)

    def __call__(self) -> None:
        self._choose()


class CommandSearch(CommandPalette):
    """Textual's palette as one of our dialogs, with previews. It does not crash if it is closed before a search."""

    CSS = """
    CommandPalette > Vertical { width: 84; max-width: 94%; margin-top: 2; background: ansi_default; }
    CommandPalette #--input { border: round $accent; background: ansi_default; }
    CommandPalette SearchIcon { margin-top: 0; color: $accent; }
    CommandPalette CommandList > .option-list--option { text-style: none; }
    CommandPalette CommandList > .option-list--option-disabled { color: $foreground; text-style: bold; }
    CommandPalette CommandList > .option-list--option-highlighted { color: $accent-ink; background: $accent;
        text-style: $selected-row-style; }
    CommandPalette CommandList:nocolor > .option-list--option-highlighted { text-style: bold underline; }
    CommandPalette CommandInput, CommandPalette CommandInput:focus { border: none; height: 1; }
    CommandPalette #--input.--list-visible { border: round $accent; }
    CommandPalette CommandList { border: round $border-blurred; max-height: 60vh; text-wrap: nowrap;
        scrollbar-size-vertical: 1; scrollbar-color: $accent; scrollbar-background: ansi_default;
        background: ansi_default; }
    .-ascii CommandPalette #--input, .-ascii CommandPalette #--input.--list-visible { border: ascii $accent; }
    .-ascii CommandPalette CommandList { border: ascii $border-blurred; }
    """
    SCOPED_CSS = False
    _preview: ThemeChoice | None = None

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
        if isinstance(command, ThemeChoice):
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
