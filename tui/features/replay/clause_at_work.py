"""The clause that an event is about: each of its literals with its value and since when it has it."""

from textual.geometry import Region

from engine.sat.trace.events import DECIDED, FLIPPED
from engine.sat.trace.narration import clause_at_work, clause_name
from tui.draw.cells import clip, wrap
from tui.draw.picture import Picture
from tui.features.replay.scene import Scene

_ORDER = {0: 0, 1: 1, -1: 2}
"""The rank of a literal by its value."""

_LITERALS = 3
"""Rows that what the clause says leaves to its literals, if it has so many."""


def put_clause(picture: Picture, area: Region, scene: Scene) -> None:
    """Draw the clause at work: open literals first, then true ones, then false ones, the newest first."""
    trace, state, palette, glyphs = scene.trace, scene.state, scene.palette, scene.glyphs
    index = clause_at_work(trace, scene.position)
    if index is None:
        picture.put(area.x, area.y, "no clause at work", palette.dim)
        return
    literals = trace.clause(index)
    picture.put(area.x, area.y, f"{clause_name(trace, index)}, length {len(literals):,}", palette.plain)
    rule = scene.words.rule(index) if index < len(trace.formula) else ""
    room = max(area.height - 1 - min(len(literals), _LITERALS), 0)
    said = wrap(rule, area.width - 1)[:room] if rule else []
    for y, line in enumerate(said, area.y + 1):
        picture.put(area.x + 1, y, line, palette.dim)

    def rank(literal: int) -> tuple[int, int]:
        return _ORDER[state.value(literal)], -(state.place(abs(literal)) or 0)

    rows = sorted(literals, key=rank)
    top, height = area.y + 1 + len(said), area.height - 1 - len(said)
    shown = rows if len(rows) <= height else rows[: height - 1]
    names = list(map(scene.words.literal, shown))
    room = max(map(len, names), default=0)
    looks = {1: (glyphs.right, "true", palette.true), -1: (glyphs.wrong, "false", palette.false)}
    for y, (literal, name) in enumerate(zip(shown, names, strict=True), top):
        sign, word, ink = looks.get(state.value(literal), (glyphs.open, "open", palette.plain))
        picture.put(area.x + 1, y, f"{name:>{room}} {sign} {word}", ink)
        x = area.x + room + 11
        place = state.place(abs(literal))
        if place is not None:
            picture.put(x, y, clip(since(scene, place), area.right - x, glyphs.ellipsis), palette.dim)
    if rest := len(rows) - len(shown):
        picture.put(area.x + 1, top + len(shown), f"and {rest:,} more", palette.dim)


def since(scene: Scene, place: int) -> str:
    """The level at which the literal in a place of the trail got its value, and by what."""
    state = scene.state
    reason = state.reasons[place]
    failed = f"{scene.words.literal(-state.trail[place])} failed"
    by = {DECIDED: "decided", FLIPPED: failed}.get(reason) or clause_name(scene.trace, reason)
    return f"level {state.levels[place]:,}, {by}"
