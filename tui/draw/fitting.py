"""Which cells a board is drawn with, and how much of it is seen, in a room of the terminal."""

from collections.abc import Iterable
from dataclasses import dataclass

from textual.geometry import Size

from engine.sudoku.layout import Layout
from tui.draw.frame import NARROW, NORMAL, CellSize, frame


@dataclass(frozen=True)
class Fit:
    """The size of the cells, the columns and rows that are seen, and whether these are all."""

    cell: CellSize
    seen: Size
    whole: bool


def best_fit(layout: Layout, box: str, room: Size, cells: Iterable[CellSize] = (NORMAL, NARROW)) -> Fit:
    """The first of the cells with which the whole board is seen in the room.

    Where there is none: the first with which only its rows are to be scrolled, else the last. `box` holds the signs of
    the lines as `Glyphs.box` does.
    """
    fits, wide = [], []
    for cell in cells:
        text = frame(layout, box, cell)
        seen = Size(min(text.width, room.width), min(text.height, room.height))
        fits.append(Fit(cell, seen, seen == (text.width, text.height)))
        wide += [fits[-1]] if seen.width == text.width else []
    return next((fit for fit in fits if fit.whole), next(iter(wide), fits[-1]))
