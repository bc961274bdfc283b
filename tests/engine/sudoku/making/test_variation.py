"""Hard puzzles near a dug one, and the detection of extreme puzzles."""

from collections.abc import Iterator

import pytest

from engine.base.errors import Cancelled
from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.making.digging import DugGrid, dig, digging_order
from engine.sudoku.making.extremes import is_extreme
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.making.symmetry import orbits
from engine.sudoku.making.variation import HOLES_FILLED, HardnessEstimator, harder_variants, vary
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.search.exact import GridSearch
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.finders import ALL
from engine.sudoku.techniques.rating import rate
from engine.sudoku.techniques.scales import own_rating


class Digger:
    """A grid of a layout dug as far as possible, and varied."""

    def __init__(self, layout: Layout, seed: int, symmetry: str = "none", target: int | None = None) -> None:
        self.layout, self.search, self.counter = layout, GridSearch(layout, seed), SliceSearch(layout)
        self.orbits, self.target = orbits(layout, symmetry), target or len(layout.cells)
        order = digging_order(self.search, layout, self.orbits, 0)
        self.dug = dig(self.counter, self.search.fill(), self.target, order)

    def vary(self) -> DugGrid:
        return vary(self.counter, self.dug, self.orbits, self.target, self.search.shuffle)

    def harder_variants(self) -> Iterator[DugGrid]:
        judge = HardnessEstimator(self.layout, ALL)
        return harder_variants(self.counter, judge, self.dug, self.orbits, self.target, self.search.shuffle)


@pytest.mark.parametrize("symmetry", ["none", "rotation"])
@pytest.mark.parametrize("name", ["single", "double", "6x6"])
def test_a_variation_is_another_puzzle_of_the_grid(name: str, symmetry: str) -> None:
    digger = Digger(LAYOUTS[name](), 3, symmetry)
    varied = [digger.vary() for _ in range(10)]
    assert len({puzzle.givens for puzzle in varied}) > 1
    for puzzle in varied:
        assert puzzle.solution == digger.dug.solution
        assert set(puzzle.holes) <= set(digger.orbits)
        assert len(set(puzzle.holes)) == len(puzzle.holes)
        assert len(set(digger.dug.holes) - set(puzzle.holes)) <= HOLES_FILLED
        assert GridSearch(digger.layout).count(puzzle.givens) == 1


def test_a_variation_has_at_most_the_requested_holes() -> None:
    digger = Digger(LAYOUTS["single"](), 1, target=45)
    assert all(digger.vary().givens.count(0) <= 45 for _ in range(20))


@pytest.mark.parametrize("name", ["single", "double", "4x4"])
def test_they_become_harder_and_there_is_one_at_least(name: str) -> None:
    for seed in range(3):
        digger = Digger(LAYOUTS[name](), seed)
        judge = HardnessEstimator(digger.layout, ALL)
        found = [judge.hardness(item.givens) for item in digger.harder_variants()]
        assert found
        assert found == sorted(found)
        assert found[0] >= judge.hardness(digger.dug.givens)


def test_fewer_techniques_eliminate_no_more() -> None:
    layout = LAYOUTS["double"]()
    every, few = (
        HardnessEstimator(layout, ALL),
        HardnessEstimator(layout, {Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE}),
    )
    for seed in range(6):
        givens = Digger(layout, seed).dug.givens
        assert every.hardness(givens, by_chains=True) <= every.hardness(givens) <= few.hardness(givens)


def test_a_puzzle_is_extreme_if_both_ratings_agree() -> None:
    layout = LAYOUTS["single"]()
    dug = [Digger(layout, seed).dug.givens for seed in range(3)]
    made = [generate(layout, GeneratorOptions(level=Level.EXTREME), seed=seed).puzzle.givens for seed in range(2)]
    for givens in (*dug, *made):
        puzzle = Puzzle(layout, givens)
        expected = all(item.is_complete and item.level is Level.EXTREME for item in (rate(puzzle), own_rating(puzzle)))
        assert is_extreme(layout, givens) == expected
        assert expected or givens in dug


def test_cancel() -> None:
    digger = Digger(LAYOUTS["single"](), 1)
    with pytest.raises(Cancelled):
        is_extreme(digger.layout, digger.dug.givens, lambda: True)
    with pytest.raises(Cancelled):
        vary(digger.counter, digger.dug, digger.orbits, 81, digger.search.shuffle, lambda: True)
