"""Measures how far overlapping grids can be solved by themselves, and whether they need each other."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.base.language import lazy_gettext as _
from engine.sudoku.layout import Layout, grid_layout, overlapping_grids
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.techniques.catalogue import Technique, hardest
from engine.sudoku.techniques.finders import sound
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.rating import Rating, solve, up_to

START = _("Start in grid {grid}: by itself it gives {by_itself} of its {holes} empty cells.")
START_BETWEEN = _("No grid gives a digit by itself: start where they overlap.")

PATIENCE = 10_000_000
"""Effort (as in `engine.sudoku.search.bit_slices`) for showing that a grid has one solution on its own."""


def is_linked(layout: Layout, givens: Sequence[int]) -> bool:
    """Whether no overlapping grid has a unique solution by its own givens, so that each needs the others.

    False if no grids overlap. A grid counts as needing others if PATIENCE does not suffice to decide that.
    """
    grids = overlapping_grids(layout)
    for grid in grids:
        part = grid_layout(layout, grid)
        search = SliceSearch(part.layout)
        search.load(bytes(givens[cell] for cell in part.cells))
        if search.run(2, patience=search.nodes_for(PATIENCE)) < 2:
            return False
    return bool(grids)


@dataclass(frozen=True)
class GridShare:
    """A grid of a puzzle, and how far it can be solved by itself.

    `holes` is the number of its empty cells. `by_itself` is the number of those that follow from its own givens, by
    steps that are not harder than the puzzle's. `hardest` is the hardest technique of the puzzle's steps that change
    the grid; None if no step does.
    """

    grid: int
    holes: int
    by_itself: int
    hardest: Technique | None


def shares(puzzle: Puzzle, rating: Rating) -> tuple[GridShare, ...]:
    """The share of each overlapping grid in a puzzle with this rating; empty if no grids overlap."""
    found: list[GridShare] = []
    for grid in overlapping_grids(puzzle.layout) if not puzzle.rules else ():
        part = grid_layout(puzzle.layout, grid)
        givens = tuple(puzzle.givens[cell] for cell in part.cells)
        masks = puzzle.candidates and tuple(puzzle.candidates[cell] for cell in part.cells)
        start = Position.of_puzzle(Puzzle(part.layout, givens, candidates=masks))
        values = solve(start, sound(puzzle, up_to(rating.level), unique=True), rating.level).values
        techniques = (
            step.technique
            for step in rating.deduction.found
            if any(candidate.cell in grid.cells for candidate in (*step.places, *step.removes))
        )
        found.append(GridShare(grid.number, givens.count(0), givens.count(0) - values.count(0), hardest(techniques)))
    return tuple(found)


def where_to_start(grid_shares: Sequence[GridShare]) -> str:
    """The sentence on where a person can start: the grid that gives the largest share of its empty cells."""
    best = max(grid_shares, key=lambda share: share.by_itself / max(share.holes, 1))
    if not best.by_itself:
        return str(START_BETWEEN)
    return START.format(grid=best.grid, by_itself=best.by_itself, holes=best.holes)
