"""A pack: puzzles that are played one after another, in the order of their file or folder."""

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
    """The first place that is not solved, from `place` to the end and then from the beginning; None if all are."""
    return next((index % puzzles for index in range(place, place + puzzles) if index % puzzles not in solved), None)
