"""The line that tells where in a recording somebody is and how it is played, with a bar."""

from rich.cells import cell_len
from rich.segment import Segment

from engine.base.language import lazy_gettext as _
from tui.base.playback import NO_LIMIT
from tui.draw.bars import progress
from tui.draw.cells import pad_left
from tui.draw.palette import Glyphs, Palette
from tui.draw.panels import Panel, Stack

BAR = "bar"
"""The panel that the mouse acts on."""
WHERE = _("event {position:,} of {total:,}")
PLAYING, PAUSED = _("playing, {speed}"), _("paused, {speed}")
AT_ONCE, A_SECOND = _("everything at once"), _("{events:,} a second")
_HOW = 27
"""Columns for how it is played, at the least."""


def playback(position: int, total: int, speed: int, palette: Palette, glyphs: Glyphs, *, playing: bool) -> Stack:
    """The position as numbers and as a bar, which does not move with it, and the speed in events a second."""
    where = WHERE.format(position=position, total=total)
    speed_text = AT_ONCE if speed == NO_LIMIT else A_SECOND.format(events=speed)
    playing_so, paused_so = (sentence.format(speed=speed_text) for sentence in (PLAYING, PAUSED))
    columns = max(_HOW, cell_len(playing_so), cell_len(paused_so))
    how = pad_left(playing_so if playing else paused_so, columns)
    share, ink = position / total if total else 1.0, palette.accent if playing else palette.dim
    return Stack([
        Panel([[Segment(where, palette.title)]], columns=cell_len(WHERE.format(position=total, total=total)) + 2),
        Panel(lambda width, _: [progress(share, width, palette, glyphs)], name=BAR),
        Panel([[Segment(how, ink)]], columns=columns),
    ], across=True, rows=1)  # fmt: skip


def position_at(column: int, width: int, total: int) -> int:
    """The position that one of so many columns stands for: the first is the beginning and the last the end."""
    return round(min(max(column / max(width - 1, 1), 0.0), 1.0) * total)
