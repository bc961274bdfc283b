"""The places of junior exocets on a layout (see `engine.sudoku.techniques.exocet`)."""

from array import array
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, combinations
from operator import attrgetter
from typing import NamedTuple

from engine.sudoku.techniques.patterns.tables import Ints
from engine.sudoku.techniques.position import CellSet, Geometry, members, union


class Reach(NamedTuple):
    """A line that may be the second or third cross line, and its possible target cells."""

    line: int
    targets: tuple[int, ...]


class Base(NamedTuple):
    """Two cells, the possible first cross lines, and the pairs of other cross lines that do not meet."""

    cells: CellSet
    through: tuple[int, ...]
    sides: list[tuple[Reach, Reach]]


@lru_cache(maxsize=16)
def bases(geometry: Geometry) -> tuple[Base, ...]:
    """The possible bases and cross lines, in the order of the cells of the bases."""
    houses, kinds = geometry.houses, [house.kind for house in geometry.layout.houses]
    lines = [house for house, line in enumerate(geometry.lines) if line and geometry.complete[house]]
    boxes = [house for house, line in enumerate(geometry.lines) if not line and geometry.complete[house]]
    meeting = [union(house for cell in members(cells) for house in geometry.houses_of[cell]) for cells in houses]
    found = []
    for line in lines:
        across = []
        for other in lines:
            if meeting[line] >> other & 1 and kinds[other] != kinds[line]:
                cell = houses[other] & houses[line]
                targets = _neighbours(geometry, other, cell) & ~houses[line]
                across.append((other, cell, Reach(other, tuple(members(targets)))))
        for box in boxes:
            intersection = houses[line] & houses[box]
            if intersection.bit_count() < 3:
                continue
            far = [reach for other, _, reach in across if reach.targets and not meeting[box] >> other & 1]
            sides = [pair for pair in combinations(far, 2) if not meeting[pair[0].line] >> pair[1].line & 1]
            near = [(other, cell) for other, cell, _ in across if cell & intersection]
            found += [
                Base(base, tuple(through for through, cell in near if not cell & base), sides)
                for base in map(union, combinations(members(intersection), 2))
            ]
    return tuple(sorted(found, key=attrgetter("cells")))


def _neighbours(geometry: Geometry, line: int, cell: CellSet) -> CellSet:
    """The cells of a line in the other complete houses, usually boxes, through one of its cells."""
    found = 0
    for house in geometry.houses_of[cell.bit_length() - 1]:
        if not geometry.lines[house] and geometry.complete[house]:
            found |= geometry.houses[house] & geometry.houses[line]
    return found


@dataclass(frozen=True)
class FrameTables:
    """The bases in plain arrays; bases in the intersection of the same two houses share their sides.

    For a base: two cells, the beginning of its lines, and the beginning and end of its sides. For a side: the numbers
    of two reaches. For a reach: its line, and the beginning of its target cells.
    """

    cells: Ints
    through_start: Ints
    through: Ints
    sides: Ints
    reaches: Ints
    lines: Ints
    targets_start: Ints
    targets: Ints


@lru_cache(maxsize=16)
def frame_tables(geometry: Geometry) -> FrameTables:
    """The bases of a layout, in order."""
    found = bases(geometry)
    sides_by_id = {id(base.sides): base.sides for base in found}
    starts = dict(zip(sides_by_id, accumulate(map(len, sides_by_id.values()), initial=0), strict=False))
    all_reaches = list(chain.from_iterable(chain.from_iterable(sides_by_id.values())))
    reaches = list({id(reach): reach for reach in all_reaches}.values())
    number_of = {id(reach): number for number, reach in enumerate(reaches)}
    return FrameTables(
        array("i", [cell for base in found for cell in members(base.cells)]),
        array("i", accumulate((len(base.through) for base in found), initial=0)),
        array("i", [line for base in found for line in base.through]),
        array("i", [starts[id(base.sides)] + end for base in found for end in (0, len(base.sides))]),
        array("i", [number_of[id(reach)] for reach in all_reaches]),
        array("i", [reach.line for reach in reaches]),
        array("i", accumulate((len(reach.targets) for reach in reaches), initial=0)),
        array("i", [cell for reach in reaches for cell in reach.targets]),
    )
