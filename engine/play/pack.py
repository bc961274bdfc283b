"""A pack: puzzles that are played one after another, as a file or a folder has them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engine.play.store import SavedState


@dataclass(frozen=True)
class PackProgress:
    """How many of a number of `puzzles` are `solved`, and the shortest and the mean of their best times in seconds.

    Only games without any hint, reveal or check have times; None if there is none.
    """

    puzzles: int
    solved: int = 0
    best: float | None = None
    mean: float | None = None


def progress_of(puzzles: int, states: Mapping[int, SavedState]) -> PackProgress:
    """The progress on a number of puzzles by the states of those that have games."""
    times = [state.best for state in states.values() if state.best is not None]
    solved = sum(bool(state.solved) for state in states.values())
    return PackProgress(puzzles, solved, min(times, default=None), sum(times) / len(times) if times else None)


def next_open(puzzles: int, place: int, solved: Collection[int]) -> int | None:
    """The first place from `place` on, and then from the beginning, that is not solved; None if all are."""
    return next((at % puzzles for at in range(place, place + puzzles) if at % puzzles not in solved), None)
