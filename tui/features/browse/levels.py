"""How hard the puzzles of a list are, found out away from the event loop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tui.base.background import Job

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.sudoku.puzzle import Puzzle
    from engine.sudoku.techniques.catalogue import Level

Levels = dict[str, "Level | None"]
"""The levels of puzzles by the names of their items; None for those that have none."""

PATIENCE = 0.5
"""Seconds after which a puzzle stays without a level."""


def find_levels(puzzles: Mapping[str, Puzzle], job: Job[Levels]) -> Levels:
    """Rate the puzzles; what is known so far is told. Raises Cancelled.

    A puzzle has no level if it has not one solution, if there are no steps to it, or if PATIENCE does not suffice.
    """
    from engine.sudoku.techniques.rating import rate_within

    found: Levels = {}
    for name, puzzle in puzzles.items():
        rating = rate_within(puzzle, PATIENCE, job.cancelled)
        found = found | {name: rating.level if rating and rating.is_complete and rating.solutions == 1 else None}
        job.tell(found)
    return found
