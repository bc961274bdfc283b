"""Saved games: an SQLite journal that grows with each move, and what is remembered of solved games.

The history of a game is written as it grows: saving after a move inserts one node and moves the position, in one
transaction that survives the end of the process. Every method of a store and of a journal may be called from any
thread (they wait for each other); a `Record` is a value, so a worker can save it while the game goes on.
"""

import sqlite3
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from engine.base.language import _
from engine.base.text import paragraph, printable
from engine.play import rows, validation
from engine.play.daily import Daily
from engine.play.database import DamagedDatabaseError, GameDatabase
from engine.play.errors import StoreError
from engine.play.game import Game, GameRecord
from engine.play.history import Tree
from engine.play.origin import UNKNOWN, Origin
from engine.play.schedule import Answered
from engine.play.state_directory import state_directory
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level, Technique

FILE = "games.db"
"""The file of saved games in a player's directory."""

_PLAYED = """(
    favourite OR hints + reveals + checks + solutions + watches > 0
    OR EXISTS (SELECT 1 FROM node WHERE node.game = game.id AND (number > 0 OR bookmark IS NOT NULL))
)"""
"""The rows of `game` in which somebody has done something."""


class GameSummary(NamedTuple):
    """A saved game in a list: `filled` of the `holes` cells that are not givens hold a digit.

    `title` is the puzzle's own name, `file` that of the file it came from; each may be "". `level` is the name of a
    Level, `day` the date whose daily puzzle it is (as 2026-11-21); None where there is none.
    Times are seconds since 1970, `elapsed` the seconds played; `solved` and `favourite` are 0 or 1.
    """

    id: int
    title: str
    file: str
    layout: str
    level: str | None
    day: str | None
    created: float
    updated: float
    holes: int
    filled: int
    elapsed: float
    solved: int
    favourite: int


class SolvedGames(NamedTuple):
    """The games of one layout and level that were solved without seeing the solution first; times in seconds.

    `level` is None for puzzles nobody has rated. `unaided` counts those solved without any hint, reveal or check.
    `best` is of those in which no cell was filled for the player; None if there is none.
    """

    layout: str
    level: str | None
    solved: int
    unaided: int
    best: float | None
    average: float


class SavedState(NamedTuple):
    """How far a puzzle is, by its saved games: `begun` and not solved, `solved`; each 0 or 1.

    `best` is the shortest time of those solved without a cell that was filled for the player, in seconds; None if there
    is none.
    """

    unfinished: int = 0
    solved: int = 0
    best: float | None = None


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
    """Where games are saved."""
    return state_directory() / FILE


