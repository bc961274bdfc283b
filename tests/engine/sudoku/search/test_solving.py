"""One interface to search any puzzle."""

from engine.sudoku.layout import double, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search import solving
from engine.sudoku.search.exact import random_solution

GRID = random_solution(single(), 1)
WRONG = (GRID[1], *GRID[1:])


def test_one_search_is_shared_by_the_puzzles_of_a_layout() -> None:
    assert solving.shared_search(single()) is solving.shared_search(single())
    assert solving.search_of(Puzzle(single(), GRID)) is not solving.search_of(Puzzle(single(), GRID))


def test_a_shared_search_forgets_the_puzzle_before() -> None:
    empty = (0,) * len(GRID)
    masks = [1 << digit for digit in GRID]
    assert solving.count(Puzzle(single(), empty), limit=3) == 3
    assert solving.count(Puzzle(single(), WRONG)) == 0
    assert solving.solve(Puzzle(single(), empty, candidates=tuple(masks))) == GRID
    assert solving.solve(Puzzle(single(), WRONG)) is None
    assert solving.count(Puzzle(double(), random_solution(double(), 1))) == 1
    assert solving.count(Puzzle(single(), (0, *GRID[1:]))) == 1


def test_solutions_continue_while_the_shared_search_counts() -> None:
    found = solving.solutions(Puzzle(single(), (0,) * len(GRID)))
    first = next(found)
    assert solving.count(Puzzle(single(), GRID)) == 1
    assert next(found) != first
