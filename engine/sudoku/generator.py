"""Making puzzles with exactly one solution, by digging holes into a random complete grid.

A hole is dug where no solution has another digit: as the puzzle before had one solution only, any second solution
would differ in the cell that was emptied, so it is enough to search, over all houses jointly, for a solution
without that digit there. A given that can't go now can't go later either, with fewer givens around; each is tried once.
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import InputError
from engine.sudoku.layout import Layout
from engine.sudoku.polling import poll
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search import GridSearch

ATTEMPTS = 20
"""How many complete grids are tried before fewer holes than wanted are good enough."""

LEVELS = {
    "single": {"easy": 40, "medium": 48, "hard": 54},
    "double": {"easy": 50, "medium": 70, "hard": 90},
}
"""Holes by level, for layouts where the numbers are customary."""

SHARES = {"easy": 0.33, "medium": 0.46, "hard": 0.59}
"""Holes by level for the others, as a share of the cells."""


@dataclass(frozen=True)
class Generated:
    """A puzzle with exactly one solution, its solution, the seed it came from and the number of holes wanted."""

    puzzle: Puzzle
    solution: Digits
    seed: int
    wanted: int

    @property
    def reached(self) -> bool:
        """Whether the puzzle has as many holes as wanted."""
        return self.puzzle.holes >= self.wanted


def levels(layout: Layout) -> dict[str, int]:
    """Holes by level for a layout, easiest first."""
    return LEVELS.get(layout.name) or {level: round(share * len(layout.cells)) for level, share in SHARES.items()}


def generate(
    layout: Layout,
    holes: int,
    *,
    seed: int,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Generated:
    """A puzzle with `holes` empty cells and exactly one solution, the same for the same seed on every machine.

    When a grid does not allow so many holes, others are tried; after 20 the puzzle with most holes is the answer,
    which is then minimal: no given can be left out. `on_progress` gets (holes so far, holes wanted) for each hole.
    Raises InputError if the layout has fewer cells, Cancelled, and ValueError for a layout without complete grids.
    """
    if not 0 <= holes <= len(layout.cells):
        raise InputError(f"{holes} holes asked for", advice=f"ask for 0 to {len(layout.cells)}, one a cell at most")
    search = GridSearch(layout, seed)
    best: tuple[bytes, Digits] = (b"", ())
    for _ in range(ATTEMPTS):
        solution = search.fill(cancel)
        givens = dig(search, solution, holes, on_progress, cancel)
        if not best[0] or givens.count(0) > best[0].count(0):
            best = givens, solution
        if givens.count(0) == holes:
            break
    puzzle = Puzzle(layout, tuple(best[0]), f"{layout.name}-{best[0].count(0)}-{seed}")
    if search.count(puzzle.givens, 2, cancel) != 1:
        raise AssertionError(f"{puzzle.name} was dug wrongly: it has not exactly one solution")
    return Generated(puzzle, best[1], seed, holes)


def dig(
    search: GridSearch,
    solution: Digits,
    wanted: int,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> bytes:
    """The givens left of one grid after digging at random until there are enough holes or every cell was tried.

    `search` is of the grid's layout and gives the random order. Raises Cancelled.
    """
    givens = bytearray(solution)
    order = list(range(len(solution)))
    search.shuffle(order)
    dug = 0
    for cell in order:
        if dug == wanted:
            break
        poll(cancel)
        givens[cell] = 0
        search.load(givens)
        search.exclude(cell, solution[cell])
        if search.run(1, cancel):
            givens[cell] = solution[cell]
            continue
        dug += 1
        if on_progress is not None:
            on_progress(dug, wanted)
    return bytes(givens)
