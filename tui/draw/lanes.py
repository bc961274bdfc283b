"""A graph as text: a row for each vertex, with lines from premises to consequences."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import NamedTuple

from rich.style import Style

from tui.draw.palette import Glyphs


@dataclass(frozen=True)
class GraphRow:
    """A row of the graph: its label, a style, and the indices of the rows that it follows from."""

    label: str
    ink: Style
    causes: tuple[int, ...] = ()


class Lanes(NamedTuple):
    """The lines beside a row, two columns a lane, and the lanes that continue below it."""

    signs: str
    going_on: frozenset[int]


def lanes(vertices: Sequence[GraphRow], visible_rows: Collection[int], glyphs: Glyphs) -> tuple[dict[int, Lanes], int]:
    """Return the lines beside the vertices, for each visible row, all of the same width, and that width.

    A line runs from a row down to the last row that follows from it, in its own lane of two columns. A lane is not
    reused in the row where its line ends.
    """
    last = {cause: row for row, vertex in enumerate(vertices) for cause in vertex.causes}
    lane_of: dict[int, int] = {}
    free: list[int] = []
    active_lanes: set[int] = set()
    count = 0
    drawn: dict[int, Lanes] = {}
    for row, vertex in enumerate(vertices):
        own = None
        if row in last:
            own = heappop(free) if free else count
            count = max(count, own + 1)
            lane_of[row] = own
            active_lanes.add(own)
        ends = {lane_of[cause]: last[cause] == row for cause in vertex.causes}
        signs = _signs(own, ends, active_lanes, count, glyphs) if row in visible_rows else ""
        for lane, is_end in ends.items():
            if is_end:
                active_lanes.remove(lane)
                heappush(free, lane)
        if row in visible_rows:
            drawn[row] = Lanes(signs, frozenset(active_lanes))
    width = 2 * count
    return {row: Lanes(line.signs.ljust(width, glyphs.box[0]), line.going_on) for row, line in drawn.items()}, width


def _signs(own: int | None, ends: dict[int, bool], active_lanes: Collection[int], count: int, glyphs: Glyphs) -> str:
    """Return the lanes of a row: its own begins, those in `ends` lead to it, others pass by."""
    box = glyphs.box
    horizontal, vertical, first, end, branch, start, up, cross = (box[sign] for sign in (0, 1, 2, 4, 6, 8, 9, 10))
    left = min([*ends, *([] if own is None else [own])], default=count)
    signs = []
    for lane in range(count):
        if lane == own:
            sign = first if lane == left else start
        elif lane in ends:
            sign = (end if ends[lane] else branch) if lane == left else (up if ends[lane] else cross)
        else:
            sign = vertical if lane in active_lanes else horizontal if lane > left else " "
        signs += [sign, horizontal if lane >= left else " "]
    return "".join(signs)
