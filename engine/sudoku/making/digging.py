"""Digs holes into a complete grid, keeping its solution unique.

The solution was unique before a given is removed, so any second solution afterwards differs in the emptied cell. It is
therefore enough to search, over all houses jointly, for a solution with another digit there. A given that can't be
removed can't be removed later either, when fewer givens are left, so each is tried once.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.base.polling import poll
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.search.exact import GridSearch

WORK_LIMIT = 1_000_000
"""Limit of the work of a search (see `SliceSearch.nodes_for`; about 10 ms), beyond which a given counts as needed.

At 25x25 some searches would never end. A 9x9 grid needs a hundredth of it.
"""

Orbit = tuple[int, ...]
"""Cells to empty together."""


@dataclass(frozen=True)
class DugGrid:
    """A complete grid and the holes dug into it, in order, each an orbit of cells."""

    solution: Digits
    holes: tuple[Orbit, ...]

    @property
    def givens(self) -> Digits:
        """The remaining digits, 0 in the holes."""
        return with_holes(self.solution, self.holes)


def with_holes(solution: Digits, holes: Sequence[Orbit]) -> Digits:
    """The solution with 0 in these cells."""
    digits = list(solution)
    for orbit in holes:
        for cell in orbit:
            digits[cell] = 0
    return tuple(digits)


def dig(
    search: SliceSearch,
    solution: Digits,
    target: int,
    order: Sequence[Orbit],
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    holes: Sequence[Orbit] = (),
) -> DugGrid:
    """Dig in this order until `target` cells are empty, or every orbit was tried.

    `holes` are dug already. Orbits that would exceed the target are skipped. `search` must be for the grid's layout.
    `on_progress` gets (empty cells so far, target) after each orbit. Raises Cancelled.
    """
    givens = bytearray(with_holes(solution, holes))
    node_limit = search.nodes_for(WORK_LIMIT)
    dug_holes = list(holes)
    empty_cells = givens.count(0)
    for orbit in order:
        if empty_cells == target:
            break
        if empty_cells + len(orbit) > target:
            continue
        poll(cancel)
        if _empty(search, givens, solution, orbit, node_limit, cancel):
            dug_holes.append(orbit)
            empty_cells += len(orbit)
            if on_progress is not None:
                on_progress(empty_cells, target)
    return DugGrid(solution, tuple(dug_holes))


def fill_back(grid: DugGrid, target: int, keeps: Callable[[Digits], bool]) -> DugGrid:
    """Fill holes, the last dug first, until `target` cells are empty; if possible only holes that keep `keeps` true.

    `keeps` gets the givens; once false, it must stay false with more givens.
    """
    holes = list(grid.holes)
    for must_keep in (True, False):
        for orbit in reversed(grid.holes):
            others = [other for other in holes if other != orbit]
            may_fill = orbit in holes and sum(map(len, others)) >= target
            if may_fill and (not must_keep or keeps(with_holes(grid.solution, others))):
                holes = others
    return DugGrid(grid.solution, tuple(holes))


def dig_again(grid: DugGrid, target: int, keeps: Callable[[Digits], bool]) -> DugGrid:
    """Dig the holes of a puzzle in the same order, only those that keep `keeps` true, until `target` cells are empty.

    `keeps` gets the givens.
    """
    holes: list[Orbit] = []
    for orbit in grid.holes:
        extended = [*holes, orbit]
        if sum(map(len, extended)) <= target and keeps(with_holes(grid.solution, extended)):
            holes = extended
    return DugGrid(grid.solution, tuple(holes))


def digging_order(search: GridSearch, layout: Layout, orbits: Sequence[Orbit], box_holes: int) -> list[Orbit]:
    """The orbits in random order; the first ones give each box `box_holes` holes, if all of them can be dug."""
    order = list(orbits)
    indexes = list(range(len(order)))
    search.shuffle(indexes)
    order = [order[index] for index in indexes]
    boxes = [set(house.cells) for house in layout.houses if house.kind == "box"]
    first: list[Orbit] = []
    for box in boxes:
        missing = box_holes - sum(len(box.intersection(orbit)) for orbit in first)
        for orbit in order:
            if missing <= 0:
                break
            if orbit not in first and box.intersection(orbit):
                first.append(orbit)
                missing -= len(box.intersection(orbit))
    selected = set(first)
    return first + [orbit for orbit in order if orbit not in selected]


def fewest_in_a_box(layout: Layout, givens: Sequence[int]) -> int:
    """The number of empty cells in the box with the fewest; 0 if there are no boxes."""
    boxes = (house.cells for house in layout.houses if house.kind == "box")
    return min((sum(not givens[cell] for cell in cells) for cells in boxes), default=0)


def _empty(
    search: SliceSearch,
    givens: bytearray,
    solution: Digits,
    orbit: Orbit,
    node_limit: int,
    cancel: Callable[[], bool] | None,
) -> bool:
    """Empty the cells of an orbit if the solution stays unique; otherwise restore them."""
    for index, cell in enumerate(orbit):
        givens[cell] = 0
        search.load(givens)
        search.exclude(cell, solution[cell])
        if search.run(1, cancel, node_limit):
            for emptied in orbit[: index + 1]:
                givens[emptied] = solution[emptied]
            return False
    return True
