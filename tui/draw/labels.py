"""Rows and columns by name on the lines around a board: numbers as hints use them, letters as moves are typed."""

from functools import lru_cache
from typing import NamedTuple

from engine.sudoku.layout import Layout
from engine.sudoku.layout.cell_notation import column_letters
from tui.draw.frame import Frame


class Label(NamedTuple):
    """What stands from column x of line y of a board's text."""

    x: int
    y: int
    text: str


def cell_names(layout: Layout, cell: int) -> str:
    """How hints name a cell, and how a move there is typed: `r12c7 12g`."""
    row, column = layout.cells[cell]
    return f"{layout.cell_name(cell)} {row + 1}{column_letters(column)}"


@lru_cache(maxsize=16)
def labels(layout: Layout, text: Frame) -> tuple[Label, ...]:
    """Row numbers left of each row's first cell, column numbers above each column's first one, letters below its last.

    Of a name that is too long for its place the last sign is there, as on a ruler.
    """
    across, down = text.cell.middle
    found = []
    for row in range(layout.rows):
        columns = [column for at, column in layout.cells if at == row]
        if columns:
            found.append(_beside(text, text.xs[min(columns)] - 1, text.ys[row] + down, str(row + 1)))
    for column in range(layout.columns):
        rows = [row for row, at in layout.cells if at == column]
        if rows:
            x = text.xs[column] + across
            found.append(_along(text, x, text.ys[min(rows)] - 1, str(column + 1)))
            found.append(_along(text, x, text.ys[max(rows)] + text.cell.height, column_letters(column)))
    return tuple(label for label in found if text.has_line(label.x + len(label.text) - 1, label.y))


def _beside(text: Frame, x: int, y: int, name: str) -> Label:
    """A name that ends on an upright line; the rest of it stands in the blank outside."""
    start = x - len(name) + 1
    if start < 0 or text.rows[y][start:x].strip():
        return Label(x, y, name[-1])
    return Label(start, y, name)


def _along(text: Frame, x: int, y: int, name: str) -> Label:
    """A name that ends on a level line, where the cell's digit stands, with some of the line before the next one."""
    if len(name) >= text.cell.width or x < len(name):
        name = name[-1]
    return Label(x - len(name) + 1, y, name)
