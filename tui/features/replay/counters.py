"""How often things have happened up to a moment of a recorded search."""

from textual.geometry import Region

from engine.sat.formula.assignment_state import ClauseState, clause_states
from tui.draw.bars import put_bar
from tui.draw.numbers import compact
from tui.draw.picture import Picture
from tui.features.replay.scene import Scene

HEIGHT = 5
_LABELS = 13, 9
"""Columns for the names in the two columns of counters."""


def put_counters(picture: Picture, area: Region, scene: Scene) -> None:
    """Draw the counters in two columns, and below them how much is assigned and satisfied."""
    trace, state, palette, glyphs = scene.trace, scene.state, scene.palette, scene.glyphs
    counts = trace.counters(scene.position)
    satisfied = clause_states(trace.formula, state.assignment).count(ClauseState.SATISFIED)
    room = area.width - sum(_LABELS) - 2
    columns = (
        (area.x, _LABELS[0], room * 3 // 5, ("decisions", "conflicts", "forced")),
        (area.x + _LABELS[0] + room * 3 // 5 + 2, _LABELS[1], room - room * 3 // 5, ("learned", "restarts", "level")),
    )
    values = {**counts._asdict(), "level": state.level}
    for x, label, width, names in columns:
        for y, name in enumerate(names, area.y):
            picture.put(x, y, name, palette.dim)
            picture.put(x + label, y, compact(values[name], width).rjust(width), palette.plain)
    shares = (
        ("assigned", len(state.trail), trace.formula.variables),
        ("satisfied", satisfied, len(trace.formula)),
    )
    for y, (name, count, total) in enumerate(shares, area.y + 3):
        picture.put(area.x, y, name, palette.dim)
        text = f"{count:,}/{total:,}"
        picture.put(area.x + _LABELS[0], y, text, palette.plain)
        x = area.x + _LABELS[0] + len(f"{total:,}/{total:,}") + 1  # where it stands does not depend on the count
        put_bar(picture, x, y, max(area.right - x, 0), count / total if total else 1.0, palette, glyphs)
