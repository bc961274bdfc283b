"""Keeps games: every save runs on one thread of its own, so that a slow disk never holds the screen."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from engine.play.errors import StoreError

if TYPE_CHECKING:  # loaded on the keeper's thread, after the first frame
    from engine.play.game import Record
    from engine.play.store import Journal, SavedGame, Store, Summary

Answer = TypeVar("Answer")


class Keeper:
    """The store of games as the screens see it, opened at the first use; while that fails, games go on unsaved."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="keeper")
        self._store: Store | None = None
        self._problem = ""

    async def unfinished(self) -> "list[Summary]":
        """The games that can be resumed, last played first; none while the store is out of reach."""
        try:
            return await self.run(lambda store: store.unfinished())
        except StoreError:
            return []

    async def load(self, number: int) -> "SavedGame":
        """A saved game. Raises StoreError."""
        return await self.run(lambda store: store.load(number))

    def slot(self, saved: "SavedGame | None" = None) -> "Slot":
        """A place to save one game in: that of a saved game, or a new one, which is written with the first save."""
        return Slot(self, saved.journal if saved else None)

    async def run(self, work: "Callable[[Store], Answer]") -> Answer:
        """Do something with the store on its thread. Raises StoreError."""

        def with_store() -> Answer:
            from engine.play.store import Store

            self._store = self._store or Store()
            return work(self._store)

        return await asyncio.wrap_future(self._thread.submit(with_store))

    def first_time(self, problem: str) -> bool:
        """Whether this problem ("" for none) is another than the last one: it is told once, not at every move."""
        told, self._problem = self._problem, problem
        return told != problem

    def close(self) -> None:
        """Finish what is being written and close the store."""
        if self._store:
            self._thread.submit(self._store.close)
        self._thread.shutdown()


class Slot:
    """Where one game is saved."""

    def __init__(self, keeper: Keeper, journal: "Journal | None") -> None:
        self._keeper = keeper
        self._journal = journal

    async def save(self, record: "Record", view: object) -> str:
        """Save the game; returns a sentence for the player if something is to be told, else ""."""

        def write(store: "Store") -> str:
            from engine.play.store import Journal

            self._journal = self._journal or Journal(store)
            self._journal.save(record, view)
            return store.take_notice()

        try:
            notice = await self._keeper.run(write)
        except StoreError as error:
            return str(error) if self._keeper.first_time(str(error)) else ""
        self._keeper.first_time("")
        return notice
