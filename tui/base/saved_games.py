"""Saves games and drafts of the editor on a separate thread, so that a slow disk never blocks the screen."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, TypeVar

from engine.base.language import lazy_gettext as _
from engine.play.errors import StoreError

if TYPE_CHECKING:  # loaded on the writer's thread, after the first frame
    from engine.play.daily import Daily
    from engine.play.draft import Drafts
    from engine.play.game import GameRecord
    from engine.play.origin import Origin
    from engine.play.store import Journal, SolvedGames, Store
    from engine.sudoku.puzzle import Puzzle
    from engine.sudoku.techniques.catalogue import Level, Technique
    from tui.guests.confinement import GuestLimits

Answer = TypeVar("Answer")

log = logging.getLogger("satsudoku.games")

DRAFTS_FILE = "drafts.json"
"""The file of drafts, in the folder of the store."""

FOLDER_IS_GONE = _("Games are not being saved: their folder is gone.")
SAVED_AGAIN = _("Games are saved again.")


class SavedGames:
    """Asynchronous access to the store of games, opened at first use; while it fails, games continue unsaved."""

    def __init__(
        self, show: Callable[[str], None], bounds: "GuestLimits | None" = None, writer: ThreadPoolExecutor | None = None
    ) -> None:
        """`show` shows the player a message; `bounds` are a guest's limits.

        `writer` has a single thread, which reads and writes several stores; None for a thread of its own.
        """
        self._show = show
        self._bounds = bounds
        self._owns_writer = writer is None
        self._writer = writer or ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._store: Store | None = None
        self._problem = ""
        """Why the last write failed; "" if it did not."""

    async def run(self, work: "Callable[[Store], Answer]") -> Answer:
        """Call `work` with the store, on the writer thread. Raises StoreError."""
        return await asyncio.wrap_future(self._writer.submit(copy_context().run, self._with_store, work))

    def _with_store(self, work: "Callable[[Store], Answer]") -> Answer:
        from engine.play.store import FILE, Store

        if self._bounds and not self._bounds.state.is_dir():  # recreating it would hide the saved games
            raise StoreError(str(FOLDER_IS_GONE))
        if self._store is None:
            if bounds := self._bounds:
                self._store = Store(bounds.state / FILE, max_games=bounds.games, max_bytes=bounds.disk, names_only=True)
            else:
                self._store = Store()
        return work(self._store)

    async def ask(self, question: "Callable[[Store], Answer]", default: Answer) -> Answer:
        """Return the answer of the store to a question; `default` on StoreError."""
        try:
            return await self.run(question)
        except StoreError:
            return default

    async def dailies(self, today: date) -> "Sequence[Daily]":
        """Return the puzzles of a day and their states."""
        from engine.play.daily import Daily, kinds_of

        unsolved: Sequence[Daily] = [Daily(today, kind) for kind in kinds_of(today)]
        return await self.ask(lambda store: store.dailies(today), unsolved)

    async def keep(self, work: "Callable[[Store], str | None]") -> str:
        """Write with `work`, and show the player its message, or a failure unless it is the same as the last time.

        Return the reason for a failure, else "".
        """
        last_problem, problem, cause = self._problem, "", None
        try:
            message = await self.run(work) or (SAVED_AGAIN if last_problem else "")
        except StoreError as error:
            problem, cause = str(error), error.__cause__
            message = problem if problem != last_problem else ""
        self._problem = problem
        if cause and not last_problem:
            folder = self._bounds.state if self._bounds else ""
            log.warning("games are not saved: %s (%s)", cause, folder, extra={"event": "unsaved"})
        if message:
            self._show(str(message))
        return problem

    def close(self) -> None:
        """Finish pending writes and close the store, without waiting if the thread is shared."""
        if self._store:
            self._writer.submit(self._store.close)
        if self._owns_writer:
            self._writer.shutdown()


class GameSlot:
    """The saved game of a board; a new game is stored at the first save."""

    def __init__(self, games: SavedGames, origin: "Origin", journal: "Journal | None" = None) -> None:
        """`origin` is the puzzle's source; `journal` is that of a saved game."""
        self.origin = origin
        self._games = games
        self._journal = journal

    @property
    def number(self) -> int | None:
        """The game's number in the store; None before it is saved."""
        return self._journal.number if self._journal else None

    async def rate(self, level: "Level | None") -> None:
        """Set the puzzle's level, also in the record of a solved game."""
        self.origin = replace(self.origin, level=level)
        number = self.number
        if number is not None and level:
            await self._games.ask(lambda store: store.rate(number, level), None)

    async def statistics(self) -> "SolvedGames | None":
        """Return the statistics of solved games like this one; None if it is not among them."""
        number = self.number
        rows: list[SolvedGames] = []
        if number:
            rows = await self._games.ask(lambda store: store.statistics(number), rows)
        return rows[0] if rows else None

    async def save(self, record: "GameRecord", view: object) -> str:
        """Save the game; return the reason for a failure, else ""."""

        def write(store: "Store") -> str:
            from engine.play.store import Journal

            self._journal = self._journal or Journal(store)
            self._journal.origin = self.origin
            self._journal.save(record, view)
            return store.take_notice()

        return await self._games.keep(write)

    async def add_usage(self, usage: "Sequence[tuple[int, Technique]]") -> None:
        """Store the techniques used by the moves to these nodes; has no effect before the first save."""
        number = self.number
        if number is not None and usage:
            await self._games.ask(lambda store: store.add_usage(number, usage), None)

    async def discard(self) -> None:
        """Delete the saved game if it has no moves."""
        journal = self._journal
        if journal:
            await self._games.ask(lambda _: journal.discard(), None)


class SavedDrafts:
    """The drafts of the player, read at first use. Those of guests are not saved, because guests share an account."""

    def __init__(self, saved: SavedGames, warn: Callable[[str], None], *, is_kept: bool) -> None:
        """`warn` shows the player a warning, unless it is empty; `is_kept` tells whether drafts are saved."""
        self._saved, self._warn, self._is_kept = saved, warn, is_kept
        self._drafts: Drafts | None = None

    async def open(self, puzzle: "Puzzle | None") -> "Drafts":
        """Return the drafts; a puzzle becomes the draft of its layout."""
        from engine.play.draft import Drafts
        from engine.play.draft_file import read_drafts

        drafts, notice = self._drafts or Drafts(), ""
        if self._drafts is None and self._is_kept:
            try:
                drafts, notice = await self._saved.run(lambda store: read_drafts(store.path.with_name(DRAFTS_FILE)))
            except StoreError as error:
                notice = str(error)
        self._drafts = drafts
        self._warn(notice)
        if puzzle:
            drafts.take(puzzle)
            await self.keep()
        return drafts

    async def keep(self) -> None:
        """Save the drafts as they are now."""
        from engine.play.draft_file import dump_drafts, write_drafts

        if self._drafts and self._is_kept:
            text = dump_drafts(self._drafts)
            await self._saved.keep(lambda store: write_drafts(text, store.path.with_name(DRAFTS_FILE)))
