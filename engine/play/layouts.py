"""Layouts as JSON values: a saved game on a layout that is not in the catalogue brings its own."""

from dataclasses import asdict
from typing import Any

from engine.play.validation import label, whole
from engine.sudoku.layout import LAYOUTS, Grid, House, Layout
from engine.sudoku.layout.model import MOST_DIGITS
from engine.sudoku.layout.plan import MOST_CELLS, MOST_HOUSES, MOST_ROWS


def layout_named(name: str) -> Layout | None:
    """The layout of that name in the catalogue."""
    return LAYOUTS[name]() if name in LAYOUTS else None


def dump_layout(layout: Layout) -> dict[str, Any] | None:
    """All of a layout; None for one of the catalogue, which its name tells."""
    return None if layout_named(layout.name) == layout else asdict(layout)


def load_layout(value: dict[str, Any]) -> Layout:
    """The layout that was dumped. Raises ValueError, TypeError or KeyError for what is none."""
    layout = Layout(
        label(value["name"]),
        label(value["title"]),
        whole(value["size"]),
        whole(value["box_rows"]),
        whole(value["box_columns"]),
        tuple((whole(row), whole(column)) for row, column in value["cells"]),
        tuple(
            House(label(house["kind"]), label(house["name"]), _numbers(house["cells"]))
            for house in value["houses"]
        ),
        tuple(
            Grid(whole(grid["number"]), whole(grid["row"]), whole(grid["column"]), _numbers(grid["cells"]))
            for grid in value["grids"]
        ),
    )
    if not _makes_sense(layout):
        raise ValueError("its layout makes no sense")
    return layout


def _makes_sense(layout: Layout) -> bool:
    """Whether it is what a file of a layout could have led to."""
    size, cells, canvas = layout.size, range(len(layout.cells)), range(MOST_ROWS)
    return (
        0 < size <= MOST_DIGITS
        and layout.box_rows * layout.box_columns in (0, size)
        and 0 < len(layout.cells) <= MOST_CELLS
        and len(layout.houses) <= MOST_HOUSES
        and all(row in canvas and column in canvas for row, column in layout.cells)
        and list(layout.cells) == sorted(set(layout.cells))
        and all(
            len(house.cells) <= size and house.cells == tuple(sorted(set(house.cells))) and _within(house.cells, cells)
            for house in layout.houses
        )
        and all(
            grid.cells == tuple(
                layout.index.get((grid.row + i, grid.column + j), -1) for i in range(size) for j in range(size)
            ) and _within(grid.cells, cells)
            for grid in layout.grids
        )
    )  # fmt: skip


def _within(some: tuple[int, ...], cells: range) -> bool:
    return all(cell in cells for cell in some)


def _numbers(values: list[Any]) -> tuple[int, ...]:
    return tuple(map(whole, values))
