"""One interface to search any puzzle: by bit slices, or by constraints if it has rules in addition to houses."""

from collections.abc import Callable, Iterator
from threading import local

from engine.sat.result import Status
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search import backtracking, exact, rule_backtracking
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.search.recording import StoredEvents, SudokuRecording
from engine.sudoku.search.rule_search import RuleSearch

PuzzleSearch = SliceSearch | RuleSearch


def search_of(puzzle: Puzzle, *, shared: bool = False) -> PuzzleSearch:
    """A search with the puzzle loaded; it can load other givens for the same layout and rules.

    If it may be `shared`, it is that of `shared_search`, unless the puzzle has rules.
    """
    if puzzle.rules:
        return RuleSearch(puzzle)
    search = shared_search(puzzle.layout) if shared else SliceSearch(puzzle.layout)
    search.load(puzzle.givens, puzzle.candidates)
    return search


def shared_search(layout: Layout) -> SliceSearch:
    """A search for puzzles of a layout, the same one for many calls, as a new one takes longer than most puzzles.

    Finish with it before the next call.
    """
    return _searches.of(layout)


def count(puzzle: Puzzle, limit: int = 2, cancel: Callable[[], bool] | None = None) -> int:
    """The number of solutions, counted up to `limit`; 1 with limit 2 means unique. Raises Cancelled."""
    return search_of(puzzle, shared=True).run(limit, cancel)


def solve(puzzle: Puzzle, cancel: Callable[[], bool] | None = None) -> Digits | None:
    """A solution of the puzzle, or None if it has none. Raises Cancelled."""
    search = search_of(puzzle, shared=True)
    return search.solution() if search.run(1, cancel) else None


def solutions(puzzle: Puzzle, cancel: Callable[[], bool] | None = None) -> Iterator[Digits]:
    """All solutions of the puzzle, found lazily. Raises Cancelled."""
    search = search_of(puzzle)
    number = 1
    while search.run(number, cancel) == number:
        yield search.solution()
        number += 1


def record(puzzle: Puzzle, cap: int = 100_000, *, cancel: Callable[[], bool] | None = None) -> SudokuRecording:
    """Record the search for a solution of any puzzle, up to `cap` events. Raises Cancelled."""
    if not puzzle.rules:
        return exact.record(puzzle, cap)
    search = RuleSearch(puzzle)
    events, status = search.record(cap, cancel)
    solution = search.solution() if status is Status.SATISFIABLE else None
    return SudokuRecording(puzzle, StoredEvents(puzzle, events), status, solution)


def record_backtracking(puzzle: Puzzle, *, cancel: Callable[[], bool] | None = None) -> SudokuRecording:
    """Record plain backtracking on any puzzle, up to the step limit. Raises Cancelled."""
    if puzzle.rules:
        return rule_backtracking.record(puzzle, cancel=cancel)
    recording: SudokuRecording = backtracking.record(puzzle, cancel=cancel)
    return recording


class _Searches(local):
    """The search that was used last, in each thread its own: a worker of a cluster may have several threads."""

    def __init__(self) -> None:
        self._last: tuple[Layout, SliceSearch] | None = None

    def of(self, layout: Layout) -> SliceSearch:
        if self._last is None or self._last[0] != layout:
            self._last = layout, SliceSearch(layout)
        return self._last[1]


_searches = _Searches()
