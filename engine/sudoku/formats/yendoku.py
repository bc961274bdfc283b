"""Reads overlapping grids of yen-doku: an object of grids by their places, each with all its rows.

A twin sudoku has the grids `primary` and `secondary`, and a `mode` with the corner of `primary`. A samurai sudoku has
`center` and four grids named by their corners. Grids repeat the cells they share.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.base.errors import InputError
from engine.base.language import _
from engine.sudoku.layout import LAYOUTS, Layout

_SAMURAI = ("nw", "ne", "center", "sw", "se")
_TWIN = ("primary", "secondary")
_TWINS = {
    "twin-nw": "double", "twin-ne": "double-lower-left", "twin-sw": "double-upper-right", "twin-se": "double-upper-left"
}  # fmt: skip
"""The name of the layout for each mode."""

Rows = Sequence[Any]


def is_puzzle(content: Mapping[str, Any]) -> bool:
    """Whether an object is a puzzle of overlapping grids."""
    named_grids = content.get("grids")
    return isinstance(named_grids, Mapping) and set(named_grids) in ({*_SAMURAI}, {*_TWIN})


def grids(content: Mapping[str, Any]) -> tuple[Layout, list[Rows]]:
    """The layout of a puzzle and the rows of its grids, in the order of the layout.

    Raises InputError without a place, which the reader of the file adds.
    """
    named_grids = content["grids"]
    is_twin = set(named_grids) == {*_TWIN}
    mode = content.get("mode")
    name = _TWINS.get(str(mode), "") if is_twin else "samurai"
    if not name:
        problem = _("the mode of this twin sudoku is unknown")
        raise InputError(problem, advice=_("use one of {list}").format(list=", ".join(_TWINS)))
    rows: list[Rows] = []
    for place in _TWIN if is_twin else _SAMURAI:
        grid = named_grids[place].get("grid") if isinstance(named_grids[place], Mapping) else None
        if not (isinstance(grid, list) and len(grid) == 9 and all(_is_row(row) for row in grid)):
            raise InputError(_("the grid {place!r} is not 9 rows of 9 digits").format(place=place))
        rows.append(grid)
    return LAYOUTS[name](), rows


def _is_row(row: Any) -> bool:
    return isinstance(row, list) and len(row) == 9 and all(type(digit) is int for digit in row)
