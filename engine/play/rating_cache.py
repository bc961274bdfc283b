"""Ratings of packs of puzzles, kept between visits in a file next to the saved games.

Rating 100,000 puzzles takes half a minute, reading their ratings from the file half a second. The file is only a
cache: its errors are not errors of the program, and a damaged file is deleted.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from time import time
from typing import NamedTuple, Protocol, TypeVar

from engine.base.polling import poll
from engine.play.rows import puzzle_columns
from engine.play.state_directory import state_directory
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.difficulty import RATING_VERSION, BriefRating

Answer = TypeVar("Answer")

FILE = "ratings.db"
MAX_RATINGS = 1_000_000
"""Maximum number of ratings in the file, some 30 MB; those of the packs read least recently are deleted."""
_BUSY_SECONDS = 1.0
_TABLES = """
CREATE TABLE IF NOT EXISTS pack (
    digest BLOB NOT NULL PRIMARY KEY,
    read   REAL NOT NULL                          -- seconds since 1970
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS rating (
    pack      BLOB    NOT NULL,                   -- its digest
    place     INTEGER NOT NULL,                   -- of the puzzle in the pack, from 0
    level     TEXT,                               -- NULL if the puzzle can't be rated
    score     INTEGER NOT NULL,
    explainer REAL,                               -- ER; NULL if it was not determined
    PRIMARY KEY (pack, place)
) WITHOUT ROWID;
"""


class PackJob(Protocol):
    """The job that reads or writes ratings."""

    def cancelled(self) -> bool:
        """Whether to stop."""


class CachedRatings(NamedTuple):
    """The known ratings of the first puzzles of a pack, and the `digest` that identifies the pack."""

    digest: bytes
    ratings: Sequence[BriefRating] = ()
    explained: int = 0
    """The number of ratings, from the first, that include ER."""


def read_ratings(puzzles: Sequence[Puzzle], job: PackJob) -> CachedRatings:
    """Return the known ratings of a pack. Raises Cancelled."""
    digest = _digest(puzzles, job.cancelled)

    def read(connection: sqlite3.Connection) -> CachedRatings:
        connection.execute("UPDATE pack SET read = ? WHERE digest = ?", (time(), digest))
        ratings, explained = list[BriefRating](), 0
        query = "SELECT place, level, score, explainer FROM rating WHERE pack = ? ORDER BY place"
        for place, level, score, explainer in connection.execute(query, (digest,)):
            if place != len(ratings):
                break
            explained += explainer is not None and explained == place
            ratings.append(BriefRating(Level[level] if level else None, score, explainer or 0.0))
        return CachedRatings(digest, ratings, explained)

    return _transaction(read, CachedRatings(digest))


def write_ratings(digest: bytes, first: int, ratings: Sequence[BriefRating], explained: bool, _job: PackJob) -> None:
    """Save the ratings of a pack, from its index `first` on; `explained` says whether they include ER."""
    rows = [
        (digest, place, level.name if level else None, score, explainer if explained else None)
        for place, (level, score, explainer) in enumerate(ratings, first)
    ]

    def write(connection: sqlite3.Connection) -> None:
        if not first:
            _make_room(connection, digest)
        connection.execute("INSERT OR IGNORE INTO pack VALUES (?, ?)", (digest, time()))
        connection.executemany("INSERT OR REPLACE INTO rating VALUES (?, ?, ?, ?, ?)", rows)

    _transaction(write, None)


def _make_room(connection: sqlite3.Connection, digest: bytes) -> None:
    """Delete the packs read least recently while the file has too many ratings; not the pack with this digest."""
    (count,) = connection.execute("SELECT count(*) FROM rating").fetchone()
    packs = connection.execute("SELECT digest FROM pack WHERE digest <> ? ORDER BY read", (digest,)).fetchall()
    for (oldest,) in packs:
        if count < MAX_RATINGS:
            return
        count -= connection.execute("DELETE FROM rating WHERE pack = ?", (oldest,)).rowcount
        connection.execute("DELETE FROM pack WHERE digest = ?", (oldest,))


def _digest(puzzles: Sequence[Puzzle], cancel: Callable[[], bool]) -> bytes:
    """Return a digest of the puzzles in their order, and of the version of ratings. Raises Cancelled."""
    digest, layout = hashlib.sha256(str(RATING_VERSION).encode()), None
    for puzzle in puzzles:
        poll(cancel)
        if puzzle.layout is not layout or puzzle.candidates is not None or puzzle.rules:
            digest.update(repr(puzzle_columns(puzzle)).encode())
            layout = puzzle.layout
        digest.update(bytes(puzzle.givens))
    return digest.digest()


def _transaction(work: Callable[[sqlite3.Connection], Answer], default: Answer) -> Answer:
    """Return the answer of `work` with the file; `default` after an error. A damaged file is deleted."""
    path = state_directory() / FILE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path, timeout=_BUSY_SECONDS)) as connection, connection:
            connection.executescript(_TABLES)
            return work(connection)
    except (OSError, sqlite3.OperationalError):  # such as a full disk: it may work later
        return default
    except (sqlite3.Error, KeyError, TypeError, ValueError):
        for suffix in ("-journal", ""):
            with suppress(OSError):
                Path(f"{path}{suffix}").unlink()
        return default
