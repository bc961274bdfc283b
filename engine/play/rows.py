"""Converts game records to rows of the tables in `store.sql`, and back.

The contents of a file are not trusted, whatever the types of columns: invalid values raise ValueError or TypeError when
a game is read, and are replaced in lists.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from datetime import date
from typing import Any

from engine.base.text import printable
from engine.play.board import EMPTY, CellState, Change
from engine.play.daily import DailyKind
from engine.play.game import GameRecord, HelpCounters
from engine.play.history import HistoryNode, Move, MoveKind, Tree
from engine.play.origin import Origin
from engine.play.schedule import AnsweredDrill, Quality
from engine.play.validation import MAX_NUMBER, label, parsed, seconds, string, whole
from engine.sudoku.layout import Layout
from engine.sudoku.layout.values import dump_layout, layout_named, load_layout
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import dump, load
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.position import Candidate

_dumps = json.JSONEncoder(separators=(",", ":")).encode

Columns = sqlite3.Row | dict[str, Any]
"""The values of a row by column name."""

_Marks = tuple[int, int, tuple[tuple[int, int], ...]]
"""The last three fields of a `CellState`: corner notes, colour, colours of candidates."""
_UNMARKED: _Marks = EMPTY[3:]

UNSAVED = Tree((), (), 0, ())
"""A tree that is not saved yet."""


def fixed_columns(record: GameRecord) -> dict[str, Any]:
    """The columns of `game` that never change."""
    return {
        **puzzle_columns(record.puzzle),
        "title": record.puzzle.name,
        "solution": None if record.solution is None else _dumps(record.solution),
        "solvable": record.solvable,
        "holes": record.puzzle.holes,
    }


SAME_PUZZLE = (
    "layout = :layout AND givens = :givens AND candidates IS :candidates AND rules IS :rules"
    " AND description IS :description"
)
"""Selects the rows of `game` with these `puzzle_columns`."""


def puzzle_columns(puzzle: Puzzle) -> dict[str, Any]:
    """The columns of `game` that identify a puzzle."""
    description = dump_layout(puzzle.layout)
    return {
        "layout": puzzle.layout.name,
        "givens": _dumps(puzzle.givens),
        "candidates": None if puzzle.candidates is None else _dumps(puzzle.candidates),
        "rules": _dumps(dump(puzzle.rules)) if puzzle.rules else None,
        "description": None if description is None else _dumps(description),
    }


def state_columns(record: GameRecord, view: Any) -> dict[str, Any]:
    """The columns of `game` that change during play."""
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
    """The columns of `game` for the origin of the puzzle."""
    return {"file": origin.file, **rating_columns(origin)}


def rating_columns(origin: Origin) -> dict[str, Any]:
    """The columns of the origin that are also in `finish`."""
    return {
        "level": None if origin.level is None else origin.level.value,
        "day": None if origin.day is None else origin.day.isoformat(),
    }


def read_origin(row: Columns) -> Origin:
    """Read the columns written by `origin_columns`."""
    level, day = row["level"], row["day"]
    return Origin(
        None if level is None else Level(level), None if day is None else date.fromisoformat(day), label(row["file"])
    )


def finish_columns(record: GameRecord, origin: Origin) -> dict[str, Any]:
    """The columns of `finish` for a solved game."""
    return {
        **rating_columns(origin),
        "title": record.puzzle.name,
        "layout": record.puzzle.layout.name,
        "elapsed": record.elapsed,
        **vars(record.counters),
    }


def insert(connection: sqlite3.Connection, table: str, row: dict[str, Any], verb: str = "INSERT") -> int:
    """Insert a row; returns its number."""
    columns, values = ", ".join(row), ", ".join(f":{name}" for name in row)
    return connection.execute(f"{verb} INTO {table} ({columns}) VALUES ({values})", row).lastrowid or 0


def write_tree(connection: sqlite3.Connection, game: int, old: Tree, new: Tree) -> None:
    """Write the difference between a tree and its earlier state to `node`."""
    stored_nodes, bookmarks, hints = len(old.nodes), dict(new.bookmarks), dict(new.hints)
    changed = {node for node, (a, b) in enumerate(zip(old.redo, new.redo, strict=False)) if a != b}
    changed |= {node for node, _ in set(old.bookmarks) ^ set(new.bookmarks) if node < stored_nodes}
    changed |= {node for node, _ in set(old.hints) ^ set(new.hints) if node < stored_nodes}
    connection.executemany(
        "UPDATE node SET redo = ?, bookmark = ?, hints = ? WHERE game = ? AND number = ?",
        [(new.redo[node], bookmarks.get(node), hints.get(node, 0), game, node) for node in sorted(changed)],
    )
    connection.executemany(
        "INSERT INTO node (game, number, parent, kind, changes, marks, eliminated, elapsed, redo, bookmark, hints)"
        " VALUES (:game, :number, :parent, :kind, :changes, :marks, :eliminated, :elapsed, :redo, :bookmark, :hints)",
        [{"game": game, **row} for row in node_columns(new, stored_nodes)],
    )


def node_columns(tree: Tree, first: int = 0) -> Iterator[dict[str, Any]]:
    """The columns of `node`, but for the game, for each node from `first` on."""
    bookmarks, hints = dict(tree.bookmarks), dict(tree.hints)
    for number, (parent, move, elapsed) in enumerate(tree.nodes[first:], first):
        yield {
            "number": number,
            "parent": parent,
            **_move_columns(move),
            "elapsed": elapsed,
            "redo": tree.redo[number],
            "bookmark": bookmarks.get(number),
            "hints": hints.get(number, 0),
        }


def read_record(game: Columns, nodes: Sequence[Columns]) -> GameRecord:
    """The record of a game from its row and its nodes in order. Raises KeyError, too."""
    layout = _read_layout(game)
    if [node["number"] for node in nodes] != list(range(len(nodes))):
        raise ValueError("a part of its history is missing")
    tree = Tree(
        tuple(_read_node(node) for node in nodes),
        tuple(node["redo"] for node in nodes),
        game["position"],
        tuple((node["number"], string(node["bookmark"])) for node in nodes if node["bookmark"] is not None),
        tuple((node["number"], whole(node["hints"])) for node in nodes if node["hints"]),
    )
    return GameRecord(
        Puzzle(
            layout,
            _load_digits(game["givens"]),
            label(game["title"]),
            candidates=None if game["candidates"] is None else _load_digits(game["candidates"]),
            rules=() if game["rules"] is None else load(parsed(game["rules"]), layout),
        ),
        None if game["solution"] is None else _load_digits(game["solution"]),
        bool(game["solvable"]),
        tree,
        HelpCounters(**{field.name: whole(game[field.name]) for field in fields(HelpCounters)}),
        seconds(game["elapsed"]),
        game["filled"],
        bool(game["solved"]),
    )


def lenient(names: type, row: Iterable[object]) -> Iterator[Any]:
    """The values of a row, converted to the types of a named tuple's fields; invalid ones become 0, empty or None."""
    return map(_lenient_value, names.__annotations__.values(), row)


