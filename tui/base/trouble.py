"""Why a file can't be used."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Trouble:
    """Why something can't be used, and the lines of the file around the place, the bad one's number in `line`."""

    reason: str
    line: int | None = None
    around: tuple[tuple[int, str], ...] = ()
