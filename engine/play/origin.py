"""The origin of a puzzle: its level, the day of a daily puzzle, and its file."""

from dataclasses import dataclass
from datetime import date

from engine.sudoku.techniques.catalogue import Level


@dataclass(frozen=True)
class Origin:
    """The origin of a puzzle.

    `level` is None if the puzzle was not rated; `day` is the date of a daily puzzle. `file` is the name of its file,
    empty if there is none; the puzzle itself may have another name.
    """

    level: Level | None = None
    day: date | None = None
    file: str = ""


UNKNOWN = Origin()
"""The origin of a puzzle if only its givens are known."""
