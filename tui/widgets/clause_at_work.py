"""The clause that an event is about: each of its literals with its value and since when it has it."""

from textual.geometry import Region

from engine.sat.events import DECIDED, FLIPPED
from engine.sat.narration import clause_at_work, clause_name
from engine.sat.trace import State, Trace
from tui.palette import Glyphs, Palette
from tui.widgets.cells import clip
from tui.widgets.patchwork import Picture

_ORDER = {0: 0, 1: 1, -1: 2}
"""The rank of a literal by its value."""


def put_clause(
    picture: Picture, area: Region, trace: Trace, position: int, state: State, palette: Palette, glyphs: Glyphs
) -> None:
    """Draw the clause at work: open literals first, then true ones, then false ones, the newest first."""
    index = clause_at_work(trace, position)
    if index is None:
        picture.put(area.x, area.y, "no clause at work", palette.dim)
        return
    literals = trace.clause(index)
    picture.put(area.x, area.y, f"{clause_name(trace, index)}, length {len(literals):,}", palette.plain)
    places = _places(state, literals)
    rows = sorted(literals, key=lambda literal: (_ORDER[_value(state, literal)], -places.get(abs(literal), 0)))
    shown = rows if len(rows) < area.height else rows[: area.height - 2]
    room = max((len(str(literal)) for literal in shown), default=0)
    looks = {1: (glyphs.right, "true", palette.true), -1: (glyphs.wrong, "false", palette.false)}
    for y, literal in enumerate(shown, area.y + 1):
        sign, word, ink = looks.get(_value(state, literal), (glyphs.open, "open", palette.plain))
        text = f"{literal:>{room}} {sign} {word}"
        picture.put(area.x + 1, y, text, ink)
        x = area.x + room + 11
        if abs(literal) in places:
            since = _since(trace, state, places[abs(literal)])
            picture.put(x, y, clip(since, area.right - x, glyphs.ellipsis), palette.dim)
    if rest := len(rows) - len(shown):
        picture.put(area.x + 1, area.y + 1 + len(shown), f"and {rest:,} more", palette.dim)


def _value(state: State, literal: int) -> int:
    """1 if the literal is true, -1 if it is false, 0 if it is open."""
    value = state.assignment[abs(literal)]
    return value if literal > 0 else -value


def _places(state: State, literals: tuple[int, ...]) -> dict[int, int]:
    """Where the assigned variables of these literals stand on the trail."""
    wanted = set(map(abs, literals))
    return {abs(literal): place for place, literal in enumerate(state.trail) if abs(literal) in wanted}


def _since(trace: Trace, state: State, place: int) -> str:
    """The level at which a literal got its value, and by what."""
    reason = state.reasons[place]
    by = {DECIDED: "decided", FLIPPED: f"{-state.trail[place]} failed"}.get(reason) or clause_name(trace, reason)
    return f"level {state.levels[place]:,}, {by}"
