"""The part of the app that answers what screens ask about games: it opens, keeps and finds them."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from textual import on, work
from textual.screen import Screen
from textual.worker import get_current_worker

from engine.base.errors import Cancelled
from engine.base.text import printable
from engine.play.errors import StoreError
from engine.sudoku.puzzle import Puzzle
from tui.base import requests as messages
from tui.base.page import Page
from tui.base.saved_games import Keeper, Slot
from tui.terminal.options import Options
from tui.terminal.type_ahead import TypeAhead

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.play.daily import Daily
    from engine.play.draft import Drafts
    from engine.play.game import Game, Record
    from engine.play.origin import Origin
    from engine.play.store import SavedGame


class Playing(TypeAhead):
    """An app in which games are played."""

    def __init__(self, options: Options) -> None:
        self.options = options  # the driver is made with them
        super().__init__(ansi_color=True)  # else NO_COLOR would come out as shades of grey
        self.keeper = Keeper(options.bounds.games if options.bounds else None)
        self.desk: Drafts | None = None
        """The puzzles that are being set, once they are read."""
        self.saved_games = 0
        """How many games can be resumed."""

    async def _show(self, screen: Screen[None], closed: Callable[[None], Awaitable[None]] | None = None) -> None:
        """Push a screen and paint it once: while it mounts Textual would paint it several times."""
        with self.batch_update():
            await self.push_screen(screen, closed)

    @on(messages.PlayPuzzle)
    def _play(self, message: messages.PlayPuzzle) -> None:
        from engine.play.origin import UNKNOWN

        self._open_puzzle(message.puzzle, message.origin or UNKNOWN)

    @work(thread=True, exclusive=True, exit_on_error=False, group="open", description="count solutions")
    def _open_puzzle(self, puzzle: Puzzle, origin: "Origin") -> None:
        """Counting the solutions is a search, so it stays off the event loop."""
        from engine.play.new_game import new_game

        worker = get_current_worker()
        try:
            begun = new_game(puzzle, cancel=lambda: worker.is_cancelled)
        except Cancelled:
            return
        self.call_from_thread(self.call_later, self._begin, begun.game, origin, begun.notice)

    async def _begin(self, game: "Game", saved: "SavedGame | Origin", notice: str = "", view: Any = None) -> None:
        """Show a game. A new one is written before: what was seen is never lost. It goes again if it stays unplayed."""
        from engine.play.origin import Origin
        from tui.features.play.screen import BoardScreen

        slot, new = self.keeper.slot(saved), isinstance(saved, Origin)

        async def save(record: "Record", view: object) -> str:
            self._warn(await slot.save(record, view))
            return self.keeper.problem

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
        from engine.play.analysis import level_of

        worker = get_current_worker()
        with suppress(Cancelled):
            slot.origin = replace(slot.origin, level=level_of(puzzle, lambda: worker.is_cancelled))

    @on(messages.SetPuzzle)
    async def _set_puzzle(self, message: messages.SetPuzzle) -> None:
        from engine.play.draft import Drafts
        from tui.features.edit.screen import EditorScreen

        if self.desk is None:
            self.desk, notice = (Drafts(), "") if self.options.bounds else await self.keeper.desk()
            self._warn(notice)
        if message.puzzle:
            self.desk.take(message.puzzle)
            await self._keep_desk()
        await self._show(EditorScreen(self.desk, self._keep_desk))

    async def _keep_desk(self) -> None:
        if self.desk and not self.options.bounds:  # guests share the account, not what they set
            self._warn(await self.keeper.keep_desk(self.desk))

    @on(messages.NewGame)
    async def _new_game(self) -> None:
        from tui.features.new_game.screen import NewGameScreen

        await self._show(NewGameScreen(await self._daily()))

    @on(messages.PlayDaily)
    async def _play_daily(self) -> None:
        from tui.features.new_game.screen import NewGameScreen

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
        from tui.features.games.screen import GamesScreen

        if message.number is None:
            await self._show(GamesScreen(self.keeper), self._count_saved_games)
        else:
            await self._load(message.number)

    @on(messages.ShowStatistics)
    async def _show_statistics(self) -> None:
        from tui.features.statistics.screen import StatisticsScreen

        await self._show(StatisticsScreen(self.keeper))

    @on(messages.FavourPuzzle)
    def _favour(self, message: messages.FavourPuzzle) -> None:
        self._favour_puzzle(message.puzzle, message.playing)

    @work(thread=True, exclusive=True, exit_on_error=False, group="favour", description="count solutions")
    def _favour_puzzle(self, puzzle: Puzzle, playing: bool) -> None:
        """Find out about a puzzle's solutions, as for playing it, and save it."""
        from engine.play.new_game import new_game

        worker = get_current_worker()
        with suppress(Cancelled):
            begun = new_game(puzzle, cancel=lambda: worker.is_cancelled)
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
