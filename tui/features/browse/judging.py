"""How hard a puzzle is and how far it was played, for its preview."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from tui.base.background import Job

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.play.store import SavedState, Store
    from engine.sudoku.puzzle import Puzzle
    from engine.sudoku.techniques.catalogue import Level, Technique

_HARDEST = 3
"""How many techniques are named."""


@dataclass(frozen=True)
class PuzzleRating:
    """What a puzzle takes: the hardest techniques first. `level` is None if the steps do not lead to its end."""

    level: Level | None = None
    score: int = 0
    hardest: tuple[Technique, ...] = ()
    solutions: int | None = None


@dataclass(frozen=True)
class PlayedState:
    """How far a puzzle was played: the state of its games, and how many of the `holes` are filled in the last one."""

    state: SavedState
    filled: int = 0
    holes: int = 0

    @cached_property
    def share(self) -> float:
        """How much of the last game is filled (0..1)."""
        return self.filled / max(self.holes, 1)


def judge(puzzle: Puzzle, patience: float, job: Job[PuzzleRating]) -> PuzzleRating:
    """Rate a puzzle. Raises Cancelled."""
    from engine.sudoku.techniques.rating import rate_within

    rating = rate_within(puzzle, patience, job.cancelled)
    if rating is None:
        return PuzzleRating()
    hardest = sorted(rating.counts, key=lambda technique: -technique.score)[:_HARDEST]
    is_known = rating.is_complete and rating.solutions == 1
    return PuzzleRating(rating.level if is_known else None, rating.score, tuple(hardest), rating.solutions)


def played(puzzle: Puzzle, store: Store) -> PlayedState:
    """How far the games of a puzzle are. Raises StoreError."""
    state = store.standing(puzzle)
    game = next(iter(store.unfinished_games_of(puzzle)), None) if state.unfinished else None
    return PlayedState(state, game.filled, game.holes) if game else PlayedState(state)
