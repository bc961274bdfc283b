"""The variables of a search in one line: how many of each stretch are true, and how many are false."""

from array import array
from dataclasses import dataclass
from math import ceil

from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture


@dataclass(frozen=True)
class Shares:
    """For each column of the strip, the share (0..1) of its variables that is true, and that is false.

    A column stands for an equal stretch of the variables in order; with few variables, for one.
    """

    true: tuple[float, ...]
    false: tuple[float, ...]
    assigned: int
    """How many variables have a value, over all."""


def shares(assignment: "array[int]", columns: int) -> Shares:
    """Compress an assignment (index = variable from 1; 1 true, -1 false, 0 open) to at most `columns` columns."""
    import numpy as np

    values = np.frombuffer(assignment, dtype=np.int8)[1:]
    columns = min(columns, len(values))
    if columns == 0:
        return Shares((), (), 0)
    starts = np.arange(columns) * len(values) // columns
    widths = np.diff(starts, append=len(values))

    def share(value: int) -> tuple[float, ...]:
        return tuple((np.add.reduceat(values == value, starts, dtype=np.int64) / widths).tolist())

    return Shares(share(1), share(-1), int(np.count_nonzero(values)))


def shaded(row: tuple[float, ...], glyphs: Glyphs) -> str:
    """A row of the strip: blank for none of a stretch, full for all of it, shades between."""
    full = len(glyphs.shades) - 1
    return "".join(glyphs.shades[full if share >= 1 else ceil(share * (full - 1))] for share in row)


def put_shares(picture: Picture, x: int, y: int, shown: Shares, palette: Palette, glyphs: Glyphs) -> None:
    """Draw the strip of what is true in row y and that of what is false in the row below, from column x on."""
    for offset, (row, ink) in enumerate(((shown.true, palette.true), (shown.false, palette.false))):
        picture.put(x, y + offset, shaded(row, glyphs), ink)
