"""How a game is laid out in the terminal: its cells, the part of the board that is seen, the rows of the panel."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from textual.geometry import Region, Size

from engine.base.language import _, current, lazy_gettext
from engine.sudoku.layout import Layout
from tui.base.base_app import HEIGHT, WIDTH, fits
from tui.base.zoom import Zoom, cell_sizes
from tui.draw.board_frame import NARROW, NORMAL, CellSize, best_fit, best_plain_fit, frame, note_grid
from tui.draw.magnifier import magnifier

WIDE = 100
"""Columns of a terminal from which on title and message stand in the panel, so that the board has all rows."""

GRID, GRID_COLUMN = lazy_gettext("Grid {number} {filled:2}/{cells}"), 14
TO_FILL = lazy_gettext("{count} to fill")

_PANEL_LEAST, _PANEL_MOST = 23, 40
"""Columns of the panel."""
_PANEL_NARROW = 20
"""Columns of a panel for which there is hardly room."""
_PANEL_ROWS = {True: 30, False: 21}
"""Rows of a panel with title and message, and without, that has all it needs for nine digits."""
LINES = 3
"""Rows for header, message and keys, where the message is a line of its own."""
_BESIDE = 2
"""The same where the message stands in the panel."""
_HEAD = 4
"""Rows for title, difficulty and state, and a blank one, where they stand in the panel."""
MESSAGE = 6
"""Rows for the message and blank ones around it, where it stands in the panel."""
_TEXT_LEAST = 6
"""Rows that a hint's text should have."""
_GAP = 2
"""Blanks between the columns of digits."""
_METER_MOST = 13
"""Columns of a digit with what is left of it and a meter."""


@dataclass(frozen=True)
class BoardArrangement:
    """Cells of a size, the part of the board that is seen, and the panel; both `Size`s are of text.

    `beside` says that title and message stand in the panel. Else they are lines of their own: the first to have a line
    is the message, then the keys, then the title, as far as the number of `lines` goes. There may be no panel.
    `notes_inside` says that cells hold their notes.
    """

    cell: CellSize
    visible: Size
    panel: Size
    has_side_panel: bool
    notes_inside: bool
    lines: int = LINES


def arrange(layout: Layout, box: str, zoom: Zoom, terminal: Size, *, grounds: bool = True) -> BoardArrangement:
    """The best use of a terminal for a board whose lines are drawn with the signs of `box`.

    `grounds` says whether there are colours to keep cells apart. The whole board if that is possible, else no more than
    its rows are to be scrolled.
    """
    if not fits(Size(WIDTH, HEIGHT), terminal):
        return _arrange_small(layout, box, zoom, terminal, grounds=grounds)
    has_side_panel = terminal.width >= WIDE
    room = Size(terminal.width - _PANEL_LEAST - 1, terminal.height - (_BESIDE if has_side_panel else LINES))
    fit = best_fit(layout, box, room) if zoom is Zoom.SMALL else best_plain_fit(layout, box, room)
    if zoom is not Zoom.SMALL:
        narrow_room = Size(terminal.width - _PANEL_NARROW - 1, terminal.height - _BESIDE)
        sizes = cell_sizes(layout, zoom, grounds=grounds)
        large, larger = best_fit(layout, box, room, sizes), best_fit(layout, box, narrow_room, sizes)
        if larger.whole and not large.whole:
            large, room, has_side_panel = larger, narrow_room, True
        fit = large if large.whole or zoom is not Zoom.AUTOMATIC else fit
    rows = (
        max(fit.visible_size.height, min(_PANEL_ROWS[has_side_panel], room.height)) if layout.size <= 9 else room.height
    )

    def of_width(columns: int) -> BoardArrangement:
        panel = Size(min(terminal.width - columns - 1, _PANEL_MOST), rows)
        visible = Size(columns, fit.visible_size.height)
        return BoardArrangement(fit.cell, visible, panel, has_side_panel, note_grid(layout.size, fit.cell) is not None)

    whole = of_width(fit.visible_size.width)
    narrow = of_width(
        min(fit.visible_size.width, frame(layout, box, fit.cell).width)
    )  # without a blank for row numbers
    at, full = plan(layout, whole), plan(layout, narrow)
    loses = at.fullness > full.fullness or magnifier(layout, 0, at.magnifier, box) != magnifier(
        layout, 0, full.magnifier, box
    )
    return narrow if loses else whole


