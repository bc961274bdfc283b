"""The lines above a recorded search: of what it is, where in it we are, and how it is being played."""

from rich.text import Text
from textual.geometry import Region

from engine.base.text import counted
from engine.sat.trace.trace import Trace
from tui.base.player import EVERYTHING
from tui.draw.bars import put_bar
from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture
from tui.features.replay.scene import Scene

_HOW = 27
"""Columns for how it is being played."""


def title_text(subject: str, trace: Trace, palette: Palette, glyphs: Glyphs) -> Text:
    """What was solved (fit to be shown), and how."""
    size = counted(trace.formula.variables, "variable"), counted(len(trace.formula), "clause")
    facts = (*size, trace.result.solver, trace.result.branching)
    title = Text(f" {subject}", palette.title)
    return title.append("".join(f" {glyphs.dot} {fact}" for fact in facts if fact), palette.plain)


def put_head(picture: Picture, scene: Scene) -> None:
    """Draw the position as numbers and as a bar, and the speed, into the first row."""
    total, palette = len(scene.trace), scene.palette
    picture.put(1, 0, f"event {scene.position:,} of {total:,}", palette.title)
    speed = "everything at once" if scene.speed == EVERYTHING else f"{scene.speed:,} a second"
    how = f"{'playing' if scene.playing else 'paused'}, {speed}".rjust(_HOW)
    picture.put(picture.width - 1 - len(how), 0, how, palette.accent if scene.playing else palette.dim)
    bar = bar_area(total, picture.width)
    put_bar(picture, bar.x, 0, bar.width, scene.position / total if total else 1.0, palette, scene.glyphs)


def bar_area(total: int, width: int) -> Region:
    """Where the bar stands in a picture of that width: it does not move with the position."""
    x = len(f"event {total:,} of {total:,}") + 3
    return Region(x, 0, max(width - 1 - _HOW - x, 1), 1)


def position_at(column: int, area: Region, total: int) -> int:
    """The position that a column of an area stands for, of which the first is the beginning and the last the end."""
    return round(min(max((column - area.x) / max(area.width - 1, 1), 0.0), 1.0) * total)