class Store:
    """The saved games in one file.

    A game in which nobody has done anything yet is kept only until another game begins, and is in no list: it has no
    move, no bookmark, no help was taken, and it is no favourite.

    Any method may raise StoreError, a sentence for the screen: then nothing was changed in the file, and the game
    goes on unsaved. The next save that works writes all that is missing.
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        now: Callable[[], float] = time.time,
        most_games: int | None = None,
        most_bytes: int | None = None,
        names_only: bool = False,
    ) -> None:
        """Open the file at `path` (else `default_path()`), made if it is missing. `now` is the time of day.

        No game is added to `most_games` that are there, whoever saved them; None: as many as there is room for. The
        file does not grow beyond `most_bytes`; None: as far as the disk has room.
        With `names_only` sentences have no folders, only names of files.
        Raises StoreError if it is out of reach or was written by a newer version. A damaged file is set aside, and what
        can be read of it takes its place.
        """
        self._database = GameDatabase(path or default_path(), most_bytes, names_only=names_only)
        self._now = now
        self._most_games = most_games
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
        return paragraph(notices)

    def add(self, record: GameRecord, view: Any = None, origin: Origin = UNKNOWN) -> "Journal":
        """Save a game for the first time; returns the journal to save it with from now on. `view` is any JSON value."""
        journal = Journal(self, origin=origin)
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
            raise StoreError(_("There is no saved game {number}.").format(number=number))
        try:
            game = Game.of(rows.read_record(row, nodes), now=now)
            origin = rows.read_origin(row)
            view = validation.parsed(row["view"])
            revision, created = validation.whole(row["revision"]), validation.seconds(row["created"])
        except (ValueError, TypeError, KeyError) as error:
            reason = printable(str(error))
            raise StoreError(
                _("Saved game {number} can't be read ({reason}); other games are not affected.").format(
                    number=number, reason=reason
                )
            ) from error
        written = _Written(number, revision, created, 0, game.history.tree)
        return SavedGame(game, view, Journal(self, written, origin))

    def games(self) -> list[GameSummary]:
        """All games, last played first."""
        return self._games(_PLAYED)

    def unfinished_games_of(self, puzzle: Puzzle) -> list[GameSummary]:
        """The games of this puzzle (same layout, same givens) that are not solved as they stand, last played first."""
        return self._games(f"{rows.SAME_PUZZLE} AND NOT solved AND {_PLAYED}", rows.puzzle_columns(puzzle))

    def standing(self, puzzle: Puzzle) -> SavedState:
        """How far a puzzle is."""
        with self._database.transaction("DEFERRED") as connection:
            found = connection.execute(
                "SELECT max(NOT solved), max(solved),"
                " min(CASE WHEN solved AND reveals + solutions + watches = 0 THEN elapsed END)"
                f" FROM game WHERE {rows.SAME_PUZZLE} AND {_PLAYED}",
                rows.puzzle_columns(puzzle),
            ).fetchone()
        return SavedState(found[0] or 0, found[1] or 0, found[2])

    def _games(self, condition: str, columns: dict[str, Any] | None = None) -> list[GameSummary]:
        with self._database.transaction("DEFERRED") as connection:
            found = connection.execute(
                f"SELECT {', '.join(GameSummary._fields)} FROM game WHERE {condition} ORDER BY updated DESC, id DESC",
                columns or {},
            ).fetchall()
        return [GameSummary(*rows.believed(GameSummary, row)) for row in found]

    def unfinished(self) -> list[GameSummary]:
        """The games that are not solved as they stand, last played first."""
        return [game for game in self.games() if not game.solved]

    def delete(self, number: int) -> None:
        """Delete a game and its history; what is remembered of its solving stays."""
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM game WHERE id = ?", (number,))

    def _delete_unplayed(self, number: int) -> None:
        """Delete a game in which nobody has done anything."""
        with self._database.transaction() as connection:
            connection.execute(f"DELETE FROM game WHERE id = ? AND NOT {_PLAYED}", (number,))

    def mark(self, number: int, favourite: bool) -> None:
        """Make a game a favourite, or no longer."""
        with self._database.transaction() as connection:
            connection.execute("UPDATE game SET favourite = ? WHERE id = ?", (favourite, number))

    def favour(self, record: GameRecord, *, playing: bool = False) -> bool:
        """Make a puzzle a favourite by the game of it that was played last, or no longer; tells which.

        Where there is no game, one is saved; one that nobody has begun goes again, but not while it is `playing`.
        """
        number = self._game_of(record.puzzle) or self._save(None, record, None, UNKNOWN).number
        favourite = not any(game.favourite for game in self.games() if game.id == number)
        self.mark(number, favourite)
        if not (favourite or playing):
            self._delete_unplayed(number)
        return favourite

    def _game_of(self, puzzle: Puzzle) -> int | None:
        """The number of the game of a puzzle that was played last, if one is saved."""
        with self._database.transaction("DEFERRED") as connection:
            found = connection.execute(
                f"SELECT id FROM game WHERE {rows.SAME_PUZZLE} ORDER BY favourite DESC, updated DESC LIMIT 1",
                rows.puzzle_columns(puzzle),
            ).fetchone()
        return found[0] if found else None

    def rate(self, number: int, level: Level) -> None:
        """Learn how hard the puzzle of a saved game is, for the statistics too where it is solved by now."""
        with self._database.transaction() as connection:
            connection.execute("UPDATE game SET level = ? WHERE id = ?", (level.value, number))
            connection.execute("UPDATE finish SET level = ? WHERE game = ?", (level.value, number))

    def statistics(self, number: int | None = None) -> list[SolvedGames]:
        """What is remembered of solved games, by layout and level; with the number of a game, those it counts in."""
        with self._database.transaction("DEFERRED") as connection:
            found = connection.execute(
                "SELECT layout, level, count(*), sum(hints + reveals + checks = 0),"
                " min(CASE WHEN reveals = 0 THEN elapsed END), avg(elapsed)"
                " FROM finish WHERE solutions + watches = 0"
                " GROUP BY layout, level HAVING :number IS NULL OR max(game = :number) ORDER BY layout",
                {"number": number},
            ).fetchall()
        order = {level.value: place for place, level in enumerate(Level)}
        statistics_rows = (SolvedGames(*rows.believed(SolvedGames, row)) for row in found)
        return sorted(statistics_rows, key=lambda row: (row.layout, order.get(row.level or "", -1)))

    def daily(self, day: date) -> Daily:
        """What is known of a day's puzzle: its game (of several the one played last), and whether it was solved."""
        with self._database.transaction("DEFERRED") as connection:
            game = connection.execute(
                "SELECT id FROM game WHERE day = ? ORDER BY updated DESC, id DESC LIMIT 1", (day.isoformat(),)
            ).fetchone()
        return Daily(day, game[0] if game else None, day in self.solved_days())

    def solved_days(self) -> frozenset[date]:
        """The dates whose daily puzzle was solved without seeing the solution first."""
        with self._database.transaction("DEFERRED") as connection:
            found = connection.execute(
                "SELECT DISTINCT day FROM finish WHERE day IS NOT NULL AND solutions + watches = 0"
            ).fetchall()
        return frozenset(day for (text,) in found if (day := rows.read_day(text)))

    def keep_used(self, game: int, usage: Iterable[tuple[int, Technique]]) -> None:
        """Remember which techniques the moves to these nodes of a game used; what is known already stays."""
        with self._database.transaction() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO used (game, node, technique) VALUES (?, ?, ?)",
                [(game, node, technique.name) for node, technique in usage],
            )

    def techniques_used(self) -> dict[Technique, int]:
        """How often each technique was used in all games, easiest first; only those that were."""
        with self._database.transaction("DEFERRED") as connection:
            found = dict(connection.execute("SELECT technique, count(*) FROM used GROUP BY technique").fetchall())
        return {technique: found[technique.name] for technique in Technique if technique.name in found}

    def keep_drill(self, answered: Answered, layout: str) -> None:
        """Remember that a drill on the layout of that name was answered."""
        row = {"answered": answered.day.isoformat(), "technique": answered.technique.name, "layout": layout}
        with self._database.transaction() as connection:
            rows.insert(connection, "drill", row | {"quality": int(answered.quality)})

    def drills_answered(self) -> list[Answered]:
        """The drills answered, oldest first; rows that make no sense are left out."""
        with self._database.transaction("DEFERRED") as connection:
            found = connection.execute("SELECT technique, answered, quality FROM drill ORDER BY number").fetchall()
        return list(filter(None, (rows.read_drill(*row) for row in found)))

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def _insert(self, record: GameRecord, view: Any, origin: Origin, replaced: _Written | None = None) -> _Written:
        """Write the whole game, in the place of the one that is `replaced` if that is there."""
        now = self._now()
        row = {"revision": 1, "created": now, "updated": now, **rows.fixed_columns(record)}
        row |= rows.state_columns(record, view) | rows.origin_columns(origin)
        with self._database.transaction() as connection:
            connection.execute(f"DELETE FROM game WHERE NOT {_PLAYED}")
            if replaced:
                same = "DELETE FROM game WHERE id = ? AND created = ? RETURNING id"
                if connection.execute(same, (replaced.number, replaced.created)).fetchone():
                    row["id"] = replaced.number
            self._require_room(connection)
            number = rows.insert(connection, "game", row)
            rows.write_tree(connection, number, rows.NOTHING, record.tree)
            _remember(connection, number, record, origin, now)
        return _Written(number, 1, now, record.serial, record.tree)

    def _require_room(self, connection: sqlite3.Connection) -> None:
        """Raises StoreError if as many games are saved as may be."""
        (games,) = connection.execute("SELECT count(*) FROM game").fetchone()
        if self._most_games is not None and games >= self._most_games:
            raise StoreError(
                _("This game is not saved: there are {games:,} saved games already. Delete finished ones.").format(
                    games=games
                )
            )

    def _update(self, written: _Written, record: GameRecord, view: Any, origin: Origin) -> _Written | None:
        """Write what is new; None if the history of the saved game is no longer the one written last."""
        now = self._now()
        revision = written.revision + (record.tree != written.tree)
        state = {"updated": now, "revision": revision} | rows.state_columns(record, view) | rows.origin_columns(origin)
        with self._database.transaction() as connection:
            cursor = connection.execute(
                f"UPDATE game SET {', '.join(f'{name} = :{name}' for name in state)}"
                " WHERE id = :id AND revision = :known AND created = :created",
                state | {"id": written.number, "known": written.revision, "created": written.created},
            )
            if cursor.rowcount == 0:
                return None
            rows.write_tree(connection, written.number, written.tree, record.tree)
            _remember(connection, written.number, record, origin, now)
        return written._replace(revision=revision, serial=record.serial, tree=record.tree)

    def _save(self, written: _Written | None, record: GameRecord, view: Any, origin: Origin) -> _Written:
        """Write what is new, or the whole game where nothing is written or it is no longer there as written."""
        if written is None:
            return self._insert(record, view, origin)
        try:
            updated = self._update(written, record, view, origin)
        except DamagedDatabaseError as error:
            self._notice = str(error)
            return self._insert(record, view, origin, written)  # what came back of it may be older
        if updated is None:
            if record.tree == written.tree:
                return written  # there is nothing here that is not there
            forgotten = len(written.tree.nodes) == 1 and not self._has(written.number)  # for another game that began
            updated = self._insert(record, view, origin)
            if not forgotten:
                self._notice = _("The saved game was changed or deleted elsewhere; this one continues as a "
                                 "copy.")
        return updated

    def _has(self, number: int) -> bool:
        with self._database.transaction("DEFERRED") as connection:
            return connection.execute("SELECT 1 FROM game WHERE id = ?", (number,)).fetchone() is not None


