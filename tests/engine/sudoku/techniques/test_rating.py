"""Ratings: their sums, where they stop, and that a puzzle always has the same one."""

import pickle
from itertools import pairwise

import pytest

from engine.sudoku.layout import LAYOUTS, double, single
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.finders import ALL, UNIQUENESS, steps
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.rating import Rating, rate, solve, up_to

EXPERT = generate(double(), 105, seed=1).puzzle


@pytest.mark.parametrize("name", ["single", "double", "x", "windows", "jigsaw", "6x6"])
def test_the_sums_and_the_solution(name: str) -> None:
    layout = LAYOUTS[name]()
    made = generate(layout, len(layout.cells) * 3 // 5, seed=3)
    rating = rate(made.puzzle)
    steps = rating.deduction.steps
    assert rating.score == sum(step.technique.score for step in steps)
    assert sum(rating.counts.values()) == len(steps)
    assert rating.hardest in rating.counts
    assert all(list(Level).index(used.level) <= list(Level).index(rating.level) for used in rating.counts)
    assert all(digit in (0, right) for digit, right in zip(rating.deduction.values, made.solution, strict=True))
    assert rating.is_complete == (rating.deduction.values == made.solution)
    again = rate(made.puzzle)
    assert (again.score, again.counts, again.deduction.steps) == (rating.score, rating.counts, steps)


@pytest.mark.parametrize("name", ["single", "double", "x", "6x6"])
def test_each_step_is_the_first_available_one(name: str) -> None:
    """Reported for single finders: rating calls those of the kernels together, and reports their findings at the
    end."""
    layout = LAYOUTS[name]()
    puzzle = generate(layout, len(layout.cells) * 2 // 3, seed=6).puzzle
    position = Position.of(layout, puzzle.givens)
    rating = rate(puzzle, up_to(Level.HARD))
    for step in rating.deduction.steps:
        first = next(steps(position, up_to(Level.HARD)))
        assert (first.technique, first.places, first.removes) == (step.technique, step.places, step.removes)
        position = step.apply(position)
    found = rating.deduction.position
    assert (found.values, found.masks, found.givens) == (position.values, position.masks, position.givens)


def test_fewer_techniques_lead_no_further() -> None:
    ratings = {level: rate(EXPERT, up_to(level)) for level in (Level.EASY, Level.MEDIUM, Level.UNFAIR)}
    lefts = [rating.deduction.values.count(0) for rating in ratings.values()]
    assert lefts == sorted(lefts, reverse=True)
    easy = ratings[Level.EASY]
    assert not easy.is_complete
    assert set(easy.counts) <= up_to(Level.EASY) == {
        Technique.FULL_HOUSE, Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE,
    }  # fmt: skip


def test_levels_hold_each_other() -> None:
    levels = [up_to(level) for level in Level]
    assert all(small < large for small, large in pairwise(levels))
    assert levels[-1] == ALL


@pytest.mark.parametrize(("seed", "removed"), [(6, 58), (6, 63), (10, 13), (10, 26), (11, 37)])
def test_uniqueness_proves_nothing_where_there_are_several_solutions(seed: int, removed: int) -> None:
    """With those techniques logic would find one of the solutions, or conclude that there is none."""
    puzzle = generate(single(), GeneratorOptions(minimal=True), seed=seed).puzzle
    givens = tuple(0 if cell == removed else digit for cell, digit in enumerate(puzzle.givens))
    assert givens != puzzle.givens
    rating = rate(Puzzle(single(), givens))
    assert (rating.solutions, rating.is_complete, rating.deduction.is_contradiction) == (2, False, False)
    assert not UNIQUENESS & rating.counts.keys()
    assert UNIQUENESS & Rating(solve(Position.of(single(), givens))).counts.keys()


def test_a_full_grid_and_a_contradiction() -> None:
    made = generate(single(), 0, seed=1)
    rating = rate(Puzzle(single(), made.solution))
    assert (rating.is_complete, rating.score, rating.hardest, rating.level) == (True, 0, None, Level.EASY)
    broken = Puzzle(single(), (5, 5, *(0,) * 79))
    assert not rate(broken).is_complete
    assert (rate(broken).deduction.is_contradiction, rate(broken).solutions) == (True, 0)


def test_findings_are_equal_in_another_process() -> None:
    """Any finders, because their findings are compared."""
    found = rate(generate(double(), GeneratorOptions(level=Level.UNFAIR), seed=2).puzzle).deduction.found
    assert pickle.loads(pickle.dumps(found)) == found
