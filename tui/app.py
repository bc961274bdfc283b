"""The application: owns the options, the store of games and the stack of screens, and routes what screens ask for."""

import asyncio
import gc
import signal
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual import on, work
from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.events import AppBlur, AppFocus
from textual.screen import Screen
from textual.worker import get_current_worker

from engine.errors import Cancelled
from engine.play.errors import StoreError
from engine.sudoku.puzzle import Puzzle
from engine.text import printable
from tui import messages
from tui.dialogs import Choice
from tui.keeper import Keeper
from tui.palette import ASCII, UNICODE, Glyphs, themes
from tui.screens.browser import BrowserScreen
from tui.screens.page import Page
from tui.terminal import THEMES, Options
from tui.widgets.side_panel import clock_text

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.play.game import Game
    from engine.play.store import SavedGame, Summary

SHIPPED = Path(__file__).parent.parent / "puzzles"
"""The puzzles that come with the program."""


class SatSudoku(App[None]):
    """The full-screen program."""

    TITLE = "satsudoku"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = True
    ALLOW_SELECT = False  # a mouse press would repaint the whole screen
    BINDINGS = [
        Binding("ctrl+p", "command_palette", "palette", key_display="^p", show=False),
        Binding("ctrl+q", "quit", "quit", key_display="^q", show=False, priority=True),
    ]

    def __init__(self, options: Options) -> None:
        super().__init__(ansi_color=True)  # else NO_COLOR would come out as shades of grey
        self.options = options
        self.glyphs: Glyphs = ASCII if options.ascii else UNICODE
        self.keeper = Keeper()
        self.saved_games = 0
        """How many games can be resumed."""
        for theme in themes():
            self.register_theme(theme)
        self.set_class(options.ascii, "-ascii")
        self.theme = options.theme or ("contrast" if self.no_color else "dark")

    async def on_mount(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._leave_on, number)
        await self.push_screen(BrowserScreen(self.options.path or SHIPPED, SHIPPED))
        self.call_after_refresh(gc.freeze)  # takes the start's garbage out of later pauses
        await self._count_saved_games()

    def on_unmount(self) -> None:
        self.keeper.close()

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
        for name in THEMES:
            yield SystemCommand(f"theme {name}", "colours", partial(setattr, self, "theme", name))

    # what screens ask for

    async def _show(self, screen: Screen[None], closed: Callable[[None], Awaitable[None]] | None = None) -> None:
        """Push a screen and paint it once: while it mounts Textual would paint it several times."""
        with self.batch_update():
            await self.push_screen(screen, closed)

    @on(messages.InspectFile)
    async def _inspect(self, message: messages.InspectFile) -> None:
        from tui.screens.inspector import InspectorScreen

        await self._show(InspectorScreen(message.path))

    @on(messages.SolveFile)
    async def _solve_file(self, message: messages.SolveFile) -> None:
        from tui.screens.solve import SolveScreen

        await self._show(SolveScreen(message.path, SHIPPED))

    @on(messages.SolvePuzzle)
    async def _solve_puzzle(self, message: messages.SolvePuzzle) -> None:
        from tui.screens.solve import SolveScreen

        await self._show(SolveScreen(message.puzzle))

    @on(messages.StepThrough)
    async def _step_through(self, message: messages.StepThrough) -> None:
        from tui.screens.machine import MachineScreen

        await self._show(MachineScreen(message.name, message.trace))

    @on(messages.PlayPuzzle)
    def _play(self, message: messages.PlayPuzzle) -> None:
        self._open_puzzle(message.puzzle)

    @work(thread=True, exclusive=True, exit_on_error=False, group="open", description="count solutions")
    def _open_puzzle(self, puzzle: Puzzle) -> None:
        """Counting the solutions is a search, so it stays off the event loop."""
        from engine.play.opening import opening

        worker = get_current_worker()
        try:
            begun = opening(puzzle, cancel=lambda: worker.is_cancelled)
        except Cancelled:
            return
        self.call_from_thread(self._begin, begun.game, None, begun.notice)

    def _begin(self, game: "Game", saved: "SavedGame | None", notice: str = "") -> None:
        from tui.screens.board import BoardScreen

        slot = self.keeper.slot(saved)
        screen = BoardScreen(game, slot.save, notice, saved.view if saved else None)
        self.call_later(self._show, screen, self._count_saved_games)

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

        await self._show(NewGameScreen())

    @on(messages.ResumeGame)
    async def _resume(self) -> None:
        games = await self.keeper.unfinished()
        if not games:
            self.notify("There is no game to resume. n starts a new one.", markup=False)
        elif len(games) == 1:
            await self._load(games[0].id)
        else:

            async def chosen(index: int | None) -> None:
                if index is not None:
                    await self._load(games[index].id)

            self.push_screen(Choice("Resume which game?", [_describe(game) for game in games]), chosen)

    async def _load(self, number: int) -> None:
        try:
            saved = await self.keeper.load(number)
        except StoreError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        self._begin(saved.game, saved)

    async def _count_saved_games(self, _: None = None) -> None:
        self.saved_games = len(await self.keeper.unfinished())
        if isinstance(self.screen, Page):
            self.screen.refresh_keys()

    # leaving

    def _leave_on(self, number: int) -> None:
        """The connection closed or someone asked us to stop: games are saved move by move, so only leave tidily."""
        self.exit(return_code=128 + number)


def _describe(game: "Summary") -> str:
    name = printable(game.title) or f"{game.layout} sudoku"
    return f"{name}   {game.filled}/{game.holes} filled   {clock_text(game.elapsed)}"
