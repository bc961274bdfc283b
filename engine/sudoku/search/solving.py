"""One way to search any puzzle: by bit slices, or where it has rules beside houses, by their constraints."""

from collections.abc import Callable, Iterator

from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.search.rule_search import RuleSearch

PuzzleSearch = SliceSearch | RuleSearch


def search_of(puzzle: Puzzle) -> PuzzleSearch:
    """A search with the puzzle loaded; it can load other givens on the same layout under the same rules."""
    if puzzle.rules:
        return RuleSearch(puzzle)
    search = SliceSearch(puzzle.layout)
    search.load(puzzle.givens, puzzle.candidates)
    return search


def count(puzzle: Puzzle, limit: int = 2, cancel: Callable[[], bool] | None = None) -> int:
    """How many solutions the puzzle has, counted up to `limit`; 1 of 2 means unique. Raises Cancelled."""
    return search_of(puzzle).run(limit, cancel)


def solve(puzzle: Puzzle, cancel: Callable[[], bool] | None = None) -> Digits | None:
    """A solution of the puzzle, or None when it has none. Raises Cancelled."""
    search = search_of(puzzle)
    return search.solution() if search.run(1, cancel) else None


def solutions(puzzle: Puzzle, cancel: Callable[[], bool] | None = None) -> Iterator[Digits]:
    """All solutions of the puzzle, each searched for when it is asked for. Raises Cancelled."""
    search = search_of(puzzle)
    found = 1
    while search.run(found, cancel) == found:
        yield search.solution()
        found += 1
