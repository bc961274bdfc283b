"""The SK loop, found by Steve Kurzhals: eight pairs of cells around a rectangle of four boxes.

Two rows and two columns meet in four cells, the corners, each in its own box. The rest of a line in such a box is a
pair, and each pair has two neighbours: one in the same line, one in the same box. A digit that is a candidate in some
of the pairs occurs in them at most as often as there are houses (lines and boxes of the loop) that contain all of these
pairs. If the sum of these numbers is the number of cells, each house holds each of its digits in the loop, and nowhere
else.

Nothing else is required of boxes and lines, and no digit must have a place in them, so the argument holds for any
houses that meet in this way, in any grid. Only the usual loops, with digits in the corners, are looked for.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

from engine.base.language import lazy_gettext as _
from engine.base.text import joined_list
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finder import finds
from engine.sudoku.techniques.position import Candidate, CellSet, DigitMask, Geometry, Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, digit_names, explained, removal

SK_LOOP_IN = _("{digits} in {house}")
SK_LOOP = _(
    "the {count} cells {cells} have room for no more than {count} digits, since each of these goes there once at "
    "most: {links}. So each of them does go there, and {removal}."
)

Pair = tuple[int, int]


class Corner(NamedTuple):
    """The cell in which a row and a column meet, its box, and the other cells of both in the box."""

    cell: CellSet
    box: int
    in_row: tuple[int, ...]
    in_column: tuple[int, ...]


class Ring(NamedTuple):
    """The corners, the eight houses in turn (boxes and lines), and the pairs of cells between neighbours."""

    corners: CellSet
    houses: tuple[int, ...]
    pairs: tuple[tuple[int, ...], ...]


@finds(Technique.SK_LOOP, tables=True)
def sk_loops(position: Position) -> Iterator[Step]:
    """The loops in the order of their lines."""
    contents = dict[tuple[int, ...], tuple[int, DigitMask]]()
    for ring in rings(position.geometry, ~position.empty):
        if _may_be_loop(position, ring, contents):
            yield from _steps_in_ring(position, ring)


def _may_be_loop(position: Position, ring: Ring, contents: dict[tuple[int, ...], tuple[int, DigitMask]]) -> bool:
    """Whether the ring may be a loop, with as many digits as cells: a house holds a digit in at most two pairs.

    `contents` has the empty cells of pairs and the mask of their candidates, as far as counted.
    """
    masks, values = position.masks, position.values
    cells = places = odd = 0
    for pair in ring.pairs:
        if pair not in contents:
            number = mask = 0
            for cell in pair:
                if not values[cell]:
                    number += 1
                    mask |= masks[cell]
            contents[pair] = number, mask
        number, mask = contents[pair]
        cells += number
        places += mask.bit_count()
        odd ^= mask  # digits in an odd number of pairs
    return cells > 0 and places + odd.bit_count() <= 2 * cells


def rings(geometry: Geometry, among: CellSet) -> Iterator[Ring]:
    """The rings of a layout with corners among these cells."""
    corners, sides, disjoint = _sides(geometry)
    across = dict.fromkeys((row for row, _ in corners), 0)
    for (row, column), corner in corners.items():
        if among & corner.cell:
            across[row] |= 1 << column
    for top, bottom, fitting in sides:
        for left, right in combinations(members(across[top] & across[bottom] & fitting), 2):
            upper_left, upper_right, lower_right, lower_left = (
                corners[top, left],
                corners[top, right],
                corners[bottom, right],
                corners[bottom, left],
            )
            if disjoint.issuperset(combinations((upper_left.box, upper_right.box, lower_right.box, lower_left.box), 2)):
                yield Ring(
                    upper_left.cell | upper_right.cell | lower_right.cell | lower_left.cell,
                    (upper_left.box, top, upper_right.box, right, lower_right.box, bottom, lower_left.box, left),
                    (
                        upper_left.in_row,
                        upper_right.in_row,
                        upper_right.in_column,
                        lower_right.in_column,
                        lower_right.in_row,
                        lower_left.in_row,
                        lower_left.in_column,
                        upper_left.in_column,
                    ),
                )


@lru_cache(maxsize=4)
def _sides(geometry: Geometry) -> tuple[dict[Pair, Corner], list[tuple[int, int, int]], set[Pair]]:
    """The corners by row and column; rows that don't meet, with the columns across both; boxes that don't meet.

    The columns are those that cross the rows in boxes that don't meet.
    """
    houses = geometry.houses
    rows, columns = (
        [number for number, house in enumerate(geometry.layout.houses) if house.kind == kind]
        for kind in ("row", "column")
    )
    corners = {
        (row, column): Corner(
            corner,
            box,
            tuple(members(houses[row] & houses[box] & ~corner)),
            tuple(members(houses[column] & houses[box] & ~corner)),
        )
        for row in rows
        for column in columns
        if (corner := houses[row] & houses[column])
        and (box := _box(geometry, corner.bit_length() - 1, (row, column))) is not None
    }
    boxes = dict.fromkeys(corner.box for corner in corners.values())
    disjoint = {(first, other) for first, other in permutations(boxes, 2) if not houses[first] & houses[other]}
    across = {row: [column for column in columns if (row, column) in corners] for row in rows}
    sides = [
        (
            top,
            bottom,
            union(
                column
                for column in across[top]
                if (bottom, column) in corners and (corners[top, column].box, corners[bottom, column].box) in disjoint
            ),
        )
        for top, bottom in combinations(rows, 2)
        if not houses[top] & houses[bottom]
    ]
    return corners, [(top, bottom, fitting) for top, bottom, fitting in sides if fitting.bit_count() > 1], disjoint


def _box(geometry: Geometry, corner: int, lines: tuple[int, int]) -> int | None:
    """The house that shares more cells with both lines through a corner."""
    return next(
        (
            house
            for house in geometry.houses_of[corner]
            if not geometry.lines[house]
            and all((geometry.houses[house] & geometry.houses[line]).bit_count() > 1 for line in lines)
        ),
        None,
    )


@lru_cache(maxsize=256)
def _covers(pairs: int) -> tuple[tuple[int, ...], ...]:
    """The smallest choices among eight houses in a ring that contain these pairs; pair k lies in houses k and k + 1."""
    for size in range(9):
        found = [
            houses
            for houses in combinations(range(8), size)
            if not pairs & ~union(pair for house in houses for pair in ((house - 1) % 8, house))
        ]
        if found:
            return tuple(found)
    raise ValueError("eight houses hold all pairs")


def _steps_in_ring(position: Position, ring: Ring) -> Iterator[Step]:
    """The step of a ring, if it is a loop and eliminates candidates."""
    layout, houses = position.layout, [position.geometry.houses[house] for house in ring.houses]
    pairs = [union(pair) & position.empty for pair in ring.pairs]
    cells = union(cell for pair in pairs for cell in members(pair))
    digits = {digit for digit, _ in enumerate(position.cells_with) if position.cells_with[digit] & cells}
    covers = {
        digit: _covers(union(k for k, pair in enumerate(pairs) if pair & position.cells_with[digit]))
        for digit in digits
    }
    if (
        cells.bit_count() < 2
        or sum(len(covers_of_digit[0]) for covers_of_digit in covers.values()) != cells.bit_count()
    ):
        return
    removes, digits_by_house = set[Candidate](), dict[int, list[int]]()
    for digit, covers_of_digit in sorted(covers.items()):
        eliminated = [
            {candidate for house in cover for candidate in position.candidates(houses[house] & ~cells, digit)}
            for cover in covers_of_digit
        ]
        best = max(range(len(covers_of_digit)), key=lambda number: len(eliminated[number]))
        removes |= eliminated[best]
        for house in covers_of_digit[best]:
            digits_by_house.setdefault(house, []).append(digit)
    if removes:
        technique = Technique.SK_LOOP
        yield Step(
            technique,
            explained(
                technique,
                SK_LOOP,
                cells=cell_names(layout, members(cells)),
                count=str(cells.bit_count()),
                links=joined_list(
                    SK_LOOP_IN.format(
                        house=layout.houses[ring.houses[house]].label, digits=digit_names(house_digits, "and")
                    )
                    for house, house_digits in sorted(digits_by_house.items())
                ),
                removal=removal(layout, removes),
            ),
            tuple(members(cells)),
            tuple(ring.houses[house] for house in sorted(digits_by_house)),
            position.candidates_of(cells),
            removes=tuple(sorted(removes)),
        )
