"""What the app does about games: opens, resumes, rates and marks them, and keeps the puzzles that are being set."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from engine.base.text import printable
from engine.play.errors import StoreError
from engine.sudoku.puzzle import Puzzle
from tui.base.background import Background, Job
from tui.base.page import Page
from tui.base.program import Program
from tui.base.saved_games import GameSlot

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.play.daily import Daily
    from engine.play.draft import Drafts
    from engine.play.game import Game, Record
    from engine.play.new_game import NewGame
    from engine.play.origin import Origin
    from engine.play.store import SavedGame

FAVOURITE = "A favourite now, among the saved games."
NO_FAVOURITE = "No longer a favourite."
WARNING_SECONDS = 15
"""How long what is told of the saved games stays in sight."""


class Games:
    """Answers what features ask about games; owns the puzzles that are being set."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._saved = program.saved
        self._background = Background(program)
        self._desk: Drafts | None = None
        """The puzzles that are being set, once they are read."""

    # playing

    def play(self, puzzle: Puzzle, origin: Origin | None) -> None:
        """Start a game; counting the puzzle's solutions is a search, so it stays off the event loop."""
        from engine.play.new_game import new_game
        from engine.play.origin import UNKNOWN

        async def begin(begun: NewGame) -> None:
            await self._begin(begun.game, origin or UNKNOWN, begun.notice)

        self._background.start("count solutions", lambda job: new_game(puzzle, cancel=job.cancelled), begin)

    async def load(self, number: int) -> None:
        """Go on with a saved game."""
        try:
            saved = await self._saved.load(number)
        except StoreError as error:
            self._program.notify(str(error), severity="error", markup=False)
            return
        await self._begin(saved.game, saved, view=saved.view)

    async def _begin(self, game: Game, saved: SavedGame | Origin, notice: str = "", view: Any = None) -> None:
        """Show a game. A new one is written before: what was seen is never lost. It goes again if it stays unplayed."""
        from engine.play.origin import Origin
        from tui.features.play.screen import BoardScreen

        slot, new = self._saved.slot(saved), isinstance(saved, Origin)

        async def save(record: Record, view: object) -> str:
            self.warn(await slot.save(record, view))
            return self._saved.problem

        async def closed(_: None) -> None:
            if new:
                await slot.discard()
            await self.count()

        if new:
            await save(game.record(), view)
        if slot.origin.level is None and game.solution:
            self._rate(slot, game.puzzle)
        await self._program.show(BoardScreen(game, save, notice, view), closed)

    def _rate(self, slot: GameSlot, puzzle: Puzzle) -> None:
        """Find out how hard a puzzle is, for the statistics; written down with the next save."""
        from engine.play.analysis import level_of
        from engine.sudoku.techniques.catalogue import Level

        def rated(level: Level | None) -> None:
            slot.origin = replace(slot.origin, level=level)

        def rate(job: Job[None]) -> Level | None:
            return level_of(puzzle, job.cancelled)

        self._background.start("rate the puzzle", rate, rated)

    # what is known of games

    async def daily(self) -> Daily:
        """The puzzle of today, and how far it is played."""
        from engine.play.daily import Daily

        today = date.today()
        try:
            return await self._saved.run(lambda store: store.daily(today))
        except StoreError:
            return Daily(today)

    def favour(self, puzzle: Puzzle, playing: bool) -> None:
        """Mark a puzzle as a favourite, or no longer; a new favourite is saved as a game that is not begun."""
        from engine.play.new_game import new_game

        async def mark(begun: NewGame) -> None:
            try:
                favoured = await self._saved.run(lambda store: store.favour(begun.game.record(), playing=playing))
            except StoreError as error:
                self._program.notify(str(error), severity="error", markup=False)
                return
            self._program.notify(FAVOURITE if favoured else NO_FAVOURITE, markup=False)
            await self.count()

        self._background.start("favourite", lambda job: new_game(puzzle, cancel=job.cancelled), mark)

    async def count(self, _: None = None) -> None:
        """Count the games that can be resumed, and tell the screen in front."""
        self._program.saved_games = len(await self._saved.unfinished())
        if isinstance(self._program.screen, Page):
            self._program.screen.refresh_keys()

    def warn(self, sentence: str) -> None:
        """Tell something about the saved games, if there is anything, for longer than until the next key."""
        if sentence:
            self._program.notify(printable(sentence), severity="warning", timeout=WARNING_SECONDS, markup=False)

    # puzzles that are being set

    async def desk(self, puzzle: Puzzle | None) -> Drafts:
        """The puzzles that are being set, this one over the draft of its layout."""
        from engine.play.draft import Drafts

        if self._desk is None:
            self._desk, notice = (Drafts(), "") if self._program.options.bounds else await self._saved.desk()
            self.warn(notice)
        if puzzle:
            self._desk.take(puzzle)
            await self.keep_desk()
        return self._desk

    async def keep_desk(self) -> None:
        """Write the puzzles that are being set down; not for guests, who share the account, not what they set."""
        if self._desk and not self._program.options.bounds:
            self.warn(await self._saved.keep_desk(self._desk))
