"""Analysis of a puzzle: its solutions, its level, and givens that make its solution unique."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice

from engine.sudoku.making.levels import level_of
from engine.sudoku.puzzle import Digits, Puzzle, breaks
from engine.sudoku.search import solving as search
from engine.sudoku.search.exact import GridSearch
from engine.sudoku.techniques.catalogue import Level

WORK_LIMIT = 2_000_000
"""Work of a search (see `SliceSearch.nodes_for`; about 20 ms) after which a cell counts as open, a given as needed."""

MAX_SOLUTIONS = 50
"""Maximum number of solutions counted."""


@dataclass(frozen=True)
class PuzzleAnalysis:
    """The result of analysing the givens of a puzzle.

    `solutions` is the number of solutions, up to MAX_SOLUTIONS + 1 if `is_counted`, else up to 2; `solution` is one of
    them. `open` has cells that differ between solutions: all such cells if `complete`. `level` is the level of a puzzle
    with a unique solution, if known.
    """

    puzzle: Puzzle
    solutions: int
    solution: Digits | None = None
    open: frozenset[int] = frozenset()
    complete: bool = True
    level: Level | None = None
    is_counted: bool = True


def analyse(puzzle: Puzzle, cancel: Callable[[], bool] | None = None) -> PuzzleAnalysis:
    """Count the solutions up to 2; `open` has the cells in which the two differ, if there are two. Raises Cancelled."""
    if breaks(puzzle, puzzle.givens):
        return PuzzleAnalysis(puzzle, 0)
    solutions = list(islice(search.solutions(puzzle, cancel), 2))
    if len(solutions) < 2:
        return PuzzleAnalysis(puzzle, len(solutions), solutions[0] if solutions else None)
    return PuzzleAnalysis(puzzle, 2, solutions[0], _differing(*solutions), complete=False, is_counted=False)


def complete_analysis(analysis: PuzzleAnalysis, cancel: Callable[[], bool] | None = None) -> PuzzleAnalysis:
    """Rate a puzzle with a unique solution; for several solutions, find all cells in which they differ.

    For each cell a search looks for a solution without its digit; a cell whose search takes too long counts as open.
    Raises Cancelled.
    """
    if analysis.solutions == 1:
        return replace(analysis, level=level_of(analysis.puzzle, cancel))
    if analysis.complete or analysis.solution is None:
        return analysis
    puzzle, solution = analysis.puzzle, analysis.solution
    exact = search.search_of(puzzle)
    node_limit = exact.nodes_for(WORK_LIMIT)
    givens, differing = bytes(puzzle.givens), set(analysis.open)
    exact.load(givens, puzzle.candidates)
    exact.run(1, cancel)  # `exact.solution()` below is then valid even if a search reaches its limit
    for cell, given in enumerate(puzzle.givens):
        if given or cell in differing:
            continue
        exact.load(givens, puzzle.candidates)
        exact.exclude(cell, solution[cell])
        if exact.run(1, cancel, node_limit):
            differing |= _differing(solution, exact.solution()) | {cell}
    return replace(analysis, open=frozenset(differing), complete=True)


def count_solutions(analysis: PuzzleAnalysis, cancel: Callable[[], bool] | None = None) -> PuzzleAnalysis:
    """Count the solutions of a puzzle with several, up to MAX_SOLUTIONS + 1. Raises Cancelled."""
    if analysis.is_counted:
        return analysis
    return replace(analysis, solutions=search.count(analysis.puzzle, MAX_SOLUTIONS + 1, cancel), is_counted=True)


def with_unique_solution(puzzle: Puzzle, seed: int, cancel: Callable[[], bool] | None = None) -> Digits | None:
    """Add random givens until the solution is unique; None if there is no solution.

    Determined by the seed. Raises Cancelled.
    """
    if breaks(puzzle, puzzle.givens):
        return None
    grid_search = GridSearch(puzzle.layout, seed)
    is_free = not any(puzzle.givens) and not puzzle.rules and puzzle.candidates is None
    target = grid_search.fill(cancel) if is_free else search.solve(puzzle, cancel)
    if target is None:
        return None
    cells = list(range(len(target)))
    grid_search.shuffle(cells)
    givens = list(puzzle.givens)
    while True:
        solutions = search.solutions(replace(puzzle, givens=tuple(givens)), cancel)
        other = next((solution for solution in solutions if solution != target), None)
        if other is None:
            return tuple(givens)
        cell = next(cell for cell in cells if target[cell] != other[cell])
        givens[cell] = target[cell]


def without_redundant_givens(
    puzzle: Puzzle, solution: Digits, seed: int, cancel: Callable[[], bool] | None = None
) -> Digits:
    """Remove givens that the unique `solution` does not need, in random order, until none can be removed.

    Determined by the seed. Raises Cancelled.
    """
    exact = search.search_of(puzzle)
    node_limit = exact.nodes_for(WORK_LIMIT)
    cells = [cell for cell, given in enumerate(puzzle.givens) if given]
    GridSearch(puzzle.layout, seed).shuffle(cells)
    givens = bytearray(puzzle.givens)
    for cell in cells:
        givens[cell] = 0
        exact.load(givens, puzzle.candidates)
        exact.exclude(cell, solution[cell])
        if exact.run(1, cancel, node_limit):
            givens[cell] = solution[cell]
    return tuple(givens)


def _differing(first: Digits, other: Digits) -> frozenset[int]:
    return frozenset(cell for cell, (a, b) in enumerate(zip(first, other, strict=True)) if a != b)
