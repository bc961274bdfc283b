"""A small still picture of a puzzle on any layout."""

from rich.segment import Segment
from rich.style import Style

from engine.sudoku.layout import conflicts
from engine.sudoku.puzzle import Puzzle
from tui.palette import Glyphs, Palette
from tui.widgets.board import DIGITS
from tui.widgets.cells import Line
from tui.widgets.frame import Frame, frame
from tui.widgets.patchwork import Picture


def puzzle_lines(puzzle: Puzzle, palette: Palette, glyphs: Glyphs, width: int, height: int) -> list[Line]:
    """The puzzle as lines of text that fit in `width` x `height`, as roomy as they can be.

    With lines between the boxes where there is room, else without the level ones, else the digits side by side; what is
    larger even then is cut.
    """
    lines = frame(puzzle.layout, glyphs.box, cell_width=2)
    xs, columns = _aired(lines)
    ys, rows = lines.ys, lines.height
    if rows > height:
        ys, rows = tuple(range(puzzle.layout.rows)), puzzle.layout.rows
    if columns > width:
        xs, columns = tuple(range(puzzle.layout.columns)), puzzle.layout.columns
    picture = Picture(columns, rows)
    if columns > puzzle.layout.columns:
        for y, text in enumerate(lines.rows if rows == lines.height else [lines.rows[y] for y in lines.ys]):
            picture.put(0, y, _air(lines, text), palette.line)
    clashing = {cell for conflict in conflicts(puzzle.layout, puzzle.givens) for cell in conflict.cells}
    for cell, (row, column) in enumerate(puzzle.layout.cells):
        digit = puzzle.givens[cell]
        ink = palette.bad if cell in clashing else palette.given if digit else palette.empty
        picture.put(xs[column], ys[row], DIGITS[digit - 1] if digit else glyphs.empty_cell, ink)
    return [_trimmed(picture.segments(y, 0, min(columns, width))) for y in range(min(rows, height))]


def _aired(lines: Frame) -> tuple[tuple[int, ...], int]:
    """The places of the cells' digits, and the width, once each upright line has a blank to its right."""
    places = tuple(x + sum(1 for line in _uprights(lines) if line < x) for x in lines.xs)
    return places, len(_air(lines, lines.rows[0]))


def _air(lines: Frame, text: str) -> str:
    """The text with what follows each upright line doubled: a blank, or the level line that goes on there."""
    uprights = _uprights(lines)
    return "".join(
        char + (text[x + 1] if x in uprights and x + 1 < len(text) else "") for x, char in enumerate(text)
    )


def _uprights(lines: Frame) -> set[int]:
    inside = {x + offset for x in lines.xs for offset in range(lines.cell_width)}
    return set(range(lines.width)) - inside


def _trimmed(line: Line) -> Line:
    """The line without the blanks at its end."""
    while line and not line[-1].text.strip():
        line = line[:-1]
    return [*line[:-1], Segment(line[-1].text.rstrip(), line[-1].style or Style.null())] if line else []
