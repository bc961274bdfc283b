"""The implication graph of a conflict as text: a row for each literal, with lines from causes to consequences."""

from collections.abc import Sequence
from itertools import groupby

from rich.segment import Segment

from engine.base.language import _, lazy_gettext
from engine.sat.trace.analysis import ConflictAnalysis
from engine.sat.trace.narration import clause_name
from tui.draw.cells import Line, clip, pad_left, widest
from tui.draw.lanes import GraphRow, lanes
from tui.features.replay.scene import ReplayScene

OF_LEVEL = lazy_gettext("{names}  level {level:,}")
REDUNDANT = lazy_gettext("{names}  level {level:,}, redundant")

_LABEL = 24
"""Columns for the text beside the lines."""
_CUT, _GAP = -1, -2
"""Rows that are not vertices: the cut, and the gap."""


def graph_lines(
    vertices: Sequence[GraphRow], cut: int, scene: ReplayScene, width: int, height: int, top: int | None = None
) -> list[Line]:
    """Draw the graph by levels, with the first UIP cut between its sides (`graph_vertices`).

    The rows above the cut are the literals that the learned clause forbids together; below are their consequences, down
    to the conflict. Drawing begins at row `top`; without `top`, the middle is left out if the graph is too high.
    """
    palette, glyphs = scene.palette, scene.glyphs
    visible, hidden = _visible_rows(len(vertices), cut, height, top)
    drawn, room = lanes(vertices, {cut - 1, hidden.stop - 1, *visible}, glyphs)
    step = 2 if room <= width - _LABEL else 1
    room = min(room // 2 * step, max(width - _LABEL, 0))

    def through(row: int, between: str) -> str:
        """Return the lines that continue below a row, with what is between them."""
        lane_at = {step * lane for lane in drawn[row].lanes_below}
        return "".join(glyphs.box[1] if column in lane_at else between for column in range(room))

    lines: list[Line] = []
    for row in visible:
        if row == _CUT:
            line, line_ink = through(cut - 1, glyphs.box[0]), palette.warning
            label, ink = _("{line} cut of the first UIP").format(line=glyphs.box[0] * 2), palette.warning
        elif row == _GAP:
            line, line_ink = through(hidden.stop - 1, " "), palette.line
            label, ink = _("{ellipsis} {count:,} more").format(ellipsis=glyphs.ellipsis, count=len(hidden)), palette.dim
        else:
            line, line_ink = drawn[row].signs[:: 3 - step][:room], palette.line
            label, ink = vertices[row].label, vertices[row].ink
        lines.append([Segment(f"{line} ", line_ink), Segment(clip(label, width - room - 1, glyphs.ellipsis), ink)])
    return lines


def _visible_rows(count: int, cut: int, height: int, top: int | None) -> tuple[list[int], range]:
    """Return the rows to draw, as indices of vertices, and the vertices left out for the gap."""
    rows = [*range(cut), _CUT, *range(cut, count)]
    if top is not None:
        return rows[top : top + height], range(0)
    if len(rows) <= height:
        return rows, range(0)
    head = max(min(cut, height - 4), 0)
    hidden = range(head, head + len(rows) + 1 - height)
    remaining = [row for row in rows if row not in hidden]
    remaining.insert(head + (head == cut), _GAP)
    return remaining, hidden


def graph_vertices(analysis: ConflictAnalysis, scene: ReplayScene, height: int) -> tuple[list[GraphRow], int]:
    """Return the rows of the graph for this height, and how many of them are above the cut.

    If a row for each literal does not fit, each level before the conflict's has a single row.
    """
    by_level = len(analysis.graph) + 1 > height
    sources = enumerate(analysis.graph[: analysis.cut - 1])
    together = groupby(sources, key=lambda numbered: numbered[1].level if by_level else numbered[0])
    groups = [list(group) for _, group in together]
    room = widest((scene.words.literal(node.literal) for node in analysis.graph if node.literal), 0)
    palette = scene.palette

    def name(literal: int) -> str:
        return pad_left(scene.words.literal(literal), room)

    learned = scene.trace.clause(analysis.learned)
    row_of = {number: row for row, group in enumerate(groups) for number, _ in group}
    vertices = []
    for group in groups:
        names = scene.words.between.join(name(node.literal) for _, node in group)
        redundant = all(-node.literal not in learned for _, node in group)
        sentence = REDUNDANT if redundant else OF_LEVEL
        label = sentence.format(names=names, level=group[0][1].level)
        vertices.append(GraphRow(label, palette.dim if redundant else palette.plain))
    for number, node in enumerate(analysis.graph[analysis.cut - 1 :], analysis.cut - 1):
        row_of[number] = len(vertices)
        causes = tuple(sorted({row_of[cause] for cause in node.causes}))
        if node.reason is None:
            label = _("{literal}  level {level:,}, first UIP").format(literal=name(node.literal), level=node.level)
            vertices.append(GraphRow(label, palette.accent))
        elif node.literal:
            label = f"{name(node.literal)}  {clause_name(scene.trace, node.reason)}"
            vertices.append(GraphRow(label, palette.plain, causes))
        else:
            clause = clause_name(scene.trace, node.reason)
            label = _("{wrong} {clause} is false").format(wrong=scene.glyphs.wrong, clause=clause)
            vertices.append(GraphRow(label, palette.bad, causes))
    return vertices, len(groups) + 1
