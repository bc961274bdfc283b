"""Sums that follow from cages and houses.

A sum of cells in a cage, and all digits of a house, give the sum of what is left of the house: its innies, less its
outies (the 45 rule). They are found for houses, for two that do not meet, and for runs of rows, columns and boxes.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from engine.sudoku.layout import Layout
from engine.sudoku.rules.primitives import WeightedSum
from engine.sudoku.rules.registry import primitives_of
from engine.sudoku.rules.rule import Rule

MOST_LEFT = 6
"""Cells of a sum that follows from houses and cages; in a single house there may be two more."""

_LARGEST = 12
"""Cells of a sum that others follow from."""


def cages_of(layout: Layout, rules: Iterable[Rule]) -> list[tuple[int, int]]:
    """The sums of rules in which each cell counts once: the set of the cells, and the total."""
    return [
        (sum(1 << cell for cell in primitive.cells), primitive.total)
        for rule in rules
        for primitive in primitives_of(rule, layout)
        if isinstance(primitive, WeightedSum) and {*primitive.weights} == {1} and len(primitive.cells) <= _LARGEST
    ]


def derived_sums(layout: Layout, cages: Sequence[tuple[int, int]]) -> Iterator[WeightedSum]:
    """The sums that follow from houses and cages, these as sets of cells and totals."""
    if not cages:
        return
    size, seen = layout.size, {mask for mask, _ in cages}
    houses = [sum(1 << cell for cell in house.cells) for house in layout.houses if len(house.cells) == size]
    for count, union in _unions(houses):
        taken, total = 0, count * size * (size + 1) // 2
        for mask, cage_total in cages:
            if not mask & taken and 2 * (mask & union).bit_count() > mask.bit_count():
                taken |= mask
                total -= cage_total
        innies, outies = union & ~taken, taken & ~union
        left = innies.bit_count() + outies.bit_count()
        key = innies | outies << len(layout.cells)
        if taken and 0 < left <= MOST_LEFT + 2 * (count == 1) and key not in seen:
            seen.add(key)
            cells = [*_members(innies), *_members(outies)]
            weights = [1] * innies.bit_count() + [-1] * outies.bit_count()
            yield WeightedSum(tuple(cells), tuple(weights), total, size)


def _unions(houses: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Houses by themselves, each two that do not meet, and runs of more in their order: how many, and their cells."""
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
