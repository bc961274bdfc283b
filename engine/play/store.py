"""Saved games: an SQLite journal that grows with each move, and what is remembered of solved games.

The history of a game is written as it grows: saving after a move inserts one node and moves the position, in one
transaction that survives the end of the process. Every method of a store and of a journal may be called from any
thread (they wait for each other); a `Record` is a value, so a worker can save it while the game goes on.
"""

import json
import os
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from platformdirs import user_state_path

from engine.play import rows
from engine.play.database import DamagedError, Database
from engine.play.errors import StoreError
from engine.play.game import Game, Record
from engine.play.history import Tree


class Summary(NamedTuple):
    """A saved game in a list: `filled` of the `holes` cells that are not givens hold a digit.

    Times are seconds since 1970, `elapsed` the seconds played.
    """

    id: int
    title: str
    layout: str
    created: float
    updated: float
    holes: int
    filled: int
    elapsed: float


class Statistics(NamedTuple):
    """The games of one layout that were solved without being shown the solution; times in seconds.

    `unaided` counts those solved without any hint, reveal or check.
    """

    layout: str
    solved: int
    unaided: int
    best: float
    average: float


@dataclass(frozen=True)
class SavedGame:
    """A game as it was saved, its clock paused, with the screen's own `view` and the journal to save it with."""

    game: Game
    view: Any
    journal: "Journal"


class _Written(NamedTuple):
    """What the file holds of a game. `created` tells it from another that has its number in a file that came later."""

    number: int
    revision: int
    created: float
    serial: int
    tree: Tree


def default_path() -> Path:
    """Where games are saved: in the directory that SATSUDOKU_STATE names, else in the user's own for state."""
    directory = os.environ.get("SATSUDOKU_STATE")
    return (Path(directory).expanduser() if directory else user_state_path("satsudoku", appauthor=False)) / "games.db"


