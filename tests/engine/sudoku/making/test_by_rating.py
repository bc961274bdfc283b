"""Puzzles made by ER: ranges, pearls, diamonds, one bottleneck, singles only."""

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sudoku.layout import LAYOUTS, single
from engine.sudoku.making.by_rating import (
    SINGLE_RATINGS,
    Bottleneck,
    RatingGoal,
    bottleneck,
    climb,
    fill_to_goal,
    rate_for,
)
from engine.sudoku.making.digging import dig
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.making.symmetry import orbits
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.search.exact import GridSearch
from engine.sudoku.search.solving import count
from engine.sudoku.techniques.explainer import explained
from engine.sudoku.techniques.finders import ALL
from engine.sudoku.techniques.finders import SINGLES as SINGLE_TECHNIQUES


@pytest.mark.parametrize(("low", "high"), [(1.5, 1.5), (2.6, 4.5), (7.1, 7.6)])
@pytest.mark.parametrize("symmetry", ["none", "rotation"])
def test_a_range_of_er(low: float, high: float, symmetry: str) -> None:
    made = generate(single(), GeneratorOptions(rating=RatingGoal(low, high), symmetry=symmetry), seed=3)
    rating = explained(made.puzzle)
    assert made.reached
    assert low <= rating.hardest <= high
    assert rating.is_complete
    assert count(made.puzzle, 2) == 1


def test_a_range_of_er_on_several_grids() -> None:
    made = generate(LAYOUTS["double"](), GeneratorOptions(rating=RatingGoal(2.6, 5.0)), seed=1)
    assert made.reached
    assert 2.6 <= explained(made.puzzle).hardest <= 5.0


def test_one_bottleneck_and_its_place() -> None:
    made = generate(single(), GeneratorOptions(rating=RatingGoal(2.6, has_one_bottleneck=True)), seed=1)
    ranks = explained(made.puzzle).ranks
    assert made.reached
    (place,) = (place for place, rank in enumerate(ranks) if rank not in SINGLE_RATINGS)
    expected = Bottleneck(ranks[place], place + 1, len(ranks), place)
    assert bottleneck(made.puzzle) == expected, "each single places a digit"


def test_singles_only() -> None:
    made = generate(single(), GeneratorOptions(forbidden=ALL - SINGLE_TECHNIQUES), seed=1)
    assert made.reached
    assert set(explained(made.puzzle).ranks) <= SINGLE_RATINGS


@pytest.mark.slow
def test_a_pearl() -> None:
    made = generate(single(), GeneratorOptions(rating=RatingGoal(7.1, is_pearl=True)), seed=1)
    rating = explained(made.puzzle)
    assert made.reached
    assert rating.pearl == rating.hardest >= 7.1


def test_climbing_never_adds_digits_before_the_hard_step() -> None:
    """A few variations: what can be placed before the first hard step becomes less."""
    search, counter, layout = GridSearch(single(), 4), SliceSearch(single()), single()
    cells = orbits(layout, "none")
    order = list(cells)
    dug = dig(counter, search.fill(), 81, order)
    goal = RatingGoal(6.6, is_pearl=True)

    def placed(givens: tuple[int, ...]) -> int:
        ranks = explained(Puzzle(layout, givens), until=lambda ranks: ranks[-1] >= 6.6).ranks
        return len([rank for rank in ranks if rank < 6.6]) if ranks[-1] >= 6.6 else 999

    climbed = climb(counter, layout, dug, goal, cells, search.shuffle)
    assert placed(climbed.givens) <= placed(dug.givens)
    assert count(Puzzle(layout, climbed.givens), 2) == 1


@settings(max_examples=amount(20))
@given(st.integers(0, 10**6), st.sampled_from([(1.2, 1.5), (2.0, 2.6), (4.0, 6.6), (6.6, 7.2)]))
def test_filling_to_a_goal_meets_the_goal(seed: int, ends: tuple[float, float]) -> None:
    layout, goal = single(), RatingGoal(*ends)
    search = GridSearch(layout, seed)
    solution = search.fill()
    order = list(orbits(layout, "none"))
    search.shuffle(order)
    dug = dig(SliceSearch(layout), solution, 81, order)
    found = fill_to_goal(layout, dug, goal, may_fill=True)
    if found is not None:
        assert goal.fits(explained(Puzzle(layout, found.givens)))
        assert found.holes == dug.holes[: len(found.holes)]
    fixed = fill_to_goal(layout, dug, goal, may_fill=False)
    assert fixed == (dug if goal.fits(rate_for(layout, dug, goal)) else None)
