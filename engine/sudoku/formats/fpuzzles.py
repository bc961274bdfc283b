"""f-puzzles' JSON: an object with `size` and `grid`, rows of cells like `{"value": 5, "given": true, "region": 0}`.

Regions, both diagonals and extra regions are houses and can be kept. A puzzle with any other rule (knights, sums,
lines) is refused: without the rule it would be another puzzle. What only draws or describes is left out.
"""

import json
from collections.abc import Mapping, Sequence
from math import isqrt
from typing import Any, NoReturn

from engine.base.errors import InputError
from engine.base.text import title_of, whole_number
from engine.sudoku.layout import MOST_DIGITS, Layout, Position, from_cliques
from engine.sudoku.puzzle import Puzzle

_FALLING, _RISING = "diagonal-", "diagonal+"
_KEPT = {"size", "title", "grid", "extraregion", _FALLING, _RISING}
_HARMLESS = {
    "author", "ruleset", "highlightConflicts", "solution", "successMessage", "metadata", "version",
    "line", "rectangle", "circle", "text", "cage", "disabledlogic", "truecandidatesoptions",
}  # fmt: skip


def read(content: Mapping[str, Any]) -> Puzzle:
    """The puzzle of an object. Raises InputError without a place, which the reader of the file adds."""
    return _Object(content).puzzle()


def misfit(layout: Layout) -> str:
    """Why the format can't hold the layout; "" if it can."""
    span = range(layout.size)
    lines = {frozenset(line) for line in _lines(layout.size)}
    houses = {frozenset(layout.cells[cell] for cell in house.cells) for house in layout.houses}
    square = layout.cells == tuple((row, column) for row in span for column in span)
    return "" if square and lines <= houses else "only a single grid can be written in this format"


def write(puzzle: Puzzle) -> str:
    """The puzzle as an object in one line."""
    layout, size = puzzle.layout, puzzle.layout.size
    houses = [{layout.cells[cell] for cell in house.cells} for house in layout.houses]
    boxes = [cells for house, cells in zip(layout.houses, houses, strict=True) if house.kind == "box"]
    lines = [set(line) for line in _lines(size)]
    falling, rising = _diagonals(size)
    rows: list[list[dict[str, Any]]] = [[{} for _ in range(size)] for _ in range(size)]
    for digit, (row, column) in zip(puzzle.givens, layout.cells, strict=True):
        if digit:
            rows[row][column] |= {"value": digit, "given": True}
    usual = _usual_boxes(size)
    if sorted(map(sorted, boxes)) != sorted(map(sorted, usual)):
        region = {position: number for number, box in enumerate(boxes) for position in box}
        for row, column in layout.cells:
            rows[row][column]["region"] = region.get((row, column))
    content: dict[str, Any] = {"size": size, "title": " ".join(puzzle.name.split()), "grid": rows}
    if falling in houses:
        content[_FALLING] = True
    if rising in houses:
        content[_RISING] = True
    extra = [cells for cells in houses if cells not in (*lines, *boxes, falling, rising)]
    if extra:
        content["extraregion"] = [{"cells": [f"R{row + 1}C{column + 1}" for row, column in sorted(c)]} for c in extra]
    return json.dumps(content, separators=(",", ":")) + "\n"


