"""Layouts: which cells there are and which houses hold them. A layout is houses and nothing else.

Cells lie on a canvas of rows and columns; a house is a set of cells that hold different digits. The box that two grids
share is one house. Everything that solves, encodes, generates or hints works from the houses alone; the grids only
serve to name houses, to read and write grid by grid, and to draw.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple

Position = tuple[int, int]


@dataclass(frozen=True)
class House:
    """Cells (indices into the layout's cells, ascending) that hold different digits, and a name for people."""

    kind: str
    name: str
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Grid:
    """A square part of the canvas that is a sudoku by itself: number (from 1), corner, cells in reading order."""

    number: int
    row: int
    column: int
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Layout:
    """Cells on a canvas, with their houses.

    `size` is the number of digits (digits are 1..size); `cells` are positions (row, column) from 0 in reading order,
    and a cell is named by its index there; `box_rows` x `box_columns` is the shape of a box (0 x 0: no boxes).
    """

    name: str
    title: str
    size: int
    box_rows: int
    box_columns: int
    cells: tuple[Position, ...]
    houses: tuple[House, ...] = field(repr=False)
    grids: tuple[Grid, ...] = field(repr=False)

    def __hash__(self) -> int:
        """Of little more than the name: hashing every house would cost more than most look-ups save."""
        return hash((self.name, self.size, len(self.cells), len(self.houses)))

    @cached_property
    def rows(self) -> int:
        """Rows of the canvas."""
        return 1 + max(row for row, _ in self.cells)

    @cached_property
    def columns(self) -> int:
        """Columns of the canvas."""
        return 1 + max(column for _, column in self.cells)

    @cached_property
    def index(self) -> dict[Position, int]:
        """From position to cell."""
        return {position: cell for cell, position in enumerate(self.cells)}

    @cached_property
    def houses_of(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, its houses (indices, ascending)."""
        found: list[list[int]] = [[] for _ in self.cells]
        for number, house in enumerate(self.houses):
            for cell in house.cells:
                found[cell].append(number)
        return tuple(tuple(numbers) for numbers in found)

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the other cells that share a house with it, ascending."""
        return tuple(
            tuple(sorted({peer for number in numbers for peer in self.houses[number].cells} - {cell}))
            for cell, numbers in enumerate(self.houses_of)
        )

    def cell_name(self, cell: int) -> str:
        """The cell's name on the canvas: `r12c7`."""
        row, column = self.cells[cell]
        return f"r{row + 1}c{column + 1}"

    def grids_of(self, cell: int) -> tuple[Grid, ...]:
        """The grids that hold the cell."""
        return tuple(grid for grid in self.grids if cell in grid.cells)


class Conflict(NamedTuple):
    """A digit that stands more than once in a house: the house's index, the digit, the cells that hold it."""

    house: int
    digit: int
    cells: tuple[int, ...]


def conflicts(layout: Layout, values: Sequence[int]) -> list[Conflict]:
    """The rules broken by `values` (one digit a cell, 0 for empty)."""
    broken = []
    for number, house in enumerate(layout.houses):
        places: dict[int, list[int]] = {}
        for cell in house.cells:
            if values[cell]:
                places.setdefault(values[cell], []).append(cell)
        broken += [Conflict(number, digit, tuple(cells)) for digit, cells in places.items() if len(cells) > 1]
    return broken


def from_grids(
    name: str, title: str, box_rows: int, box_columns: int, corners: Iterable[Position]
) -> Layout:
    """Square grids of `box_rows * box_columns` digits, laid on one canvas with their corners at `corners`.

    Grids may overlap in whole boxes; a house that two of them share exists once, under its first name.
    """
    corners = tuple(corners)
    size = box_rows * box_columns
    positions = sorted({(row + i, column + j) for row, column in corners for i in range(size) for j in range(size)})
    index = {position: cell for cell, position in enumerate(positions)}
    houses: dict[tuple[int, ...], House] = {}
    grids = []

    def add(kind: str, number: int, grid: int, places: Iterable[Position]) -> None:
        cells = tuple(sorted(index[place] for place in places))
        suffix = f" of grid {grid}" if len(corners) > 1 else ""
        houses.setdefault(cells, House(kind, f"{kind} {number + 1}{suffix}", cells))

    for number, (top, left) in enumerate(corners, 1):
        span = range(size)
        for i in span:
            add("row", i, number, ((top + i, left + j) for j in span))
        for j in span:
            add("column", j, number, ((top + i, left + j) for i in span))
        for box in span:
            row, column = box // box_rows * box_rows, box % box_rows * box_columns
            add("box", box, number, (
                (top + row + i, left + column + j) for i in range(box_rows) for j in range(box_columns)
            ))
        grids.append(Grid(number, top, left, tuple(index[top + i, left + j] for i in span for j in span)))
    return Layout(name, title, size, box_rows, box_columns, tuple(positions), tuple(houses.values()), tuple(grids))


@cache
def single() -> Layout:
    """The standard sudoku: one 9x9 grid, 81 cells, 27 houses."""
    return from_grids("single", "sudoku 9x9", 3, 3, [(0, 0)])


@cache
def double() -> Layout:
    """Two 9x9 grids that share a box, upper left and lower right on a 15x15 canvas: 153 cells, 53 houses."""
    return from_grids("double", "double sudoku", 3, 3, [(0, 0), (6, 6)])


LAYOUTS = {"single": single, "double": double}
"""The layouts that can be asked for by name."""
