"""The playback line: position, speed and a bar."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from rich.cells import cell_len
from rich.segment import Segment

from engine.base.language import lazy_gettext as _
from tui.base.playback import NO_LIMIT
from tui.draw.bars import progress
from tui.draw.cells import pad_left, widest
from tui.draw.palette import Glyphs, Palette
from tui.draw.panels import Panel, Stack, View

if TYPE_CHECKING:
    from numpy.typing import NDArray

BAR = "bar"
"""The name of the panel with the bar, on which the mouse acts."""
POSITION = _("event {position:,} of {total:,}")
PLAYING, PAUSED = _("playing, {speed}"), _("paused, {speed}")
AT_ONCE, A_SECOND = _("everything at once"), _("{events:,} a second")
_STATE_COLUMNS = 27
"""Minimum columns for the state of playback."""


def playback(
    position: int,
    total: int,
    speed: int,
    palette: Palette,
    glyphs: Glyphs,
    *,
    playing: bool,
    marks: "View | None" = None,
) -> Stack:
    """Return the position as a number and as a bar, and the state with the speed in events a second.

    The bar has the same columns at each position and in each state. `marks` are shown in a row below it.
    """
    speed_text = AT_ONCE if speed == NO_LIMIT else A_SECOND.format(events=speed)
    states = PAUSED.format(speed=speed_text), PLAYING.format(speed=speed_text)
    columns = widest(states, _STATE_COLUMNS)
    state = pad_left(states[playing], columns)
    share, ink = position / total if total else 1.0, palette.accent if playing else palette.dim
    bar: Panel | Stack = Panel(lambda width, _: [progress(share, width, palette, glyphs)], name=BAR)
    if marks is not None:
        bar = Stack([replace(bar, rows=1), Panel(marks)])
    return Stack(
        [
            Panel(
                [[Segment(POSITION.format(position=position, total=total), palette.title)]],
                columns=cell_len(POSITION.format(position=total, total=total)) + 2,
            ),
            bar,
            Panel([[Segment(state, ink)]], columns=columns),
        ],
        across=True,
        rows=1 + (marks is not None),
    )


def columns_of(positions: "NDArray[np.integer]", width: int, total: int) -> "NDArray[np.integer]":
    """Return the column of the end of a bar of this width at each of these positions."""
    return np.maximum((2 * width * positions.astype(np.int64) + total // 2) // max(total, 1) + 1, 2) // 2 - 1


def position_at(column: int, width: int, total: int) -> int:
    """Return the position for a column of the bar: the first one is the beginning, the last one the end."""
    return round(min(max(column / max(width - 1, 1), 0.0), 1.0) * total)
