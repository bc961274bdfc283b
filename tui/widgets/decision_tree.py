"""The path through the decision tree to the present place."""

from textual.geometry import Region

from engine.sat.events import DECIDED, FLIPPED
from engine.sat.trace import State
from tui.palette import Glyphs, Palette
from tui.widgets.cells import clip
from tui.widgets.patchwork import Picture

_DEEPEST = 12
"""Deeper nodes are not set in any further."""


def put_tree(
    picture: Picture, area: Region, state: State, learns: bool, palette: Palette, glyphs: Glyphs
) -> None:
    """Draw the decisions in force and the other values of those that failed, as many of the last as there is room for.

    A search that `learns` does not come back for the other value of a decision.
    """
    nodes = [place for place, reason in enumerate(state.reasons) if reason in (DECIDED, FLIPPED)]
    hidden = len(nodes) - area.height + 1 if len(nodes) > area.height - 1 else 0
    root = "no decision is in force" if not nodes else f"{hidden:,} above" if hidden else "root"
    picture.put(area.x, area.y, root, palette.dim)
    for depth, place in enumerate(nodes[hidden:]):
        literal, level = state.trail[place], state.levels[place]
        if state.reasons[place] == FLIPPED:
            ink, why = palette.warning, f"{-literal} has failed"
        else:
            ink, why = palette.accent, f"level {level:,}" + ("" if learns else f", {-literal} to try")
        node = f"{glyphs.box[4]} {literal}"
        x, y = area.x + min(depth, _DEEPEST), area.y + 1 + depth
        picture.put(x, y, node, ink)
        x += len(node) + 2
        picture.put(x, y, clip(why, area.right - x, glyphs.ellipsis), palette.dim)
