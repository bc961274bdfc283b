"""The pairs of cells that lie side by side."""

from functools import lru_cache

from engine.sudoku.layout import Layout


@lru_cache(maxsize=16)
def neighbours(layout: Layout) -> tuple[tuple[int, int], ...]:
    """The pairs of cells that share an edge and a grid; for a cell outside all grids, an edge is enough."""
    grids = [{grid.number for grid in layout.grids_of(cell)} for cell in range(len(layout.cells))]
    found = []
    for cell, (row, column) in enumerate(layout.cells):
        for place in ((row, column + 1), (row + 1, column)):
            other = layout.index.get(place)
            if other is not None and (grids[cell] & grids[other] or not (grids[cell] and grids[other])):
                found.append((cell, other))
    return tuple(found)
