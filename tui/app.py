"""The application: owns the options, the store of games and the stack of screens, and routes what screens ask for."""

import asyncio
import gc
import os
import signal
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from textual import on, work
from textual.app import SystemCommand
from textual.binding import Binding
from textual.command import CommandPalette, SearchIcon
from textual.driver import Driver
from textual.events import AppBlur, AppFocus, Event, Paste
from textual.screen import Screen
from textual.widgets import Input

from engine.base.text import printable
from tui.base import requests as messages
from tui.base.dialogs import Notice
from tui.base.page import Page
from tui.base.quitting import ask_to_quit
from tui.draw.palette import ASCII, UNICODE, Glyphs, shade, themes
from tui.features.browse.screen import BrowserScreen
from tui.playing import Playing
from tui.terminal import hangup
from tui.terminal.ascii import in_ascii
from tui.terminal.config import remember_theme
from tui.terminal.driver import Shown, terminal_size
from tui.terminal.options import THEMES, Options
from tui.terminal.sequences import shortened, thrifty

SHIPPED = Path(__file__).parent.parent / "puzzles"
"""The puzzles that come with the program."""

LEAVING = 1.0
"""Seconds that leaving the program may take for what is not yet saved."""


class SatSudoku(Playing):
    """The full-screen program."""

    TITLE = "satsudoku"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = True
    ALLOW_SELECT = False  # a mouse press would repaint the whole screen
    BINDINGS = [
        Binding("ctrl+p", "command_palette", "palette", show=False, id="everywhere.palette"),
        Binding("ctrl+l", "redraw", "draw again", show=False, id="everywhere.redraw"),
        Binding("ctrl+q", "quit", "quit", show=False, priority=True, id="everywhere.quit"),
    ]

    def __init__(self, options: Options) -> None:
        self._shown = Shown(terminal_size)
        super().__init__(options)
        self.glyphs: Glyphs = ASCII if options.ascii else UNICODE
        self.shipped = options.bounds.folder if options.bounds else SHIPPED
        """Puzzles that are not the user's own: results are not written beside them."""
        self._handlers: dict[signal.Signals, Any] = {}
        """How signals were handled before."""
        for theme in themes():
            self.register_theme(theme)
        self.set_class(options.ascii, "-ascii")
        self._take_theme(options.theme or "dark")

    def get_driver_class(self) -> type[Driver]:
        """The driver of this system, with fewer bytes to send."""
        shorten = self._shown.news if self.options.low_bandwidth else shortened
        if self.options.ascii:
            return thrifty(super().get_driver_class(), lambda data: shorten(in_ascii(data)))
        return thrifty(super().get_driver_class(), shorten)

    async def on_mount(self) -> None:
        if sys.platform != "win32":  # where closing a terminal sends no signal
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGHUP):
                self._handlers[number] = signal.signal(number, partial(self._leave_on, loop))
            if not self.is_headless:
                hangup.watch()
        self.set_keymap(self.options.keymap)
        root = self.shipped if self.options.bounds else None
        await self.push_screen(BrowserScreen(self.options.path or self.shipped, self.shipped, root))
        self.call_after_refresh(self._begun)
        if self.options.problems:
            told = "\n".join(f"- {problem}" for problem in self.options.problems)
            where = printable(str(self.options.config or "the config file"))
            self.push_screen(Notice(f"{where}\n\n{told}\n\nAll else that it says counts."))
        elif self.options.tour:
            self.call_after_refresh(self._tour)

    async def _begun(self) -> None:
        """What can wait until the first frame is there."""
        gc.freeze()  # takes the start's garbage out of later pauses
        gc.enable()
        await self._count_saved_games()
        self._warn(await self.keeper.notice())

    def on_unmount(self) -> None:
        self.keeper.close()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    async def on_event(self, event: Event) -> None:
        """As in every app; but a line of text shows what is pasted into it as it is, so that must be harmless."""
        if isinstance(event, Paste) and isinstance(self.focused, Input):
            event.text = printable(event.text.partition("\n")[0].partition("\r")[0])
        await super().on_event(event)

    def on_app_blur(self, event: AppBlur) -> None:
        event.prevent_default()  # else a terminal that loses the focus costs a full repaint

    def on_app_focus(self, event: AppFocus) -> None:
        event.prevent_default()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The palette: what the screen's keys do, the themes, and quitting."""
        if isinstance(screen, Page):
            for binding in screen.own_bindings():
                if binding.description and binding.action != "command_palette":
                    key = binding.key_display or binding.key
                    what = binding.tooltip or binding.description
                    yield SystemCommand(what, f"key {key}", partial(screen.run_action, binding.action))
        yield SystemCommand("tour", "a few pages on what can be done here", self._tour)
        for name in THEMES:
            yield SystemCommand(f"theme {name}", THEMES[name], partial(self._choose_theme, name))

    @work(thread=True, exclusive=True, exit_on_error=False, group="tour", description="look up the keys for the tour")
    def _tour(self) -> None:
        """Show the tour. It names keys of all screens, so they are loaded, which takes a moment."""
        from tui.base.keymap import all_in_force
        from tui.features.tour.screen import TourScreen

        screen, keys = self.screen, all_in_force(self.options.keymap)
        self.call_from_thread(lambda: self.screen is screen and self.call_later(self.push_screen, TourScreen(keys)))

    @on(CommandPalette.Opened)
    def _calm(self) -> None:
        self.screen.query_one(Input).cursor_blink = False  # else it sends something all the time
        self.screen.query_one(SearchIcon).icon = ">"  # Textual's own is wider than one column

    def _choose_theme(self, name: str) -> None:
        self._take_theme(name)
        if not self.options.bounds:  # guests share the account: what one chose is not for the others
            remember_theme(name)

    def _take_theme(self, name: str) -> None:
        self.theme = shade(name, few_colours=self.options.few_colours, no_color=self.no_color)

    # what screens ask for; what they ask of games is answered in `playing`

    @on(messages.InspectFile)
    async def _inspect(self, message: messages.InspectFile) -> None:
        from tui.features.inspect.screen import InspectorScreen

        await self._show(InspectorScreen(message.path))

    @on(messages.InspectFormula)
    async def _inspect_formula(self, message: messages.InspectFormula) -> None:
        from tui.features.inspect.inspection import Given
        from tui.features.inspect.screen import InspectorScreen

        await self._show(InspectorScreen(Given(message.name, message.formula, message.assignment, message.path)))

    @on(messages.SolveFile)
    async def _solve_file(self, message: messages.SolveFile) -> None:
        from tui.features.solve.screen import SolveScreen

        await self._show(SolveScreen(message.path, self.shipped))

    @on(messages.SolvePuzzle)
    async def _solve_puzzle(self, message: messages.SolvePuzzle) -> None:
        from tui.features.solve.screen import SolveScreen

        await self._show(SolveScreen(message.puzzle))

    @on(messages.RaceFiles)
    async def _race(self, message: messages.RaceFiles) -> None:
        from tui.features.race.screen import RaceScreen

        await self._show(RaceScreen(message.paths))

    @on(messages.StepThrough)
    async def _step_through(self, message: messages.StepThrough) -> None:
        from tui.features.replay.screen import MachineScreen

        await self._show(MachineScreen(message.name, message.trace, message.sudoku, message.newest))

    @on(messages.SharePuzzle)
    async def _share(self, message: messages.SharePuzzle) -> None:
        from tui.features.share.screen import ShareScreen

        await self._show(ShareScreen(message.puzzle, message.digits))

    @on(messages.WatchPuzzle)
    async def _watch(self, message: messages.WatchPuzzle) -> None:
        from tui.features.watch.screen import WatchScreen

        await self._show(WatchScreen(message.puzzle))

    @on(messages.ShowHistory)
    async def _show_history(self, message: messages.ShowHistory) -> None:
        from tui.features.history.screen import HistoryScreen

        await self._show(HistoryScreen(message.game, message.go, message.keep))

    def action_redraw(self) -> None:
        """Paint everything, for instance after another program wrote on the screen."""
        self._shown.forget()
        self.screen.refresh()

    # leaving

    async def action_quit(self) -> None:
        await ask_to_quit(self, partial(self._leave, 0))

    def _leave_on(self, loop: asyncio.AbstractEventLoop, number: int, _: object) -> None:
        """The connection closed or someone asked us to stop: leave tidily.

        Without its terminal Textual may wait for ever for something to be written there, in the event loop too. So this
        is a handler that runs whatever the loop does, and in the end the program leaves without a word: every move is
        in the file by then.
        """
        code = 128 + number
        last = threading.Timer(2 * LEAVING, os._exit, [code])
        last.daemon = True
        last.start()
        loop.call_soon_threadsafe(lambda: self.run_worker(self._leave(code), group="leave", description="leave"))

    async def _leave(self, code: int) -> None:
        """Moves are saved as they are made; what else the screens know, such as a cursor, is saved if that is quick."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LEAVING):
                for screen in self.screen_stack:
                    if isinstance(screen, Page):
                        await screen.leave()
        self.exit(return_code=code)
