"""How hard a puzzle is, in three figures: level and score on our scale, and Sudoku Explainer's ER."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import TypeVar

from engine.base.errors import Cancelled
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.explainer import explained
from engine.sudoku.techniques.scales import own_rating

Scale = TypeVar("Scale")


@dataclass(frozen=True)
class Difficulty:
    """Level and score on our scale, and ER; 0.0 where ER takes too long to find.

    `is_complete` is False where logic alone does not solve the puzzle: it is harder than the figures tell.
    """

    level: Level
    score: int
    explainer: float
    is_complete: bool


def difficulty(puzzle: Puzzle, seconds: float, cancel: Callable[[], bool]) -> Difficulty | None:
    """The difficulty of a puzzle; None where the steps take longer than so many seconds for each scale.

    Polls `cancel`, and raises Cancelled.
    """
    own = _within(seconds, cancel, lambda poll: own_rating(puzzle, cancel=poll))
    if own is None:
        return None
    other = _within(seconds, cancel, lambda poll: explained(puzzle, cancel=poll))
    rank = other.hardest if other and other.is_complete else 0.0
    return Difficulty(own.level, own.score, rank, own.is_complete)


def _within(seconds: float, cancel: Callable[[], bool], rate: Callable[[Callable[[], bool]], Scale]) -> Scale | None:
    end = monotonic() + seconds
    try:
        return rate(lambda: cancel() or monotonic() > end)
    except Cancelled:
        if cancel():
            raise
        return None
