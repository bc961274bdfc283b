"""What a puzzle is beside its givens: how hard, whether it was the puzzle of a day, and which file it came from."""

from dataclasses import dataclass
from datetime import date

from engine.sudoku.techniques.catalogue import Level


@dataclass(frozen=True)
class Origin:
    """`level` is how hard the puzzle is, None where nobody has rated it; `day` is the date whose daily puzzle it is.

    `file` is the name of its file, "" if it came from none; the puzzle itself may have another name.
    """

    level: Level | None = None
    day: date | None = None
    file: str = ""


UNKNOWN = Origin()
"""The origin of a puzzle of which no more is known than its givens."""
