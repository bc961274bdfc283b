"""The arrangement of a game in the terminal: the cell size, the visible part of the board, and the panel beside it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from textual.geometry import Region, Size

from engine.base.language import _, current, lazy_gettext
from engine.sudoku.layout import Layout
from tui.base.base_app import HEIGHT, WIDTH, fits
from tui.base.zoom import Zoom, cell_sizes
from tui.draw.board_frame import (
    NARROW,
    NORMAL,
    CellSize,
    best_fit,
    best_plain_fit,
    board_frame,
    note_grid,
    spacious_sizes,
)
from tui.draw.magnifier import magnifier
from tui.draw.panels import Panel, Stack

MIN_SIDE_PANEL = 100
"""Minimum columns of a terminal for the message in the panel, which leaves all rows to the board."""
MIN_FRAMED = 23
"""Minimum columns of the panel for frames around its parts; in a narrower one, titles have a raised background."""

GRID, FILLED = lazy_gettext("Grid {number} {filled:2}/{cells}"), lazy_gettext("Filled {filled}/{count}")
_GRID_COLUMN = 14
"""Minimum columns of the first progress in a row with two: that of a grid, or of all grids."""

_MIN_PANEL, _MAX_PANEL = 23, 40
"""Minimum and maximum columns of the panel."""
_ROOMY_PANEL = 27
"""Minimum columns of a panel with two grids in a row; a wider one has a blank column at its right."""
_NARROW_PANEL = 20
"""Minimum columns of the panel where a wider one would leave no room for the board."""
_PANEL_ROWS = {True: 34, False: 21}
"""Rows of a panel with all its parts for nine digits, by whether the message is one of them."""
LINES = 3
"""Rows for header, message and keys, if the message is a line of its own."""
_LINES_WITH_SIDE_PANEL = 2
"""Rows for header and keys, if the message is in the panel."""
MESSAGE_ROWS = 6
"""Rows of the message above the magnifier; minimum rows elsewhere."""
HINT_KEY_ROWS = 2
"""Rows for the key below a hint's card that has no frame."""
_MIN_HINT, _ROOMY_HINT = 6, 12
"""Minimum rows of a hint below progress and digits, without and with the magnifier below it."""
_MAGNIFIER_ROWS = 14
"""Rows of the magnifier with its frame below a hint."""
_ROWS_BESIDE_METERS = 22
"""Minimum rows for a hint and all frames, before each digit gets a row of its own."""
_GAP = 2
"""Blanks between the columns of digits."""
_MAX_DIGIT = 13
"""Maximum columns of a digit with its remaining count and a meter."""


@dataclass(frozen=True)
class BoardArrangement:
    """The cell size, the visible part of the board, and the panel; sizes are in characters."""

    cell: CellSize
    visible: Size
    """Columns and rows of the visible part of the board."""
    panel: Size
    """Columns and rows of the panel; 0 and 0 without one."""
    has_side_panel: bool
    """Whether the message is in the panel, and not in a line of its own."""
    notes_inside: bool
    """Whether cells show their notes."""
    lines: int = LINES
    """The lines around the board if the message is one of them: message, keys, header, in this order."""


def arrange(
    layout: Layout, box: str, zoom: Zoom, terminal: Size, *, grounds: bool = True, is_slow: bool = False
) -> BoardArrangement:
    """Return the best use of a terminal for a board with the line characters `box`.

    The whole board is shown if possible; otherwise it scrolls by rows only, if possible. `grounds` tells whether
    backgrounds can separate cells. On a slow line, cells are not spacious, because they cost more bytes.
    """
    if not fits(Size(WIDTH, HEIGHT), terminal):
        return _arrange_small(layout, box, zoom, terminal, grounds=grounds)
    has_side_panel = terminal.width >= MIN_SIDE_PANEL
    room = Size(
        terminal.width - _MIN_PANEL - 1, terminal.height - (_LINES_WITH_SIDE_PANEL if has_side_panel else LINES)
    )
    fit = best_fit(layout, box, room) if zoom is Zoom.SMALL else best_plain_fit(layout, box, room)
    if zoom is not Zoom.SMALL:
        narrow_room = Size(terminal.width - _NARROW_PANEL - 1, terminal.height - _LINES_WITH_SIDE_PANEL)
        sizes = cell_sizes(layout, zoom, grounds=grounds)
        spacious = () if is_slow or zoom is Zoom.GROUNDS else spacious_sizes(layout.size)
        large, narrow = (best_fit(layout, box, space, sizes, spacious) for space in (room, narrow_room))
        if narrow.whole and not large.whole:
            large, room, has_side_panel = narrow, narrow_room, True
        fit = large if large.whole or zoom is not Zoom.AUTOMATIC else fit
    rows = room.height
    if layout.size <= 9:
        rows = max(fit.visible_size.height, min(_PANEL_ROWS[has_side_panel], rows))

    def of_width(columns: int) -> BoardArrangement:
        free = terminal.width - columns - 1
        panel = Size(min(free - (free > _ROOMY_PANEL), _MAX_PANEL), rows)
        visible = Size(columns, fit.visible_size.height)
        return BoardArrangement(fit.cell, visible, panel, has_side_panel, note_grid(layout.size, fit.cell) is not None)

    with_blank = of_width(fit.visible_size.width)  # a blank column beside the row numbers
    without_blank = of_width(min(fit.visible_size.width, board_frame(layout, box, fit.cell).width))
    areas = [plan(layout, option).places.get(MAGNIFIER, Region()).size for option in (with_blank, without_blank)]
    has_magnifier = [magnifier(layout, 0, area, box) is not None for area in areas]
    costs_row = _grid_rows(layout, with_blank) > _grid_rows(layout, without_blank)
    return without_blank if costs_row or has_magnifier == [False, True] else with_blank


