"""Saved games: an SQLite file that grows with each move, and statistics of solved games.

The history of a game is written as it grows: saving a move inserts a node and updates the position, in one transaction
that survives the end of the process. All methods of stores and journals are thread-safe; a `GameRecord` is a value, so
a worker can save it while the game continues.
"""

import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from engine.base.language import _
from engine.base.text import paragraph, printable
from engine.play import rows, validation
from engine.play.daily import Daily, DailyKind, DailyResult, kinds_of
from engine.play.database import DamagedDatabaseError, GameDatabase
from engine.play.errors import StoreError
from engine.play.game import Game, GameRecord
from engine.play.history import Tree
from engine.play.origin import UNKNOWN, Origin
from engine.play.schedule import AnsweredDrill
from engine.play.state_directory import state_directory
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level, Technique

FILE = "games.db"
"""The name of the file of saved games."""

_HELP = "hints + reveals + checks + solutions + watches"
"""The sum of all help taken, in the tables `game` and `finish`."""

_UNSEEN = "solutions + watches = 0"
"""Selects the rows of games in which the player did not see the solution."""

_PLAYED = f"""(
    favourite OR {_HELP} > 0
    OR EXISTS (SELECT 1 FROM node WHERE node.game = game.id AND (number > 0 OR bookmark IS NOT NULL))
)"""
"""Selects the rows of `game` in which the player has done something."""


