"""What the app does about games: begins, resumes, rates and marks them; and about the puzzles that are being set."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from engine.base.text import printable
from engine.play.errors import StoreError
from engine.sudoku.puzzle import Puzzle
from tui.base.background import Background, Job, complaint
from tui.base.dialogs import Choice, Waiting
from tui.base.page import Page
from tui.base.program import Program
from tui.base.requests import PlayPuzzle
from tui.base.saved_games import GameSlot
from tui.draw.numbers import clock_text

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.play.daily import Daily
    from engine.play.draft import Drafts
    from engine.play.game import Game, Record
    from engine.play.new_game import NewGame
    from engine.play.store import SavedGame, Summary

FAVOURITE = "A favourite now, among the saved games."
NO_FAVOURITE = "No longer a favourite."
IN_PROGRESS = "You are playing this puzzle already"
GO_ON = "go on: {filled} of {holes} filled in {time}"
ANEW = "begin anew; the other game is kept"
COUNTING = "Counting the solutions of this puzzle."
WARNING_SECONDS = 15
"""How long what is told of the saved games stays in sight."""


class Games:
    """Answers what features ask about games. Owns the place where the game on the screen is saved."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._saved = program.saved
        self._background = Background(program)
        self._board: Screen[None] | None = None
        """The screen of the game that was shown last."""
        self._slot: GameSlot | None = None
        """Where that game is saved."""
        self._waiting: Waiting | None = None
        """What tells that the next game takes its time."""

    # playing

    def play(self, request: PlayPuzzle) -> None:
        """Start a game, or go on with one of the same puzzle; keys typed meanwhile are for the board."""
        replaced = self._program.screen if request.instead else None
        self._program.hold_keys()
        self._program.run_worker(self._play(request, replaced), group="open", exclusive=True)

    async def _play(self, request: PlayPuzzle, replaced: Screen[Any] | None) -> None:
        begun = await self._saved.unfinished_of(request.puzzle)
        chosen = await self._ask_whether_anew(begun) if begun else 0
        if chosen is None:
            self._program.release_keys()
        elif chosen < len(begun):
            await self.resume(begun[chosen].id, replaced)
        else:
            self._begin(request, replaced)

    async def _ask_whether_anew(self, begun: list[Summary]) -> int | None:
        """Which of the games to go on with; one past the last: none of them; None: nothing is to be played."""
        rows = [
            GO_ON.format(filled=game.filled, holes=game.holes, time=clock_text(game.elapsed)) for game in begun
        ]
        self._program.release_keys()
        answer = await self._program.push_screen_wait(Choice(IN_PROGRESS, [*rows, ANEW]))
        self._program.hold_keys()
        return answer

    def _begin(self, request: PlayPuzzle, replaced: Screen[Any] | None) -> None:
        """Count the puzzle's solutions, off the event loop, and show a new game of it."""
        from engine.play.new_game import new_game
        from engine.play.origin import UNKNOWN

        async def begin(made: NewGame) -> None:
            slot = self._saved.slot(request.origin or UNKNOWN)
            self.warn(await slot.save(made.game.record(), None))  # before it is shown: what was seen is never lost
            await self._show(made.game, slot, replaced, notice=made.notice)

        def failed(error: Exception) -> None:
            self._end_waiting()
            self._program.notify(complaint(error), severity="error", markup=False)

        self._background.start(
            "open",
            lambda job: new_game(request.puzzle, cancel=job.cancelled),
            begin,
            failed=failed,
            slow=self._wait,
        )

    async def resume(self, number: int, replaced: Screen[Any] | None = None) -> None:
        """Go on with a saved game."""
        self._program.hold_keys()
        try:
            saved: SavedGame = await self._saved.load(number)
        except StoreError as error:
            self._end_waiting()
            self._program.notify(str(error), severity="error", markup=False)
            return
        await self._show(saved.game, self._saved.slot(saved.journal.origin, saved.journal), replaced, view=saved.view)

    async def _show(
        self, game: Game, slot: GameSlot, replaced: Screen[Any] | None, notice: str = "", view: Any = None
    ) -> None:
        """Show a game, in one step with the end of what is `replaced`, which may be left by now: then there is none."""
        from tui.features.play.screen import BoardScreen

        async def save(record: Record, view: object) -> str:
            self.warn(await slot.save(record, view))
            return self._saved.problem

        if replaced is not None and replaced not in self._program.screen_stack:
            self._end_waiting()
            return
        self._board, self._slot = BoardScreen(game, save, notice, view), slot
        if slot.origin.level is None and game.solution:
            self._rate(slot, game.puzzle)
        with self._program.batch_update():
            self._end_waiting()
            if replaced is not None and replaced is self._program.screen:
                await self._program.switch_screen(self._board)
            else:
                await self._program.push_screen(self._board)

    def _rate(self, slot: GameSlot, puzzle: Puzzle) -> None:
        """Find out how hard a puzzle is, for the statistics; written down with the next save."""
        from engine.play.analysis import level_of
        from engine.sudoku.techniques.catalogue import Level

        def rate(job: Job[None]) -> Level | None:
            return level_of(puzzle, job.cancelled)

        self._background.start("rate", rate, slot.rate)

    # waiting for a game

    def _wait(self) -> None:
        """Tell that counting solutions goes on, and let it be stopped."""

        def closed(stopped: bool | None) -> None:
            if stopped:
                self._waiting = None
                self._background.cancel("open")
                self._program.release_keys()

        self._waiting = Waiting(COUNTING)
        self._program.push_screen(self._waiting, closed)

    def _end_waiting(self) -> None:
        if self._waiting is not None and self._waiting is self._program.screen:
            self._waiting.dismiss(False)
        self._waiting = None
        self._program.release_keys()

    # what is known of games

    async def daily(self) -> Daily:
        """The puzzle of today, and how far it is played."""
        from engine.play.daily import Daily

        today = date.today()
        try:
            return await self._saved.run(lambda store: store.daily(today))
        except StoreError:
            return Daily(today)

    def mark_favourite(self, puzzle: Puzzle, playing: bool) -> None:
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

    async def count(self) -> None:
        """Count the games that can be resumed, and tell the screen in front."""
        self._program.saved_games = len(await self._saved.unfinished())
        if isinstance(self._program.screen, Page):
            self._program.screen.refresh_keys()

    async def tidy(self) -> None:
        """Once no game is on the screen: forget the one that was, if nobody played it, and count those that remain."""
        if self._board is not None and self._board not in self._program.screen_stack:
            await self.discard_untouched()
        await self.count()

    async def discard_untouched(self) -> None:
        """Delete the game that was shown last, if nobody has done anything in it."""
        self._board, slot, self._slot = None, self._slot, None
        if slot is not None:
            with suppress(StoreError):
                await slot.discard()

    def warn(self, sentence: str) -> None:
        """Tell something about the saved games, if there is anything, for longer than until the next key."""
        if sentence:
            self._program.notify(printable(sentence), severity="warning", timeout=WARNING_SECONDS, markup=False)


class SavedDrafts:
    """The puzzles that are being set, read at the first use. For guests they are not kept: they share the account."""

    def __init__(self, program: Program, games: Games) -> None:
        self._saved = program.saved
        self._is_kept = program.options.bounds is None
        self._games = games
        self._drafts: Drafts | None = None

    async def open(self, puzzle: Puzzle | None) -> Drafts:
        """The drafts, this puzzle over that of its layout."""
        from engine.play.draft import Drafts

        if self._drafts is None:
            self._drafts, notice = await self._saved.drafts() if self._is_kept else (Drafts(), "")
            self._games.warn(notice)
        if puzzle:
            self._drafts.take(puzzle)
            await self.keep()
        return self._drafts

    async def keep(self) -> None:
        """Write the drafts down."""
        if self._drafts and self._is_kept:
            self._games.warn(await self._saved.keep_drafts(self._drafts))
