"""The tables of a layout in plain arrays, for the pattern search."""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, combinations, permutations
from typing import TypeAlias

from engine.sudoku.techniques.position import CellSet, Geometry, members, union

Houses = tuple[int, ...]
Pair = tuple[int, int]

Diagonals = tuple[CellSet, CellSet]
"""The corners of a rectangle: two that share no house, and the two others."""

Words = Sequence[int]
"""Consecutive sets of cells, each as many words as needed, lowest word first."""

Ints: TypeAlias = "array[int]"

OTHER, ROW, COLUMN, BOX = 0, 1, 2, 3
"""The kinds of houses, as the kernels know them."""
_KINDS = {"row": ROW, "column": COLUMN, "box": BOX}


@dataclass(frozen=True)
class PatternTables:
    """The tables of a layout.

    A list of lists is one array, with another (`..._start`) for the beginning of each list and the end of the last.

    `house_cells` and `peers` are sets, by house and by cell. `houses_of` are the houses of each cell and `cells_of` the
    cells of each house, ascending. `kinds` are ROW, COLUMN, BOX or OTHER. `meetings` are pairs of houses with at least
    two common cells, the first complete, each with the number of these cells; `overlaps` are all such pairs, each once.
    `lines` are pairs of complete houses of different grids that share at least two cells, and `rests` the cells of each
    outside the other. For fish, `bases` are the complete rows, then the complete columns; `ways` has for each cell its
    columns, then for each cell its rows. `crosses` are a complete house that is not a line, and two lines that cross in
    it.
    """

    cells: int
    size: int
    houses: int
    cell_words: int
    house_cells: Words
    peers: Words
    houses_of_start: Ints
    houses_of: Ints
    cells_of_start: Ints
    cells_of: Ints
    complete: Ints
    kinds: Ints
    meetings: Ints
    overlaps: Ints
    lines: Ints
    rests_start: Ints
    rests: Ints
    bases_start: Ints
    bases: Ints
    ways_start: Ints
    ways: Ints
    crosses: Ints


