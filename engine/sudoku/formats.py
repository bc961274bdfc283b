"""Puzzle files in plain text: reading them by their content, and writing them.

A file holds any number of puzzles of any known layouts. The cells of a puzzle are written without blanks (`.` or 0 for
an empty one) or as numbers with blanks between, and lie on lines in one of three shapes: as on the canvas, grid below
grid, or all in one line; what two grids share stands twice in the last two. Corners of the canvas that belong to no
grid are blank, left out, or written as `-1`, `.` or 0. A line that begins with `#` names the puzzle below it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from os import PathLike

from engine.errors import InputError
from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.shapes import Shape, canvas, line, stack
from engine.sudoku.text_lines import CORNER
from engine.sudoku.text_reader import TextReader


def parse(data: bytes, *, path: "str | PathLike[str] | None" = None, layout: Layout | None = None) -> list[Puzzle]:
    """The puzzles of a file, in order, each with the comment above it as its name.

    With `layout` everything is read as that layout: a diagonal sudoku looks like any other. Puzzles of several lines
    may follow each other without an empty line. Twice the lines of one grid are read as the layout of two grids,
    unless most of the cells that these would share disagree. `path` is for messages only.
    Raises InputError with the line of the first thing wrong, or if there is no puzzle at all.
    """
    layouts = [layout] if layout else [make() for make in LAYOUTS.values()]
    puzzles = TextReader(layouts, path).read(_decode(data))
    if not puzzles:
        raise InputError("no puzzle in here", path=path, advice="give a file with at least one grid of digits")
    return puzzles


@dataclass(frozen=True)
class Format:
    """A way of writing puzzles: the shape of the lines, and what stands for an empty cell, in a corner, and between."""

    name: str
    summary: str
    shape: Callable[[Layout], Shape]
    empty: str = "."
    corner: str = " "
    separator: str = ""


_FORMATS = (
    Format("grid", "as on the canvas, . for an empty cell", canvas),
    Format("stack", "one grid below the other, . for an empty cell", stack),
    Format("line", "all grids in one line, . for an empty cell", line),
    Format("spaced", "as on the canvas, blanks between, 0 for an empty cell, -1 in corners", canvas, "0", CORNER, " "),
)

FORMATS = {form.name: form for form in _FORMATS}
"""The formats that `write` knows, by name."""


def write(puzzle: Puzzle, format: str = "grid") -> str:  # noqa: A002
    """The puzzle as text that ends with a newline, below a comment with its name if it has one.

    Raises InputError for an unknown format, and for digits above 9 in a format without blanks between the cells.
    """
    if format not in FORMATS:
        raise InputError(f"unknown format {format!r}", advice="use one of " + ", ".join(FORMATS))
    form = FORMATS[format]
    if puzzle.layout.size > 9 and not form.separator:
        raise InputError(f"{puzzle.layout.title} has digits above 9", advice="write it in the format spaced")
    shape = form.shape(puzzle.layout)
    name = " ".join(puzzle.name.split())
    lines = [f"# {name}"] if name else []
    for row in shape.rows:
        symbols = [form.corner] * shape.columns
        for cell, column in zip(row.cells, row.columns, strict=True):
            symbols[column] = str(puzzle.givens[cell] or form.empty)
        lines.append(form.separator.join(symbols).rstrip())
    return "\n".join(lines) + "\n"


def write_all(puzzles: Iterable[Puzzle], format: str = "grid") -> str:  # noqa: A002
    """Several puzzles as one text; an empty line parts puzzles of several lines."""
    texts = [write(puzzle, format) for puzzle in puzzles]
    return ("\n" if any(text.count("\n") > 1 for text in texts) else "").join(texts)


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
