"""Keeps games: every save runs on one thread of its own, so that a slow disk never holds the screen."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from engine.play.errors import StoreError
from engine.play.game import Record
from engine.play.store import SavedGame, Store, Summary

Answer = TypeVar("Answer")


class Keeper:
    """The store of games as the screens see it, opened at the first use; while that fails, games go on unsaved."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="keeper")
        self._store: Store | None = None
        self._problem = ""

    async def unfinished(self) -> list[Summary]:
        """The games that can be resumed, last played first; none while the store is out of reach."""
        try:
            return await self._run(lambda store: store.unfinished())
        except StoreError:
            return []

    async def load(self, number: int) -> SavedGame:
        """A saved game. Raises StoreError."""
        return await self._run(lambda store: store.load(number))

    def slot(self, number: int | None = None) -> "Slot":
        """A place to save one game in; a new one takes its number with the first save."""
        return Slot(self, number)

    async def save(self, number: int | None, record: Record, view: object) -> tuple[int | None, str]:
        """Save a game; returns the number it now has and a sentence for the player, "" if all is well.

        A problem is told when it first comes up, not at every move.
        """

        def write(store: Store) -> tuple[int, str]:
            saved = store.add(record, view) if number is None else store.save(number, record, view)
            return saved, store.take_notice()

        try:
            saved, notice = await self._run(write)
        except StoreError as error:
            told, self._problem = self._problem, str(error)
            return number, "" if told == self._problem else self._problem
        self._problem = ""
        return saved, notice

    def close(self) -> None:
        """Finish what is being written and close the store."""
        if self._store:
            self._thread.submit(self._store.close)
        self._thread.shutdown()

    async def _run(self, work: Callable[[Store], Answer]) -> Answer:
        def with_store() -> Answer:
            self._store = self._store or Store()
            return work(self._store)

        return await asyncio.wrap_future(self._thread.submit(with_store))


class Slot:
    """Where one game is saved."""

    def __init__(self, keeper: Keeper, number: int | None) -> None:
        self._keeper = keeper
        self.number = number

    async def save(self, record: Record, view: object) -> str:
        """Save the game; returns a sentence for the player if something is to be told, else ""."""
        self.number, told = await self._keeper.save(self.number, record, view)
        return told
