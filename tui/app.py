"""The application: owns the options, the store of games and the stack of screens, and routes what screens ask for."""

import asyncio
import gc
import os
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import on, work
from textual.app import SystemCommand
from textual.binding import Binding
from textual.driver import Driver
from textual.events import AppBlur, AppFocus, Event, Paste
from textual.screen import Screen
from textual.widgets import Input
from textual.worker import get_current_worker

from engine.errors import Cancelled
from engine.play.errors import StoreError
from engine.sudoku.puzzle import Puzzle
from engine.text import printable
from tui import hangup, messages
from tui.config import remember_theme
from tui.dialogs import Notice
from tui.keeper import Keeper, Slot
from tui.palette import ASCII, UNICODE, Glyphs, shade, themes
from tui.screens.browser import BrowserScreen
from tui.screens.page import Page
from tui.terminal import THEMES, Options
from tui.thrift import thrifty
from tui.type_ahead import TypeAhead

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.play.daily import Daily
    from engine.play.game import Game, Record
    from engine.play.origin import Origin
    from engine.play.setting import Desk
    from engine.play.store import SavedGame

SHIPPED = Path(__file__).parent.parent / "puzzles"
"""The puzzles that come with the program."""

LEAVING = 1.0
"""Seconds that leaving the program may take for what is not yet saved."""


