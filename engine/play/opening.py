"""Opening a puzzle for play: how many solutions it has, what that means for the player, and how hard it is."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.base.polling import poll
from engine.play.board import conflict_text
from engine.play.game import Game
from engine.sudoku.layout import conflicts
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search import exact as search
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.deduction import deduce
from engine.sudoku.techniques.finders import FINDERS
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.rating import Rating
from engine.sudoku.techniques.step import Step


@dataclass(frozen=True)
class Opening:
    """A game ready to start, the number of its solutions (0, 1, or 2 for more than one), and a notice.

    The notice is empty when there is exactly one solution.
    """

    game: Game
    solutions: int
    notice: str


def opening(
    puzzle: Puzzle, *, now: Callable[[], float] = time.monotonic, cancel: Callable[[], bool] | None = None
) -> Opening:
    """Begin a game of any puzzle, whatever its givens; a search decides how many solutions it has.

    `now` is for the game's clock. Raises Cancelled when `cancel` ends the search.
    """
    broken = conflicts(puzzle.layout, puzzle.givens)
    solutions = 0 if broken else search.count(puzzle, 2, cancel)
    if solutions == 1:
        return Opening(Game(puzzle, search.solve(puzzle, cancel), now=now), 1, "")
    game = Game(puzzle, solvable=solutions > 0, now=now)
    if solutions:
        notice = (
            "This puzzle has several solutions: reveal and show are off, check says whether the board can still be "
            "completed, and any full board without conflict wins."
        )
    elif broken:
        notice = (
            f"The givens break the rules ({conflict_text(puzzle.layout, broken[0])}), so this puzzle has no solution: "
            "reveal and show are off."
        )
    else:
        notice = "This puzzle has no solution: reveal and show are off."
    return Opening(game, solutions, notice)


def level_of(puzzle: Puzzle, cancel: Callable[[], bool] | None = None) -> Level | None:
    """How hard a puzzle with one solution is; None if logic does not solve it, or its layout is too large to rate now.

    Raises Cancelled when `cancel`, asked before each technique is tried, ends it.
    """
    if puzzle.layout.size > 9:
        return None

    def polled(position: Position) -> Iterator[Step]:
        for finder in FINDERS:
            poll(cancel)
            yield from finder.find(position)

    rating = Rating(deduce(Position.of(puzzle.layout, puzzle.givens), (polled,)))
    return rating.level if rating.is_complete else None
