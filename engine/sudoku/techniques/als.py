"""Almost locked sets: n cells of one house with n + 1 candidates among them.

The definitions are those of HoDoKu 2.2: the two sets share no cell, and a single cell with two candidates is a set.
"""

from collections.abc import Iterator
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from engine.base.language import lazy_gettext as _
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.pattern import Pattern, PatternFinder
from engine.sudoku.techniques.patterns.search import PatternSearch
from engine.sudoku.techniques.position import CellSet, DigitMask, Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, digit_names, explained, removal

ALS_ONE_COMMON = _(
    "{first} must hold all but one of {first_digits}, and {second} all but one of {second_digits}. {common} fits in "
    "only one of the two sets, so the other holds all its other digits: {removal}."
)
ALS_TWO_COMMON = _(
    "{first} must hold all but one of {first_digits}, and {second} all but one of {second_digits}. Each of {common} "
    "fits in only one of the two sets, so each set holds one of these and all its other digits: {removal}."
)


class AlmostLockedSet(NamedTuple):
    """The cells, the first house that contains them, and their digits."""

    cells: CellSet
    house: int
    digits: DigitMask


@lru_cache(maxsize=6)
def almost_locked_sets(position: Position) -> tuple[AlmostLockedSet, ...]:
    """Every almost locked set of up to eight cells, small ones first; cached for the last few positions."""
    search = PatternSearch(position.geometry)
    search.load(position.values, position.masks)
    return tuple(AlmostLockedSet(union(cells), house, digits) for cells, house, digits in search.almost_locked_sets())


def read_set(position: Position, numbers: Iterator[int]) -> AlmostLockedSet:
    """Read an almost locked set from the numbers of a pattern: its house, the number of its cells, and the cells."""
    house, size = next(numbers), next(numbers)
    cells = union(next(numbers) for _ in range(size))
    digits = reduce(or_, (position.masks[cell] for cell in members(cells)), 0)
    return AlmostLockedSet(cells, house, digits)


def _als_xz(position: Position, pattern: Pattern) -> Step:
    """The step of a pattern, whose numbers are the mask of the linking digits and the two sets."""
    layout, numbers = position.layout, iter(pattern.numbers)
    common = next(numbers)
    first, second = read_set(position, numbers), read_set(position, numbers)
    cells = first.cells | second.cells
    return Step(
        Technique.ALS_XZ,
        explained(
            Technique.ALS_XZ,
            ALS_ONE_COMMON if common.bit_count() == 1 else ALS_TWO_COMMON,
            first=cell_names(layout, members(first.cells)),
            first_digits=digit_names(members(first.digits), "and"),
            second=cell_names(layout, members(second.cells)),
            second_digits=digit_names(members(second.digits), "and"),
            common=digit_names(members(common), "and"),
            removal=removal(layout, pattern.removes),
        ),
        tuple(members(cells)),
        tuple(dict.fromkeys((first.house, second.house))),
        position.candidates_of(cells),
        removes=pattern.removes,
    )


als_xz = PatternFinder((Technique.ALS_XZ,), _als_xz)
"""Two almost locked sets with a digit x all of whose places in one set see those in the other.

Only one set can hold x; the other is then locked and holds each of its other digits. So a second common digit z is in
one of the sets, and cells that see all its places in both can't be z. With two such digits x, each set loses one of
them to the other and is locked: cells that see all places of another digit of a set lose it, and so do cells that see
all places of x in both sets.
"""
