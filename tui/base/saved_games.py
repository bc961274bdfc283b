"""Keeps games: every save runs on one thread of its own, so that a slow disk never holds the screen."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from engine.play.errors import StoreError
from engine.sudoku.puzzle import Puzzle

if TYPE_CHECKING:  # loaded on the keeper's thread, after the first frame
    from engine.play.draft import Drafts
    from engine.play.game import Record
    from engine.play.origin import Origin
    from engine.play.store import Journal, SavedGame, Store, Summary
    from engine.sudoku.techniques.catalogue import Level

Answer = TypeVar("Answer")

DRAFTS_FILE = "drafts.json"
"""The file beside the store with the puzzles that are being set."""


class SavedGames:
    """The store of games as the screens see it, opened at the first use; while that fails, games go on unsaved."""

    def __init__(self, most_games: int | None = None) -> None:
        """`most_games` is as in `Store`."""
        self._most_games = most_games
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="keeper")
        self._store: Store | None = None
        self.problem = ""
        """Why what was to be written last is not, or ""."""

    async def unfinished(self) -> "list[Summary]":
        """The games that can be resumed, last played first; none while the store is out of reach."""
        try:
            return await self.run(lambda store: store.unfinished())
        except StoreError:
            return []

    async def load(self, number: int) -> "SavedGame":
        """A saved game. Raises StoreError."""
        return await self.run(lambda store: store.load(number))

    async def unfinished_of(self, puzzle: Puzzle) -> "list[Summary]":
        """The games of this puzzle that can be resumed, last played first; none while the store is out of reach."""
        try:
            return await self.run(lambda store: store.unfinished_games_of(puzzle))
        except StoreError:
            return []

    def slot(self, origin: "Origin", journal: "Journal | None" = None) -> "GameSlot":
        """A place to save one game in, with the journal that it has if it is a saved one."""
        return GameSlot(self, origin, journal)

    async def drafts(self) -> "tuple[Drafts, str]":
        """The puzzles that are being set, and a sentence for the player if something is to be told of them, else ""."""
        from engine.play.draft import Drafts
        from engine.play.draft_file import read_drafts

        try:
            return await self.run(lambda store: read_drafts(store.path.with_name(DRAFTS_FILE)))
        except StoreError as error:
            return Drafts(), str(error)

    async def keep_drafts(self, drafts: "Drafts") -> str:
        """Write the puzzles that are being set down as they are now; returns a sentence as `GameSlot.save` does."""
        from engine.play.draft_file import dump_drafts, write_drafts

        text = dump_drafts(drafts)
        return await self.told(lambda store: write_drafts(text, store.path.with_name(DRAFTS_FILE)))

    async def told(self, work: "Callable[[Store], str | None]") -> str:
        """Do something with the store; returns what the player is to be told: what `work` does, or why it failed."""
        before = self.problem
        try:
            notice = await self.run(work)
        except StoreError as error:
            self.problem = str(error)
            return self.problem if self.problem != before else ""  # told once, not at every move
        self.problem = ""
        return notice or ("Games are saved again." if before else "")

    async def notice(self) -> str:
        """What the player should be told of the store that has not been told yet, or ""."""
        return await self.told(lambda store: store.take_notice())

    async def run(self, work: "Callable[[Store], Answer]") -> Answer:
        """Do something with the store on its thread. Raises StoreError."""

        def with_store() -> Answer:
            from engine.play.store import Store

            self._store = self._store or Store(most_games=self._most_games)
            return work(self._store)

        return await asyncio.wrap_future(self._thread.submit(with_store))

    def close(self) -> None:
        """Finish what is being written and close the store."""
        if self._store:
            self._thread.submit(self._store.close)
        self._thread.shutdown()


class GameSlot:
    """Where one game is saved; a new one is written with the first save."""

    def __init__(self, games: SavedGames, origin: "Origin", journal: "Journal | None") -> None:
        self._games = games
        self._origin = origin
        self._journal = journal

    @property
    def origin(self) -> "Origin":
        """What is known of the puzzle."""
        return self._origin

    def rate(self, level: "Level | None") -> None:
        """Learn how hard the puzzle is; written with the next save."""
        self._origin = replace(self._origin, level=level)

    async def save(self, record: "Record", view: object) -> str:
        """Save the game; returns a sentence for the player if something is to be told, else ""."""

        def write(store: "Store") -> str:
            from engine.play.store import Journal

            self._journal = self._journal or Journal(store)
            self._journal.origin = self._origin
            self._journal.save(record, view)
            return store.take_notice()

        return await self._games.told(write)

    async def discard(self) -> None:
        """Delete what was saved, if nobody has done anything in the game. Raises StoreError."""
        journal = self._journal
        if journal:
            await self._games.run(lambda _: journal.discard())
