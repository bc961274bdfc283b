"""The tridagon, or Thor's hammer: twelve cells of four boxes that can't hold only the same three digits.

Four boxes form a rectangle: three lines run through each two that are side by side, and three through each two that are
one above the other. In each box take three cells in three of its rows and three of its columns, which map each row to a
column: a permutation. Three digits a, b, c in the cells of one box map each row to a digit, another permutation. In
boxes side by side no row may repeat a digit, so one of these permutations follows from the other by a rotation, which
is even: both are even or both are odd. For boxes one above the other the same holds for the digits of the columns,
which are those of the rows after the permutation of the cells. So around the rectangle, the number of odd permutations
of cells is zero, two or four; if it is one or three, *one of the twelve cells holds another digit*.

The houses need not be complete; they only forbid repetition. The other candidates of the cells are called guardians:
one of them is true, and candidates that all of them exclude are eliminated.
"""

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import combinations, permutations
from operator import or_
from typing import NamedTuple

from engine.base.language import lazy_gettext as _
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finder import finds
from engine.sudoku.techniques.position import Candidate, DigitMask, Geometry, Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.unique_patterns import contradicted
from engine.sudoku.techniques.wording import cell_names, digit_names, explained, one_is_true, removal

TRIDAGON = _(
    "{cells} can't all hold {digits}: in four boxes and their lines these would run out. So {guardians}: {removal}."
)

MAX_GUARDIANS = 4
"""Maximum number of guardians; more rarely exclude anything."""

MIN_PURE = 12 - MAX_GUARDIANS
"""Minimum number of the twelve cells without a guardian."""

_ORDERS = tuple(permutations(range(3)))
"""The permutations of the columns of a box."""

_ODD = {order: sum(first > other for first, other in combinations(order, 2)) % 2 for order in _ORDERS}
"""For each permutation, 1 if it is odd."""


class Square(NamedTuple):
    """A box of the rectangle, and its cells by row and column."""

    box: int
    rows: tuple[tuple[int, ...], ...]


class _BoxTriple(NamedTuple):
    """Three cells of a box, whether they are an odd permutation, and their guardians."""

    cells: tuple[int, ...]
    is_odd: int
    guardians: tuple[Candidate, ...]


@finds(Technique.TRIDAGON, tables=True)
def tridagons(position: Position) -> Iterator[Step]:
    """The steps by rectangle and by the three digits."""
    masks, rectangles = position.masks, rectangles_of_boxes(position.geometry)
    boxes = {square.box: square.rows for squares in rectangles for square in squares}
    small_masks = {
        box: [masks[cell] for row in rows for cell in row if 2 <= masks[cell].bit_count() <= 3]
        for box, rows in boxes.items()
    }
    for squares in rectangles:
        pure = [mask for square in squares for mask in small_masks[square.box]]
        if len(pure) < MIN_PURE:
            continue
        open_digits = (2 << position.layout.size) - 2
        for square in squares:
            open_digits &= reduce(or_, (masks[cell] for row in square.rows for cell in row))
        for digits in combinations(members(open_digits), 3):
            digits_in_all = union(digits)
            if sum(not mask & ~digits_in_all for mask in pure) >= MIN_PURE:
                for triples in _choices(position, squares, digits_in_all):
                    if sum(triple.is_odd for triple in triples) % 2:
                        yield from _step(position, squares, digits, triples)


@lru_cache(maxsize=16)
def rectangles_of_boxes(geometry: Geometry) -> tuple[tuple[Square, ...], ...]:
    """The rectangles of 3x3 boxes: upper left, upper right, lower left, lower right."""
    boxes = [
        house for house, cells in enumerate(geometry.houses) if not geometry.lines[house] if cells.bit_count() == 9
    ]
    horizontal, vertical = _pairs(geometry, boxes, "row"), _pairs(geometry, boxes, "column")
    found = []
    for (first, right), rows in horizontal.items():
        for (upper, lower_box), columns in vertical.items():
            if first == upper and first < right and first < lower_box:
                for (left, other), lower in horizontal.items():
                    farther = vertical.get((right, other))
                    if left == lower_box and farther:
                        found.append(
                            (
                                _square(geometry, first, rows, columns),
                                _square(geometry, right, rows, farther),
                                _square(geometry, lower_box, lower, columns),
                                _square(geometry, other, lower, farther),
                            )
                        )
    return tuple(found)


def _pairs(geometry: Geometry, boxes: list[int], kind: str) -> dict[tuple[int, int], list[int]]:
    """Pairs of disjoint boxes, both of which have three cells on each of three lines of a kind, and these lines."""
    lines = [line for line, house in enumerate(geometry.layout.houses) if house.kind == kind]
    of_box = {
        box: [line for line in lines if (geometry.houses[line] & geometry.houses[box]).bit_count() == 3]
        for box in boxes
    }
    return {
        (first, other): common
        for first, other in permutations(boxes, 2)
        if len(common := [line for line in of_box[first] if line in of_box[other]]) == 3
        and not geometry.houses[first] & geometry.houses[other]
    }


def _square(geometry: Geometry, box: int, rows: list[int], columns: list[int]) -> Square:
    return Square(
        box,
        tuple(
            tuple((geometry.houses[row] & geometry.houses[column]).bit_length() - 1 for column in columns)
            for row in rows
        ),
    )


def _choices(position: Position, squares: tuple[Square, ...], digits: DigitMask) -> Iterator[tuple[_BoxTriple, ...]]:
    """Three cells of each box, with few guardians in total."""
    choices: list[tuple[_BoxTriple, ...]] = [()]
    for square in squares:
        candidates = _triples(position, square, digits)
        choices = [
            (*triples, triple)
            for triples in choices
            for triple in candidates
            if sum(len(part.guardians) for part in (*triples, triple)) <= MAX_GUARDIANS
        ]
    yield from choices


def _triples(position: Position, square: Square, digits: DigitMask) -> list[_BoxTriple]:
    """The choices of three cells that can hold at least two of the digits each, with few guardians."""
    found = []
    for order in _ORDERS:
        cells = tuple(row[column] for row, column in zip(square.rows, order, strict=True))
        if all((position.masks[cell] & digits).bit_count() > 1 for cell in cells):
            guardians = position.candidates_of(union(cells), ~digits)
            if len(guardians) <= MAX_GUARDIANS:
                found.append(_BoxTriple(cells, _ODD[order], guardians))
    return found


def _step(
    position: Position, squares: tuple[Square, ...], digits: tuple[int, ...], triples: tuple[_BoxTriple, ...]
) -> Iterator[Step]:
    layout, guardians = position.layout, sorted(guardian for part in triples for guardian in part.guardians)
    cells = sorted(cell for part in triples for cell in part.cells)
    removes = contradicted(position, guardians) if guardians else ()
    if removes:
        yield Step(
            Technique.TRIDAGON,
            explained(
                Technique.TRIDAGON,
                TRIDAGON,
                cells=cell_names(layout, cells),
                digits=digit_names(digits, "and"),
                guardians=one_is_true(layout, guardians),
                removal=removal(layout, removes),
            ),
            tuple(cells),
            tuple(square.box for square in squares),
            position.candidates_of(union(cells)),
            removes=removes,
        )
