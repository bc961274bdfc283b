"""The last conflict in words: the implication graph from which a clause was learned."""

from textual.geometry import Region

from engine.sat.narration import analyse, explain
from engine.sat.trace import Trace
from tui.palette import Glyphs, Palette
from tui.widgets.cells import wrap
from tui.widgets.patchwork import Picture


def put_conflict(
    picture: Picture, area: Region, trace: Trace, position: int, palette: Palette, glyphs: Glyphs
) -> None:
    """Draw how a clause was learned from the last conflict; of a long story the beginning and the end."""
    analysis = analyse(trace, position)
    if analysis is None:
        picture.put(area.x, area.y, "no clause learned from a conflict here", palette.dim)
        return
    picture.put(area.x, area.y, f"at event {analysis.position:,}", palette.dim)
    sentences = [wrap(sentence, area.width - 2) for sentence in explain(trace, analysis)]
    lines = [("  " if n else "") + line for sentence in sentences for n, line in enumerate(sentence)]
    room = area.height - 1
    if len(lines) > room:
        head = max(room // 2 - 1, 1)
        tail = room - head - 1
        lines = [*lines[:head], f"{glyphs.ellipsis} {len(lines) - head - tail:,} lines", *lines[len(lines) - tail :]]
    for y, line in enumerate(lines, area.y + 1):
        picture.put(area.x, y, line, palette.plain)
