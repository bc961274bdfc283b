"""Layouts as JSON values: a saved game on a layout that is not in the catalogue brings its own."""

from dataclasses import asdict
from typing import Any

from engine.sudoku.layout import LAYOUTS, Grid, House, Layout
from engine.sudoku.layout.model import MOST_DIGITS


def layout_named(name: str) -> Layout | None:
    """The layout of that name in the catalogue."""
    return LAYOUTS[name]() if name in LAYOUTS else None


def dump_layout(layout: Layout) -> dict[str, Any] | None:
    """All of a layout; None for one of the catalogue, which its name tells."""
    return None if layout_named(layout.name) == layout else asdict(layout)


def load_layout(value: dict[str, Any]) -> Layout:
    """The layout that was dumped. Raises ValueError, TypeError or KeyError for what is none."""
    layout = Layout(
        str(value["name"]),
        str(value["title"]),
        int(value["size"]),
        int(value["box_rows"]),
        int(value["box_columns"]),
        tuple((int(row), int(column)) for row, column in value["cells"]),
        tuple(House(str(house["kind"]), str(house["name"]), _cells(house["cells"])) for house in value["houses"]),
        tuple(Grid(grid["number"], grid["row"], grid["column"], _cells(grid["cells"])) for grid in value["grids"]),
    )
    cells = range(len(layout.cells))
    parts = [house.cells for house in layout.houses] + [grid.cells for grid in layout.grids]
    if not (
        0 < layout.size <= MOST_DIGITS
        and min(min(position) for position in layout.cells) >= 0
        and list(layout.cells) == sorted(set(layout.cells))
        and all(cell in cells for part in parts for cell in part)
    ):
        raise ValueError("its layout makes no sense")
    return layout


def _cells(value: list[Any]) -> tuple[int, ...]:
    return tuple(int(cell) for cell in value)
