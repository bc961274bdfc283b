"""Lays out a graph in layers from left to right: boxes with text, and lines with arrows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.sat.trace.layers import Layers
from tui.draw.channels import LinkChannel, channel
from tui.draw.palette import Glyphs

LEFT, RIGHT, UP, DOWN = 1, 2, 4, 8
"""The directions of a line in a cell."""

_SIGNS = {
    LEFT: 0, RIGHT: 0, LEFT | RIGHT: 0, UP: 1, DOWN: 1, UP | DOWN: 1, RIGHT | DOWN: 2, LEFT | DOWN: 3, RIGHT | UP: 4,
    LEFT | UP: 5, UP | DOWN | RIGHT: 6, UP | DOWN | LEFT: 7, LEFT | RIGHT | DOWN: 8, LEFT | RIGHT | UP: 9,
    LEFT | RIGHT | UP | DOWN: 10,
}  # fmt: skip
"""The index of a line's sign in `Glyphs.box`."""


class Line(NamedTuple):
    """A line of the drawing: from a node (`source`), to a node (`target`), or a single link with both.

    `layer` is the layer to its left.
    """

    layer: int
    source: int | None
    target: int | None


@dataclass(frozen=True)
class LayeredGraph:
    """A drawing: the upper left corners and widths of the boxes by node, and the cells of all lines.

    `lines` has for each cell (column, row) the directions in which each line leaves it; where two lines share a cell,
    they cross. `arrows` are the cells of arrow heads with their target nodes.

    By layer, `columns` has the first column of its boxes. For the channel to the right of the layer, `exits`, `middles`
    and `entries` are columns in which each line from a place, each link, and each line to a place has a single row.
    """

    places: tuple[tuple[int, int], ...]
    widths: tuple[int, ...]
    lines: dict[tuple[int, int], dict[Line, int]]
    arrows: dict[tuple[int, int], int]
    columns: tuple[int, ...]
    exits: tuple[int, ...]
    middles: tuple[int, ...]
    entries: tuple[int, ...]
    width: int
    height: int

    @property
    def crossings(self) -> int:
        """The number of cells in which lines cross."""
        return sum(len(own) > 1 for own in self.lines.values())

    def front(self, cell: tuple[int, int]) -> Line:
        """Return the visible line of a cell: the vertical one if two cross."""
        own = self.lines[cell]
        return next((line for line, mask in own.items() if mask == UP | DOWN), next(iter(own)))

    def sign(self, cell: tuple[int, int], glyphs: Glyphs) -> str:
        """Return the index of a cell's sign: that of the vertical line if two cross."""
        return glyphs.box[_SIGNS[self.lines[cell][self.front(cell)]]]


def layered_graph(
    layers: Layers, boxes: Sequence[int], texts: Sequence[int] | None = None, spare: int = 0, rows_below: int = 0
) -> LayeredGraph:
    """Draw layers of boxes: `boxes` are their widths by node, `texts` the widths of the text below them.

    `spare` columns are shared among the channels. The drawing has `rows_below` rows below the last line.
    """
    wide = [max(own) for own in zip(boxes, texts or boxes, strict=True)]
    across = [max((wide[slot.node] for slot in own if not slot.passing), default=1) for own in layers.slots]
    channels = [
        channel([(layers.rows[at][left], layers.rows[at + 1][right]) for left, right in links])
        for at, links in enumerate(layers.links)
    ]
    lines: dict[tuple[int, int], dict[Line, int]] = {}
    places = [(0, 0)] * len(boxes)
    arrows: dict[tuple[int, int], int] = {}
    columns: list[int] = []
    exits: list[int] = []
    middles: list[int] = []
    entries: list[int] = []
    column = 0
    for at, slots in enumerate(layers.slots):
        columns.append(column)
        linked = {left for left, _right in layers.links[at]} if at < len(layers.links) else set()
        for index, (slot, row) in enumerate(zip(slots, layers.rows[at], strict=True)):
            if not slot.passing:
                places[slot.node] = (column, row)
            begin = column if slot.passing else column + boxes[slot.node]
            if slot.passing or index in linked:
                _across(lines, Line(at, slot.node, None), row, begin, column + across[at])
        column += across[at]
        if at < len(channels):
            share = spare * (at + 1) // len(channels) - spare * at // len(channels)
            _draw(lines, arrows, layers, at, channels[at], column, share)
            exits.append(column)
            middles.append(column + channels[at].middle + share // 2)
            column += channels[at].width + share
            entries.append(column - 2)
    bottom = max([layers.height - 1, *(row for _column, row in lines)], default=0)
    return LayeredGraph(
        tuple(places), tuple(boxes), lines, arrows, tuple(columns), tuple(exits), tuple(middles), tuple(entries),
        column, bottom + 1 + rows_below,
    )  # fmt: skip


def _draw(
    lines: dict[tuple[int, int], dict[Line, int]], arrows: dict[tuple[int, int], int], layers: Layers, at: int,
    drawn: LinkChannel, left: int, share: int,
) -> None:  # fmt: skip
    """Draw a channel whose left edge is the column `left`, `share` columns wider in its middle."""
    right = left + drawn.width + share

    def leaving_column(row: int) -> int | None:
        return left + drawn.leaving[row].column if row in drawn.leaving else None

    def entering_column(row: int) -> int | None:
        return left + share + drawn.entering[row].column if row in drawn.entering else None

    for (first, second), row in zip(layers.links[at], drawn.rows, strict=True):
        source, target = layers.slots[at][first].node, layers.slots[at + 1][second]
        from_row, to_row = layers.rows[at][first], layers.rows[at + 1][second]
        start, stop = leaving_column(from_row), entering_column(to_row)
        begin, end = left if start is None else start + 1, right if stop is None else stop
        _across(lines, Line(at, source, target.node), row, begin, end)
        if start is not None:
            _track(lines, Line(at, source, None), (left, start), from_row, row, RIGHT)
        if stop is not None:
            _track(lines, Line(at, None, target.node), (stop + 1, right), to_row, row, LEFT)
        if not target.passing:
            arrows[right - 1, to_row] = target.node


def _across(lines: dict[tuple[int, int], dict[Line, int]], line: Line, row: int, start: int, stop: int) -> None:
    """Draw a horizontal line from a column up to another."""
    for column in range(start, stop):
        _add(lines, line, column, row, LEFT | RIGHT)


def _track(
    lines: dict[tuple[int, int], dict[Line, int]], line: Line, outside: tuple[int, int], own: int, other: int, side: int
) -> None:
    """Draw a track between the row of its place and another row, where a link begins at that side of it.

    `outside` are the first column and the column after the last between the place and the track.
    """
    _across(lines, line, own, *outside)
    column = outside[1] if side == RIGHT else outside[0] - 1
    _add(lines, line, column, own, LEFT | RIGHT if own == other else LEFT if side == RIGHT else RIGHT)
    if own == other:
        return
    step = 1 if other > own else -1
    _add(lines, line, column, own, DOWN if step == 1 else UP)
    for row in range(own + step, other, step):
        _add(lines, line, column, row, UP | DOWN)
    _add(lines, line, column, other, (UP if step == 1 else DOWN) | side)


def _add(lines: dict[tuple[int, int], dict[Line, int]], line: Line, column: int, row: int, directions: int) -> None:
    own = lines.setdefault((column, row), {})
    own[line] = own.get(line, 0) | directions
