"""Layouts from sets of cells that hold different digits, as other programs write them."""

from collections.abc import Iterable

from engine.base.language import _
from engine.base.text import title_of
from engine.sudoku.layout.catalogue import recognised
from engine.sudoku.layout.model import MAX_DIGITS, PAIR, Layout, Position
from engine.sudoku.layout.plan import MAX_CELLS, MAX_HOUSES, MAX_ROWS, LayoutPlan


def from_cliques(title: str, size: int, cliques: Iterable[Iterable[Position]]) -> Layout:
    """The layout with these houses: that of the catalogue, or else a layout named `custom` without grids.

    A house in one row of the canvas is a row, in one column a column, and any other house of two cells a pair. A house
    is a box if its cells are connected, as many as there are digits, and in no earlier box. All others are extra
    houses. Raises ValueError with the reason if the houses make no layout, or one that is too large.
    """
    if not 1 <= size <= MAX_DIGITS:
        raise ValueError(_("{size} digits; 1 to {most} are possible").format(size=size, most=MAX_DIGITS))
    plan = LayoutPlan(size)
    in_boxes: set[Position] = set()
    covered: set[Position] = set()
    for number, clique in enumerate(cliques, 1):
        cells = set(clique)
        if not 1 < len(cells) <= size:
            raise ValueError(
                _("house {number} has {count} cells; 2 to {size} are possible, one per digit").format(
                    number=number, count=len(cells), size=size
                )
            )
        kind = _kind(cells, size, in_boxes)
        if kind == "box":
            in_boxes |= cells
        covered |= cells
        if number > MAX_HOUSES or len(covered) > MAX_CELLS or max(map(max, cells)) - min(map(min, cells)) >= MAX_ROWS:
            raise ValueError(
                _("a layout of more than {cells} cells, {houses} houses or {rows} rows").format(
                    cells=MAX_CELLS, houses=MAX_HOUSES, rows=MAX_ROWS
                )
            )
        plan.add_house(kind, cells)
    if not covered:
        raise ValueError(_("a layout without houses"))
    return recognised(plan.layout("custom", title_of(title) or "custom sudoku"))


def _kind(cells: set[Position], size: int, boxed: set[Position]) -> str:
    if len({row for row, _ in cells}) == 1:
        return "row"
    if len({column for _, column in cells}) == 1:
        return "column"
    if len(cells) == 2:
        return PAIR
    return "box" if len(cells) == size and not cells & boxed and _connected(cells) else "extra house"


def _connected(cells: set[Position]) -> bool:
    """Whether a path over shared edges connects all the cells."""
    waiting = [next(iter(cells))]
    visited = set(waiting)
    while waiting:
        row, column = waiting.pop()
        for place in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if place in cells and place not in visited:
                visited.add(place)
                waiting.append(place)
    return len(visited) == len(cells)
