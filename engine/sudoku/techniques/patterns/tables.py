"""What the search for patterns knows of a layout: which houses meet, cross, or run through two grids."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations

from engine.sudoku.techniques.position import Geometry, members, union

Houses = tuple[int, ...]
Pair = tuple[int, int]


@dataclass(frozen=True)
class Tables:
    """`meetings`: pairs of houses with two common cells at least, the first complete, and how many cells they share.

    `lines`: pairs of complete houses that meet in two cells at least, and not in any one grid; with the cells of
    either that the other has not. `directions`: rows, then columns as base of a fish: the complete ones, and for each
    cell the houses of the other kind that hold it. `crosses`: a complete house that is no line, and two lines that
    cross within it.
    """

    meetings: Sequence[tuple[int, int, int]]
    lines: Sequence[tuple[int, int, Sequence[int], Sequence[int]]]
    directions: tuple[tuple[Houses, Sequence[Houses]], tuple[Houses, Sequence[Houses]]]
    crosses: Sequence[tuple[int, int, int]]


@lru_cache(maxsize=16)
def tables(geometry: Geometry) -> Tables:
    """The tables of a layout."""
    shared = _shared(geometry)
    both = sorted([*shared, *((second, first) for first, second in shared)])
    return Tables(
        [(first, second, len(shared[min(first, second), max(first, second)])) for first, second in both
         if geometry.complete[first]],
        _lines(geometry, shared),
        (_direction(geometry, "row", "column"), _direction(geometry, "column", "row")),
        _crosses(geometry, shared),
    )


def _shared(geometry: Geometry) -> dict[Pair, tuple[int, ...]]:
    """The pairs of houses with two common cells at least, and these."""
    common: dict[Pair, list[int]] = {}
    for cell, houses in enumerate(geometry.houses_of):
        for pair in combinations(houses, 2):
            common.setdefault(pair, []).append(cell)
    return {pair: tuple(cells) for pair, cells in sorted(common.items()) if len(cells) > 1}


def _lines(geometry: Geometry, shared: dict[Pair, tuple[int, ...]]) -> list[tuple[int, int, Sequence[int], Sequence[int]]]:
    grids = [union(grid.cells) for grid in geometry.layout.grids]
    houses = geometry.houses
    return [
        (first, second, tuple(members(houses[first] & ~houses[second])), tuple(members(houses[second] & ~houses[first])))
        for first, second in shared
        if geometry.complete[first] and geometry.complete[second]
        and all((houses[first] | houses[second]) & ~grid for grid in grids)
    ]


def _direction(geometry: Geometry, base: str, cover: str) -> tuple[Houses, Sequence[Houses]]:
    houses = geometry.layout.houses
    complete = (house for house, complete in enumerate(geometry.complete) if complete)
    return (
        tuple(house for house in complete if houses[house].kind == base),
        [tuple(house for house in numbers if houses[house].kind == cover) for numbers in geometry.houses_of],
    )


def _crosses(geometry: Geometry, shared: dict[Pair, tuple[int, ...]]) -> list[tuple[int, int, int]]:
    found = []
    for box, cells in enumerate(geometry.houses):
        if geometry.complete[box] and not geometry.lines[box]:
            through = [
                line for line in range(len(geometry.houses))
                if geometry.lines[line] and (min(box, line), max(box, line)) in shared
            ]
            found += [
                (box, first, second) for first, second in permutations(through, 2)
                if geometry.houses[first] & geometry.houses[second] & cells
            ]
    return found


@lru_cache(maxsize=16)
def rectangles(geometry: Geometry) -> tuple[tuple[Pair, Pair], ...]:
    """The rectangles of a layout whose corners could exchange two digits unnoticed, in order of their cells.

    Two corners that share no house, and the two others; see `engine.sudoku.techniques.uniqueness`.
    """
    diagonals: dict[tuple[int, ...], list[Pair]] = {}
    for first, second in combinations(range(len(geometry.peers)), 2):
        if not geometry.peers[first] >> second & 1:
            houses = sorted(geometry.houses_of[first] + geometry.houses_of[second])
            diagonals.setdefault(tuple(houses), []).append((first, second))
    return tuple(sorted(
        (one, other)
        for pairs in diagonals.values()
        for one, other in combinations(pairs, 2)
        if all(geometry.peers[cell] >> corner & 1 for cell in one for corner in other)
    ))