class Journal:
    """The saved form of one game: it knows what the file holds of it, and writes what is new.

    A journal made by `Journal(store)` is for a new game, of which nothing is written before it is saved. `origin` may
    be changed; the next save writes it.
    """

    def __init__(self, store: Store, written: _Written | None = None, origin: Origin = UNKNOWN) -> None:
        self.origin = origin
        self._store = store
        self._written = written
        self._lock = Lock()

    @property
    def number(self) -> int | None:
        """The game's number in the store; None before it is saved."""
        return self._written.number if self._written else None

    def save(self, record: GameRecord, view: Any = None) -> None:
        """Save what is new since the last save that worked. A record older than the one saved last is left out.

        If another program changed or deleted the saved game meanwhile, nothing of it is overwritten: the game is
        saved as a copy under another number. Raises StoreError if it can't be saved now.
        """
        with self._lock:
            if self._written is None or record.serial > self._written.serial:
                self._written = self._store._save(self._written, record, view, self.origin)

    def discard(self) -> None:
        """Delete the saved game, if nobody has done anything in it."""
        with self._lock:
            if self._written:
                self._store._delete_unplayed(self._written.number)


def _remember(connection: sqlite3.Connection, number: int, record: GameRecord, origin: Origin, finished: float) -> None:
    """Remember a game when it is first solved; a puzzle without holes is no achievement."""
    if record.solved and record.puzzle.holes:
        row = {"game": number, "finished": finished, **rows.finish_columns(record, origin)}
        rows.insert(connection, "finish", row, "INSERT OR IGNORE")