class SatSudoku(TypeAhead):
    """The full-screen program."""

    TITLE = "satsudoku"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = True
    ALLOW_SELECT = False  # a mouse press would repaint the whole screen
    BINDINGS = [
        Binding("ctrl+p", "command_palette", "palette", show=False, id="everywhere.palette"),
        Binding("ctrl+q", "quit", "quit", show=False, priority=True, id="everywhere.quit"),
    ]

    def __init__(self, options: Options) -> None:
        super().__init__(ansi_color=True)  # else NO_COLOR would come out as shades of grey
        self.options = options
        self.glyphs: Glyphs = ASCII if options.ascii else UNICODE
        bounds = options.bounds
        self.keeper = Keeper(bounds.games if bounds else None)
        self.shipped = bounds.folder if bounds else SHIPPED
        """Puzzles that are not the user's own: results are not written beside them."""
        self._handlers: dict[signal.Signals, Any] = {}
        """How signals were handled before."""
        self.desk: Desk | None = None
        """The puzzles that are being set, once they are read."""
        self.saved_games = 0
        """How many games can be resumed."""
        for theme in themes():
            self.register_theme(theme)
        self.set_class(options.ascii, "-ascii")
        self._take_theme(options.theme or "dark")

    def get_driver_class(self) -> type[Driver]:
        """The driver of this system, with fewer bytes to send."""
        return thrifty(super().get_driver_class())

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
        from tui.keymap import all_in_force
        from tui.screens.tour import TourScreen

        screen, keys = self.screen, all_in_force(self.options.keymap)
        self.call_from_thread(lambda: self.screen is screen and self.call_later(self.push_screen, TourScreen(keys)))

    def _choose_theme(self, name: str) -> None:
        self._take_theme(name)
        if not self.options.bounds:  # guests share the account: what one chose is not for the others
            remember_theme(name)

    def _take_theme(self, name: str) -> None:
        self.theme = shade(name, few_colours=self.options.few_colours, no_color=self.no_color)

    # what screens ask for

    async def _show(self, screen: Screen[None], closed: Callable[[None], Awaitable[None]] | None = None) -> None:
        """Push a screen and paint it once: while it mounts Textual would paint it several times."""
        with self.batch_update():
            await self.push_screen(screen, closed)

    @on(messages.InspectFile)
    async def _inspect(self, message: messages.InspectFile) -> None:
        from tui.screens.inspector import InspectorScreen

        await self._show(InspectorScreen(message.path))

    @on(messages.InspectFormula)
    async def _inspect_formula(self, message: messages.InspectFormula) -> None:
        from tui.inspection import Given
        from tui.screens.inspector import InspectorScreen

        await self._show(InspectorScreen(Given(message.name, message.formula, message.assignment, message.path)))

    @on(messages.SolveFile)
    async def _solve_file(self, message: messages.SolveFile) -> None:
        from tui.screens.solve import SolveScreen

        await self._show(SolveScreen(message.path, self.shipped))

    @on(messages.SolvePuzzle)
    async def _solve_puzzle(self, message: messages.SolvePuzzle) -> None:
        from tui.screens.solve import SolveScreen

        await self._show(SolveScreen(message.puzzle))

    @on(messages.RaceFiles)
    async def _race(self, message: messages.RaceFiles) -> None:
        from tui.screens.race import RaceScreen

        await self._show(RaceScreen(message.paths))

    @on(messages.StepThrough)
    async def _step_through(self, message: messages.StepThrough) -> None:
        from tui.screens.machine import MachineScreen

        await self._show(MachineScreen(message.name, message.trace, message.encoding))

    @on(messages.PlayPuzzle)
    def _play(self, message: messages.PlayPuzzle) -> None:
        from engine.play.origin import UNKNOWN

        self._open_puzzle(message.puzzle, message.origin or UNKNOWN)

    @work(thread=True, exclusive=True, exit_on_error=False, group="open", description="count solutions")
    def _open_puzzle(self, puzzle: Puzzle, origin: "Origin") -> None:
        """Counting the solutions is a search, so it stays off the event loop."""
        from engine.play.opening import opening

        worker = get_current_worker()
        try:
            begun = opening(puzzle, cancel=lambda: worker.is_cancelled)
        except Cancelled:
            return
        self.call_from_thread(self.call_later, self._begin, begun.game, origin, begun.notice)

    async def _begin(self, game: "Game", saved: "SavedGame | Origin", notice: str = "", view: Any = None) -> None:
        """Show a game. A new one is written before: what was seen is never lost. It goes again if it stays unplayed."""
        from engine.play.origin import Origin
        from tui.screens.board import BoardScreen

        slot, new = self.keeper.slot(saved), isinstance(saved, Origin)

        async def save(record: "Record", view: object) -> str:
            self._warn(await slot.save(record, view))
            return ""

        async def closed(_: None) -> None:
            if new:
                await slot.discard()
            await self._count_saved_games()

        if new:
            await save(game.record(), view)
        if slot.origin.level is None and game.solution:
            self._rate(slot, game.puzzle)
        self.call_later(self._show, BoardScreen(game, save, notice, view), closed)

    @work(thread=True, exclusive=True, exit_on_error=False, group="rate", description="rate a puzzle")
    def _rate(self, slot: Slot, puzzle: Puzzle) -> None:
        """Find out how hard a puzzle is, for the statistics; written down with the next save."""
        from engine.play.opening import level_of

        worker = get_current_worker()
        with suppress(Cancelled):
            slot.origin = replace(slot.origin, level=level_of(puzzle, lambda: worker.is_cancelled))

    @on(messages.SetPuzzle)
    async def _set_puzzle(self, message: messages.SetPuzzle) -> None:
        from engine.play.setting import Desk
        from tui.screens.editor import EditorScreen

        if self.desk is None:
            self.desk, notice = (Desk(), "") if self.options.bounds else await self.keeper.desk()
            self._warn(notice)
        if message.puzzle:
            self.desk.take(message.puzzle)
            await self._keep_desk()
        await self._show(EditorScreen(self.desk, self._keep_desk))

    async def _keep_desk(self) -> None:
        if self.desk and not self.options.bounds:  # guests share the account, not what they set
            self._warn(await self.keeper.keep_desk(self.desk))

    @on(messages.SharePuzzle)
    async def _share(self, message: messages.SharePuzzle) -> None:
        from tui.screens.share import ShareScreen

        await self._show(ShareScreen(message.puzzle, message.digits))

    @on(messages.WatchPuzzle)
    async def _watch(self, message: messages.WatchPuzzle) -> None:
        from tui.screens.watch import WatchScreen

        await self._show(WatchScreen(message.puzzle))

    @on(messages.ShowHistory)
    async def _show_history(self, message: messages.ShowHistory) -> None:
        from tui.screens.history import HistoryScreen

        await self._show(HistoryScreen(message.game, message.go, message.keep))

    @on(messages.NewGame)
    async def _new_game(self) -> None:
        from tui.screens.new_game import NewGameScreen

        await self._show(NewGameScreen(await self._daily()))

    @on(messages.PlayDaily)
    async def _play_daily(self) -> None:
        from tui.screens.new_game import NewGameScreen

        daily = await self._daily()
        if daily.number is None:
            await self._show(NewGameScreen(daily, daily_chosen=True))
        else:
            await self._load(daily.number)

    async def _daily(self) -> "Daily":
        from engine.play.daily import Daily

        today = date.today()
        try:
            return await self.keeper.run(lambda store: store.daily(today))
        except StoreError:
            return Daily(today)

    @on(messages.ResumeGame)
    async def _resume(self, message: messages.ResumeGame) -> None:
        from tui.screens.games import GamesScreen

        if message.number is None:
            await self._show(GamesScreen(self.keeper), self._count_saved_games)
        else:
            await self._load(message.number)

    @on(messages.ShowStatistics)
    async def _show_statistics(self) -> None:
        from tui.screens.statistics import StatisticsScreen

        await self._show(StatisticsScreen(self.keeper))

    @on(messages.FavourPuzzle)
    def _favour(self, message: messages.FavourPuzzle) -> None:
        self._favour_puzzle(message.puzzle, message.playing)

    @work(thread=True, exclusive=True, exit_on_error=False, group="favour", description="count solutions")
    def _favour_puzzle(self, puzzle: Puzzle, playing: bool) -> None:
        """Find out about a puzzle's solutions, as for playing it, and save it."""
        from engine.play.opening import opening

        worker = get_current_worker()
        with suppress(Cancelled):
            begun = opening(puzzle, cancel=lambda: worker.is_cancelled)
            self.call_from_thread(self.call_later, self._favour_game, begun.game, playing)

    async def _favour_game(self, game: "Game", playing: bool) -> None:
        try:
            favoured = await self.keeper.run(lambda store: store.favour(game.record(), playing=playing))
        except StoreError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        self.notify("A favourite now, among the saved games." if favoured else "No longer a favourite.", markup=False)
        await self._count_saved_games()

    async def _load(self, number: int) -> None:
        try:
            saved = await self.keeper.load(number)
        except StoreError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        await self._begin(saved.game, saved, view=saved.view)

    def _warn(self, sentence: str) -> None:
        """Tell something about the saved games, if there is anything, for longer than until the next key."""
        if sentence:
            self.notify(printable(sentence), severity="warning", timeout=15, markup=False)

    async def _count_saved_games(self, _: None = None) -> None:
        self.saved_games = len(await self.keeper.unfinished())
        if isinstance(self.screen, Page):
            self.screen.refresh_keys()

    # leaving

    async def action_quit(self) -> None:
        await self._leave(0)

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
