"""Layouts as JSON values; saved games and files contain those that are not in the catalogue."""

from dataclasses import asdict
from typing import Any

from engine.base.text import printable
from engine.sudoku.layout.catalogue import LAYOUTS
from engine.sudoku.layout.model import MAX_DIGITS, Grid, House, Layout
from engine.sudoku.layout.plan import MAX_CELLS, MAX_HOUSES, MAX_ROWS


def layout_named(name: str) -> Layout | None:
    """The layout with this name in the catalogue; None if there is none."""
    return LAYOUTS[name]() if name in LAYOUTS else None


def dump_layout(layout: Layout) -> dict[str, Any] | None:
    """The layout as a JSON value; None for one of the catalogue, which its name identifies."""
    return None if layout_named(layout.name) == layout else asdict(layout)


def load_layout(value: dict[str, Any]) -> Layout:
    """Load a dumped layout. Raises ValueError, TypeError or KeyError if it is invalid."""
    layout = Layout(
        _label(value["name"]),
        _label(value["title"]),
        _whole(value["size"]),
        _whole(value["box_rows"]),
        _whole(value["box_columns"]),
        tuple((_whole(row), _whole(column)) for row, column in value["cells"]),
        tuple(
            House(_label(house["kind"]), _label(house["name"]), _numbers(house["cells"])) for house in value["houses"]
        ),
        tuple(
            Grid(_whole(grid["number"]), _whole(grid["row"]), _whole(grid["column"]), _numbers(grid["cells"]))
            for grid in value["grids"]
        ),
    )
    if not _is_valid(layout):
        raise ValueError("its layout is invalid")
    return layout


def _is_valid(layout: Layout) -> bool:
    """Whether the layout could come from a layout file."""
    size, cells, canvas = layout.size, {*range(len(layout.cells))}, range(MAX_ROWS)
    return (
        0 < size <= MAX_DIGITS
        and layout.box_rows * layout.box_columns in (0, size)
        and 0 < len(layout.cells) <= MAX_CELLS
        and len(layout.houses) <= MAX_HOUSES
        and all(row in canvas and column in canvas for row, column in layout.cells)
        and list(layout.cells) == sorted(set(layout.cells))
        and all(
            len(house.cells) <= size
            and house.cells == tuple(sorted(set(house.cells)))
            and cells.issuperset(house.cells)
            for house in layout.houses
        )
        and all(
            grid.cells
            == tuple(layout.index.get((grid.row + i, grid.column + j), -1) for i in range(size) for j in range(size))
            and cells.issuperset(grid.cells)
            for grid in layout.grids
        )
    )


def _numbers(values: list[Any]) -> tuple[int, ...]:
    return tuple(map(_whole, values))


def _whole(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("a layout has something that is not a number")
    return value


def _label(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("a layout has a name that is not text")
    return printable(value)