class GameSummary(NamedTuple):
    """A saved game in a list: `filled` of its `holes` have a digit.

    `title` is the name of the puzzle, `file` that of its file; each may be empty. `level` is the name of a Level, `day`
    the date of a daily puzzle (as in 2026-11-21); None if there is none. Times are seconds since 1970, `elapsed` the
    seconds played; `solved` and `favourite` are 0 or 1.
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
    """Statistics of a layout and level: games solved without seeing the solution first; times in seconds.

    `level` is None for unrated puzzles. `unaided` counts games without any hint, reveal or check, and `best` is the
    shortest time of those; None if there is none.
    """

    layout: str
    level: str | None
    solved: int
    unaided: int
    best: float | None
    average: float


class FinishedGame(NamedTuple):
    """A game solved without seeing the solution first; `finished` is in seconds since 1970, `elapsed` in seconds."""

    finished: float
    layout: str
    level: str | None
    elapsed: float
    hints: int
    reveals: int
    checks: int


class SavedState(NamedTuple):
    """The saved games of a puzzle: whether one is `unfinished` and whether one is `solved`, each 0 or 1.

    `best` is the shortest time in seconds of games solved without any hint, reveal or check; None if there is none.
    """

    unfinished: int = 0
    solved: int = 0
    best: float | None = None


@dataclass(frozen=True)
class SavedGame:
    """A loaded game, its clock paused, with the `view` of its screen and its journal."""

    game: Game
    view: Any
    journal: "Journal"


class _SavedPart(NamedTuple):
    """The part of a game that is in the file; `created` tells it from a game with its number in a later file."""

    number: int
    revision: int
    created: float
    serial: int
    tree: Tree


def default_path() -> Path:
    """The default path of the file."""
    return state_directory() / FILE


class Store:
    """The saved games in a file.

    A game in which nothing was done (no move, no bookmark, no help, no favourite mark) is kept only until another game
    starts, and is not listed.

    All methods may raise StoreError with a sentence for the screen: the file is unchanged then, and the game continues
    unsaved. The next successful save writes everything that is missing.
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        now: Callable[[], float] = time.time,
        max_games: int | None = None,
        max_bytes: int | None = None,
        names_only: bool = False,
    ) -> None:
        """Open the file at `path` (by default `default_path()`), creating it if necessary. `now` is the time of day.

        No game is added if the file has `max_games`; None: no limit. The file does not grow beyond
        `max_bytes`; None: until the disk is full. With `names_only`, sentences contain file names without folders.

        Raises StoreError if the file can't be opened or a newer version wrote it. A damaged file is renamed and
        replaced by one with everything that could be recovered.
        """
        self._database = GameDatabase(path or default_path(), max_bytes, names_only=names_only)
        self._now = now
        self._max_games = max_games
        self._notice = ""

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def path(self) -> Path:
        """The path of the file."""
        return self._database.path

    def take_notice(self) -> str:
        """Sentences for the player since the last call, such as about a damaged file; usually empty."""
        notices = [self._database.notice, self._notice]
        self._database.notice = self._notice = ""
        return paragraph(notices)

    def add(self, record: GameRecord, view: Any = None, origin: Origin = UNKNOWN) -> "Journal":
        """Save a new game; returns its journal for later saves. `view` is any JSON value."""
        journal = Journal(self, origin=origin)
        journal.save(record, view)
        return journal

    def load(self, number: int, *, now: Callable[[], float] = time.monotonic) -> SavedGame:
        """Load a game exactly as it was saved. `now` is the source of seconds for its clock."""
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
        written = _SavedPart(number, revision, created, 0, game.history.tree)
        return SavedGame(game, view, Journal(self, written, origin))

    def games(self) -> list[GameSummary]:
        """All games, last played first."""
        return self._games(_PLAYED)

    def unfinished_games_of(self, puzzle: Puzzle) -> list[GameSummary]:
        """The unsolved games of this puzzle (same layout, same givens), last played first."""
        return self._games(f"{rows.SAME_PUZZLE} AND NOT solved AND {_PLAYED}", rows.puzzle_columns(puzzle))

    def saved_state(self, puzzle: Puzzle) -> SavedState:
        """The state of a puzzle by its saved games."""
        with self._database.transaction("DEFERRED") as connection:
            row = connection.execute(
                "SELECT max(NOT solved), max(solved),"
                f" min(CASE WHEN solved AND {_HELP} = 0 THEN elapsed END)"
                f" FROM game WHERE {rows.SAME_PUZZLE} AND {_PLAYED}",
                rows.puzzle_columns(puzzle),
            ).fetchone()
        return SavedState(row[0] or 0, row[1] or 0, row[2])

    def best_game(self, puzzle: Puzzle) -> GameRecord | None:
        """The fastest game of a puzzle that was solved without help; None if there is none, or it can't be read."""
        with self._database.transaction("DEFERRED") as connection:
            row = connection.execute(
                f"SELECT id FROM game WHERE {rows.SAME_PUZZLE} AND solved AND {_HELP} = 0 ORDER BY elapsed, id LIMIT 1",
                rows.puzzle_columns(puzzle),
            ).fetchone()
        with suppress(StoreError):
            return self.load(row[0]).game.record() if row else None
        return None

    def saved_states(self, puzzles: Sequence[Puzzle]) -> dict[int, SavedState]:
        """The states of the puzzles that have saved games, by their places; there may be 100,000 puzzles."""
        with self._database.transaction("DEFERRED") as connection:
            played = connection.execute(f"SELECT DISTINCT givens FROM game WHERE {_PLAYED}").fetchall()
        givens = {rows.read_digits(text) for (text,) in played}
        states = {place: self.saved_state(puzzle) for place, puzzle in enumerate(puzzles) if puzzle.givens in givens}
        return {place: state for place, state in states.items() if any(state)}

    def _games(self, condition: str, columns: dict[str, Any] | None = None) -> list[GameSummary]:
        with self._database.transaction("DEFERRED") as connection:
            games = connection.execute(
                f"SELECT {', '.join(GameSummary._fields)} FROM game WHERE {condition} ORDER BY updated DESC, id DESC",
                columns or {},
            ).fetchall()
        return [GameSummary(*rows.lenient(GameSummary, row)) for row in games]

    def unfinished(self) -> list[GameSummary]:
        """The unsolved games, last played first."""
        return [game for game in self.games() if not game.solved]

    def delete(self, number: int) -> None:
        """Delete a game and its history; its statistics are kept."""
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM game WHERE id = ?", (number,))

    def _delete_unplayed(self, number: int) -> None:
        """Delete a game in which nothing was done."""
        with self._database.transaction() as connection:
            connection.execute(f"DELETE FROM game WHERE id = ? AND NOT {_PLAYED}", (number,))

    def set_favourite(self, number: int, favourite: bool) -> None:
        """Mark a game as a favourite, or unmark it."""
        with self._database.transaction() as connection:
            connection.execute("UPDATE game SET favourite = ? WHERE id = ?", (favourite, number))

    def toggle_favourite(self, record: GameRecord, *, playing: bool = False) -> bool:
        """Toggle the favourite mark of the puzzle's last played game; returns the new state.

        Without a saved game, one is saved; unmarking deletes a game in which nothing was done, unless it is `playing`.
        """
        number = self._game_of(record.puzzle) or self._save(None, record, None, UNKNOWN).number
        favourite = not any(game.favourite for game in self.games() if game.id == number)
        self.set_favourite(number, favourite)
        if not (favourite or playing):
            self._delete_unplayed(number)
        return favourite

    def _game_of(self, puzzle: Puzzle) -> int | None:
        """The number of the last played game of a puzzle; None if there is none."""
        with self._database.transaction("DEFERRED") as connection:
            row = connection.execute(
                f"SELECT id FROM game WHERE {rows.SAME_PUZZLE} ORDER BY favourite DESC, updated DESC LIMIT 1",
                rows.puzzle_columns(puzzle),
            ).fetchone()
        return row[0] if row else None

    def rate(self, number: int, level: Level) -> None:
        """Set the level of a saved game's puzzle, also in the statistics if it is solved."""
        with self._database.transaction() as connection:
            connection.execute("UPDATE game SET level = ? WHERE id = ?", (level.value, number))
            connection.execute("UPDATE finish SET level = ? WHERE game = ?", (level.value, number))

    def statistics(self, number: int | None = None) -> list[SolvedGames]:
        """Statistics of solved games by layout and level; with `number`, only those that include this game."""
        with self._database.transaction("DEFERRED") as connection:
            groups = connection.execute(
                "SELECT layout, level, count(*), sum(hints + reveals + checks = 0),"
                " min(CASE WHEN hints + reveals + checks = 0 THEN elapsed END), avg(elapsed)"
                f" FROM finish WHERE {_UNSEEN}"
                " GROUP BY layout, level HAVING :number IS NULL OR max(game = :number) ORDER BY layout",
                {"number": number},
            ).fetchall()
        order = {level.value: place for place, level in enumerate(Level)}
        statistics_rows = (SolvedGames(*rows.lenient(SolvedGames, row)) for row in groups)
        return sorted(statistics_rows, key=lambda row: (row.layout, order.get(row.level or "", -1)))

    def finished_games(self) -> list[FinishedGame]:
        """The games solved without seeing the solution first, in the order in which they were finished."""
        with self._database.transaction("DEFERRED") as connection:
            games = connection.execute(
                "SELECT finished, layout, level, elapsed, hints, reveals, checks FROM finish"
                f" WHERE {_UNSEEN} ORDER BY finished, game"
            ).fetchall()
        return [FinishedGame(*rows.lenient(FinishedGame, row)) for row in games]

    def dailies(self, day: date) -> tuple[Daily, ...]:
        """The puzzles of a day: the game of each (the last played one), and its result once it was solved."""
        with self._database.transaction("DEFERRED") as connection:
            games = connection.execute(
                "SELECT layout, level, id FROM game WHERE day = ? ORDER BY updated, id", (day.isoformat(),)
            ).fetchall()
            solved = connection.execute(
                "SELECT layout, level, elapsed, hints, reveals, checks FROM finish"
                f" WHERE day = ? AND {_UNSEEN} ORDER BY finished DESC, game DESC",
                (day.isoformat(),),
            ).fetchall()
        numbers = {rows.read_daily_kind(layout, level): number for layout, level, number in games}
        results = {rows.read_daily_kind(*row[:2]): DailyResult(*rows.lenient(DailyResult, row[2:])) for row in solved}
        return tuple(Daily(day, kind, numbers.get(kind), results.get(kind)) for kind in kinds_of(day))

    def solved_days_by_kind(self) -> dict[DailyKind, frozenset[date]]:
        """For each kind of daily puzzle, the dates of those solved without seeing the solution first."""
        with self._database.transaction("DEFERRED") as connection:
            dailies = connection.execute(
                f"SELECT DISTINCT layout, level, day FROM finish WHERE day IS NOT NULL AND {_UNSEEN}"
            ).fetchall()
        solved = [(rows.read_daily_kind(layout, level), rows.read_day(day)) for layout, level, day in dailies]
        return {kind: frozenset(day for daily_kind, day in solved if daily_kind is kind and day) for kind in DailyKind}

    def solved_days(self) -> frozenset[date]:
        """The dates of daily puzzles solved without seeing the solution first."""
        with self._database.transaction("DEFERRED") as connection:
            days = connection.execute(f"SELECT DISTINCT day FROM finish WHERE day IS NOT NULL AND {_UNSEEN}").fetchall()
        return frozenset(day for (text,) in days if (day := rows.read_day(text)))

    def add_usage(self, game: int, usage: Iterable[tuple[int, Technique]]) -> None:
        """Store the techniques used by the moves to these nodes of a game; existing entries are kept."""
        with self._database.transaction() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO used (game, node, technique) VALUES (?, ?, ?)",
                [(game, node, technique.name) for node, technique in usage],
            )

    def techniques_used(self) -> dict[Technique, int]:
        """How often each technique was used in all games, easiest first; only used ones."""
        with self._database.transaction("DEFERRED") as connection:
            counts = dict(connection.execute("SELECT technique, count(*) FROM used GROUP BY technique").fetchall())
        return {technique: counts[technique.name] for technique in Technique if technique.name in counts}

    def add_drill(self, answered: AnsweredDrill, layout: str) -> None:
        """Store the answer to a drill on the layout with this name."""
        row = {"answered": answered.day.isoformat(), "technique": answered.technique.name, "layout": layout}
        with self._database.transaction() as connection:
            rows.insert(connection, "drill", row | {"quality": int(answered.quality)})

    def solved_games(self, layout: str, limit: int) -> list[GameRecord]:
        """The last played solved games on the layout with this name, latest first, without unreadable games."""
        records = list[GameRecord]()
        for game in self._games(f"solved AND layout = :layout AND {_PLAYED}", {"layout": layout})[:limit]:
            with suppress(StoreError):
                records.append(self.load(game.id).game.record())
        return records

    def drills_answered(self) -> list[AnsweredDrill]:
        """The answered drills, oldest first, without invalid rows."""
        with self._database.transaction("DEFERRED") as connection:
            answers = connection.execute("SELECT technique, answered, quality FROM drill ORDER BY number").fetchall()
        return list(filter(None, (rows.read_drill(*row) for row in answers)))

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def _insert(self, record: GameRecord, view: Any, origin: Origin, replaced: _SavedPart | None = None) -> _SavedPart:
        """Write the whole game, replacing `replaced` if it still exists."""
        now = self._now()
        row = {"revision": 1, "created": now, "updated": now, **rows.fixed_columns(record)}
        row |= rows.state_columns(record, view) | rows.origin_columns(origin)
        with self._database.transaction() as connection:
            connection.execute(f"DELETE FROM game WHERE NOT {_PLAYED}")
            if replaced:
                statement = "DELETE FROM game WHERE id = ? AND created = ? RETURNING id"
                if connection.execute(statement, (replaced.number, replaced.created)).fetchone():
                    row["id"] = replaced.number
            self._require_room(connection)
            number = rows.insert(connection, "game", row)
            rows.write_tree(connection, number, rows.UNSAVED, record.tree)
            _add_finish(connection, number, record, origin, now)
        return _SavedPart(number, 1, now, record.serial, record.tree)

    def _require_room(self, connection: sqlite3.Connection) -> None:
        """Raise StoreError if the limit of saved games is reached."""
        (games,) = connection.execute("SELECT count(*) FROM game").fetchone()
        if self._max_games is not None and games >= self._max_games:
            raise StoreError(
                _("This game is not saved: there are {games:,} saved games already. Delete finished ones.").format(
                    games=games
                )
            )

    def _update(self, written: _SavedPart, record: GameRecord, view: Any, origin: Origin) -> _SavedPart | None:
        """Write the changes; None if the history of the saved game is no longer the one written last."""
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
            _add_finish(connection, written.number, record, origin, now)
        return written._replace(revision=revision, serial=record.serial, tree=record.tree)

    def _save(self, written: _SavedPart | None, record: GameRecord, view: Any, origin: Origin) -> _SavedPart:
        """Write the changes, or the whole game if it was not written or no longer exists as written."""
        if written is None:
            return self._insert(record, view, origin)
        try:
            updated = self._update(written, record, view, origin)
        except DamagedDatabaseError as error:
            self._notice = str(error)
            return self._insert(record, view, origin, written)  # the recovered game may be older
        if updated is None:
            if record.tree == written.tree:
                return written  # nothing is missing in the file
            was_unplayed = len(written.tree.nodes) == 1 and not self._exists(written.number)  # for a new game
            updated = self._insert(record, view, origin)
            if not was_unplayed:
                self._notice = _("The saved game was changed or deleted elsewhere; this one continues as a copy.")
        return updated

    def _exists(self, number: int) -> bool:
        with self._database.transaction("DEFERRED") as connection:
            return connection.execute("SELECT 1 FROM game WHERE id = ?", (number,)).fetchone() is not None


