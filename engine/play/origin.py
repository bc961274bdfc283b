"""What a puzzle is beside its givens: how hard, and whether it was the puzzle of a day."""

from dataclasses import dataclass
from datetime import date

from engine.sudoku.techniques.catalogue import Level


@dataclass(frozen=True)
class Origin:
    """`level` is how hard the puzzle is, None where nobody has rated it; `day` is the date whose daily puzzle it is."""

    level: Level | None = None
    day: date | None = None


UNKNOWN = Origin()
"""The origin of a puzzle from a file, or one typed in."""
