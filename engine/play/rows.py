"""A game's record as rows of the tables in `store.sql`, and back."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from engine.play.board import Change, Entry
from engine.play.game import Counters, Record
from engine.play.history import Move, MoveKind, Node, Tree
from engine.play.layouts import dump_layout, layout_named, load_layout
from engine.play.origin import Origin
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level

NOTHING = Tree((), (), 0, ())
"""The tree of which nothing is written yet."""


def fixed_columns(record: Record) -> dict[str, Any]:
    """The columns of `game` that stay as they are once a game is begun."""
    puzzle = record.puzzle
    description = dump_layout(puzzle.layout)
    return {
        "title": puzzle.name,
        "layout": puzzle.layout.name,
        "description": None if description is None else _dumps(description),
        "givens": _dumps(puzzle.givens),
        "solution": None if record.solution is None else _dumps(record.solution),
        "solvable": record.solvable,
        "holes": puzzle.holes,
    }


def puzzle_key(puzzle: Puzzle) -> tuple[str, str]:
    """The layout and givens of a puzzle as they stand in `game`."""
    return puzzle.layout.name, _dumps(puzzle.givens)


def state_columns(record: Record, view: Any) -> dict[str, Any]:
    """The columns of `game` that change as it is played."""
    givens = len(record.puzzle.givens) - record.puzzle.holes
    return {
        "position": record.tree.position,
        "filled": record.filled - givens,
        "solved": record.solved,
        "elapsed": record.elapsed,
        **vars(record.counters),
        "view": _dumps(view),
    }


def origin_columns(origin: Origin) -> dict[str, Any]:
    """The columns of `game` and of `finish` that say what the puzzle is beside its givens."""
    return {
        "level": None if origin.level is None else origin.level.value,
        "day": None if origin.day is None else origin.day.isoformat(),
    }


def read_origin(row: sqlite3.Row) -> Origin:
    """What `origin_columns` wrote. Raises ValueError or TypeError if it makes no sense."""
    level, day = row["level"], row["day"]
    return Origin(None if level is None else Level(level), None if day is None else date.fromisoformat(day))


def finish_columns(record: Record) -> dict[str, Any]:
    """The columns of `finish` for a game that has been solved."""
    return {
        "title": record.puzzle.name,
        "layout": record.puzzle.layout.name,
        "elapsed": record.elapsed,
        **vars(record.counters),
    }


def insert(connection: sqlite3.Connection, table: str, row: dict[str, Any], verb: str = "INSERT") -> int:
    """Insert one row; returns its number."""
    columns, values = ", ".join(row), ", ".join(f":{name}" for name in row)
    return connection.execute(f"{verb} INTO {table} ({columns}) VALUES ({values})", row).lastrowid or 0


def write_tree(connection: sqlite3.Connection, game: int, old: Tree, new: Tree) -> None:
    """Write to `node` how the new tree, which grew from the old one, differs from it."""
    known, bookmarks = len(old.nodes), dict(new.bookmarks)
    changed = {node for node, (a, b) in enumerate(zip(old.redo, new.redo, strict=False)) if a != b}
    changed |= {node for node, _ in set(old.bookmarks) ^ set(new.bookmarks) if node < known}
    connection.executemany(
        "UPDATE node SET redo = ?, bookmark = ? WHERE game = ? AND number = ?",
        [(new.redo[node], bookmarks.get(node), game, node) for node in sorted(changed)],
    )
    connection.executemany(
        "INSERT INTO node (game, number, parent, kind, changes, elapsed, redo, bookmark)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (game, n, parent, move.kind.value, _dump_changes(move.changes), elapsed, new.redo[n], bookmarks.get(n))
            for n, (parent, move, elapsed) in enumerate(new.nodes[known:], known)
        ],
    )


def read_record(game: sqlite3.Row, nodes: Sequence[sqlite3.Row]) -> Record:
    """The record of a game from its row and its nodes in order.

    Raises ValueError, TypeError or KeyError if they make no sense.
    """
    layout = _read_layout(game)
    tree = Tree(
        tuple(_read_node(node) for node in nodes),
        tuple(node["redo"] for node in nodes),
        game["position"],
        tuple((node["number"], node["bookmark"]) for node in nodes if node["bookmark"] is not None),
    )
    return Record(
        Puzzle(layout, tuple(json.loads(game["givens"])), game["title"]),
        None if game["solution"] is None else tuple(json.loads(game["solution"])),
        bool(game["solvable"]),
        tree,
        Counters(game["hints"], game["reveals"], game["checks"], game["solutions"]),
        game["elapsed"],
        game["filled"],
        bool(game["solved"]),
    )


def _read_layout(game: sqlite3.Row) -> Layout:
    if game["description"] is not None:
        return load_layout(json.loads(game["description"]))
    layout = layout_named(game["layout"])
    if layout is None:
        raise ValueError(f"there is no layout {game['layout']}")
    return layout


def _read_node(row: sqlite3.Row) -> Node:
    move = Move(MoveKind(row["kind"]), _load_changes(row["changes"]))
    return Node(row["parent"], move, None if row["elapsed"] is None else float(row["elapsed"]))


def _dumps(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _dump_changes(changes: Iterable[Change]) -> str:
    """Each change as seven numbers."""
    return _dumps([(cell, *map(int, before), *map(int, after)) for cell, before, after in changes])


def _load_changes(text: str) -> tuple[Change, ...]:
    return tuple(
        Change(cell, Entry(value, notes, bool(revealed)), Entry(new_value, new_notes, bool(new_revealed)))
        for cell, value, notes, revealed, new_value, new_notes, new_revealed in json.loads(text)
    )
