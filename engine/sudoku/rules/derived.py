"""Sums that follow from cages and houses.

The total of a house less the totals of cages gives the sum of the rest of the house: its innies less its outies (the 45
rule). These sums are derived for houses, for pairs of houses that do not meet, and for runs of rows, columns and boxes.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from engine.sudoku.layout import Layout
from engine.sudoku.rules.primitives import WeightedSum
from engine.sudoku.rules.registry import primitives_of
from engine.sudoku.rules.rule import Rule

MOST_LEFT = 6
"""Maximum number of cells of a derived sum; two more in a single house."""

_LARGEST = 12
"""Maximum number of cells of a sum that others are derived from."""


def cages_of(layout: Layout, rules: Iterable[Rule]) -> list[tuple[int, int]]:
    """The sums of rules that count each cell once: the set of cells, and the total."""
    return [
        (sum(1 << cell for cell in primitive.cells), primitive.total)
        for rule in rules
        for primitive in primitives_of(rule, layout)
        if isinstance(primitive, WeightedSum) and {*primitive.weights} == {1} and len(primitive.cells) <= _LARGEST
    ]


def derived_sums(layout: Layout, cages: Sequence[tuple[int, int]]) -> Iterator[WeightedSum]:
    """The sums that follow from houses and cages; cages are given as sets of cells and totals."""
    if not cages:
        return
    size, seen = layout.size, {mask for mask, _ in cages}
    houses = [sum(1 << cell for cell in house.cells) for house in layout.houses if len(house.cells) == size]
    for count, union in _unions(houses):
        covered, total = 0, count * size * (size + 1) // 2
        for mask, cage_total in cages:
            if not mask & covered and 2 * (mask & union).bit_count() > mask.bit_count():
                covered |= mask
                total -= cage_total
        innies, outies = union & ~covered, covered & ~union
        left = innies.bit_count() + outies.bit_count()
        key = innies | outies << len(layout.cells)
        if covered and 0 < left <= MOST_LEFT + 2 * (count == 1) and key not in seen:
            seen.add(key)
            cells = [*_members(innies), *_members(outies)]
            weights = [1] * innies.bit_count() + [-1] * outies.bit_count()
            yield WeightedSum(tuple(cells), tuple(weights), total, size)


def _unions(houses: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Single houses, pairs that do not meet, and longer runs of consecutive houses: their number, and their cells."""
    yield from ((1, house) for house in houses)
    yield from ((2, first | other) for first, other in combinations(houses, 2) if not first & other)
    for start, house in enumerate(houses):
        union = house
        for count, other in enumerate(houses[start + 1 :], 2):
            if union & other:
                break
            union |= other
            if count > 2:
                yield count, union


def _members(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
