"""From a grid dug as far as it goes to a puzzle that a person can solve, as hard as wished for."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from engine.sudoku.layout import Layout
from engine.sudoku.making.digging import Dug
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.rating import Rating, solve


@dataclass(frozen=True)
class Refilled:
    """The grid with some holes filled again, and how it is solved, as far as the level allows."""

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
    """Solve the grid by steps up to `level`; where they end, fill the hole dug last of those still open, and go on.

    What is known at that point holds with another given too, so nothing is solved twice; but the puzzle that comes out
    may be easier than the steps on the way were, so it is rated in the end. Unless it `may_fill`, no hole is filled.
    Raises Cancelled.
    """
    holes = list(dug.holes)
    found = solve(Position.of(layout, dug.givens), techniques, level, cancel)
    while may_fill and not found.is_complete:
        position = found.position
        orbit = next(orbit for orbit in reversed(holes) if not all(position.values[cell] for cell in orbit))
        holes.remove(orbit)
        given = (Candidate(cell, dug.solution[cell]) for cell in orbit if not position.values[cell])
        found = solve(position.place(given), techniques, level, cancel)
    if len(holes) == len(dug.holes):
        return Refilled(dug, Rating(found))
    filled = Dug(dug.solution, tuple(holes))
    return Refilled(filled, Rating(solve(Position.of(layout, filled.givens), techniques, level, cancel)))
