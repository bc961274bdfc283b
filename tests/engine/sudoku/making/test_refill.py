"""Fitting a dug grid to a level: the cells that it fills, and ratings equal to those of `rate`."""

import pytest

from engine.base.errors import Cancelled
from engine.sudoku.layout import LAYOUTS, Layout, single
from engine.sudoku.making.digging import DugGrid, dig, digging_order
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.making.refill import is_needed, refill
from engine.sudoku.making.symmetry import orbits
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.search.exact import GridSearch
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.finders import ALL
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.rating import rate, solve, tried_techniques, up_to


def dug_to_the_end(layout: Layout, seed: int, symmetry: str = "none") -> DugGrid:
    search = GridSearch(layout, seed)
    order = digging_order(search, layout, orbits(layout, symmetry), 0)
    return dig(SliceSearch(layout), search.fill(), len(layout.cells), order)


@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM, Level.HARD, Level.UNFAIR])
@pytest.mark.parametrize("name", ["single", "double", "x", "6x6"])
def test_the_refilled_puzzle_is_solved_within_the_level(name: str, level: Level) -> None:
    layout = LAYOUTS[name]()
    dug = dug_to_the_end(layout, 5)
    found = refill(layout, dug, ALL, level, True)
    assert found.dug.solution == dug.solution
    assert set(found.dug.holes) <= set(dug.holes)
    rating = rate(Puzzle(layout, found.dug.givens))
    assert GridSearch(layout).count(found.dug.givens) == 1
    if found.rating.is_complete:
        assert not rating.level.is_above(level)
        assert rating.deduction.steps == found.rating.deduction.steps


def test_orbits_are_filled_whole() -> None:
    layout = LAYOUTS["double"]()
    dug = dug_to_the_end(layout, 3, "rotation")
    found = refill(layout, dug, ALL, Level.EASY, True)
    assert len(found.dug.holes) < len(dug.holes)
    assert set(found.dug.holes) < set(orbits(layout, "rotation"))


def test_nothing_is_filled_unless_it_may_be() -> None:
    layout = LAYOUTS["double"]()
    dug = dug_to_the_end(layout, 1)
    found = refill(layout, dug, up_to(Level.EASY), Level.EASY, False)
    assert found.dug == dug
    assert not found.rating.is_complete


@pytest.mark.parametrize("level", Level)
def test_up_to_the_first_harder_step_the_way_is_that_of_the_rating(level: Level) -> None:
    layout = LAYOUTS["single"]()
    for seed in range(6):
        givens = dug_to_the_end(layout, seed).givens
        every = rate(Puzzle(layout, givens)).deduction.steps
        found = solve(Position.of(layout, givens), level=level)
        assert found.steps == every[: len(found.steps)]
        assert all(not step.technique.level.is_above(level) for step in found.steps)
        if len(found.steps) < len(every):
            assert every[len(found.steps)].technique.level.is_above(level)


def test_the_techniques_tried_are_at_least_of_the_level() -> None:
    for level in Level:
        assert up_to(level) <= tried_techniques(level)
    assert tried_techniques(Level.EXTREME) == ALL


def test_cancel() -> None:
    layout = LAYOUTS["single"]()
    with pytest.raises(Cancelled):
        refill(layout, dug_to_the_end(layout, 1), ALL, Level.EASY, True, lambda: True)


def test_a_technique_is_needed_where_the_others_end_before_it() -> None:
    needed = []
    for level, seed in ((Level.EASY, 1), (Level.MEDIUM, 1), (Level.MEDIUM, 2), (Level.HARD, 1), (Level.HARD, 3)):
        puzzle = generate(single(), GeneratorOptions(level=level), seed=seed).puzzle
        for technique in rate(puzzle).counts:
            if technique.level is level:
                needed.append(is_needed(single(), puzzle.givens, technique))
                assert needed[-1] == (not rate(puzzle, up_to(level) - {technique}).is_complete)
    assert True in needed
    assert False in needed
