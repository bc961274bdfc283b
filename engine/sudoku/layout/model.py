"""The layout of a puzzle: cells on a canvas, their houses, and the grids that people see in them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from engine.base.language import _, lazy_gettext

Position = tuple[int, int]
"""Row and column of the canvas, from 0."""

MAX_DIGITS = 25
"""Maximum number of digits of a layout; the search has bits for as many."""

PLAIN_KINDS = ("row", "column", "box")
"""Kinds of houses that need no marks on a board: rows, columns, and boxes, which thick lines separate."""

PAIR = "pair"
"""The kind of houses of two cells, such as a knight's move apart. There are many, so their cells name them."""

_NUMBERED = re.compile(r".+? (?P<number>\d+|r\d+c\d+(?:/r\d+c\d+)+)(?: of grid (?P<grid>\d+))?")
_HOUSE_NAMES = {
    "row": (lazy_gettext("row {numbers}"), lazy_gettext("rows {numbers}")),
    "column": (lazy_gettext("column {numbers}"), lazy_gettext("columns {numbers}")),
    "box": (lazy_gettext("box {numbers}"), lazy_gettext("boxes {numbers}")),
    "diagonal": (lazy_gettext("diagonal {numbers}"), lazy_gettext("diagonals {numbers}")),
    "window": (lazy_gettext("window {numbers}"), lazy_gettext("windows {numbers}")),
    "cage": (lazy_gettext("cage {numbers}"), lazy_gettext("cages {numbers}")),
    PAIR: (lazy_gettext("pair {numbers}"), lazy_gettext("pairs {numbers}")),
    "extra house": (lazy_gettext("extra house {numbers}"), lazy_gettext("extra houses {numbers}")),
}
"""The name of one house of each kind, and of several."""

_OTHER_NAMES = ("{kind} {numbers}", "{kind}s {numbers}")
"""The names of houses of other kinds, which come from files."""

_IN_GRID = lazy_gettext("{houses} of grid {grid}")


def house_label(kind: str, numbers: str, count: int, grid: str | None) -> str:
    """The common name of `count` houses of a kind: `row 3`, `rows 1 and 4 of grid 2`."""
    singular, plural = _HOUSE_NAMES.get(kind, _OTHER_NAMES)
    houses = (singular if count == 1 else plural).format(kind=kind, numbers=numbers)
    return _IN_GRID.format(houses=houses, grid=grid) if grid else houses


@dataclass(frozen=True)
class House:
    """Cells (indices into the layout's cells, ascending) that hold different digits, and an English name.

    `kind` is one of PLAIN_KINDS, or another word such as `diagonal`, `window` or `cage`. A name is usually the kind,
    a number, and the grid if there are several: `row 3 of grid 2`. A pair's number is its cells: `pair r3c4/r5c5`.
    """

    kind: str
    name: str
    cells: tuple[int, ...]

    @property
    def label(self) -> str:
        """The name in the current language."""
        number, grid = self.place
        return house_label(self.kind, number, 1, grid) if number else self.name

    @property
    def place(self) -> tuple[str, str]:
        """The house's number and that of its grid, from its name; "" for a missing one."""
        parts = _NUMBERED.fullmatch(self.name)
        return (parts["number"], parts["grid"] or "") if parts else ("", "")

    @property
    def is_plain(self) -> bool:
        """Whether a board shows the house without marks on its cells."""
        return self.kind in PLAIN_KINDS


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
    and a cell is named by its index there; `box_rows` x `box_columns` is the shape of a box (0 x 0: there are no boxes,
    or none of a regular shape). A house has at most `size` cells, and may have fewer; a cell may lie in no grid.
    """

    name: str
    title: str
    size: int
    box_rows: int
    box_columns: int
    cells: tuple[Position, ...] = field(repr=False)
    houses: tuple[House, ...] = field(repr=False)
    grids: tuple[Grid, ...] = field(repr=False)

    def __hash__(self) -> int:
        """A hash of the name and a few counts; hashing every house would cost more than most look-ups save."""
        return hash((self.name, self.size, len(self.cells), len(self.houses)))

    @property
    def label(self) -> str:
        """The title in the current language; those of the catalogue are translated."""
        return _(self.title)

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

    @cached_property
    def marked_cells(self) -> frozenset[int]:
        """The cells of the houses that a drawn board shows by marks alone: diagonals, windows, cages.

        Empty if all cells would be marked. Pairs that share cells, such as those a knight's move apart, are not marked
        either: the marks would have no meaning.
        """
        marked_houses = [house for house in self.houses if not house.is_plain]
        pairs = [cell for house in marked_houses if house.kind == PAIR for cell in house.cells]
        visible_houses = [house for house in marked_houses if house.kind != PAIR or len(pairs) == len({*pairs})]
        marked = frozenset(cell for house in visible_houses for cell in house.cells)
        return marked if len(marked) < len(self.cells) else frozenset()

    def is_like(self, other: "Layout") -> bool:
        """Whether it has the same digits, cells and houses, whatever they are called."""
        return (
            (self.size, len(self.houses)) == (other.size, len(other.houses))
            and self.cells == other.cells
            and {house.cells for house in self.houses} == {house.cells for house in other.houses}
        )

    def cell_name(self, cell: int) -> str:
        """The cell's name on the canvas: `r12c7`."""
        row, column = self.cells[cell]
        return f"r{row + 1}c{column + 1}"

    def towards(self, cell: int, down: int, right: int) -> int:
        """The next cell in a direction, across gaps of the canvas; the cell itself if there is none.

        `down` and `right` are -1, 0 or 1.
        """
        row, column = self.cells[cell]
        while 0 <= row < self.rows and 0 <= column < self.columns:
            row, column = row + down, column + right
            if (row, column) in self.index:
                return self.index[row, column]
        return cell

    def grids_of(self, cell: int) -> tuple[Grid, ...]:
        """The grids that hold the cell."""
        return tuple(grid for grid in self.grids if cell in grid.cells)


class Conflict(NamedTuple):
    """A digit that a house holds more than once: the index of the house, the digit, and the cells that hold it."""

    house: int
    digit: int
    cells: tuple[int, ...]


def conflicts(layout: Layout, values: Sequence[int]) -> list[Conflict]:
    """The digits that `values` (one per cell, 0 for empty) repeat in a house."""
    found = []
    for number, house in enumerate(layout.houses):
        places: dict[int, list[int]] = {}
        for cell in house.cells:
            if values[cell]:
                places.setdefault(values[cell], []).append(cell)
        found += [Conflict(number, digit, tuple(cells)) for digit, cells in places.items() if len(cells) > 1]
    return found