@lru_cache(maxsize=64)
def tables(geometry: Geometry, *, wide: bool) -> PatternTables:
    """The tables of a layout, in words of 64 bits, or of any number of bits if `wide`."""
    layout = geometry.layout
    cell_words = 1 if wide else -(-len(layout.cells) // 64)

    def words(sets: Sequence[int]) -> Words:
        if wide:
            return sets
        return array("Q", (cells >> 64 * part & (1 << 64) - 1 for cells in sets for part in range(cell_words)))

    shared = _shared(geometry)
    ordered_pairs = sorted([*shared, *((second, first) for first, second in shared)])
    crossing = _lines(geometry, shared)
    directions = (_direction(geometry, "row", "column"), _direction(geometry, "column", "row"))
    cells_of = [house.cells for house in layout.houses]
    rests = [
        tuple(members(geometry.houses[first] & ~geometry.houses[other]))
        for pair in crossing
        for first, other in (pair, pair[::-1])
    ]
    bases, ways = [bases for bases, _ in directions], [houses for _, ways in directions for houses in ways]
    return PatternTables(
        len(layout.cells), layout.size, len(layout.houses), cell_words,
        words(geometry.houses), words(geometry.peers),
        _starts(layout.houses_of), _flat(layout.houses_of),
        _starts(cells_of), _flat(cells_of),
        array("i", geometry.complete), array("i", [_KINDS.get(house.kind, OTHER) for house in layout.houses]),
        _flat((first, second, shared[min(first, second), max(first, second)]) for first, second in ordered_pairs
              if geometry.complete[first]),
        _flat(shared), _flat(crossing), _starts(rests), _flat(rests),
        _starts(bases), _flat(bases), _starts(ways), _flat(ways),
        _flat(_crosses(geometry, shared)),
    )  # fmt: skip


def _starts(lists: Iterable[Sequence[int]]) -> Ints:
    return array("i", accumulate(map(len, lists), initial=0))


def _flat(lists: Iterable[Sequence[int]]) -> Ints:
    return array("i", chain.from_iterable(lists))


def _shared(geometry: Geometry) -> dict[Pair, int]:
    """The pairs of houses with at least two common cells, and the number of these cells."""
    common: dict[Pair, int] = {}
    for houses in geometry.houses_of:
        for pair in combinations(houses, 2):
            common[pair] = common.get(pair, 0) + 1
    return {pair: cells for pair, cells in sorted(common.items()) if cells > 1}


def _lines(geometry: Geometry, shared: Iterable[Pair]) -> list[Pair]:
    """The pairs of complete houses of different grids that share at least two cells."""
    grids = [union(grid.cells) for grid in geometry.layout.grids]
    return [
        (first, second)
        for first, second in shared
        if geometry.complete[first]
        and geometry.complete[second]
        and all((geometry.houses[first] | geometry.houses[second]) & ~grid for grid in grids)
    ]


def _direction(geometry: Geometry, base: str, cover: str) -> tuple[Houses, Sequence[Houses]]:
    """The complete houses of one kind, and for each cell its houses of another kind."""
    houses = geometry.layout.houses
    complete = (house for house, complete in enumerate(geometry.complete) if complete)
    return (
        tuple(house for house in complete if houses[house].kind == base),
        [tuple(house for house in numbers if houses[house].kind == cover) for numbers in geometry.houses_of],
    )


def _crosses(geometry: Geometry, shared: dict[Pair, int]) -> list[tuple[int, int, int]]:
    """The complete houses that are not lines, each with two lines that cross in it."""
    found = []
    for box, cells in enumerate(geometry.houses):
        if geometry.complete[box] and not geometry.lines[box]:
            through = [
                line
                for line in range(len(geometry.houses))
                if geometry.lines[line] and (min(box, line), max(box, line)) in shared
            ]
            found += [
                (box, first, second)
                for first, second in permutations(through, 2)
                if geometry.houses[first] & geometry.houses[second] & cells
            ]
    return found


@lru_cache(maxsize=64)
def corners(geometry: Geometry) -> Ints:
    """The corners, four each, of the rectangles that could exchange two digits and leave every house the same.

    Two corners that share no house, then the two others; in the order of these pairs. See
    `engine.sudoku.techniques.uniqueness`. Both pairs have the same houses, so the two ends of a side differ in the same
    houses as the ends of the opposite side.
    """
    houses_of, peers = [union(houses) for houses in geometry.houses_of], geometry.peers
    sides: dict[Pair, list[Pair]] = {}
    for cell, cell_houses in enumerate(houses_of):
        for peer in geometry.layout.peers[cell]:
            if peer > cell:
                peer_houses = houses_of[peer]
                only_cell, only_peer = cell_houses & ~peer_houses, peer_houses & ~cell_houses
                if only_cell <= only_peer:
                    sides.setdefault((only_cell, only_peer), []).append((cell, peer))
                if only_peer <= only_cell:
                    sides.setdefault((only_peer, only_cell), []).append((peer, cell))
    found = set[tuple[Pair, Pair]]()
    for pairs in sides.values():
        for (first, beside), (across, other) in combinations(pairs, 2):
            near, far = peers[first], peers[other]
            are_diagonal = not (near >> other & 1 or peers[beside] >> across & 1)
            if are_diagonal and near >> across & 1 and far >> beside & 1:
                diagonal = (first, other) if first < other else (other, first)
                other_diagonal = (beside, across) if beside < across else (across, beside)
                found.add((diagonal, other_diagonal) if diagonal < other_diagonal else (other_diagonal, diagonal))
    return array("i", (cell for pairs in sorted(found) for pair in pairs for cell in pair))


@lru_cache(maxsize=64)
def rectangles(geometry: Geometry) -> tuple[Diagonals, ...]:
    """The rectangles of `corners`: the set of two corners that share no house, and the set of the two others."""
    bits = [1 << cell for cell in corners(geometry)]
    return tuple((bits[k] | bits[k + 1], bits[k + 2] | bits[k + 3]) for k in range(0, len(bits), 4))
