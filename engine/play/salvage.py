"""Recovers a damaged file of games into a new one."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import count, islice, product, takewhile
from pathlib import Path
from typing import Any

from engine.play import pages, rows, schema, validation
from engine.play.game import Game, GameRecord
from engine.play.history import Tree
from engine.play.origin import UNKNOWN

_Columns = dict[str, Any]
_MAX_CHOICES = 64
"""Maximum number of combinations of rows with equal keys that are tried."""
_UNREADABLE = (ValueError, TypeError, KeyError, IndexError, OverflowError)


@dataclass(frozen=True)
class Salvaged:
    """The numbers of games recovered completely, recovered up to a move, and lost."""

    whole: int
    shortened: int
    lost: int

    @property
    def games(self) -> int:
        """The number of recovered games."""
        return self.whole + self.shortened


@dataclass
class _RecoveredRows:
    """The rows found for each table by key; several rows if a damaged one has the key of another."""

    game: dict[int, list[tuple[pages.Value, ...]]] = field(default_factory=lambda: defaultdict(list))
    node: dict[int, dict[int, list[tuple[pages.Value, ...]]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )
    finish: dict[int, tuple[pages.Value, ...]] = field(default_factory=dict)
    used: dict[tuple[int, int], tuple[pages.Value, ...]] = field(default_factory=dict)
    drill: dict[int, tuple[pages.Value, ...]] = field(default_factory=dict)
    last: int = 0
    """The highest number that a game ever had."""
    _key_before: tuple[int, int] | None = None
    _cells_before: tuple[pages.Value, ...] = ()

    def take(self, row: pages.Row) -> None:
        """Add a row, whose table is recognised by the number and the types of its values."""
        match row:
            case pages.Row(int() as number, (None, int(), *_) as cells) if 19 <= len(cells) <= 27:
                self.game[number].append((number, *cells[1:]))
            case pages.Row(int() as number, (None, float() | int(), *_) as cells) if 9 <= len(cells) <= 12:
                self.finish[number] = (number, *cells[1:])
            case pages.Row(int() as number, (None, str(), str(), str(), int()) as cells):
                self.drill[number] = (number, *cells[1:])
            case pages.Row(int(), ("game", int() as last)):
                self.last = max(self.last, last)
            case pages.Row(None, (int() as game, int() as number, str()) as cells):
                self.used[game, number] = cells
            case pages.Row(None, (int() as game, int() as number, *_) as cells) if 7 <= len(cells) <= 11:
                self._take_node(game, number, cells)

    def _take_node(self, game: int, number: int, cells: tuple[pages.Value, ...]) -> None:
        """Add a node; nodes with the same key that follow their predecessor in the file come first."""
        same = self.node[game][number]
        follows = self._key_before == (game, number - 1)
        same.insert(0 if follows else len(same), cells)
        if follows:
            others = self.node[game][number - 1]
            others.sort(key=lambda other: other is not self._cells_before)
        self._key_before, self._cells_before = (game, number), cells


def salvage(damaged: Path, path: Path) -> Salvaged:
    """Recover everything readable from a damaged file into a new one. Raises OSError or sqlite3.Error."""
    recovered = _RecoveredRows()
    for row in pages.rows(damaged):
        recovered.take(row)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        schema.make(connection)
        connection.execute("BEGIN")
        tables = {table: _columns(connection, table) for table in ("game", "node", "finish", "used", "drill")}
        for table in ("finish", "used", "drill"):
            for cells in getattr(recovered, table).values():
                rows.insert(connection, table, _by_column(tables[table], cells), "INSERT OR IGNORE")
        whole = shortened = 0
        for number in sorted(recovered.game):
            games = [_by_column(tables["game"], cells) for cells in recovered.game[number]]
            nodes = {
                place: [_by_column(tables["node"], cells) for cells in recovered.node[number][place]]
                for place in sorted(recovered.node[number])
            }
            choices = list(islice(_choices(games, nodes), _MAX_CHOICES))
            readable = ((game, record) for game, history in choices if (record := _complete_record(game, history)))
            if selection := next(readable, None):
                whole += 1
                _write(connection, *selection, {})
            elif beginnings := [
                (game, record) for game, history in choices if (record := _longest_beginning(game, history))
            ]:
                shortened += 1
                game, record = max(beginnings, key=lambda pair: len(pair[1].tree.nodes))
                _write(connection, game, record, {"revision": game["revision"] + 1})  # which other programs notice
        last = max([recovered.last, *recovered.finish, *(game for game, _ in recovered.used)])
        connection.execute("DELETE FROM sqlite_sequence WHERE name = 'game' AND seq < ?", (last,))
        connection.execute(
            "INSERT INTO sqlite_sequence SELECT 'game', ?1"
            " WHERE ?1 > 0 AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'game')",
            (last,),
        )
        connection.execute("COMMIT")
    total = len(recovered.game.keys() | recovered.node.keys())
    return Salvaged(whole, shortened, total - whole - shortened)


def _columns(connection: sqlite3.Connection, table: str) -> _Columns:
    """The columns of a table, with defaults for rows of older versions."""
    columns = connection.execute("SELECT name, dflt_value FROM pragma_table_info(?)", (table,)).fetchall()
    return {name: 0 if default == "0" else "" if default else None for name, default in columns}


def _by_column(columns: _Columns, cells: Sequence[pages.Value]) -> _Columns:
    return columns | dict(zip(columns, cells, strict=False))


def _choices(games: list[_Columns], nodes: Mapping[int, list[_Columns]]) -> Iterator[tuple[_Columns, list[_Columns]]]:
    """Yield the ways to select one row per key, the latest first; the history ends at its first gap."""
    latest = sorted(games, key=lambda game: -game["revision"])
    history = [nodes[place] for place in takewhile(lambda place: place in nodes, count())]
    for game, *selection in product(latest, *history):
        yield game, selection


def _complete_record(game: _Columns, nodes: Sequence[_Columns]) -> GameRecord | None:
    """The game as it was saved; None if it can't be read."""
    try:
        return Game.of(rows.read_record(game, nodes)).record()
    except _UNREADABLE:
        return None


