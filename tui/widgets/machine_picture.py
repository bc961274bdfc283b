"""One moment of a recorded search, as large as the terminal allows."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.geometry import Region

from engine.sat.narration import narrate
from engine.sat.trace import Trace
from tui.palette import Glyphs, Palette
from tui.widgets.assignment_strip import put_shares, shares
from tui.widgets.cells import wrap
from tui.widgets.clause_at_work import put_clause
from tui.widgets.conflict_words import put_conflict
from tui.widgets.decision_tree import put_tree
from tui.widgets.depth_curve import put_depth
from tui.widgets.patchwork import Picture
from tui.widgets.progress_bar import put_bar
from tui.widgets.trace_counters import HEIGHT as COUNTERS
from tui.widgets.trace_counters import put_counters
from tui.widgets.trail_view import put_trail

_WIDE, _TALL = 120, 38
"""From these columns and rows on there is room for the decision tree and the words of a conflict."""
_LABEL = 8
_HEAD, _STRIPS = 4, 2
"""Rows above the panels, and rows of the assignment."""
_WIDEST_PANEL = 46


@dataclass(frozen=True)
class Scene:
    """What is shown: a position of a trace, and how it is being played."""

    trace: Trace
    position: int
    playing: bool
    speed: int
    """Events a second."""
    levels: Sequence[int]
    """The course of the level over the whole search: as many numbers as the curve has columns."""


def curve_width(width: int) -> int:
    """The columns of the curve of the level in a picture of that width."""
    return width - _LABEL - 1


def draw(scene: Scene, width: int, height: int, palette: Palette, glyphs: Glyphs) -> Picture:
    """Draw everything that is known of the moment."""
    picture = Picture(width, height)
    trace, position = scene.trace, scene.position
    state = trace.state(position)
    _put_head(picture, scene, palette, glyphs)

    wide = width >= _WIDE and height >= _TALL
    curve = 4 if height >= _TALL else 2
    rows = height - _HEAD - curve - _STRIPS
    left, middle = (min((width - 5) // 3, _WIDEST_PANEL),) * 2 if wide else ((width - 3) // 2, width // 2)
    at_left, at_middle = Region(1, _HEAD, left - 1, rows), Region(left + 2, _HEAD, middle - 2, rows)
    _put_heading(picture, at_left, "trail", palette, glyphs)
    put_trail(picture, at_left, trace, position, state, palette, glyphs)
    _put_heading(picture, at_middle, "clause at work", palette, glyphs)
    put_clause(picture, at_middle.shrink((0, 0, COUNTERS + 1, 0)), trace, position, state, palette, glyphs)
    at_counters = Region(at_middle.x, at_middle.bottom - COUNTERS, at_middle.width, COUNTERS)
    put_counters(picture, at_counters, trace, position, state, palette, glyphs)
    if wide:
        x = left + middle + 3
        learns = trace.result.solver == "cdcl"
        at_tree = Region(x, _HEAD, width - x - 1, rows // 2 - 2 if learns else rows)
        _put_heading(picture, at_tree, "decision tree", palette, glyphs)
        put_tree(picture, at_tree, state, learns, palette, glyphs)
        if learns:
            at_words = Region(x, at_tree.bottom + 2, at_tree.width, rows - at_tree.height - 2)
            _put_heading(picture, at_words, "last conflict", palette, glyphs)
            put_conflict(picture, at_words, trace, position, palette, glyphs)

    at_curve = Region(_LABEL, height - curve - _STRIPS, curve_width(width), curve)
    picture.put(1, at_curve.bottom - 1, "depth", palette.dim)
    here = max(position - 1, 0) * at_curve.width // max(len(trace), 1)
    put_depth(picture, at_curve, scene.levels, here, palette, glyphs)
    picture.put(1, height - 2, "true", palette.dim)
    picture.put(1, height - 1, "false", palette.dim)
    put_shares(picture, _LABEL, height - 2, shares(state.assignment, at_curve.width), palette, glyphs)
    return picture


def _put_head(picture: Picture, scene: Scene, palette: Palette, glyphs: Glyphs) -> None:
    """The position, how it moves, and the last event in words."""
    total = len(scene.trace)
    place = f"event {scene.position:,} of {total:,}"
    picture.put(1, 0, place, palette.title)
    speed = f"{scene.speed:,} a second"
    how = f"{'playing' if scene.playing else 'paused'}, {speed}".rjust(27)
    picture.put(picture.width - 1 - len(how), 0, how, palette.accent if scene.playing else palette.dim)
    x = len(f"event {total:,} of {total:,}") + 3
    share = scene.position / total if total else 1.0
    put_bar(picture, x, 0, picture.width - 1 - len(how) - x, share, palette, glyphs)
    for y, line in enumerate(wrap(narrate(scene.trace, scene.position), picture.width - 2)[:2], 1):
        picture.put(1, y, line, palette.plain)


def _put_heading(picture: Picture, area: Region, text: str, palette: Palette, glyphs: Glyphs) -> None:
    """A name above an area, with a line to its end."""
    picture.put(area.x, area.y - 1, f"{text} ", palette.dim)
    picture.put(area.x + len(text) + 1, area.y - 1, glyphs.box[0] * (area.width - len(text) - 1), palette.line)
