"""How a game is laid out in the terminal: the size of the cells, the part of the board that is seen, the panel."""

from dataclasses import dataclass
from enum import Enum

from textual.geometry import Size

from engine.sudoku.layout import Layout
from tui.draw.board import note_grid, sizes_with_notes
from tui.draw.frame import CellSize, best_fit

WIDE = 100
"""Columns of a terminal from which on title and message stand in the panel, so that the board has all rows."""

_PANEL_LEAST, _PANEL_MOST = 23, 40
"""Columns of the panel."""
_PANEL_ROWS = {True: 29, False: 21}
"""Rows of a panel with title and message, and without, that has all it needs for nine digits."""


class Zoom(Enum):
    """The cells that a player wants: the largest with which all the board is seen, a row high, or with notes inside."""

    AUTOMATIC = "automatic"
    SMALL = "small"
    LARGE = "large"

    @property
    def next(self) -> "Zoom":
        """The one after it, round the end."""
        order = list(Zoom)
        return order[(order.index(self) + 1) % len(order)]


@dataclass(frozen=True)
class Arrangement:
    """Cells of a size, the part of the board that is seen, and the panel; both `Size`s are of text.

    `beside` says that title and message stand in the panel, else they are lines of their own. `notes_inside` says that
    cells hold their notes.
    """

    cell: CellSize
    seen: Size
    panel: Size
    beside: bool
    notes_inside: bool


def arrange(layout: Layout, box: str, zoom: Zoom, terminal: Size) -> Arrangement:
    """The best use of a terminal for a board whose lines are drawn with the signs of `box`.

    The whole board if that is possible, else no more than its rows are to be scrolled.
    """
    beside = terminal.width >= WIDE
    room = Size(terminal.width - _PANEL_LEAST - 1, terminal.height - (1 if beside else 3))
    fit = best_fit(layout, box, room)
    if zoom is not Zoom.SMALL:
        large = best_fit(layout, box, room, sizes_with_notes(layout.size))
        fit = large if large.whole or zoom is Zoom.LARGE else fit
    rows = max(fit.seen.height, min(_PANEL_ROWS[beside], room.height)) if layout.size <= 9 else room.height
    panel = Size(min(terminal.width - fit.seen.width - 1, _PANEL_MOST), rows)
    inside = note_grid(layout.size, fit.cell) is not None
    return Arrangement(fit.cell, fit.seen, panel, beside, inside)
