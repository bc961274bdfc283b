"""Layouts: cells, and the houses that contain them. A layout is houses and nothing else.

Cells lie on a canvas of rows and columns; a house is a set of cells that hold different digits. The box that two grids
share is one house. Everything that solves, encodes, generates or hints works from the houses alone; the grids only
serve to name houses, to read and write grid by grid, and to draw.
"""

from engine.sudoku.layout.catalogue import LAYOUTS, double, label_of, recognised, single
from engine.sudoku.layout.cell_notation import CellError, read_cell
from engine.sudoku.layout.cliques import from_cliques
from engine.sudoku.layout.description import describe, is_description
from engine.sudoku.layout.model import MAX_DIGITS, Conflict, Grid, House, Layout, Position, conflicts
from engine.sudoku.layout.parts import SubLayout, grid_layout, overlapping_grids
from engine.sudoku.layout.plan import MAX_HOUSES, MAX_ROWS, LayoutPlan, from_grids

__all__ = [
    "LAYOUTS",
    "MAX_DIGITS",
    "MAX_HOUSES",
    "MAX_ROWS",
    "CellError",
    "Conflict",
    "Grid",
    "House",
    "Layout",
    "LayoutPlan",
    "Position",
    "SubLayout",
    "conflicts",
    "describe",
    "double",
    "from_cliques",
    "from_grids",
    "grid_layout",
    "is_description",
    "label_of",
    "overlapping_grids",
    "read_cell",
    "recognised",
    "single",
]