class _Object:
    """One object as it is read."""

    def __init__(self, content: Any) -> None:
        if not isinstance(content, Mapping) or "grid" not in content:
            self._fail("this JSON is no puzzle of f-puzzles", "an object with size and grid can be read")
        self._content = content
        size = content.get("size")
        if type(size) is not int or not 1 <= size <= MOST_DIGITS:
            self._fail("the size is no number of digits", f"it must be 1 to {MOST_DIGITS}")
        self._size = size
        grid = content["grid"]
        if not _rows_of_cells(grid, size):
            self._fail(f"the grid is not {size} rows of {size} cells")
        self._grid: Sequence[Sequence[Mapping[str, Any]]] = grid

    def puzzle(self) -> Puzzle:
        for rule, value in self._content.items():
            if value and rule not in _KEPT | _HARMLESS and not isinstance(value, str):
                self._fail(f"the rule {rule[:30]!r} can't be kept", "only regions and diagonals can")
        try:
            layout = from_cliques("", self._size, self._cliques())
        except ValueError as error:
            self._fail(str(error))
        givens = tuple(self._given(*position) for position in layout.cells)
        title = self._content.get("title")
        return Puzzle(layout, givens, title_of(title) if isinstance(title, str) else "")

    def _cliques(self) -> list[list[Position]]:
        cliques = [*_lines(self._size), *self._regions()]
        falling, rising = _diagonals(self._size)
        cliques += [sorted(falling)] * bool(self._content.get(_FALLING))
        cliques += [sorted(rising)] * bool(self._content.get(_RISING))
        extra = self._content.get("extraregion") or []
        if not isinstance(extra, list) or not all(isinstance(region, Mapping) for region in extra):
            self._fail("the extra regions are no list of regions")
        for region in extra:
            names = region.get("cells")
            cliques.append([self._position(name) for name in (names if isinstance(names, list) else [names])])
        return cliques

    def _regions(self) -> list[list[Position]]:
        """The boxes: the usual ones, but for cells that name another region or (null) none."""
        usual = {position: number for number, box in enumerate(_usual_boxes(self._size)) for position in box}
        found: dict[int, list[Position]] = {}
        for row in range(self._size):
            for column in range(self._size):
                region = self._grid[row][column].get("region", usual.get((row, column)))
                if type(region) is int:
                    found.setdefault(region, []).append((row, column))
                elif region is not None:
                    self._fail(f"the region of R{row + 1}C{column + 1} is no number")
        return list(found.values())

    def _given(self, row: int, column: int) -> int:
        cell = self._grid[row][column]
        value = cell.get("value")
        if not cell.get("given") or value in (None, "", 0, "0"):
            return 0
        if isinstance(value, str):
            value = whole_number(value)
        if type(value) is not int or not 1 <= value <= self._size:
            self._fail(f"the value of R{row + 1}C{column + 1} is no digit from 1 to {self._size}")
        return value

    def _position(self, name: Any) -> Position:
        row, _, column = (name if isinstance(name, str) else "").upper().removeprefix("R").partition("C")
        position = whole_number(row) - 1, whole_number(column) - 1
        if not all(0 <= number < self._size for number in position):
            self._fail("an extra region names no cell of the grid", "cells are named as R1C2")
        return position

    def _fail(self, what: str, advice: str = "") -> NoReturn:
        raise InputError(what, advice=advice)


def _rows_of_cells(grid: Any, size: int) -> bool:
    return (
        isinstance(grid, list)
        and len(grid) == size
        and all(isinstance(row, list) and len(row) == size for row in grid)
        and all(isinstance(cell, Mapping) for row in grid for cell in row)
    )


def _lines(size: int) -> list[list[Position]]:
    """The rows and columns of a grid."""
    span = range(size)
    return [[(i, j) for j in span] for i in span] + [[(i, j) for i in span] for j in span]


def _diagonals(size: int) -> tuple[set[Position], set[Position]]:
    """The diagonal that falls from left to right, and the one that rises."""
    return {(i, i) for i in range(size)}, {(i, size - 1 - i) for i in range(size)}


def _usual_boxes(size: int) -> list[set[Position]]:
    """The boxes that a grid has by itself: as square as can be, lying; none where that would be rows."""
    down = next(height for height in range(isqrt(size), 0, -1) if size % height == 0)
    if down == 1:
        return []
    across = size // down
    return [
        {(top + i, left + j) for i in range(down) for j in range(across)}
        for top in range(0, size, down)
        for left in range(0, size, across)
    ]
