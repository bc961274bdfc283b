"""The cross-grid line: what two grids tell each other through a box they share.

A row of one grid and a row of the other may run through the same three cells. Each row holds every digit once, so what
is left of them beside these cells, six cells here and six there, holds the same digits: the *remainders* are equal.
Subsets see a remainder only from its own grid; this compares the two. (Jigsaw players know the argument as the law of
leftovers.)
"""

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import DigitMask, Geometry, Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import CROSS_GRID_LINE, cell_names, digit_names, explained, removal

_Remainder = tuple[tuple[int, DigitMask], ...]
"""The cells of a remainder, each with its candidates or the digit placed."""


def cross_grid_lines(position: Position) -> Iterator[Step]:
    """k cells of one remainder hold digits of a set D only, and only k cells of the other can hold a digit of D.

    The k digits stand in the other remainder too, so in its k cells, which then hold digits of D only; and as that is
    all the room for D there, no other cell of the first remainder holds one. With k digits in D this would be a naked
    subset in one house and a hidden one in the other; with more, as is asked here, no house shows it by itself.

    The houses are complete, meet in two cells at least, and belong to different grids. Of two steps with the same
    conclusion (there is one from either house) that with fewer cells is taken.
    """
    for first, second in _lines(position.geometry):
        seen = set()
        for swapped, cells, digits, room in _matches(*_remainders(position, first, second)):
            houses = (second, first) if swapped else (first, second)
            step = _step(position, houses, cells, digits, room)
            if step is not None and step.removes not in seen:
                seen.add(step.removes)
                yield step


class _Match(NamedTuple):
    """Cells of one remainder (the second if swapped), their digits, and the room for these in the other."""

    swapped: bool
    cells: tuple[int, ...]
    digits: DigitMask
    room: tuple[int, ...]


@lru_cache(maxsize=1024)
def _matches(here: _Remainder, there: _Remainder) -> tuple[_Match, ...]:
    """As many cells as there is room for their digits, which are more; few cells first."""
    found = []
    for size in range(1, len(here)):
        for swapped, near, far in ((False, here, there), (True, there, here)):
            for group in combinations(near, size):
                digits = reduce(or_, (mask for _, mask in group))
                if digits.bit_count() > size:
                    room = tuple(cell for cell, possible in far if possible & digits)
                    if len(room) == size:
                        found.append(_Match(swapped, tuple(cell for cell, _ in group), digits, room))
    return tuple(found)


@lru_cache(maxsize=16)
def _lines(geometry: Geometry) -> tuple[tuple[int, int], ...]:
    """The pairs of complete houses that meet in two cells at least, and not in any one grid."""
    grids = [union(grid.cells) for grid in geometry.layout.grids]
    return tuple(
        (first, second)
        for first, second in combinations(range(len(geometry.houses)), 2)
        if geometry.complete[first] and geometry.complete[second]
        and (geometry.houses[first] & geometry.houses[second]).bit_count() > 1
        and all((geometry.houses[first] | geometry.houses[second]) & ~grid for grid in grids)
    )


def _remainders(position: Position, first: int, second: int) -> Iterator[_Remainder]:
    """For the cells of either house that the other has not: the candidates, or the digit placed."""
    houses = position.geometry.houses
    for cells in (houses[first] & ~houses[second], houses[second] & ~houses[first]):
        yield tuple((cell, position.masks[cell] or 1 << position.values[cell]) for cell in members(cells))


def _step(
    position: Position, houses: tuple[int, int], cells: tuple[int, ...], digits: DigitMask, room: tuple[int, ...]
) -> Step | None:
    """The step from `cells` of the first house, whose candidates are `digits`, and their `room` in the second.

    None if nothing falls.
    """
    layout, geometry = position.layout, position.geometry
    near, far = (geometry.houses[number] for number in houses)
    first, second = (layout.houses[number].name for number in houses)
    removes = tuple(sorted(
        position.candidates_of(union(room), ~digits) + position.candidates_of(near & ~far & ~union(cells), digits)
    ))
    if not removes:
        return None
    return Step(
        Technique.CROSS_GRID_LINE,
        explained(
            Technique.CROSS_GRID_LINE,
            CROSS_GRID_LINE,
            first=first,
            second=second,
            cells=cell_names(layout, cells),
            digits=digit_names(members(digits)),
            room=cell_names(layout, room),
            removal=removal(layout, removes),
        ),
        tuple(sorted((*cells, *room))),
        houses,
        tuple(sorted({*position.candidates_of(union(cells)), *position.candidates_of(far, digits)})),
        removes=removes,
    )
