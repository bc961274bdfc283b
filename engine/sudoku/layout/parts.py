"""The grids of a layout as layouts of their own."""

from functools import lru_cache
from typing import NamedTuple

from engine.sudoku.layout.model import Grid, House, Layout


class SubLayout(NamedTuple):
    """A layout that is part of another one; `cells` has for each of its cells the cell of the whole layout."""

    layout: Layout
    cells: tuple[int, ...]


@lru_cache(maxsize=64)
def grid_layout(layout: Layout, grid: Grid) -> SubLayout:
    """A grid with the houses that lie wholly in it. Cells keep their places on the canvas, and houses their names."""
    cells = tuple(sorted(grid.cells))
    index = {cell: number for number, cell in enumerate(cells)}
    houses = tuple(
        House(house.kind, house.name, tuple(index[cell] for cell in house.cells))
        for house in layout.houses
        if index.keys() >= set(house.cells)
    )
    return SubLayout(
        Layout(
            f"{layout.name}-grid-{grid.number}",
            f"grid {grid.number} of {layout.title}",
            layout.size,
            layout.box_rows,
            layout.box_columns,
            tuple(layout.cells[cell] for cell in cells),
            houses,
            (Grid(grid.number, grid.row, grid.column, tuple(index[cell] for cell in grid.cells)),),
        ),
        cells,
    )


def overlapping_grids(layout: Layout) -> tuple[Grid, ...]:
    """The grids that share a cell with another one."""
    return tuple(
        grid
        for grid in layout.grids
        if any(other is not grid and not set(grid.cells).isdisjoint(other.cells) for other in layout.grids)
    )
