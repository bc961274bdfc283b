"""Which cells a board is drawn with, and how much of it is seen, in a room of the terminal."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from textual.geometry import Size

from engine.sudoku.layout import Layout
from tui.draw.frame import NARROW, NORMAL, CellSize, Lines, frame


@dataclass(frozen=True)
class Fit:
    """The size of the cells, which lines are drawn, the columns and rows that are seen, and whether these are all."""

    cell: CellSize
    lines: Lines
    seen: Size
    whole: bool


def best_fit(
    layout: Layout,
    box: str,
    room: Size,
    cells: Iterable[CellSize] = (NORMAL, NARROW),
    lines: Iterable[Lines] = (Lines.ALL,),
) -> Fit:
    """The first of the cells, each tried with all the lines, with which the whole board is seen in the room.

    Where there is none: the first with which only its rows are to be scrolled, else the last. `box` holds the signs of
    the lines as `Glyphs.box` does.
    """
    fits, wide = [], []
    for cell, ruling in product(cells, lines):
        text = frame(layout, box, cell, ruling)
        seen = Size(min(text.width, room.width), min(text.height, room.height))
        fits.append(Fit(cell, ruling, seen, seen == (text.width, text.height)))
        wide += [fits[-1]] if seen.width == text.width else []
    return next((fit for fit in fits if fit.whole), next(iter(wide), fits[-1]))
