"""Turns a grid dug as far as possible into a puzzle of a given level."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from engine.sudoku.layout import Layout
from engine.sudoku.making.digging import Dug, Orbit
from engine.sudoku.puzzle import Digits
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.finders import ALL, first_step
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.rating import Rating, solve, up_to


@dataclass(frozen=True)
class Refilled:
    """The grid with some holes filled again, and its rating up to the level."""

    dug: Dug
    rating: Rating


def refill(
    layout: Layout,
    dug: Dug,
    techniques: Collection[Technique],
    level: Level,
    may_fill: bool,
    cancel: Callable[[], bool] | None = None,
) -> Refilled:
    """Solve the grid by steps up to `level`; whenever they end, fill the open hole dug last, and continue.

    Another given keeps the position valid, so nothing is solved twice; but the resulting puzzle may be easier than its
    steps, so it is rated at the end. Unless `may_fill`, no hole is filled. Raises Cancelled.
    """
    holes = list(dug.holes)
    found = solve(Position.of(layout, dug.givens), techniques, level, cancel)
    while may_fill and not found.is_complete:
        orbit = next(_open(holes, found.position))
        holes.remove(orbit)
        found = solve(_filled(found.position, orbit, dug.solution), techniques, level, cancel)
    if len(holes) == len(dug.holes):
        return Refilled(dug, Rating(found))
    filled = Dug(dug.solution, tuple(holes))
    return Refilled(filled, Rating(solve(Position.of(layout, filled.givens), techniques, level, cancel)))


def refill_needing(
    layout: Layout,
    dug: Dug,
    technique: Technique,
    techniques: Collection[Technique],
    cancel: Callable[[], bool] | None = None,
) -> Dug | None:
    """Fill holes like `refill` until steps up to the technique's level solve the grid, but not without the technique.

    None if they solve it without the technique first. Raises Cancelled.
    """
    level = technique.level
    allowed = up_to(level).intersection(techniques)
    holes = list(dug.holes)
    stuck = solve(Position.of(layout, dug.givens), allowed - {technique}, level, cancel).position
    while not stuck.is_solved:
        applies = first_step(stuck, {technique}) is not None
        if applies and solve(stuck, allowed, level, cancel).is_complete:
            return Dug(dug.solution, tuple(holes))
        orbit = next(_open(holes, stuck))
        holes.remove(orbit)
        stuck = solve(_filled(stuck, orbit, dug.solution), allowed - {technique}, level, cancel).position
    return None


def is_needed(
    layout: Layout,
    givens: Digits,
    technique: Technique,
    techniques: Collection[Technique] = ALL,
    cancel: Callable[[], bool] | None = None,
) -> bool:
    """Whether the other techniques up to its level get less far without the technique. Raises Cancelled."""
    allowed, start = up_to(technique.level).intersection(techniques), Position.of(layout, givens)
    ends = (solve(start, some, technique.level, cancel).position for some in (allowed, allowed - {technique}))
    with_it, without = (sum(mask.bit_count() for mask in end.masks) for end in ends)
    return with_it < without


def _open(holes: list[Orbit], position: Position) -> Iterator[Orbit]:
    """The holes without a digit in the position, the last dug first."""
    return (orbit for orbit in reversed(holes) if not all(position.values[cell] for cell in orbit))


def _filled(position: Position, orbit: Orbit, solution: Digits) -> Position:
    return position.place(Candidate(cell, solution[cell]) for cell in orbit if not position.values[cell])
