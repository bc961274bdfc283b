"""A directed graph as text: a row for each vertex, with lines from causes down to effects beside the rows."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import NamedTuple

from rich.style import Style

from tui.draw.palette import Glyphs


@dataclass(frozen=True)
class GraphRow:
    """A vertex in its row: a label, its style, and the indices of the rows of its causes, all above."""

    label: str
    ink: Style
    causes: tuple[int, ...] = ()


class Lanes(NamedTuple):
    """The lines beside a row as text, two columns a lane, and the lanes that continue below the row."""

    signs: str
    lanes_below: frozenset[int]


def lanes(vertices: Sequence[GraphRow], visible_rows: Collection[int], glyphs: Glyphs) -> tuple[dict[int, Lanes], int]:
    """Return the lines beside each visible row, and their common width in columns.

    A line runs from a row down to its last effect, in its own lane of two columns. A lane is not reused in the row
    where its line ends.
    """
    last_effect = {cause: row for row, vertex in enumerate(vertices) for cause in vertex.causes}
    lane_of: dict[int, int] = {}
    free: list[int] = []
    active_lanes: set[int] = set()
    count = 0
    drawn: dict[int, Lanes] = {}
    for row, vertex in enumerate(vertices):
        own = None
        if row in last_effect:
            own = heappop(free) if free else count
            count = max(count, own + 1)
            lane_of[row] = own
            active_lanes.add(own)
        ends = {lane_of[cause]: last_effect[cause] == row for cause in vertex.causes}
        signs = _signs(own, ends, active_lanes, count, glyphs) if row in visible_rows else ""
        for lane, is_end in ends.items():
            if is_end:
                active_lanes.remove(lane)
                heappush(free, lane)
        if row in visible_rows:
            drawn[row] = Lanes(signs, frozenset(active_lanes))
    width = 2 * count
    return {row: Lanes(line.signs.ljust(width, glyphs.box[0]), line.lanes_below) for row, line in drawn.items()}, width


def _signs(own: int | None, ends: dict[int, bool], active_lanes: Collection[int], count: int, glyphs: Glyphs) -> str:
    """Return the lanes of a row: `own` begins here, those in `ends` lead here (True: and end), others pass by."""
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
