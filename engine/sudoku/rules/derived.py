"""Sums that follow from cages and houses.

The total of a house minus the totals of cages is the sum of the rest of the house: its innies minus its outies (the 45
rule). These sums are derived for houses, for pairs of houses that do not meet, and for runs of rows, columns and boxes.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from engine.sudoku.bit_sets import members, union
from engine.sudoku.layout import Layout
from engine.sudoku.rules.primitives import WeightedSum
from engine.sudoku.rules.registry import primitives_of
from engine.sudoku.rules.rule import Rule

MAX_LEFT = 6
"""Maximum number of cells of a derived sum; for a single house, two more."""

_MAX_SIZE = 12
"""Maximum number of cells of a sum that others are derived from."""


def cages_of(layout: Layout, rules: Iterable[Rule]) -> list[tuple[int, int]]:
    """The sums of rules that count each cell once: the set of cells, and the total."""
    return [
        (union(primitive.cells), primitive.total)
        for rule in rules
        for primitive in primitives_of(rule, layout)
        if isinstance(primitive, WeightedSum) and {*primitive.weights} == {1} and len(primitive.cells) <= _MAX_SIZE
    ]


def whole_houses(layout: Layout) -> list[tuple[int, int]]:
    """The houses of a layout that hold every digit: the set of cells, and the sum of its digits."""
    total = layout.size * (layout.size + 1) // 2
    return [(union(house.cells), total) for house in layout.houses if len(house.cells) == layout.size]


def derived_sums(
    size: int, cages: Sequence[tuple[int, int]], houses: Sequence[tuple[int, int]]
) -> Iterator[WeightedSum]:
    """The sums that follow from houses and cages, both given as sets of cells and totals."""
    if not cages:
        return
    reported = {(mask, 0) for mask, _ in cages}
    sized = [(mask, mask.bit_count(), total) for mask, total in cages]
    for count, covered_houses, total in _unions(cages, houses):
        covered = 0
        for mask, cells_count, cage_total in sized:
            if 2 * (mask & covered_houses).bit_count() > cells_count and not mask & covered:
                covered |= mask
                total -= cage_total
        innies, outies = covered_houses & ~covered, covered & ~covered_houses
        left = innies.bit_count() + outies.bit_count()
        if covered and 0 < left <= MAX_LEFT + 2 * (count == 1) and (innies, outies) not in reported:
            reported.add((innies, outies))
            cells = [*members(innies), *members(outies)]
            weights = [1] * innies.bit_count() + [-1] * outies.bit_count()
            yield WeightedSum(tuple(cells), tuple(weights), total, size)


def _unions(cages: Sequence[tuple[int, int]], houses: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Single houses, pairs that do not meet, and longer runs of consecutive houses: number, cells and total.

    Left out are unions in which no cage reaches from one part into the rest, because the parts give the same sums, and
    pairs with too many cages that lie partly in one of them, because each of these leaves a cell.
    """
    reach = [union(number for number, (mask, _) in enumerate(cages) if mask & house) for house, _ in houses]
    crossing = [
        union(number for number in members(met) if cages[number][0] & ~house)
        for met, (house, _) in zip(reach, houses, strict=True)
    ]
    for house, total in houses:
        yield 1, house, total
    for first, other in combinations(range(len(houses)), 2):
        if (
            crossing[first] & crossing[other]
            and (crossing[first] ^ crossing[other]).bit_count() <= MAX_LEFT
            and not houses[first][0] & houses[other][0]
        ):
            yield 2, houses[first][0] | houses[other][0], houses[first][1] + houses[other][1]
    for start, (run, total) in enumerate(houses):
        reached = reach[start]
        for end in range(start + 1, len(houses)):
            if run & houses[end][0]:
                break
            run, total = run | houses[end][0], total + houses[end][1]
            if end > start + 1 and reached & reach[end]:
                yield end - start + 1, run, total
            reached |= reach[end]
