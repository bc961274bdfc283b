"""The difficulty of a puzzle: level and score on our scale, the techniques it needs, and Sudoku Explainer's ER."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple, Protocol, TypeVar

from engine.base.errors import Cancelled
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.explainer import explained
from engine.sudoku.techniques.rating import solutions_of
from engine.sudoku.techniques.scales import own_rating

RATING_VERSION = 1
"""Increases with each change of levels, scores or ER, so that no kept rating is one of an older version."""

MAX_TECHNIQUES = 3
"""Number of the hardest techniques to name."""

Scale = TypeVar("Scale")


@dataclass(frozen=True)
class Difficulty:
    """Level and score on our scale, the hardest techniques first, and ER (0.0 if unknown).

    `is_complete` is False if logic alone does not solve the puzzle: it is harder than the figures say. `solutions` is
    the number of solutions: 0, 1, 2 for several, None if unknown. If `is_known` is False, the rating took too long, and
    only `solutions` is valid.
    """

    level: Level
    score: int
    explainer: float
    is_complete: bool
    hardest: tuple[Technique, ...] = ()
    solutions: int | None = 1
    is_known: bool = True

    @property
    def is_rated(self) -> bool:
        """Whether logic solves the puzzle, and it has a unique solution."""
        return self.is_complete and self.solutions == 1


def difficulty(puzzle: Puzzle, seconds: float, cancel: Callable[[], bool], *, explainer: bool = True) -> Difficulty:
    """Rate a puzzle, with ER if `explainer`, within a number of seconds for each scale.

    Polls `cancel`, and raises Cancelled.
    """
    solutions = solutions_of(puzzle)
    ours = _rate_within(seconds, cancel, lambda poll: own_rating(puzzle, cancel=poll, solutions=solutions))
    if ours is None:
        return Difficulty(Level.EASY, 0, 0.0, is_complete=False, solutions=solutions, is_known=False)
    other = _rate_within(seconds, cancel, lambda poll: explained(puzzle, cancel=poll)) if explainer else None
    explainer_rank = other.hardest if other and other.is_complete else 0.0
    hardest = sorted(ours.counts, key=lambda technique: -technique.score)[:MAX_TECHNIQUES]
    return Difficulty(ours.level, ours.score, explainer_rank, ours.is_complete, tuple(hardest), solutions)


class BriefRating(NamedTuple):
    """Level and score on our scale, and ER (0.0 if unknown); `level` is None if the puzzle can't be rated."""

    level: Level | None
    score: int = 0
    explainer: float = 0.0


class RatingJob(Protocol):
    """The job that rates several puzzles."""

    def cancelled(self) -> bool:
        """Whether to stop."""

    def report(self, news: dict[str, Difficulty], /) -> object:
        """Report the results so far."""


def rate_puzzles(
    puzzles: Mapping[str, Puzzle], seconds: float, explainer: bool, job: RatingJob
) -> dict[str, Difficulty]:
    """Rate named puzzles as `difficulty` does. Raises Cancelled."""
    found: dict[str, Difficulty] = {}
    for name, puzzle in puzzles.items():
        found = found | {name: difficulty(puzzle, seconds, job.cancelled, explainer=explainer)}
        if len(found) < len(puzzles):
            job.report(found)
    return found


def brief_ratings(puzzles: Sequence[Puzzle], seconds: float, explainer: bool, job: RatingJob) -> list[BriefRating]:
    """Rate puzzles as `difficulty` does, and return only a summary of each. Raises Cancelled."""
    found = (difficulty(puzzle, seconds, job.cancelled, explainer=explainer) for puzzle in puzzles)
    return [
        BriefRating(rating.level, rating.score, rating.explainer)
        if rating.is_rated
        else BriefRating(None, 0, rating.explainer)
        for rating in found
    ]


def _rate_within(
    seconds: float, cancel: Callable[[], bool], rate: Callable[[Callable[[], bool]], Scale]
) -> Scale | None:
    """The rating; None if it takes longer than the limit. Raises Cancelled."""
    end = monotonic() + seconds
    try:
        return rate(lambda: cancel() or monotonic() > end)
    except Cancelled:
        if cancel():
            raise
        return None
