"""The catalogue of layouts, which every process knows by name."""

import copyreg
from collections.abc import Callable
from dataclasses import fields
from functools import cache, partial
from typing import Any

from engine.base import values
from engine.base.language import N_
from engine.sudoku.layout.model import Layout, Position
from engine.sudoku.layout.plan import LayoutPlan, from_grids

_WINDOWS = (".........", ".AAA.BBB.", ".AAA.BBB.", ".AAA.BBB.", ".........", ".CCC.DDD.", ".CCC.DDD.", ".CCC.DDD.")

_JIGSAW = (
    "AAAABBBBB",
    "AABBBBCCC",
    "AADCCCCFC",
    "DADEEEEFC",
    "DDDDEFFFF",
    "GDEEEEFIF",
    "GDGGGGFII",
    "GGGHHHHII",
    "HHHHHIIII",
)


@cache
def single() -> Layout:
    """The standard sudoku: one 9x9 grid, 81 cells, 27 houses."""
    return from_grids("single", N_("sudoku 9x9"), 3, 3, [(0, 0)])


@cache
def double() -> Layout:
    """Two 9x9 grids that share a box, upper left and lower right on a 15x15 canvas: 153 cells, 53 houses."""
    return from_grids("double", N_("double sudoku"), 3, 3, [(0, 0), (6, 6)])


def diagonal() -> Layout:
    """A 9x9 grid whose two diagonals are houses too (X-sudoku)."""
    plan = LayoutPlan(9, 3, 3)
    plan.add_grid((0, 0))
    plan.add_house("diagonal", ((i, i) for i in range(9)))
    plan.add_house("diagonal", ((i, 8 - i) for i in range(9)))
    return plan.layout("x", N_("diagonal sudoku"))


def windows() -> Layout:
    """A 9x9 grid with four more boxes, the windows, inside it (also: windoku, hypersudoku)."""
    plan = LayoutPlan(9, 3, 3)
    plan.add_grid((0, 0))
    plan.add_map("window", _WINDOWS)
    return plan.layout("windows", N_("windows sudoku"))


def jigsaw() -> Layout:
    """A 9x9 grid with boxes of nine connected cells that are not squares."""
    plan = LayoutPlan(9)
    plan.add_grid((0, 0))
    plan.add_map("box", _JIGSAW)
    return plan.layout("jigsaw", N_("jigsaw sudoku"))


def _mirrored(place: str, title: str, corner: Position) -> Callable[[], Layout]:
    """A double sudoku whose second grid is at another place: `corner` is its upper left cell."""
    return cache(partial(from_grids, f"double-{place}", title, 3, 3, [(0, 0), corner]))


def _square(title: str, box_rows: int, box_columns: int) -> Callable[[], Layout]:
    size = box_rows * box_columns
    return cache(partial(from_grids, f"{size}x{size}", title, box_rows, box_columns, [(0, 0)]))


LAYOUTS: dict[str, Callable[[], Layout]] = {
    N_("single"): single,
    N_("double"): double,
    N_("double-lower-left"): _mirrored("lower-left", N_("double sudoku, grid 2 lower left"), (6, -6)),
    N_("double-upper-right"): _mirrored("upper-right", N_("double sudoku, grid 2 upper right"), (-6, 6)),
    N_("double-upper-left"): _mirrored("upper-left", N_("double sudoku, grid 2 upper left"), (-6, -6)),
    N_("triple"): cache(partial(from_grids, "triple", N_("triple sudoku"), 3, 3, [(0, 0), (6, 6), (12, 12)])),
    N_("samurai"): cache(
        partial(from_grids, "samurai", N_("samurai sudoku"), 3, 3, [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)])
    ),
    N_("x"): cache(diagonal),
    N_("windows"): cache(windows),
    N_("jigsaw"): cache(jigsaw),
    "3x3": _square(N_("Latin square 3x3"), 1, 3),
    "4x4": _square(N_("sudoku 4x4"), 2, 2),
    "5x5": _square(N_("Latin square 5x5"), 1, 5),
    "6x6": _square(N_("sudoku 6x6"), 2, 3),
    "7x7": _square(N_("Latin square 7x7"), 1, 7),
    "8x8": _square(N_("sudoku 8x8"), 4, 2),
    "16x16": _square(N_("sudoku 16x16"), 4, 4),
    "25x25": _square(N_("sudoku 25x25"), 5, 5),
}
"""The function that makes each layout, once, by name. Text that names no layout is read as the first one of its shape.
You type the names as they are here; lists show them translated."""


def label_of(name: str) -> str:
    """The title of a layout of the catalogue in the current language; for any other layout, its name."""
    return LAYOUTS[name]().label if name in LAYOUTS else name


def recognised(layout: Layout) -> Layout:
    """The layout of the catalogue with the same cells and houses, the one of this title if there are several.

    A layout without such a twin is returned as it is.
    """
    twins = [candidate for candidate in (make() for make in LAYOUTS.values()) if candidate.is_like(layout)]
    return next((twin for twin in twins if twin.title == layout.title), (twins or [layout])[0])


def _reduce(layout: Layout) -> tuple[Callable[..., Layout], tuple[Any, ...]]:
    """Pickle a layout of the catalogue as its name alone, because each puzzle sends its layout to other processes."""
    name = _name_of(layout)
    if name is not None:
        return _named, (name,)
    return Layout, tuple(getattr(layout, field.name) for field in fields(layout))


def _name_of(layout: Layout) -> str | None:
    """The name of a layout of the catalogue; None for any other layout."""
    return layout.name if layout.name in LAYOUTS and LAYOUTS[layout.name]() == layout else None


def _named(name: str) -> Layout:
    return LAYOUTS[name]()


copyreg.pickle(Layout, _reduce)
values.send_by_key(Layout, _name_of, _named)
