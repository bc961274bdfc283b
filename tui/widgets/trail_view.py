"""The trail of a search by decision level, each literal with its reason."""

from rich.style import Style
from textual.geometry import Region

from engine.sat.events import DECIDED, FLIPPED, Kind
from engine.sat.narration import clause_name, literals_text
from engine.sat.trace import State, Trace
from tui.palette import Glyphs, Palette
from tui.widgets.cells import clip
from tui.widgets.patchwork import Picture

_LEVEL = 10
"""Columns for the level, which its first row names."""


def put_trail(
    picture: Picture, area: Region, trace: Trace, position: int, state: State, palette: Palette, glyphs: Glyphs
) -> None:
    """Draw the end of the trail into an area, one literal a row; the newest one is marked, and so is a conflict.

    It moves by half the area at a time: while the trail grows, what stands there stays where it is.
    """
    event = trace.event(position - 1) if position else None
    length = len(state.trail)
    total = length + (event is not None and event.kind is Kind.CONFLICT)
    step = max(area.height // 2, 1)
    top = max(-(-(total - area.height) // step) * step, 0)
    room = max((len(str(literal)) for literal in state.trail[top:]), default=0)
    newest = length - 1 if event and event.literal else total - 1 if total > length else None
    for row, place in enumerate(range(top, min(total, top + area.height))):
        y = area.y + row
        if place == newest:
            picture.put(area.x, y, ">", palette.key)
        if place == length:
            assert event is not None
            assert event.clause is not None, "a conflict has a clause"
            text = f"{glyphs.wrong} {clause_name(trace, event.clause)} is false"
            picture.put(area.x + 2 + _LEVEL, y, clip(text, area.width - 2 - _LEVEL, glyphs.ellipsis), palette.bad)
            continue
        level = state.levels[place]
        if row == 0 or level != state.levels[place - 1]:
            picture.put(area.x + 2, y, f"level {level:,}", palette.dim)
        sign, ink, why = _reason(trace, state, place, palette, glyphs)
        x = area.x + 2 + _LEVEL
        picture.put(x, y, f"{sign} {state.trail[place]:>{room}}", ink)
        x += len(sign) + 3 + room
        if state.reasons[place] >= 0:
            literals = f" {literals_text(trace.clause(state.reasons[place]))}"
            why += literals if len(why) + len(literals) <= area.right - x else ""
        picture.put(x, y, clip(why, area.right - x, glyphs.ellipsis), palette.dim)


def _reason(trace: Trace, state: State, place: int, palette: Palette, glyphs: Glyphs) -> tuple[str, Style, str]:
    """The sign, the colour and the words for why a literal of the trail is true."""
    arrow, reason = glyphs.right_arrow, state.reasons[place]
    if reason == DECIDED:
        return "?".ljust(len(arrow)), palette.accent, "decided"
    if reason == FLIPPED:
        return "!".ljust(len(arrow)), palette.warning, f"{-state.trail[place]} has failed"
    kind = "clause" if reason < len(trace.formula) else "learned"  # short, as the number matters
    return arrow, palette.plain, f"{kind} {reason + 1:,}"
