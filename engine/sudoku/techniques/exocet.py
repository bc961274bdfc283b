"""The junior exocet: two cells of a box hold the same two digits as two others, whatever these are.

Two cells in the meeting of a line and a box, the *base*, have three or four candidates together. Three complete lines
across that line, without a common cell, are the *cross lines*: one through the rest of the meeting, two elsewhere, each
with a *target* cell in its box there. Take a digit that is true in the base. It is in each of the cross lines, but not
where the cells of the base that can hold it see it. If outside the targets its other places there lie in two houses, it
is there twice at most, so one of the targets holds it. That is so for both digits of the base: the targets hold these
two and nothing else, and a digit that neither target can hold is not in the base.

So three complete lines that do not meet are needed, and houses that forbid repetition. In a grid of 9x9 with boxes of
3x3, for which David Bird described the pattern, places in the base's band go because the base sees them, and the cells
beside the targets must not have the digits. Here places are counted wherever they are, so a cell that two grids share
needs no rule of its own: its lines of either grid are lines like others. A digit placed in a cross line needs no place
there any more.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import CellSet, Geometry, Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import (
    EXOCET,
    EXOCET_NOWHERE,
    EXOCET_ONLY,
    cell_names,
    digit_names,
    explained,
    house_names,
    removal,
)

FEWEST_DIGITS, MOST_DIGITS = 3, 4


class Frame(NamedTuple):
    """Two cells, three lines across theirs, and the cells of the second and third in which a target may be."""

    base: CellSet
    lines: tuple[int, int, int]
    targets: tuple[CellSet, CellSet]


def exocets(position: Position) -> Iterator[Step]:
    """Junior exocets in order of their bases."""
    masks, empty = position.masks, position.empty
    for base, possible in _by_base(position.geometry).items():
        digits = masks[base[0]] | masks[base[1]]
        if all(masks[cell] for cell in base) and FEWEST_DIGITS <= digits.bit_count() <= MOST_DIGITS:
            for frame in possible:
                rest = _places(position, frame, digits)
                first, second = (members(cells & empty) for cells in frame.targets)
                for targets in product(first, second):
                    if masks[targets[0]] & digits and masks[targets[1]] & digits:
                        yield from _step(position, frame, digits, targets, rest)


@lru_cache(maxsize=4)
def _by_base(geometry: Geometry) -> dict[tuple[int, ...], list[Frame]]:
    """The frames of each two cells."""
    found = dict[tuple[int, ...], list[Frame]]()
    for frame in frames(geometry):
        found.setdefault(tuple(members(frame.base)), []).append(frame)
    return found


@lru_cache(maxsize=4)
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


class _Rest(NamedTuple):
    """A digit of the base: its places in the cross lines if it is true there, and how many of these lines need it."""

    digit: int
    places: CellSet
    needed: int


def _places(position: Position, frame: Frame, digits: int) -> list[_Rest]:
    geometry, found = position.geometry, []
    for digit in members(digits):
        seen = geometry.common_peers(frame.base & position.cells_with[digit])
        needing = [
            geometry.houses[line] for line in frame.lines if geometry.houses[line] & position.cells_with[digit]
        ]
        places = 0
        for line in needing:
            places |= line & position.cells_with[digit] & ~seen
        found.append(_Rest(digit, places, len(needing)))
    return found


def _cover(geometry: Geometry, cells: CellSet, most: int) -> tuple[int, ...] | None:
    """At most so many houses that hold all of the cells; None if there are none."""
    if not cells:
        return ()
    if not most:
        return None
    for house in geometry.houses_of[cells.bit_length() - 1]:
        more = _cover(geometry, cells & ~geometry.houses[house], most - 1)
        if more is not None:
            return (house, *more)
    return None


def _step(
    position: Position, frame: Frame, digits: int, targets: tuple[int, int], rest: list[_Rest]
) -> Iterator[Step]:
    layout, both = position.layout, union(targets)
    covers = dict[int, tuple[int, ...]]()
    for digit, places, needed in rest:
        cover = _cover(position.geometry, places & ~both, needed - 1) if needed else None
        if cover is None:
            return
        covers[digit] = cover
    possible = position.masks[targets[0]] | position.masks[targets[1]]
    removes = position.candidates_of(both, ~digits) + position.candidates_of(frame.base, ~possible)
    if not removes:
        return
    proof = {one for digit in covers for line in frame.lines
             for one in position.candidates(position.geometry.houses[line], digit)}
    yield Step(
        Technique.JUNIOR_EXOCET,
        explained(
            Technique.JUNIOR_EXOCET,
            EXOCET,
            base=cell_names(layout, members(frame.base)),
            digits=digit_names(members(digits), "and"),
            targets=cell_names(layout, targets),
            lines=house_names(layout, sorted(frame.lines)),
            places="; ".join(
                EXOCET_ONLY.format(digit=sign(digit), houses=house_names(layout, sorted(cover)))
                if cover else EXOCET_NOWHERE.format(digit=sign(digit))
                for digit, cover in covers.items()
            ),
            removal=removal(layout, removes),
        ),
        tuple(members(frame.base | both)),
        frame.lines,
        tuple(sorted(proof | set(position.candidates_of(frame.base | both)))),
        removes=tuple(sorted(removes)),
    )
