"""The application: owns the options, the store of games and the stack of screens, and routes what screens ask for."""

import asyncio
import gc
import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from textual import on
from textual.app import SystemCommand
from textual.binding import Binding
from textual.command import CommandPalette, SearchIcon
from textual.dom import DOMNode
from textual.driver import Driver
from textual.events import AppBlur, AppFocus, Event, Paste, Resize
from textual.screen import Screen
from textual.widgets import Input

from engine.base.text import printable
from tui.base import requests
from tui.base.background import Background, Job
from tui.base.dialogs import Notice
from tui.base.keymap import all_in_force
from tui.base.page import Page
from tui.base.part import Part
from tui.base.program import Program
from tui.base.quitting import ask_to_quit
from tui.draw.palette import shade, themes
from tui.features.browse.screen import BrowserScreen
from tui.games import Games, SavedDrafts
from tui.terminal import hangup
from tui.terminal.ascii import in_ascii
from tui.terminal.driver import ScreenModel, sparing, terminal_size
from tui.terminal.options import THEMES, Options
from tui.terminal.remembered import remember

SHIPPED = Path(__file__).parent.parent / "puzzles"
"""The puzzles that come with the program."""

LEAVING = 1.0
"""Seconds that leaving the program may take for what is not yet saved."""


FEATURES = (
    "browse", "play", "history", "edit", "games", "statistics", "new_game",
    "inspect", "solve", "questions", "replay", "race", "watch", "share", "tour",
)  # fmt: skip
"""The folders of `tui.features`: what a person can do."""


