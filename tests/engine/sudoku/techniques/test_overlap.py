"""The digits that each grid yields alone, and where a person can start."""

from engine.sudoku.layout import LAYOUTS, double, grid_layout, single
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.overlap import GridShare, is_linked, shares, where_to_start
from engine.sudoku.techniques.rating import rate, up_to

EASY = generate(double(), GeneratorOptions(level=Level.EASY), seed=1)


def without(puzzle: Puzzle, number: int) -> Puzzle:
    """The puzzle without the givens of a grid, except those that another grid shares."""
    layout = puzzle.layout
    shared = {cell for grid in layout.grids if grid.number != number for cell in grid.cells}
    return Puzzle(layout, tuple(digit if cell in shared else 0 for cell, digit in enumerate(puzzle.givens)))


def test_a_grid_that_is_solvable_alone() -> None:
    first, second = shares(EASY.puzzle, rate(EASY.puzzle))
    assert (first.by_itself, second.by_itself) == (first.holes, second.holes)
    assert not is_linked(double(), EASY.puzzle.givens)
    half = without(EASY.puzzle, 2)
    first, second = shares(half, rate(half, up_to(Level.EASY)))
    assert first.by_itself == first.holes
    assert (
        second.by_itself
        < second.holes
        == 72 + sum(not half.givens[cell] for cell in set.intersection(*(set(grid.cells) for grid in double().grids)))
    )
    assert where_to_start((first, second)).startswith("Start in grid 1: by itself it gives")
    assert not is_linked(double(), half.givens)


def test_a_grid_yields_the_digits_that_its_own_givens_imply() -> None:
    made = generate(double(), GeneratorOptions(level=Level.MEDIUM, linked=True), seed=2)
    rating = rate(made.puzzle)
    for share, grid in zip(shares(made.puzzle, rating), double().grids, strict=True):
        part, cells = grid_layout(double(), grid)
        own = rate(Puzzle(part, tuple(made.puzzle.givens[cell] for cell in cells)), up_to(rating.level))
        assert own.solutions == 2
        assert share.holes - share.by_itself == own.deduction.values.count(0) > 0
        assert share.hardest in rating.counts
    assert Level.MEDIUM in {share.hardest.level for share in shares(made.puzzle, rating) if share.hardest}


def test_single_grids_are_not_reported_without_overlaps() -> None:
    puzzle = generate(single(), 40, seed=1).puzzle
    assert shares(puzzle, rate(puzzle)) == ()
    assert not is_linked(single(), puzzle.givens)


def test_empty_grids_are_linked_and_cannot_be_started() -> None:
    samurai = LAYOUTS["samurai"]()
    assert is_linked(samurai, (0,) * 369)
    assert where_to_start([GridShare(1, 60, 0, None)]) == "No grid gives a digit by itself: start where they overlap."
    some = [GridShare(1, 60, 20, None), GridShare(2, 30, 15, None), GridShare(3, 61, 20, None)]
    assert where_to_start(some) == "Start in grid 2: by itself it gives 15 of its 30 empty cells."
