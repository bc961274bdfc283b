"""Where junior exocets may be on a layout: see `engine.sudoku.techniques.exocet`."""

from array import array
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, combinations
from typing import NamedTuple

from engine.sudoku.techniques.patterns.tables import Ints
from engine.sudoku.techniques.position import CellSet, Geometry, members, union


class Side(NamedTuple):
    """The second and third cross line, and the cells of each in which a target may be."""

    lines: tuple[int, int]
    targets: tuple[tuple[int, ...], tuple[int, ...]]


class Base(NamedTuple):
    """Two cells, the lines that may be the first cross line, and the sides, each with a line that it does not meet."""

    cells: CellSet
    through: tuple[int, ...]
    sides: tuple[Side, ...]


@lru_cache(maxsize=16)
def bases(geometry: Geometry) -> tuple[Base, ...]:
    """Where bases and cross lines may be, by the cells of the bases."""
    houses, kinds = geometry.houses, [house.kind for house in geometry.layout.houses]
    lines = [house for house, line in enumerate(geometry.lines) if line and geometry.complete[house]]
    boxes = [house for house, line in enumerate(geometry.lines) if not line and geometry.complete[house]]
    found = []
    for line in lines:
        across = []
        for other in lines:
            cell = houses[other] & houses[line]
            if cell and kinds[other] != kinds[line]:
                across.append((other, cell, tuple(members(_beside(geometry, other, cell) & ~houses[line]))))
        for box in boxes:
            meeting = houses[line] & houses[box]
            if meeting.bit_count() < 3:
                continue
            far = [(other, targets) for other, _, targets in across if targets and not houses[other] & houses[box]]
            sides = tuple(
                Side((one, other), (near_one, near_other))
                for (one, near_one), (other, near_other) in combinations(far, 2) if not houses[one] & houses[other]
            )
            near = [(other, cell) for other, cell, _ in across if cell & meeting]
            found += [
                Base(base, tuple(through for through, cell in near if not cell & base), sides)
                for base in map(union, combinations(members(meeting), 2))
            ]
    return tuple(sorted(found, key=lambda base: base.cells))


def _beside(geometry: Geometry, line: int, cell: CellSet) -> CellSet:
    """The cells of a line in the other complete houses, boxes as a rule, through one of its cells."""
    found = 0
    for house in geometry.houses_of[cell.bit_length() - 1]:
        if not geometry.lines[house] and geometry.complete[house]:
            found |= geometry.houses[house] & geometry.houses[line]
    return found


@dataclass(frozen=True)
class FrameTables:
    """The bases in plain arrays; bases in the meeting of the same two houses have the same sides.

    Of a base two cells, where its lines begin, and where its sides begin and end; of a side two lines, and where the
    cells for either target begin.
    """

    cells: Ints
    through_start: Ints
    through: Ints
    sides: Ints
    lines: Ints
    targets_start: Ints
    targets: Ints


@lru_cache(maxsize=16)
def frame_tables(geometry: Geometry) -> FrameTables:
    """The bases of a layout, in their order."""
    found = bases(geometry)
    different = {id(base.sides): base.sides for base in found}
    begins = dict(zip(different, accumulate(map(len, different.values()), initial=0), strict=False))
    sides = list(chain.from_iterable(different.values()))
    targets = [cells for side in sides for cells in side.targets]
    return FrameTables(
        array("i", [cell for base in found for cell in members(base.cells)]),
        array("i", accumulate((len(base.through) for base in found), initial=0)),
        array("i", [line for base in found for line in base.through]),
        array("i", [begins[id(base.sides)] + end for base in found for end in (0, len(base.sides))]),
        array("i", [line for side in sides for line in side.lines]),
        array("i", accumulate(map(len, targets), initial=0)),
        array("i", chain.from_iterable(targets)),
    )
