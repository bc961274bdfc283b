"""Reads JSON: objects of f-puzzles, SudokuPad, yen-doku and our own, saved games of GNOME Sudoku, and lists of rows.

A file has one value over all its lines, or one value per line. Lists of rows may be inside other lists or, under a name
such as `puzzle` or `board`, in an object. A row is a list of digits (0, null or "" for an empty cell) or a text. In an
object one text may contain the whole puzzle.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.text import title_of
from engine.sudoku.formats import yendoku
from engine.sudoku.formats.registry import FORMATS
from engine.sudoku.formats.text_reader import FilePath, TextReader
from engine.sudoku.layout import Layout, single
from engine.sudoku.puzzle import Puzzle

MAX_VALUE = 1 << 22
"""Maximum number of characters of a value."""

_GRIDS = ("puzzle", "puzzles", "grid", "grids", "board", "boards", "sudoku", "sudokus", "clues", "givens", "cells")
_NAMES = ("title", "name", "id", "difficulty", "difficulty_category")
_MAX_DEPTH = 4  # maximum depth of lists and objects around rows

PuzzleIterator = Iterator[Puzzle | InputError]


def read(lines: Iterable[str], layouts: Sequence[Layout], path: FilePath) -> PuzzleIterator:
    """The puzzles of a file; an unreadable one is an error."""
    buffer, first = "", 1
    for number, line in enumerate(lines, 1):
        if len(buffer) + len(line) > MAX_VALUE:
            raise InputError(_("a value of more than {most} characters").format(most=MAX_VALUE), path=path, line=first)
        if not buffer and _is_whole(line):
            yield from _puzzles_of_text(line, number, layouts, path)
        elif buffer or line.strip():
            first = first if buffer else number
            buffer += line + "\n"
    if buffer:
        yield from _puzzles_of_text(buffer.rstrip(), first, layouts, path)


def _is_whole(line: str) -> bool:
    """Whether a line looks like a complete value: what it opens, it closes."""
    closed = line.rstrip()
    if closed.startswith("["):
        return closed.endswith("]") and closed.count("[") == closed.count("]")
    return closed.startswith("{") and closed.endswith("}")


def _puzzles_of_text(text: str, line: int, layouts: Sequence[Layout], path: FilePath) -> PuzzleIterator:
    """The puzzles of a value that begins in this line."""
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        yield InputError(
            _("this is not valid JSON: {msg}").format(msg=error.msg), path=path, line=line + error.lineno - 1
        )
        return
    except (ValueError, RecursionError):
        yield InputError(_("this is not valid JSON: number too long or nesting too deep"), path=path, line=line)
        return
    for puzzle in _puzzles(content, "", layouts, _MAX_DEPTH):
        if isinstance(puzzle, InputError):
            puzzle = InputError(puzzle.problem, path=path, line=line, advice=puzzle.advice)
        yield puzzle


def _puzzles(content: Any, name: str, layouts: Sequence[Layout], depth: int) -> PuzzleIterator:
    """The puzzles in a value, down to a depth; those without a name get `name`."""
    if isinstance(content, list) and content and all(map(_is_row, content)):
        yield from _rows(content, name, layouts)
    elif isinstance(content, list) and content and depth:
        for item in content:
            yield from _puzzles(item, name, layouts, depth - 1)
    elif isinstance(content, Mapping) and depth:
        if yendoku.is_puzzle(content):
            yield from _grids(content, name)
        elif reader := _object_reader(content):
            try:
                yield reader(content)
            except InputError as error:
                yield error
        else:
            name = _name(content) or name
            value = _puzzle_value(content)
            if isinstance(value, str) and value.strip():
                value = value.splitlines()
            yield from _puzzles(value, name, layouts, depth - 1)
    else:
        yield InputError(_("this JSON holds no puzzle"), advice=_("give rows of digits, or an f-puzzles puzzle"))


def _name(content: Mapping[str, Any]) -> str:
    return next((str(content[key]) for key in _NAMES if isinstance(content.get(key), str | int)), "")


def _puzzle_value(content: Mapping[str, Any]) -> Any:
    """The value under one of the names of puzzles in an object; None if there is none."""
    return next((content[key] for key in _GRIDS if key in content), None)


def _grids(content: Mapping[str, Any], name: str) -> PuzzleIterator:
    """The puzzle of an object with overlapping grids."""
    try:
        layout, grids = yendoku.grids(content)
    except InputError as error:
        yield error
        return
    yield from _rows([row for grid in grids for row in grid], _name(content) or name, [layout])


def _is_row(row: Any) -> bool:
    cells = row if isinstance(row, list) else []
    return isinstance(row, str | list) and all(cell is None or type(cell) in (int, str) for cell in cells)


def _rows(rows: list[Any], name: str, layouts: Sequence[Layout]) -> PuzzleIterator:
    """The puzzle of rows, read like the same rows in text; each text may be a puzzle."""
    reader = TextReader(layouts, None)
    lines = [row if isinstance(row, str) else " ".join(_symbol(cell) for cell in row) for row in rows]
    for puzzle in reader.read([f"# {title_of(name)}", *lines] if name else lines):
        yield InputError(puzzle.problem, advice=puzzle.advice) if isinstance(puzzle, InputError) else puzzle


def _symbol(cell: int | str | None) -> str:
    text = "" if cell is None else str(cell).strip()
    return text or "."


def _object_reader(content: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], Puzzle] | None:
    """The function that reads an object which is itself a puzzle; None for other objects."""
    has_rows = _is_text_or_rows(_puzzle_value(content))
    reader = next((form.read_object for form in FORMATS.values() if form.is_object(content, has_rows)), None)
    return reader or (_gnome_puzzle if _is_gnome_game(content) else None)


def _is_text_or_rows(value: Any) -> bool:
    """Whether a value is a text or rows of digits, which objects of f-puzzles never have."""
    return isinstance(value, str) or (isinstance(value, list) and bool(value) and all(map(_is_row, value)))


def _is_gnome_game(content: Mapping[str, Any]) -> bool:
    """Whether an object is a saved game of GNOME Sudoku: a list of cells with positions."""
    cells = content.get("cells")
    return (
        isinstance(cells, list)
        and bool(cells)
        and all(isinstance(cell, Mapping) and "position" in cell for cell in cells)
    )


def _gnome_puzzle(content: Mapping[str, Any]) -> Puzzle:
    """The puzzle of a saved game: its fixed cells. Raises InputError."""
    layout = single()
    givens = [0] * len(layout.cells)
    for cell in content["cells"]:
        position, value = cell["position"], cell.get("value", 0)
        if not (
            isinstance(position, list)
            and len(position) == 2
            and all(coordinate in range(layout.size) for coordinate in position)
        ):
            raise InputError(
                _("a cell of this saved game has no position"), advice=_("it must be two numbers from 0 to 8")
            )
        if type(value) is not int or not 0 <= value <= layout.size:
            raise InputError(_("a cell of this saved game has no digit"), advice=_("its value must be 0 to 9"))
        if cell.get("fixed"):
            givens[position[0] * layout.size + position[1]] = value
    name = content.get("difficulty_category")
    return Puzzle(layout, tuple(givens), title_of(name) if isinstance(name, str) else "")
