"""Row, column and box indexing: a cell's digit is the position of a number given by the cell's own position."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Self

from engine.base.language import Sentence, lazy_gettext
from engine.sudoku.layout import Layout
from engine.sudoku.rules.drawing import CellForm, RuleDrawing
from engine.sudoku.rules.primitives import Primitive, pair
from engine.sudoku.rules.rule import Entry, Rule, names, place
from engine.sudoku.rules.shapes import CellMark, Shape


@dataclass(frozen=True)
class Indexing(Rule):
    """For each cell with digit d, the d-th cell of its line holds the number of the cell's position."""

    drawing = RuleDrawing(CellForm.CELLS, least=1)
    sign: ClassVar[str]
    name_words: ClassVar[Sentence]
    words: ClassVar[Sentence]

    @classmethod
    def line(cls, layout: Layout, cell: int) -> tuple[tuple[int, ...], int]:
        """The cells of a cell's line, in order, and the cell's position number; no cells if it has no line."""
        raise NotImplementedError

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        found: list[Primitive] = []
        for cell in self.cells:
            line, number = self.line(layout, cell)
            found += [
                pair(cell, other, layout.size, partial(_is_indexed, place, number))
                for place, other in enumerate(line, 1)
                if other != cell
            ]
        return found

    def name(self, layout: Layout) -> str:
        return self.name_words.format(cells=place(layout, self.cells))

    def sentence(self, layout: Layout) -> str:
        return self.words.format(cells=place(layout, self.cells))

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        return [CellMark(cell, self.sign) for cell in self.cells]

    @classmethod
    def read(cls, entry: Entry) -> Iterable[Self]:
        return [cls(entry.cells())]

    def write(self, layout: Layout) -> dict[str, Any]:
        return {"cells": names(layout, self.cells)}


def _is_indexed(place: int, number: int, index: int, digit: int) -> bool:
    """Whether the indexing cell points to a place exactly if the cell there holds the number."""
    return (index == place) == (digit == number)


def _across(layout: Layout, cell: int, down: int, right: int) -> tuple[tuple[int, ...], int]:
    """The row or column of a cell in the first of its grids, and the cell's position in it."""
    for grid in layout.grids_of(cell):
        row, column = layout.cells[cell][0] - grid.row, layout.cells[cell][1] - grid.column
        start = grid.row + row * (1 - down), grid.column + column * (1 - right)
        line = tuple(layout.index[start[0] + i * down, start[1] + i * right] for i in range(layout.size))
        return line, 1 + row * down + column * right
    return (), 0


@dataclass(frozen=True)
class ColumnIndexing(Indexing):
    """With digit d in column c, c stands in column d of the same row."""

    kind, sign = "column indexing", "c"
    title = lazy_gettext("column indexing cells")
    f_puzzles = "columnindexer"
    name_words = lazy_gettext("the column indexing at {cells}")
    words = lazy_gettext("Column indexing {cells}: the digit is the column in which its row has its column number.")

    @classmethod
    def line(cls, layout: Layout, cell: int) -> tuple[tuple[int, ...], int]:
        return _across(layout, cell, 0, 1)


@dataclass(frozen=True)
class RowIndexing(Indexing):
    """With digit d in row r, r stands in row d of the same column."""

    kind, sign = "row indexing", "r"
    title = lazy_gettext("row indexing cells")
    f_puzzles = "rowindexer"
    name_words = lazy_gettext("the row indexing at {cells}")
    words = lazy_gettext("Row indexing {cells}: the digit is the row in which its column has its row number.")

    @classmethod
    def line(cls, layout: Layout, cell: int) -> tuple[tuple[int, ...], int]:
        return _across(layout, cell, 1, 0)


@dataclass(frozen=True)
class BoxIndexing(Indexing):
    """With digit d at place p of a box, p stands at place d of the same box."""

    kind, sign = "box indexing", "b"
    title = lazy_gettext("box indexing cells")
    f_puzzles = "boxindexer"
    name_words = lazy_gettext("the box indexing at {cells}")
    words = lazy_gettext("Box indexing {cells}: the digit is the place at which its box has its place number.")

    @classmethod
    def line(cls, layout: Layout, cell: int) -> tuple[tuple[int, ...], int]:
        for number in layout.houses_of[cell]:
            house = layout.houses[number]
            if house.kind == "box" and len(house.cells) == layout.size:
                return house.cells, 1 + house.cells.index(cell)
        return (), 0
