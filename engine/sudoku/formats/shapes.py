"""The arrangement of a layout's cells in text: on one canvas, one grid below the other, or in one line."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import itemgetter

from engine.sudoku.layout import Layout


@dataclass(frozen=True)
class ShapeRow:
    """A line of text: its cells from left to right and their columns (from 0)."""

    cells: tuple[int, ...]
    columns: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Shape:
    """The lines of one puzzle: `canvas`, `stack` (one grid below the other) or `line` (all grids in one line).

    Stack and line repeat the cells that grids share. If a cell belongs to no grid, the stack is the canvas, and the
    line has the cells in reading order. The stack is also the canvas if with another order of grids the two would look
    alike, because text does not distinguish them. `columns` is the width of a full line.
    """

    kind: str
    layout: Layout
    rows: tuple[ShapeRow, ...]
    columns: int

    @cached_property
    def first(self) -> tuple[int, ...]:
        """For each cell of the layout, its first place among all the cells of the rows."""
        places: dict[int, int] = {}
        for place, cell in enumerate(self._sequence):
            places.setdefault(cell, place)
        return tuple(places[cell] for cell in range(len(self.layout.cells)))

    @cached_property
    def repeats(self) -> tuple[tuple[int, int], ...]:
        """The places of repeated cells, as (place, first place)."""
        return tuple(
            (place, self.first[cell]) for place, cell in enumerate(self._sequence) if self.first[cell] != place
        )

    @cached_property
    def look(self) -> tuple[tuple[int, ...], ...]:
        """The shape as text shows it: the columns of each row. Layouts with equal looks are indistinguishable in
        text.
        """
        return tuple(row.columns for row in self.rows)

    @cached_property
    def arrange(self) -> Callable[[Sequence[int]], tuple[int, ...]]:
        """Values in the order of the layout's cells, from values in the order of the rows."""
        return itemgetter(*self.first)

    @cached_property
    def _sequence(self) -> tuple[int, ...]:
        return tuple(cell for row in self.rows for cell in row.cells)


def canvas(layout: Layout) -> Shape:
    """The canvas; corners that belong to no grid are blank."""
    rows: list[list[int]] = [[] for _ in range(layout.rows)]
    for cell, (row, _) in enumerate(layout.cells):
        rows[row].append(cell)
    lines = (ShapeRow(tuple(row), tuple(layout.cells[cell][1] for cell in row)) for row in rows)
    return Shape("canvas", layout, tuple(lines), layout.columns)


def stack(layout: Layout) -> Shape:
    """One grid below the other, with a line for each row."""
    if not _covered(layout):
        return canvas(layout)
    size, on_canvas = layout.size, canvas(layout)
    rows = (grid.cells[start : start + size] for grid in layout.grids for start in range(0, size * size, size))
    stacked = _packed("stack", layout, rows)
    return on_canvas if stacked.look == on_canvas.look and stacked.rows != on_canvas.rows else stacked


def line(layout: Layout) -> Shape:
    """All grids one after the other in one line."""
    cells = [cell for grid in layout.grids for cell in grid.cells] if _covered(layout) else range(len(layout.cells))
    return _packed("line", layout, [tuple(cells)])


@lru_cache(maxsize=64)
def shapes(layout: Layout) -> tuple[Shape, ...]:
    """The possible shapes of a puzzle of the layout, those of more lines first."""
    all_shapes = (stack(layout), canvas(layout), line(layout))
    different = {shape.rows: shape for shape in all_shapes}
    return tuple(sorted(different.values(), key=lambda shape: -len(shape.rows)))


@lru_cache(maxsize=64)
def distinct_shapes(layouts: tuple[Layout, ...]) -> tuple[Shape, ...]:
    """The shapes of the layouts, those of more lines first; of shapes that look alike, only the first layout's."""
    looks: dict[tuple[tuple[int, ...], ...], Shape] = {}
    for layout in layouts:
        for shape in shapes(layout):
            looks.setdefault(shape.look, shape)
    return tuple(sorted(looks.values(), key=lambda shape: -len(shape.rows)))


def _covered(layout: Layout) -> bool:
    """Whether every cell belongs to a grid."""
    return len({cell for grid in layout.grids for cell in grid.cells}) == len(layout.cells)


def _packed(kind: str, layout: Layout, rows: Iterable[tuple[int, ...]]) -> Shape:
    lines = tuple(ShapeRow(cells, tuple(range(len(cells)))) for cells in rows)
    return Shape(kind, layout, lines, max(len(row.cells) for row in lines))