class SatSudoku(Program):
    """The full-screen program: shows the features, and routes what each asks for to the one that answers."""

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
        self._shown = ScreenModel(terminal_size)
        super().__init__(options, options.bounds.folder if options.bounds else SHIPPED)
        self.games = Games(self)
        self.drafts = SavedDrafts(self, self.games)
        self._handlers: dict[signal.Signals, Any] = {}
        """How signals were handled before."""
        for theme in themes():
            self.register_theme(theme)
        self.set_class(options.ascii, "-ascii")
        self._take_theme(options.theme or "dark")

    def get_driver_class(self) -> type[Driver]:
        """The driver of this system, with fewer bytes to send."""
        return sparing(super().get_driver_class(), self._shown, in_ascii if self.options.ascii else str)

    def bytes_sent(self) -> int:
        return self._shown.bytes_sent

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
        if not self.is_running:  # left already
            return
        self.screen_change_signal.subscribe(self, self._screen_changed)
        await self.games.count()
        self.games.warn(await self.saved.notice())

    def _screen_changed(self, screen: Screen[Any]) -> None:
        """Once the browser is in front again, no game is on the screen any more."""
        if isinstance(screen, BrowserScreen):
            self.call_later(self.games.tidy)

    def on_unmount(self) -> None:
        self.saved.close()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    async def on_event(self, event: Event) -> None:
        """As in every app; but what is pasted into a line of text is shown as it is, so that must be harmless."""
        if isinstance(event, Paste) and isinstance(self.focused, Input):
            event.text = printable(event.text.partition("\n")[0].partition("\r")[0])
        if isinstance(event, Resize):
            self._shown.clear()  # another size and back again is seen by no one else
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
                    yield SystemCommand(what, f"key {key}", partial(screen.perform, binding.action))
        yield SystemCommand("tour", "a few pages on what can be done here", self._tour)
        for name in THEMES:
            yield SystemCommand(f"theme {name}", THEMES[name], partial(self._choose_theme, name))

    def _tour(self) -> None:
        """Show the tour, unless the user goes on meanwhile: it names keys of all screens, and they are loaded first."""
        before = self.screen

        def keys(_: Job[None]) -> dict[str, str]:
            return all_in_force(self.options.keymap, key_owners())

        async def show(named: dict[str, str]) -> None:
            from tui.features.tour.screen import TourScreen

            if self.screen is before:
                await self.push_screen(TourScreen(named))

        Background(self).start("tour", keys, show)

    @on(CommandPalette.Opened)
    def _calm(self) -> None:
        self.screen.query_one(Input).cursor_blink = False  # else it sends something all the time
        self.screen.query_one(SearchIcon).icon = ">"  # Textual's own is wider than one column

    def _choose_theme(self, name: str) -> None:
        self._take_theme(name)
        if not self.options.bounds:  # guests share the account: what one chose is not for the others
            remember("theme", name)

    def _take_theme(self, name: str) -> None:
        self.theme = shade(name, few_colours=self.options.few_colours, no_color=self.no_color)

    # what features ask for

    @on(requests.InspectFile)
    async def _inspect(self, request: requests.InspectFile) -> None:
        from tui.features.inspect.inspection import Subject
        from tui.features.inspect.screen import InspectorScreen

        await self.show(InspectorScreen(Subject.of_file(request.path, request.document)))

    @on(requests.InspectFormula)
    async def _inspect_formula(self, request: requests.InspectFormula) -> None:
        from tui.features.inspect.inspection import Subject
        from tui.features.inspect.screen import InspectorScreen

        subject = Subject(request.name, request.path, request.formula, assignment=request.assignment)
        await self.show(InspectorScreen(subject))

    @on(requests.SolveFile)
    async def _solve_file(self, request: requests.SolveFile) -> None:
        from tui.features.solve.screen import SolveScreen

        await self.show(SolveScreen(request.path, self.shipped, request.document))

    @on(requests.SolvePuzzle)
    async def _solve_puzzle(self, request: requests.SolvePuzzle) -> None:
        from tui.features.solve.screen import SolveScreen

        await self.show(SolveScreen(request.puzzle))

    @on(requests.AskAbout)
    async def _ask_about(self, request: requests.AskAbout) -> None:
        from tui.features.questions.screen import QuestionsScreen

        await self.show(QuestionsScreen(request.name, request.formula))

    @on(requests.RaceFiles)
    async def _race(self, request: requests.RaceFiles) -> None:
        from tui.features.race.screen import RaceScreen

        await self.show(RaceScreen(request.paths))

    @on(requests.StepThrough)
    async def _step_through(self, request: requests.StepThrough) -> None:
        from tui.features.replay.screen import ReplayScreen

        await self.show(ReplayScreen(request.name, request.trace, request.sudoku, request.newest))

    @on(requests.SharePuzzle)
    async def _share(self, request: requests.SharePuzzle) -> None:
        from tui.features.share.screen import ShareScreen

        await self.show(ShareScreen(request.puzzle, request.digits))

    @on(requests.WatchPuzzle)
    async def _watch(self, request: requests.WatchPuzzle) -> None:
        from tui.features.watch.screen import WatchScreen

        await self.show(WatchScreen(request.puzzle))

    @on(requests.ShowHistory)
    async def _show_history(self, request: requests.ShowHistory) -> None:
        from tui.features.history.screen import HistoryScreen

        await self.show(HistoryScreen(request.game, request.go, request.keep))

    @on(requests.PlayPuzzle)
    def _play(self, request: requests.PlayPuzzle) -> None:
        self.games.play(request)

    @on(requests.ResumeGame)
    async def _resume(self, request: requests.ResumeGame) -> None:
        from tui.features.games.screen import GamesScreen

        if request.number is None:
            await self.show(GamesScreen(self.saved))
        else:
            await self.games.resume(request.number, self.screen if request.instead else None)

    @on(requests.NewGame)
    async def _new_game(self) -> None:
        from tui.features.new_game.screen import NewGameScreen

        await self.show(NewGameScreen(await self.games.daily()))

    @on(requests.PlayDaily)
    async def _play_daily(self) -> None:
        from tui.features.new_game.screen import NewGameScreen

        daily = await self.games.daily()
        if daily.number is None:
            await self.show(NewGameScreen(daily, daily_chosen=True))
        else:
            await self.games.resume(daily.number)

    @on(requests.SetPuzzle)
    async def _set_puzzle(self, request: requests.SetPuzzle) -> None:
        from tui.features.edit.screen import EditorScreen

        await self.show(EditorScreen(await self.drafts.open(request.puzzle), self.drafts.keep))

    @on(requests.MarkFavourite)
    def _mark_favourite(self, request: requests.MarkFavourite) -> None:
        self.games.mark_favourite(request.puzzle, request.playing)

    @on(requests.ShowStatistics)
    async def _show_statistics(self) -> None:
        from tui.features.statistics.screen import StatisticsScreen

        await self.show(StatisticsScreen(self.saved))

    def action_redraw(self) -> None:
        """Paint everything, for instance after another program wrote on the screen."""
        self._shown.clear()
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
                await self.games.discard_untouched()
        self.exit(return_code=code)


def key_owners() -> list[type[DOMNode]]:
    """All classes that keys belong to: the app, then screens, dialogs and lists in dialogs. Loads every feature."""
    for feature in FEATURES:
        import_module(f"tui.features.{feature}.screen")
    owners = {one for base in (Screen, Part) for one in _subclasses(base) if one.__module__.startswith("tui.")}
    return [SatSudoku, *sorted(owners, key=lambda one: one.__name__)]


def _subclasses(owner: type[DOMNode]) -> Iterator[type[DOMNode]]:
    for one in owner.__subclasses__():
        yield one
        yield from _subclasses(one)