def _arrange_small(layout: Layout, box: str, zoom: Zoom, terminal: Size, *, grounds: bool) -> BoardArrangement:
    """Arrange a terminal below the usual minimum: the board comes first, then lines and a panel if there is room."""
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
    panel = Size(min(free, _MAX_PANEL), room.height) if free >= _NARROW_PANEL else Size(0, 0)
    return BoardArrangement(
        fit.cell, fit.visible_size, panel, False, note_grid(layout.size, fit.cell) is not None, lines
    )


PROGRESS, DIGITS, HINT, MESSAGE, MAGNIFIER = "progress", "digits", "hint", "message", "magnifier"
"""Names of the parts of the panel."""


class PanelPlan(NamedTuple):
    """The parts of the panel and their places."""

    stack: Stack
    """The parts without their content, from top to bottom."""
    places: Mapping[str, Region]
    """The inside of each part by its name."""
    digits: Mapping[int, Region]
    """The place of each digit inside its part."""

    @property
    def hint(self) -> Region:
        """The place of a hint's text: a part of its own, or the message's."""
        return self.places.get(HINT) or self.places.get(MESSAGE, Region())


def is_framed(arrangement: BoardArrangement) -> bool:
    """Whether the parts of the panel have frames."""
    return arrangement.has_side_panel and arrangement.panel.width >= MIN_FRAMED


def plan(layout: Layout, arrangement: BoardArrangement, *, has_hint: bool = False) -> PanelPlan:
    """Arrange the panel, with or without a hint, which replaces progress and digits if there is no other room."""
    return _plan(layout, arrangement, has_hint, current())


@lru_cache(maxsize=32)
def _plan(layout: Layout, arrangement: BoardArrangement, has_hint: bool, _language: str) -> PanelPlan:
    """Arrange the panel for a language, because it depends on the width of words."""
    framed, area = is_framed(arrangement), Region(0, 0, *arrangement.panel)
    width = Panel((), MESSAGE).inside(area, framed=framed).width
    progress = 2 + _grid_rows(layout, arrangement)
    is_roomy = arrangement.notes_inside and framed and area.height >= progress + layout.size + _ROWS_BESIDE_METERS
    digits = _digit_places(layout, width, is_roomy=is_roomy)
    rows = progress, max(place.bottom for place in digits.values())
    counts, count_rows = [_part(PROGRESS, rows[0]), _part(DIGITS, rows[1])], sum(rows) + 2 + 2 * framed
    hint = _part(MESSAGE if arrangement.has_side_panel else HINT)
    if arrangement.notes_inside:
        has_room = area.height - count_rows - 1 - framed >= _MIN_HINT
        parts = [*counts, hint] if has_room or not has_hint else [hint]
        parts = parts if has_hint or arrangement.has_side_panel else counts
    elif arrangement.has_side_panel:
        keeps_counts = not has_hint or area.height - count_rows - _MAGNIFIER_ROWS >= _ROOMY_HINT
        spare = area.height - count_rows - _MAGNIFIER_ROWS - 2 - framed if has_hint else 0
        message = _part(MESSAGE, max(MESSAGE_ROWS, spare) if keeps_counts else MESSAGE_ROWS + count_rows)
        parts = [*counts * keeps_counts, message, _part(MAGNIFIER)]
    else:
        parts = [*([replace(hint, rows=count_rows)] if has_hint else counts), _part(MAGNIFIER)]
    stack = Stack(parts)
    places = {
        part.name: part.inside(place, framed=framed)
        for part, place in stack.placed(area, framed=framed)
        if isinstance(part, Panel)
    }
    return PanelPlan(stack, places, digits)


def _part(name: str, rows: int | None = None) -> Panel:
    """Return a part of the panel with this many rows below its title, or with all remaining rows."""
    return Panel((), name, rows=None if rows is None else rows + 1, name=name)


def _grid_rows(layout: Layout, arrangement: BoardArrangement) -> int:
    """Return the number of rows that show progress by grid."""
    grid = cell_len(GRID.format(number=1, filled=88, cells=88))
    first = grid_column(layout)
    width = Panel((), PROGRESS).inside(Region(0, 0, *arrangement.panel), framed=is_framed(arrangement)).width
    return 1 if len(layout.grids) <= 1 or width >= first + max(grid, 13 if len(layout.grids) == 2 else 0) else 2


def grid_column(layout: Layout) -> int:
    """Return the columns of the progress of the first of two grids, or of all grids, with a blank."""
    cells = len(layout.cells)
    whole = cell_len(FILLED.format(filled=cells, count=cells)) if len(layout.grids) > 2 else 0
    return max(_GRID_COLUMN, whole + 1)


def _digit_places(layout: Layout, width: int, *, is_roomy: bool) -> Mapping[int, Region]:
    """Return the place of each digit with its remaining count, column by column, or with a row of its own."""
    if is_roomy:
        return {digit + 1: Region(0, digit, width, 1) for digit in range(layout.size)}
    count = len(str(-(-len(layout.cells) // layout.size)))
    count_in_grid = 1 + len(str(layout.size)) if len(layout.grids) > 1 else 0
    needed = 2 + max(1 + count + count_in_grid, cell_len(_("done")))
    most_columns = max((width + _GAP) // (needed + _GAP), 1)
    rows = max(-(-layout.size // most_columns), min(3, layout.size))
    columns = -(-layout.size // rows)
    column = max(needed, min((width + _GAP) // columns - _GAP, _MAX_DIGIT))
    return {digit + 1: Region(digit // rows * (column + _GAP), digit % rows, column, 1) for digit in range(layout.size)}
