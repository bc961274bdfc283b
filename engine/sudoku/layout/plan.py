"""Builds a layout from grids and houses on a canvas."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.sudoku.layout.model import PAIR, Grid, House, Layout, Position

MAX_ROWS, MAX_CELLS, MAX_HOUSES = 99, 1000, 400
"""Maximum size of a layout from a file: rows (or columns) of its canvas, cells, and houses."""


@dataclass
class LayoutPlan:
    """The grids and houses of a layout under construction, on a canvas of any origin; `size` is the number of digits.

    `box_rows` x `box_columns` is the shape of the boxes of its grids. A box of a single row or column is that row or
    column, so such grids have none: 0 x 0.
    """

    size: int
    box_rows: int = 0
    box_columns: int = 0
    _houses: list[tuple[str, int, int, tuple[Position, ...]]] = field(default_factory=list)
    _corners: list[Position] = field(default_factory=list)

    def __post_init__(self) -> None:
        if 1 in (self.box_rows, self.box_columns):
            self.box_rows = self.box_columns = 0

    def add_house(self, kind: str, cells: Iterable[Position]) -> None:
        """Add a house and its cells. Its name has a number among the houses of its kind, and no grid."""
        self._add(kind, 1 + sum(kind == other and not grid for other, _, grid, _ in self._houses), 0, cells)

    def add_map(self, kind: str, rows: Sequence[str], corner: Position = (0, 0), blanks: str = ".") -> None:
        """Add a house for each sign of a drawing, in the order of the signs; `blanks` belong to no house."""
        for cells in read_map(rows, corner, blanks).values():
            self.add_house(kind, cells)

    def add_grid(self, corner: Position) -> None:
        """Add a square of rows, columns and boxes; grids may overlap."""
        top, left = corner
        self._corners.append(corner)
        number, span = len(self._corners), range(self.size)
        for i in span:
            self._add("row", i + 1, number, ((top + i, left + j) for j in span))
        for j in span:
            self._add("column", j + 1, number, ((top + i, left + j) for i in span))
        if not self.box_rows:
            return
        down, across = self.box_rows, self.box_columns
        for box in span:
            row, column = top + box // down * down, left + box % down * across
            self._add("box", box + 1, number, ((row + i, column + j) for i in range(down) for j in range(across)))

    def layout(self, name: str, title: str) -> Layout:
        """The layout; its canvas begins at the first row and column with a cell.

        A house that two grids share exists once, under its first name.
        """
        covered = {position for _, _, _, cells in self._houses for position in cells}
        top, left = min(row for row, _ in covered), min(column for _, column in covered)
        index = {position: cell for cell, position in enumerate(sorted(covered))}
        houses: dict[tuple[int, ...], House] = {}
        for kind, number, grid, positions in self._houses:
            house_cells = tuple(sorted(index[position] for position in positions))
            suffix = f" of grid {grid}" if grid and len(self._corners) > 1 else ""
            pair = (f"r{row - top + 1}c{column - left + 1}" for row, column in sorted(positions))
            label = "/".join(pair) if kind == PAIR else f"{number}{suffix}"
            houses.setdefault(house_cells, House(kind, f"{kind} {label}", house_cells))
        span = range(self.size)
        grids = tuple(
            Grid(number, row - top, column - left, tuple(index[row + i, column + j] for i in span for j in span))
            for number, (row, column) in enumerate(self._corners, 1)
        )
        cells = tuple((row - top, column - left) for row, column in index)
        return Layout(name, title, self.size, self.box_rows, self.box_columns, cells, tuple(houses.values()), grids)

    def _add(self, kind: str, number: int, grid: int, cells: Iterable[Position]) -> None:
        self._houses.append((kind, number, grid, tuple(cells)))


def read_map(rows: Sequence[str], corner: Position = (0, 0), blanks: str = ".") -> Mapping[str, list[Position]]:
    """The positions of each sign of a drawing, in the order of the signs; the upper left sign is at `corner`."""
    found: dict[str, list[Position]] = {}
    for i, row in enumerate(rows):
        for j, sign in enumerate(row):
            if sign not in blanks:
                found.setdefault(sign, []).append((corner[0] + i, corner[1] + j))
    return dict(sorted(found.items()))


def from_grids(name: str, title: str, box_rows: int, box_columns: int, corners: Iterable[Position]) -> Layout:
    """Square grids of `box_rows * box_columns` digits, on one canvas with their upper left cells at `corners`.

    Grids may overlap in whole boxes; a house that two of them share exists once, under its first name. With boxes of
    one row these are Latin squares: rows and columns only.
    """
    plan = LayoutPlan(box_rows * box_columns, box_rows, box_columns)
    for corner in corners:
        plan.add_grid(corner)
    return plan.layout(name, title)