class Journal:
    """The saved form of a game: knows which parts are in the file, and writes the changes.

    `Journal(store)` is for a new game, which is written when it is first saved. `origin` may be changed; the next save
    writes it.
    """

    def __init__(self, store: Store, written: _SavedPart | None = None, origin: Origin = UNKNOWN) -> None:
        self.origin = origin
        self._store = store
        self._written = written
        self._lock = Lock()

    @property
    def number(self) -> int | None:
        """The number of the game in the store; None before it is saved."""
        return self._written.number if self._written else None

    def save(self, record: GameRecord, view: Any = None) -> None:
        """Save the changes since the last successful save. A record older than the last saved one is ignored.

        If another program changed or deleted the saved game, nothing is overwritten: the game is saved as a copy under
        another number. Raises StoreError if saving fails.
        """
        with self._lock:
            if self._written is None or record.serial > self._written.serial:
                self._written = self._store._save(self._written, record, view, self.origin)

    def discard(self) -> None:
        """Delete the saved game if nothing was done in it."""
        with self._lock:
            if self._written:
                self._store._delete_unplayed(self._written.number)


def _add_finish(
    connection: sqlite3.Connection, number: int, record: GameRecord, origin: Origin, finished: float
) -> None:
    """Add a game to the statistics when it is first solved, unless the puzzle had no holes."""
    if record.solved and record.puzzle.holes:
        row = {"game": number, "finished": finished, **rows.finish_columns(record, origin)}
        rows.insert(connection, "finish", row, "INSERT OR IGNORE")