class Store:
    """The saved games in one file.

    Any method may raise StoreError, a sentence for the screen: then nothing was changed in the file, and the game
    goes on unsaved. The next save that works writes all that is missing.
    """

    def __init__(self, path: Path | None = None, *, now: Callable[[], float] = time.time) -> None:
        """Open the file at `path` (else `default_path()`), made if it is missing. `now` is the time of day.

        Raises StoreError if it is out of reach or was written by a newer version. A damaged file is set aside.
        """
        self._database = Database(path or default_path())
        self._now = now
        self._notice = ""

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def path(self) -> Path:
        """The file."""
        return self._database.path

    def take_notice(self) -> str:
        """What the player should be told since this was last asked, such as a file set aside; mostly ""."""
        notices = [self._database.notice, self._notice]
        self._database.notice = self._notice = ""
        return " ".join(filter(None, notices))

    def add(self, record: Record, view: Any = None) -> "Journal":
        """Save a game for the first time; returns the journal to save it with from now on. `view` is any JSON value."""
        journal = Journal(self)
        journal.save(record, view)
        return journal

    def load(self, number: int, *, now: Callable[[], float] = time.monotonic) -> SavedGame:
        """Read a game exactly as it was saved. `now` is for its clock."""
        with self._database.transaction("DEFERRED") as connection:
            cursor = connection.cursor()
            cursor.row_factory = sqlite3.Row
            row = cursor.execute("SELECT * FROM game WHERE id = ?", (number,)).fetchone()
            nodes = cursor.execute("SELECT * FROM node WHERE game = ? ORDER BY number", (number,)).fetchall()
        if row is None:
            raise StoreError(f"Game {number} is not among the saved games.")
        try:
            game = Game.of(rows.read_record(row, nodes), now=now)
            view = json.loads(row["view"])
        except (ValueError, TypeError) as error:
            raise StoreError(f"Saved game {number} can't be read ({error}); other games are not affected.") from error
        written = _Written(number, row["revision"], row["created"], 0, game.history.tree)
        return SavedGame(game, view, Journal(self, written))

    def unfinished(self) -> list[Summary]:
        """The games that are not solved as they stand, last played first."""
        with self._database.transaction("DEFERRED") as connection:
            found = connection.execute(
                f"SELECT {', '.join(Summary._fields)} FROM game WHERE NOT solved ORDER BY updated DESC, id DESC"
            ).fetchall()
        return [Summary(*row) for row in found]

    def delete(self, number: int) -> None:
        """Delete a game and its history; what is remembered of its solving stays."""
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM game WHERE id = ?", (number,))

    def statistics(self) -> list[Statistics]:
        """What is remembered of solved games, by layout."""
        with self._database.transaction("DEFERRED") as connection:
            found = connection.execute(
                "SELECT layout, count(*), sum(hints + reveals + checks = 0), min(elapsed), avg(elapsed)"
                " FROM finish WHERE solutions = 0 GROUP BY layout ORDER BY layout"
            ).fetchall()
        return [Statistics(*row) for row in found]

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def _insert(self, record: Record, view: Any) -> _Written:
        layout = record.puzzle.layout
        if rows.layout_named(layout.name) != layout:
            raise StoreError(f"Games on the layout {layout.name} can't be saved.")
        now = self._now()
        row = {"revision": 1, "created": now, "updated": now, **rows.fixed_columns(record)}
        with self._database.transaction() as connection:
            number = rows.insert(connection, "game", row | rows.state_columns(record, view))
            rows.write_tree(connection, number, rows.NOTHING, record.tree)
            _remember(connection, number, record, now)
        return _Written(number, 1, now, record.serial, record.tree)

    def _update(self, written: _Written, record: Record, view: Any) -> _Written | None:
        """Write what is new; None if the saved game is no longer the one written last."""
        now = self._now()
        state = {"updated": now, **rows.state_columns(record, view)}
        with self._database.transaction() as connection:
            cursor = connection.execute(
                f"UPDATE game SET revision = revision + 1, {', '.join(f'{name} = :{name}' for name in state)}"
                " WHERE id = :id AND revision = :revision AND created = :created",
                state | {"id": written.number, "revision": written.revision, "created": written.created},
            )
            if cursor.rowcount == 0:
                return None
            rows.write_tree(connection, written.number, written.tree, record.tree)
            _remember(connection, written.number, record, now)
        return written._replace(revision=written.revision + 1, serial=record.serial, tree=record.tree)

    def _save(self, written: _Written | None, record: Record, view: Any) -> _Written:
        """Write what is new, or the whole game where nothing is written or it is no longer there as written."""
        if written is None:
            return self._insert(record, view)
        try:
            updated = self._update(written, record, view)
        except DamagedError as error:
            self._notice = str(error)
            return self._insert(record, view)  # into the empty file that took its place
        if updated is None:
            updated = self._insert(record, view)
            self._notice = "The saved game was changed or deleted elsewhere: this one goes on as a copy."
        return updated


class Journal:
    """The saved form of one game: it knows what the file holds of it, and writes what is new.

    A journal made by `Journal(store)` is for a new game, of which nothing is written before it is saved.
    """

    def __init__(self, store: Store, written: _Written | None = None) -> None:
        self._store = store
        self._written = written
        self._lock = Lock()

    @property
    def number(self) -> int | None:
        """The game's number in the store; None before it is saved."""
        return self._written.number if self._written else None

    def save(self, record: Record, view: Any = None) -> None:
        """Save what is new since the last save that worked. A record older than the one saved last is left out.

        If another program changed or deleted the saved game meanwhile, nothing of it is overwritten: the game is
        saved as a copy under another number. Raises StoreError if it can't be saved now.
        """
        with self._lock:
            if self._written is None or record.serial > self._written.serial:
                self._written = self._store._save(self._written, record, view)


def _remember(connection: sqlite3.Connection, number: int, record: Record, finished: float) -> None:
    """Remember a game when it is first solved; a puzzle without holes is no achievement."""
    if record.solved and record.puzzle.holes:
        row = {"game": number, "finished": finished, **rows.finish_columns(record)}
        rows.insert(connection, "finish", row, "INSERT OR IGNORE")
