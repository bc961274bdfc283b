"""Where junior exocets may be on a layout: see `engine.sudoku.techniques.exocet`."""

from array import array
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, combinations
from typing import NamedTuple

from engine.sudoku.techniques.patterns.tables import Ints
from engine.sudoku.techniques.position import CellSet, Geometry, members, union


class Frame(NamedTuple):
    """Two cells, three lines across theirs, and the cells of the second and third in which a target may be."""

    base: CellSet
    lines: tuple[int, int, int]
    targets: tuple[CellSet, CellSet]


@lru_cache(maxsize=16)
def frames(geometry: Geometry) -> tuple[Frame, ...]:
    """Where bases and cross lines may be."""
    houses = geometry.houses
    lines = [house for house, line in enumerate(geometry.lines) if line and geometry.complete[house]]
    boxes = [house for house, line in enumerate(geometry.lines) if not line and geometry.complete[house]]
    found = []
    for line in lines:
        across = [
            (other, houses[other] & houses[line]) for other in lines
            if geometry.layout.houses[other].kind != geometry.layout.houses[line].kind and houses[other] & houses[line]
        ]
        for box in boxes:
            meeting = houses[line] & houses[box]
            near = [(other, cell) for other, cell in across if cell & meeting]
            far = [(other, cell) for other, cell in across if not houses[other] & houses[box]]
            if meeting.bit_count() < 3:
                continue
            sides = [
                (one, other, near_one & ~houses[line], near_other & ~houses[line])
                for (one, cell), (other, last) in combinations(far, 2)
                if not houses[one] & houses[other]
                if (near_one := _beside(geometry, one, cell)) and (near_other := _beside(geometry, other, last))
            ]
            for base in combinations(members(meeting), 2):
                for through, cell in near:
                    if not cell & union(base):
                        found += [
                            Frame(union(base), (through, one, other), (near_one, near_other))
                            for one, other, near_one, near_other in sides
                            if not houses[through] & (houses[one] | houses[other])
                        ]
    return tuple(found)


def _beside(geometry: Geometry, line: int, cell: CellSet) -> CellSet:
    """The cells of a line in the other complete houses, boxes as a rule, through one of its cells."""
    found = 0
    for house in geometry.houses_of[cell.bit_length() - 1]:
        if not geometry.lines[house] and geometry.complete[house]:
            found |= geometry.houses[house] & geometry.houses[line]
    return found


@dataclass(frozen=True)
class FrameTables:
    """The frames in plain arrays: two cells, three lines, and from two places of `targets` on the cells for targets."""

    count: int
    bases: Ints
    lines: Ints
    targets_start: Ints
    targets: Ints


@lru_cache(maxsize=16)
def frame_tables(geometry: Geometry) -> FrameTables:
    """The frames of a layout, those of a base one after the other."""
    found = sorted(frames(geometry), key=lambda frame: frame.base)
    targets = [tuple(members(cells)) for frame in found for cells in frame.targets]
    return FrameTables(
        len(found),
        array("i", [cell for frame in found for cell in members(frame.base)]),
        array("i", [line for frame in found for line in frame.lines]),
        array("i", accumulate(map(len, targets), initial=0)),
        array("i", chain.from_iterable(targets)),
    )
