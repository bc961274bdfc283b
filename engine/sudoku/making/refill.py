"""Turns a grid dug as far as possible into a puzzle of a given level."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from engine.sudoku.layout import Layout
from engine.sudoku.making.digging import DugGrid, Orbit
from engine.sudoku.puzzle import Digits
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.finders import ALL, first_step
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.rating import Rating, solve, up_to


@dataclass(frozen=True)
class RefilledGrid:
    """A grid with some holes filled again, and its rating by steps up to a level."""

    dug: DugGrid
    rating: Rating


def refill(
    layout: Layout,
    grid: DugGrid,
    techniques: Collection[Technique],
    level: Level,
    may_fill: bool,
    cancel: Callable[[], bool] | None = None,
) -> RefilledGrid:
    """Solve the grid by steps up to `level`; whenever they end, fill the open hole dug last, and continue.

    A new given keeps the position valid, so solving continues from there. The resulting puzzle may be easier than the
    steps taken, so it is rated at the end. Unless `may_fill`, no hole is filled. Raises Cancelled.
    """
    holes = list(grid.holes)
    solved = solve(Position.of(layout, grid.givens), techniques, level, cancel)
    while may_fill and not solved.is_complete:
        orbit = next(_open(holes, solved.position))
        holes.remove(orbit)
        solved = solve(_filled(solved.position, orbit, grid.solution), techniques, level, cancel)
    if len(holes) == len(grid.holes):
        return RefilledGrid(grid, Rating(solved))
    filled = DugGrid(grid.solution, tuple(holes))
    return RefilledGrid(filled, Rating(solve(Position.of(layout, filled.givens), techniques, level, cancel)))


def refill_needing(
    layout: Layout,
    grid: DugGrid,
    technique: Technique,
    techniques: Collection[Technique],
    cancel: Callable[[], bool] | None = None,
) -> DugGrid | None:
    """Fill holes like `refill` until steps up to the technique's level solve the grid, but not without the technique.

    None if steps without the technique solve it first. Raises Cancelled.
    """
    level = technique.level
    allowed = up_to(level).intersection(techniques)
    holes = list(grid.holes)
    stuck = solve(Position.of(layout, grid.givens), allowed - {technique}, level, cancel).position
    while not stuck.is_solved:
        applies = first_step(stuck, {technique}) is not None
        if applies and solve(stuck, allowed, level, cancel).is_complete:
            return DugGrid(grid.solution, tuple(holes))
        orbit = next(_open(holes, stuck))
        holes.remove(orbit)
        stuck = solve(_filled(stuck, orbit, grid.solution), allowed - {technique}, level, cancel).position
    return None


def is_needed(
    layout: Layout,
    givens: Digits,
    technique: Technique,
    techniques: Collection[Technique] = ALL,
    cancel: Callable[[], bool] | None = None,
) -> bool:
    """Whether steps up to the technique's level leave more candidates without the technique. Raises Cancelled."""
    allowed, start = up_to(technique.level).intersection(techniques), Position.of(layout, givens)
    ends = (
        solve(start, techniques_used, technique.level, cancel).position
        for techniques_used in (allowed, allowed - {technique})
    )
    candidates_with, candidates_without = (sum(mask.bit_count() for mask in end.masks) for end in ends)
    return candidates_with < candidates_without


def _open(holes: list[Orbit], position: Position) -> Iterator[Orbit]:
    """The holes without a digit in the position, the last dug first."""
    return (orbit for orbit in reversed(holes) if not all(position.values[cell] for cell in orbit))


def _filled(position: Position, orbit: Orbit, solution: Digits) -> Position:
    return position.place(Candidate(cell, solution[cell]) for cell in orbit if not position.values[cell])