def _arrange_small(layout: Layout, box: str, zoom: Zoom, terminal: Size, *, grounds: bool) -> BoardArrangement:
    """In a terminal smaller than most screens need: the whole board first, then lines and a panel where they fit."""
    cells = cell_sizes(layout, zoom, grounds=grounds) if zoom.is_large else (NORMAL, NARROW)
    for lines in range(LINES, -1, -1):
        room = Size(terminal.width, terminal.height - lines)
        fit = best_fit(layout, box, room, cells)
        if fit.whole:
            break
    else:
        lines, room = LINES, Size(terminal.width, terminal.height - LINES)
        fit = best_fit(layout, box, room, cells)
    free = terminal.width - fit.visible_size.width - 1
    panel = Size(min(free, _PANEL_MOST), room.height) if free >= _PANEL_NARROW else Size(0, 0)
    return BoardArrangement(
        fit.cell, fit.visible_size, panel, False, note_grid(layout.size, fit.cell) is not None, lines
    )


class PanelPlan(NamedTuple):
    """The rows of the panel: the first of the counts, the message, the text and the loupe's name; rows of the text.

    Where there is no other room for a text, it stands in the place of the counts: `fullness` rows on how full the grids
    are, the `clock`, the `digits` left in their places, the houses `done`. `loupe` is the room under its name.
    """

    counts: int
    fullness: int
    clock: int
    digits: Mapping[int, Region]
    done: int
    message: int
    text: int
    text_rows: int
    name: int
    magnifier: Size

    @property
    def text_hides_counts(self) -> bool:
        """Whether a text stands in the place of the counts."""
        return self.text == self.counts


def plan(layout: Layout, arrangement: BoardArrangement) -> PanelPlan:
    """What stands where in the panel."""
    return _plan(layout, arrangement, current())


@lru_cache(maxsize=16)
def _plan(layout: Layout, arrangement: BoardArrangement, _language: str) -> PanelPlan:
    """The same for a language: how wide its words are counts."""
    width, height = arrangement.panel
    top = _HEAD if arrangement.has_side_panel else 0
    grid = cell_len(GRID.format(number=1, filled=88, cells=88))
    fullness = 1 if len(layout.grids) <= 1 or width >= GRID_COLUMN + max(grid, 13) else 2
    most = len(str(-(-len(layout.cells) // layout.size)))
    wide = 2 + max(1 + most + (1 + len(str(layout.size)) if len(layout.grids) > 1 else 0), cell_len(_("done")))
    columns = max((width + _GAP) // (wide + _GAP), 1)
    down = max(-(-layout.size // columns), min(3, layout.size))
    across = -(-layout.size // down)
    wide = max(wide, min((width + _GAP) // across - _GAP, _METER_MOST))
    first = top + fullness + 2
    digits = {
        digit + 1: Region(digit // down * (wide + _GAP), first + digit % down, wide, 1) for digit in range(layout.size)
    }
    count_width = cell_len(TO_FILL.format(count=len(layout.cells)))
    clock = (
        top + fullness + (count_width >= clock_column(width) and len(layout.grids) <= 1)
    )  # of more the next row is taken
    counts = top, fullness, clock, digits, first + down
    below, between = first + down + 1, MESSAGE if arrangement.has_side_panel else 0
    if not arrangement.notes_inside:
        room = Size(width, height - below - 1 - between)
        return PanelPlan(*counts, height - MESSAGE + 1, top, below - top, below, room)
    text = below + (between or 1)
    text, end = (text, height) if height - text >= _TEXT_LEAST else (top, below)
    return PanelPlan(*counts, below + 1, text, end - text, height, Size(width, 0))


def clock_column(width: int) -> int:
    """Where the clock begins in a panel of that width."""
    return min(width, 28) - 8
