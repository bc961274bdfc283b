"""What the grids of a layout tell each other, and what each gives by itself."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.base.language import lazy_gettext as _
from engine.sudoku.layout import Layout, alone, overlapping
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.techniques.catalogue import Technique, hardest
from engine.sudoku.techniques.finders import sound
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.rating import Rating, solve, up_to

PATIENCE = 10_000_000
"""Work (as in `engine.sudoku.search.bit_slices`) in which to see that a grid has one solution by itself."""


def is_linked(layout: Layout, givens: Sequence[int]) -> bool:
    """Whether of the grids that overlap none has one solution by its own givens, so each needs what others tell it.

    False where no grids overlap. A grid of which that can't be seen within PATIENCE counts as one that needs others.
    """
    grids = overlapping(layout)
    for grid in grids:
        part = alone(layout, grid)
        search = SliceSearch(part.layout)
        search.load(bytes(givens[cell] for cell in part.cells))
        if search.run(2, patience=search.nodes_for(PATIENCE)) < 2:
            return False
    return bool(grids)


@dataclass(frozen=True)
class GridShare:
    """A grid of a puzzle: its number, its empty cells, how many of these follow from its own givens by steps that are
    not harder than the puzzle's, and the hardest technique by which the puzzle's steps change it (None: no step does).
    """

    grid: int
    holes: int
    by_itself: int
    hardest: Technique | None


def shares(puzzle: Puzzle, rating: Rating) -> tuple[GridShare, ...]:
    """What each of the grids that overlap has of a puzzle with this rating; nothing if there are none."""
    found: list[GridShare] = []
    for grid in overlapping(puzzle.layout) if not puzzle.rules else ():
        part = alone(puzzle.layout, grid)
        givens = tuple(puzzle.givens[cell] for cell in part.cells)
        masks = puzzle.candidates and tuple(puzzle.candidates[cell] for cell in part.cells)
        start = Position.of_puzzle(Puzzle(part.layout, givens, candidates=masks))
        left = solve(start, sound(puzzle, up_to(rating.level), unique=True), rating.level).values
        share_cells = (
            step.technique
            for step in rating.deduced.found
            if any(candidate.cell in grid.cells for candidate in (*step.places, *step.removes))
        )
        found.append(GridShare(grid.number, givens.count(0), givens.count(0) - left.count(0), hardest(share_cells)))
    return tuple(found)


START = _("Start in grid {grid}: by itself it gives {by_itself} of its {holes} empty cells.")
START_BETWEEN = _("No grid gives a digit by itself: start where they overlap.")


def where_to_start(found: Sequence[GridShare]) -> str:
    """In which grid a person can start, as a sentence: the one that gives the largest share of its empty cells."""
    best = max(found, key=lambda share: share.by_itself / max(share.holes, 1))
    if not best.by_itself:
        return str(START_BETWEEN)
    return START.format(grid=best.grid, by_itself=best.by_itself, holes=best.holes)
