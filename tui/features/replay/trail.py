"""The trail of a search by decision level, each literal with its reason."""

from rich.style import Style
from textual.geometry import Region

from engine.sat.trace.events import DECIDED, FLIPPED, Kind
from engine.sat.trace.narration import clause_name, clause_text
from tui.draw.cells import clip
from tui.draw.picture import Picture
from tui.features.replay.scene import Scene

_BEGINNING = 10
"""Columns of a clause without which its beginning tells nothing."""


def put_trail(picture: Picture, area: Region, scene: Scene) -> None:
    """Draw the part of the trail around its cursor, or its end, one literal a row.

    The newest literal is marked, and so is a conflict. The part moves by half the area at a time: while the trail
    grows, what stands there stays where it is.
    """
    state, event, palette, glyphs = scene.state, scene.event, scene.palette, scene.glyphs
    length = len(state.trail)
    total = length + (event is not None and event.kind is Kind.CONFLICT)
    top = first_row(total if scene.place is None else scene.place + 1, area.height)
    rows = range(top, min(total, top + area.height))
    names = {place: scene.words.literal(state.trail[place]) for place in rows if place < length}
    room = max(map(len, names.values()), default=0)
    newest = length - 1 if event and event.literal else total - 1 if total > length else None
    indent = max(len(f"level {state.level:,}") + 1, 9) + 2
    for y, place in enumerate(rows, area.y):
        if place == newest:
            picture.put(area.x, y, ">", palette.key)
        if place == length:
            assert event is not None
            assert event.clause is not None, "a conflict has a clause"
            text = f"{glyphs.wrong} {clause_name(scene.trace, event.clause)} is false"
            picture.put(area.x + indent, y, clip(text, area.width - indent, glyphs.ellipsis), palette.bad)
            continue
        level = state.levels[place]
        if y == area.y or level != state.levels[place - 1]:
            picture.put(area.x + 2, y, f"level {level:,}", palette.dim)
        sign, ink, why = _reason(scene, place)
        x = area.x + indent
        chosen = place == scene.place
        picture.put(x, y, f"{sign} {names[place]:>{room}}", palette.selected if chosen else ink)
        x += len(sign) + 3 + room
        if state.reasons[place] >= 0:
            literals = f" {clause_text(scene.trace, state.reasons[place], scene.words)}"
            why += literals if len(why) + min(len(literals), _BEGINNING) <= area.right - x else ""
        picture.put(x, y, clip(why, area.right - x, glyphs.ellipsis), palette.dim)


def first_row(shown: int, height: int) -> int:
    """The first row of a part of `height` rows in which the row before `shown` is in sight."""
    step = max(height // 2, 1)
    return max(-(-(shown - height) // step) * step, 0)


def _reason(scene: Scene, place: int) -> tuple[str, Style, str]:
    """The sign, the colour and the words for why a literal of the trail is true."""
    trace, state, palette = scene.trace, scene.state, scene.palette
    arrow, reason = scene.glyphs.right_arrow, state.reasons[place]
    if reason == DECIDED:
        return "?".ljust(len(arrow)), palette.accent, "decided"
    if reason == FLIPPED:
        return "!".ljust(len(arrow)), palette.warning, f"{scene.words.literal(-state.trail[place])} has failed"
    kind = "clause" if reason < len(trace.formula) else "learned"  # short, as the number matters
    return arrow, palette.plain, f"{kind} {reason + 1:,}"
