"""Recovers a damaged file of the server into a new one: players, keys, and matches with their moves."""

import os
import sqlite3
from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from engine.play import pages
from engine.together import schema
from engine.together.player import MAX_NAME_LENGTH, skeleton

_Cells = tuple[pages.Value, ...]
_Check = Callable[[pages.Value], bool]


@dataclass(frozen=True)
class SalvagedPlayers:
    """The numbers of players recovered, of those who have lost their name, and of matches recovered."""

    players: int
    nameless: int
    matches: int


def _is_number(value: pages.Value) -> bool:
    return isinstance(value, int | float)


def _is_count(value: pages.Value) -> bool:
    return isinstance(value, int) and value >= 0


def _is_flag(value: pages.Value) -> bool:
    return value in (0, 1)


def _is_text(value: pages.Value) -> bool:
    return isinstance(value, str) and "\N{REPLACEMENT CHARACTER}" not in value


def _is_list(value: pages.Value) -> bool:
    return isinstance(value, str) and value.startswith("[")


def _or_none(check: _Check) -> _Check:
    return lambda value: value is None or check(value)


_NUMBERED: dict[str, tuple[_Check, ...]] = {
    "player": (_is_text, _is_number, _is_text, _is_number, _is_flag, _is_flag),
    "puzzle": (_is_text, _is_text, _is_list, _is_list, _is_list),
    "match": (_is_text, _is_text, _is_count, _or_none(_is_text), _is_number, _is_number, _or_none(_is_number)),
}
"""Tables whose first column is the number of the row, with the checks of the other columns."""
_NAMED: dict[str, tuple[_Check, ...]] = {
    "key": (_is_text, _is_count, _is_text, _or_none(_is_number), _or_none(_is_number)),
    "code": (_is_text, _is_count, _is_number, _or_none(_is_number)),
    "day": (_is_text, _is_count),
}
"""Tables whose rows have a number that is not a column."""
_UNNUMBERED: dict[str, tuple[_Check, ...]] = {
    "seat": (_is_count, _is_count, _or_none(_is_count), _is_text, _is_flag, _is_flag, _or_none(_is_number), _is_count,
             _is_count),
    "act": (_is_count, _is_count, _is_number, _is_count, _is_text, _is_count, _is_count, _is_count),
    "block": (_is_count, _is_count),
}  # fmt: skip
"""Tables whose rows have no number."""


@dataclass
class _Rows:
    """The rows by table and key."""

    player: dict[int, _Cells] = field(default_factory=dict)
    key: dict[str, _Cells] = field(default_factory=dict)
    code: dict[str, _Cells] = field(default_factory=dict)
    puzzle: dict[int, _Cells] = field(default_factory=dict)
    day: dict[str, _Cells] = field(default_factory=dict)
    match: dict[int, _Cells] = field(default_factory=dict)
    seat: dict[tuple[int, int], _Cells] = field(default_factory=dict)
    act: dict[tuple[int, int], _Cells] = field(default_factory=dict)
    block: dict[tuple[int, int], _Cells] = field(default_factory=dict)
    index: set[tuple[int, int]] = field(default_factory=set)
    """Pairs of a player and the row of a key, which an index has in the form of a block."""

    def add(self, row: pages.Row) -> None:
        """Add a row, whose table is recognised by the number and the types of its values."""
        number, cells = row
        if number is None:
            for table, checks in _UNNUMBERED.items():
                if _fits(cells, checks):
                    getattr(self, table)[cells[:2]] = cells
            return
        for table, checks in _NUMBERED.items():
            is_old = table == "puzzle" and len(cells) == len(checks)  # from before puzzles had rules
            added_columns = ("[]",) if is_old else ()
            if cells[:1] == (None,) and _fits((*cells[1:], *added_columns), checks):
                getattr(self, table)[number] = (number, *cells[1:], *added_columns)
        for table, checks in _NAMED.items():
            if _fits(cells, checks):
                getattr(self, table)[cells[0]] = cells
                if table == "key" and isinstance(cells[1], int):
                    self.index.add((cells[1], number))

    def moves(self) -> Iterator[_Cells]:
        """Yield the moves of each match, up to the first gap."""
        expected: dict[pages.Value, int] = {}
        for (match, number), cells in sorted(self.act.items()):
            if number == expected.get(match, 1):
                expected[match] = number + 1
                yield cells


def _fits(cells: _Cells, checks: tuple[_Check, ...]) -> bool:
    return len(cells) == len(checks) and all(check(value) for check, value in zip(checks, cells, strict=True))


def salvage(damaged: Path, path: Path, numbers: Collection[int] = ()) -> SalvagedPlayers:
    """Recover everything readable from a damaged file into a new one. Raises OSError or sqlite3.Error.

    Players whose row is lost keep their number and their keys, and get a name from a match or with their number. The
    same applies to `numbers`, players with saved games, so that no new player gets their number.
    """
    rows = _Rows()
    for row in pages.rows(damaged):
        rows.add(row)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=OFF")  # the file is not used before it is complete
        schema.bring_up_to_date(connection)
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("BEGIN")
        for cells in rows.player.values():
            _insert(connection, "player", cells)
        present = {number for (number,) in connection.execute("SELECT id FROM player")}
        owners = {cells[1] for cells in rows.key.values() if isinstance(cells[1], int)}
        nameless = sorted({*owners, *numbers} - present)
        for number in nameless:
            _insert_nameless(connection, number, rows)
        present.update(nameless)
        for table in ("key", "code", "puzzle", "day"):
            for cells in getattr(rows, table).values():
                _insert(connection, table, cells)
        for cells in rows.match.values():
            day = cells[4] if cells[4] in rows.day else None
            _insert(connection, "match", (*cells[:4], day, *cells[5:]))
        for cells in rows.seat.values():
            _insert(connection, "seat", cells if cells[2] in present else (*cells[:2], None, *cells[3:]))
        for cells in rows.moves():
            _insert(connection, "act", cells)
        for pair in _blocks(damaged, rows):
            _insert(connection, "block", pair)
        (matches,) = connection.execute("SELECT count(*) FROM match").fetchone()
        connection.execute("COMMIT")
    with path.open("r+b") as file:
        os.fsync(file.fileno())
    return SalvagedPlayers(len(present), len(nameless), matches)


def _blocks(damaged: Path, rows: _Rows) -> Collection[tuple[int, int]]:
    """The pairs of blocking and blocked players: as SQLite reads them, or rows of that form that are in no index."""
    try:
        with closing(sqlite3.connect(f"{damaged.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT player, blocked FROM block").fetchall()
    except (sqlite3.Error, UnicodeDecodeError):
        return rows.block.keys() - rows.index


def _insert_nameless(connection: sqlite3.Connection, number: int, rows: _Rows) -> None:
    names = [cells[3] for cells in rows.seat.values() if cells[2] == number]
    for name in (*reversed(names), f"player{number}", f"p{number}_", *(f"p{number}_{n}" for n in range(100))):
        text = str(name)[:MAX_NAME_LENGTH]
        if _insert(connection, "player", (number, text, 0.0, skeleton(text), 0.0, 0, 0)):
            return


def _insert(connection: sqlite3.Connection, table: str, cells: _Cells) -> bool:
    """Insert a row; returns False if it contradicts others: a repeated name, or a missing player."""
    try:
        marks = ", ".join("?" * len(cells))
        return connection.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", cells).rowcount > 0
    except sqlite3.IntegrityError:
        return False