def _longest_beginning(game: _Columns, nodes: Sequence[_Columns]) -> GameRecord | None:
    """The game with as many of its first nodes as can be read; None if no move can be read."""
    best, low, high = None, 1, len(nodes)
    while low < high:  # any beginning of a readable history is readable too
        middle = (low + high + 1) // 2
        if record := _beginning_record(game, nodes[:middle]):
            best, low = record, middle
        else:
            high = middle - 1
    return best


def _beginning_record(game: _Columns, nodes: Sequence[_Columns]) -> GameRecord | None:
    """The game with these nodes alone; None if they can't be read."""
    plain = [
        node
        | {
            "redo": 0,
            "bookmark": _text(node["bookmark"]),
            "elapsed": _time(node["elapsed"]),
            "hints": _count(node["hints"]),
        }
        for node in nodes
    ]
    try:
        record = rows.read_record(game | {"elapsed": _time(game["elapsed"]) or 0.0}, plain)
        redo = [0] * len(nodes)
        for number, node in enumerate(record.tree.nodes[1:], 1):
            if not redo[node.parent] or redo[node.parent] != nodes[node.parent]["redo"]:
                redo[node.parent] = number
        tree = replace(record.tree, redo=tuple(redo))
        return Game.of(replace(record, tree=replace(tree, position=_position(tree)))).record()
    except _UNREADABLE:
        return None


def _position(tree: Tree) -> int:
    """The position of the tree if it is on the main line, else the end of that line."""
    place = 0
    while place != tree.position and tree.redo[place]:
        place = tree.redo[place]
    return place


def _write(connection: sqlite3.Connection, game: _Columns, record: GameRecord, changed: _Columns) -> None:
    """Write a game under its number, with these changes; other unreadable values are left empty."""
    row = {
        "id": game["id"],
        "revision": game["revision"],
        "created": _time(game["created"]) or 0.0,
        "updated": _time(game["updated"]) or 0.0,
        "favourite": int(game["favourite"] == 1),
        **_origin(game),
        **rows.fixed_columns(record),
        **rows.state_columns(record, _view(game)),
        **changed,
    }
    rows.write_tree(connection, rows.insert(connection, "game", row), rows.UNSAVED, record.tree)


def _view(game: _Columns) -> Any:
    try:
        return validation.parsed(game["view"])
    except _UNREADABLE:
        return None


def _origin(game: _Columns) -> _Columns:
    try:
        return rows.origin_columns(rows.read_origin(game))
    except _UNREADABLE:
        return rows.origin_columns(UNKNOWN)


def _time(value: object) -> float | None:
    try:
        return validation.seconds(value)
    except ValueError:
        return None


def _count(value: object) -> int:
    try:
        return validation.whole(value)
    except ValueError:
        return 0


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
