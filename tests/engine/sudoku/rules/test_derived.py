"""Sums by the 45 rule: each follows from its houses and cages, and the usual ones are found."""

import random

from engine.sudoku.bit_sets import union
from engine.sudoku.layout import LAYOUTS, single
from engine.sudoku.rules.derived import cages_of, derived_sums, whole_houses
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.primitives import WeightedSum
from engine.sudoku.search.exact import random_solution

HOUSES = whole_houses(single())


def sums(*cages: tuple[tuple[int, ...], int]) -> set[tuple[tuple[int, ...], tuple[int, ...], int]]:
    masks = [(union(cells), total) for cells, total in cages]
    return {(each.cells, each.weights, each.total) for each in derived_sums(9, masks, HOUSES)}


def test_houses_and_cages() -> None:
    assert len(HOUSES) == 27
    assert HOUSES[0] == (0b111111111, 45)
    assert whole_houses(LAYOUTS["4x4"]())[0] == (0b1111, 10)
    cages = [KillerCage((0, 1), 5), KillerCage((2, 3)), KillerCage(tuple(range(9, 21)), 70)]
    assert cages_of(single(), cages) == [(0b11, 5), (union(range(9, 21)), 70)]
    repeated = KillerCage(tuple(range(27, 40)), 70, repeats=True)
    assert cages_of(single(), [repeated]) == [], "it has thirteen cells"


def test_innies_and_outies() -> None:
    row = tuple(range(8))
    assert ((8,), (1,), 5) in sums((row, 40)), "an innie"
    assert ((9,), (-1,), -3) in sums(((*range(9), 9), 48)), "an outie"
    assert ((8, 9), (1, -1), 2) in sums(((*row, 9), 43)), "one of each"
    assert sums() == set()
    assert ((0, 1, 2, 3, 4, 5, 6, 7), (1,) * 8, 41) in sums(((8,), 4)), "eight cells of a single house"
    assert not any(len(cells) > 8 for cells, _, _ in sums(((8,), 4), ((17,), 3)))


def test_two_and_more_houses() -> None:
    two_rows = sums(((0, 1, 2, 9, 10, 11), 30), ((3, 4, 5, 12, 13, 14), 30), ((6, 7, 15, 16), 20))
    assert ((8, 17), (1, 1), 10) in two_rows
    three = [((first, first + 9, first + 18), 15) for first in range(8)]
    assert ((8, 17, 26), (1, 1, 1), 15) in sums(*three)


def test_sums_hold_in_a_grid_that_has_the_cages() -> None:
    dice = random.Random(1)
    for seed in range(4):
        digits = random_solution(single(), seed)
        cells = dice.sample(range(81), 81)
        cages = []
        while len(cells) > 20:
            first = cells.pop()
            near = [cell for cell in cells if single().cells[cell][0] == single().cells[first][0]][: dice.randint(1, 3)]
            cells = [cell for cell in cells if cell not in near]
            cages.append((union((first, *near)), sum(digits[cell] for cell in (first, *near))))
        found = [*derived_sums(9, cages, HOUSES)]
        assert found
        assert len({(each.cells, each.weights) for each in found}) == len(found)
        for each in found:
            assert isinstance(each, WeightedSum)
            assert sum(by * digits[cell] for by, cell in zip(each.weights, each.cells, strict=True)) == each.total
            assert each.allows(digits)
