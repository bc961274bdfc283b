"""The SK loop, found by Steve Kurzhals: eight pairs of cells round a rectangle of four boxes hold all their links can.

Two rows and two columns meet in four cells, the corners, each in a box of its own. The rest of a line in such a box is
a pair, and each pair has two neighbours: the one in the same line, and the one in the same box. A digit that is a
candidate in some of the pairs is in them as often at most as there are houses (lines and boxes of the loop) that hold
all of these pairs. If that comes to as many digits as there are cells, each house holds each of its digits in the
loop, and nowhere else.

Nothing but that needs the boxes and lines, and no digit must have a place in them: so it holds for any houses that meet
in this way, in whatever grid. The usual loop has digits placed in the corners; only those are looked for.
"""

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import combinations, permutations
from operator import or_
from typing import NamedTuple

from engine.base.text import listed
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, CellSet, Geometry, Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import SK_LOOP, SK_LOOP_IN, cell_names, digit_names, explained, removal


class Ring(NamedTuple):
    """The corners, the eight houses in turn, lines and boxes, and the pairs of cells between each two neighbours.

    `cells` has these and the corners, and perhaps more.
    """

    corners: CellSet
    houses: tuple[int, ...]
    pairs: tuple[tuple[int, ...], ...]
    cells: CellSet


def sk_loops(position: Position) -> Iterator[Step]:
    """The loops in order of their lines."""
    empty = position.empty
    for ring in rings(position.geometry):
        if not ring.corners & empty and ring.cells & empty and _may_hold(position, ring):
            yield from _in_ring(position, ring)


def _may_hold(position: Position, ring: Ring) -> bool:
    """Whether the digits can be as many as the cells: a house holds a digit in two pairs at most."""
    cells = places = odd = 0
    for pair in ring.pairs:
        mask = 0
        for cell in pair:
            mask |= position.masks[cell]
            cells += not position.values[cell]
        places += mask.bit_count()
        odd ^= mask  # the digits that are in an odd number of pairs
    return places + odd.bit_count() <= 2 * cells


@lru_cache(maxsize=4)
def rings(geometry: Geometry) -> tuple[Ring, ...]:
    """The rings of a layout."""
    rows, columns = ([number for number, house in enumerate(geometry.layout.houses) if house.kind == kind]
                     for kind in ("row", "column"))
    corner_of = {
        (row, column): geometry.houses[row] & geometry.houses[column] for row in rows for column in columns
        if geometry.houses[row] & geometry.houses[column]
    }
    box_of = {lines: _box(geometry, corner.bit_length() - 1, lines) for lines, corner in corner_of.items()}
    boxes = dict.fromkeys(box for box in box_of.values() if box is not None)
    apart = {
        (one, other) for one, other in permutations(boxes, 2) if not geometry.houses[one] & geometry.houses[other]
    }
    pairs = {
        (line, box, corner): tuple(members(geometry.houses[line] & geometry.houses[box] & ~corner))
        for lines, corner in corner_of.items() if (box := box_of[lines]) is not None for line in lines
    }
    found = []
    for top, bottom in combinations(rows, 2):
        if geometry.houses[top] & geometry.houses[bottom]:
            continue
        crossing = [column for column in columns if (top, column) in box_of and (bottom, column) in box_of]
        for left, right in combinations(crossing, 2):
            lines = ((top, left), (top, right), (bottom, right), (bottom, left))
            known = [box for pair in lines if (box := box_of[pair]) is not None]
            if len(known) == 4 and apart.issuperset(combinations(known, 2)):
                one, two, three, four = (corner_of[pair] for pair in lines)
                top_left, top_right, bottom_right, bottom_left = known
                between = (
                    pairs[top, top_left, one], pairs[top, top_right, two],
                    pairs[right, top_right, two], pairs[right, bottom_right, three],
                    pairs[bottom, bottom_right, three], pairs[bottom, bottom_left, four],
                    pairs[left, bottom_left, four], pairs[left, top_left, one],
                )
                found.append(Ring(
                    one | two | three | four,
                    (top_left, top, top_right, right, bottom_right, bottom, bottom_left, left),
                    between,
                    reduce(or_, (geometry.houses[line] for line in (top, bottom, left, right)))
                    & reduce(or_, (geometry.houses[box] for box in known)),
                ))
    return tuple(found)


def _box(geometry: Geometry, corner: int, lines: tuple[int, int]) -> int | None:
    """The house that has more of both lines through a corner."""
    return next((
        house for house in geometry.houses_of[corner]
        if not geometry.lines[house]
        and all((geometry.houses[house] & geometry.houses[line]).bit_count() > 1 for line in lines)
    ), None)


@lru_cache(maxsize=256)
def _covers(pairs: int) -> tuple[tuple[int, ...], ...]:
    """The smallest choices among eight houses in a ring that hold these pairs; pair k lies in houses k and k + 1."""
    for size in range(9):
        found = [
            houses for houses in combinations(range(8), size)
            if not pairs & ~union(pair for house in houses for pair in ((house - 1) % 8, house))
        ]
        if found:
            return tuple(found)
    raise ValueError("eight houses hold all pairs")


def _in_ring(position: Position, ring: Ring) -> Iterator[Step]:
    layout, houses = position.layout, [position.geometry.houses[house] for house in ring.houses]
    pairs = [union(pair) & position.empty for pair in ring.pairs]
    cells = union(cell for pair in pairs for cell in members(pair))
    digits = {digit for digit, _ in enumerate(position.cells_with) if position.cells_with[digit] & cells}
    covers = {
        digit: _covers(union(k for k, pair in enumerate(pairs) if pair & position.cells_with[digit]))
        for digit in digits
    }
    if cells.bit_count() < 2 or sum(len(every[0]) for every in covers.values()) != cells.bit_count():
        return
    removes, held = set[Candidate](), dict[int, list[int]]()
    for digit, every in sorted(covers.items()):
        falling = [
            {one for house in cover for one in position.candidates(houses[house] & ~cells, digit)} for cover in every
        ]
        best = max(range(len(every)), key=lambda number: len(falling[number]))
        removes |= falling[best]
        for house in every[best]:
            held.setdefault(house, []).append(digit)
    if removes:
        technique = Technique.SK_LOOP
        yield Step(
            technique,
            explained(
                technique,
                SK_LOOP,
                cells=cell_names(layout, members(cells)),
                count=str(cells.bit_count()),
                links=listed(
                    SK_LOOP_IN.format(
                        house=layout.houses[ring.houses[house]].label, digits=digit_names(there, "and")
                    )
                    for house, there in sorted(held.items())
                ),
                removal=removal(layout, removes),
            ),
            tuple(members(cells)),
            tuple(ring.houses[house] for house in sorted(held)),
            position.candidates_of(cells),
            removes=tuple(sorted(removes)),
        )
