"""Fuzz targets for the program's own files: a file as a whole, and the single values of a valid file."""

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing, suppress
from datetime import date, datetime
from functools import cache
from pathlib import Path

from engine.base.text import printable
from engine.play import draft_file, schema
from engine.play.draft import Draft, Drafts
from engine.play.errors import StoreError
from engine.play.game import Game
from engine.play.origin import Origin
from engine.play.store import SavedGame, Store
from engine.sudoku import formats
from engine.sudoku.layout import LAYOUTS, Layout, from_grids, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.position import Candidate

from .scratch import folder

OWN = from_grids("own", "two by two", 2, 2, [(0, 0), (2, 2)])
_REFUSALS = (sqlite3.Error, OverflowError, UnicodeEncodeError)
"""For values that SQLite refuses, such as NULL in some columns."""

DAY = date(2026, 11, 21)


def read_store(data: bytes) -> object:
    """Read the games of a file with arbitrary contents, unless a sentence says why that is impossible."""
    path = _fresh()
    path.write_bytes(data)
    return _read_all(path)


def read_rows(data: bytes) -> object:
    """A valid file with changed values: each line is `TABLE.COLUMN=VALUE`, as JSON, or else a blob."""
    path = _fresh()
    path.write_bytes(stores()[0])
    with closing(sqlite3.connect(path)) as connection:
        for line in data.splitlines():
            name, _, value = line.partition(b"=")
            if name + b"=" in COLUMNS:
                table, _, column = name.decode().partition(".")
                with suppress(*_REFUSALS), connection:
                    connection.execute(f"UPDATE {table} SET {column} = ?", (_value(value),))
    return _read_all(path)


def read_drafts(data: bytes) -> object:
    path = _fresh().with_name("drafts.json")
    path.write_bytes(data)
    drafts, notice = draft_file.read_drafts(path)
    for draft in drafts.all:
        assert draft.name == printable(draft.name)
        _check_layout(draft.layout)
    text = draft_file.dump_drafts(drafts)
    assert draft_file.dump_drafts(draft_file.load_drafts(text)) == text
    return bool(notice), len(drafts.all)


def _read_all(path: Path) -> object:
    """Load all games, make a move in each, and save it."""
    seen = []
    with Store(path, now=lambda: 1e9) as store:
        for game in store.games():
            assert [text for text in game if isinstance(text, str)] == [*_safe(game)]
            datetime.fromtimestamp(game.updated)
            assert int(game.elapsed) >= 0 <= game.filled
            try:
                saved = store.load(game.id)
                seen.append(_play_on(saved))
                saved.journal.save(saved.game.record(), saved.view)
            except StoreError as error:
                seen.append(str(error))
        for row in store.statistics():
            assert int(row.best or 0) >= 0 <= int(row.average)
            assert [text for text in row if isinstance(text, str)] == [*_safe(row)]
        store.dailies(DAY)
        seen.append(store.take_notice())
    assert seen == [printable(text) for text in seen]
    return ", ".join(seen)


def _safe(row: Iterable[object]) -> list[str]:
    return [printable(text) for text in row if isinstance(text, str)]


def _play_on(saved: SavedGame) -> str:
    """Walk through the history and make a move."""
    game = saved.game
    _check_layout(game.layout)
    assert game.puzzle.name == printable(game.puzzle.name)
    assert all(isinstance(text, str) for text in game.history.bookmarks.values())  # screens sanitize them
    while game.undo():
        formats.write(Puzzle(game.layout, game.values), "grid")
    while game.redo():
        int(game.clock.elapsed)
    assert game.candidates.values == game.values
    cell = game.values.index(0)
    game.toggle_note(cell, 1)
    game.clock.start()
    return "loaded"


def _check_layout(layout: Layout) -> None:
    for text in (layout.name, layout.title, *(house.name for house in layout.houses)):
        assert text == printable(text)
    assert layout.rows * layout.columns < 10_000
    assert len(layout.peers) == len(layout.cells)


def _fresh() -> Path:
    """The path of a store in an empty folder."""
    home = folder() / "store"
    home.mkdir(exist_ok=True)
    for old in home.iterdir():
        old.unlink()
    return home / "games.db"


def _value(text: bytes) -> object:
    with suppress(ValueError, RecursionError):
        value = json.loads(text)
        if value is None or isinstance(value, int | float | str):
            return value
    return text


@cache
def stores() -> list[bytes]:
    path = folder() / "seed" / "games.db"
    with Store(path, now=lambda: 1e9) as store:
        for layout in (LAYOUTS["4x4"](), single(), OWN):
            game = Game(Puzzle(layout, (1,) + (0,) * (len(layout.cells) - 1), "name"), now=lambda: 0.0)
            for cell in (1, 2, 3):
                game.place(cell, cell)
            game.history.bookmark("here", 1)
            game.undo()
            game.eliminate([Candidate(6, 2)])
            game.place(5, 1)
            store.add(game.record(), {"cursor": 3}, Origin(Level.EASY, DAY, "name.txt"))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO finish SELECT id, 1.0, title, layout, 2.0, 0, 0, 0, 0, level, day, 0 FROM game LIMIT 2"
        )
        connection.execute("PRAGMA journal_mode = DELETE")
    return [path.read_bytes(), b"", b"SQLite format 3\0"]


def rows() -> list[bytes]:
    """The existing values."""
    path = _fresh()
    path.write_bytes(stores()[0])
    found = []
    with closing(sqlite3.connect(path)) as connection:
        for name in COLUMNS:
            table, _, column = name[:-1].decode().partition(".")
            for (value,) in connection.execute(f"SELECT DISTINCT {column} FROM {table}"):
                found.append(name + json.dumps(value).encode() + b"\n")
    return found


def _columns() -> tuple[bytes, ...]:
    with closing(sqlite3.connect(":memory:")) as connection:
        schema.make(connection)
        return tuple(
            f"{table}.{column}=".encode()
            for table in ("game", "node", "finish")
            for _, column, *_ in connection.execute(f"PRAGMA table_info({table})")
        )


COLUMNS = _columns()


def drafts() -> list[bytes]:
    seeds = [Drafts([Draft(LAYOUTS["4x4"](), "a", (1,) + (0,) * 15), Draft(OWN, "b")]), Drafts()]
    return [draft_file.dump_drafts(seed).encode() for seed in seeds]