def read_digits(text: object) -> tuple[int, ...]:
    """The givens of a puzzle; none if they are invalid."""
    try:
        return _load_digits(text) if isinstance(text, str) else ()
    except (ValueError, TypeError):
        return ()


def read_day(text: object) -> date | None:
    """The date; None if it is invalid."""
    try:
        return date.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None


def read_daily_kind(layout: object, level: object) -> DailyKind | None:
    """The kind of a daily puzzle by its layout and level; None if there is none."""
    known_level = next((candidate for candidate in Level if candidate.value == level), None)
    return DailyKind.of(layout, known_level) if isinstance(layout, str) else None


def read_drill(technique: object, day: object, quality: object) -> AnsweredDrill | None:
    """An answered drill; None if it is invalid."""
    answer_day, has_quality = read_day(day), quality in set(Quality)
    if answer_day is None or not has_quality or technique not in Technique.__members__:
        return None
    return AnsweredDrill(Technique[str(technique)], answer_day, Quality(int(str(quality))))


def _read_layout(game: Columns) -> Layout:
    if game["description"] is not None:
        return load_layout(parsed(game["description"]))
    layout = layout_named(game["layout"])
    if layout is None:
        raise ValueError(f"there is no layout {game['layout']}")
    return layout


def _read_node(row: Columns) -> HistoryNode:
    eliminated = () if row["eliminated"] is None else _load_candidates(row["eliminated"])
    move = Move(MoveKind(row["kind"]), _load_changes(row["changes"], row["marks"]), eliminated)
    return HistoryNode(whole(row["parent"]), move, None if row["elapsed"] is None else seconds(row["elapsed"]))


def _move_columns(move: Move) -> dict[str, Any]:
    """The columns for a move."""
    changes = [(cell, *map(int, before[:3]), *map(int, after[:3])) for cell, before, after in move.changes]
    marks = [
        (cell, before[3:], after[3:])
        for cell, before, after in move.changes
        if before[3:] != _UNMARKED or after[3:] != _UNMARKED
    ]
    eliminated = _dumps(move.eliminated) if move.eliminated else None
    marks_text = _dumps(marks) if marks else None
    return {"kind": move.kind.value, "changes": _dumps(changes), "marks": marks_text, "eliminated": eliminated}


def _load_changes(text: str, marks: str | None) -> tuple[Change, ...]:
    pairs = [] if marks is None else parsed(marks)
    marked = {whole(cell): (_load_marks(*before), _load_marks(*after)) for cell, before, after in pairs}
    changes = []
    for cell, value, notes, revealed, new_value, new_notes, new_revealed in map(_wholes, parsed(text)):
        old, new = marked.pop(cell, (_UNMARKED, _UNMARKED))
        before, after = (
            CellState(value, notes, bool(revealed), *old),
            CellState(new_value, new_notes, bool(new_revealed), *new),
        )
        changes.append(Change(cell, before, after))
    if marked:
        raise ValueError("a move has marks in cells that it does not change")
    return tuple(changes)


def _load_marks(corners: object, colour: object, tints: Iterable[tuple[object, object]]) -> _Marks:
    return whole(corners), whole(colour), tuple((whole(digit), whole(tint)) for digit, tint in tints)


def _load_candidates(text: str) -> tuple[Candidate, ...]:
    return tuple(Candidate(cell, digit) for cell, digit in map(_wholes, parsed(text)))


def _load_digits(text: str) -> tuple[int, ...]:
    return tuple(_wholes(parsed(text)))


def _wholes(values: Iterable[object]) -> list[int]:
    return [whole(value) for value in values]


def _lenient_value(kind: object, value: object) -> object:
    """The value converted to `int`, `float`, `str`, or one of the last two or None."""
    if kind == float | None and value is None:
        return None
    if kind in (int, float, float | None):
        number = value if isinstance(value, int | float) and 0 <= value <= MAX_NUMBER else 0
        return int(number) if kind is int else float(number)
    if isinstance(value, str):
        return printable(value)
    return "" if kind is str else None
