"""The layout of a graph in layers from left to right: boxes with text, and lines with arrows between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.sat.trace.layers import Layers
from tui.draw.channels import LinkChannel, channel
from tui.draw.palette import Glyphs

LEFT, RIGHT, UP, DOWN = 1, 2, 4, 8
"""The directions in which a line leaves a cell, as bits."""

_SIGNS = {
    LEFT: 0, RIGHT: 0, LEFT | RIGHT: 0, UP: 1, DOWN: 1, UP | DOWN: 1, RIGHT | DOWN: 2, LEFT | DOWN: 3, RIGHT | UP: 4,
    LEFT | UP: 5, UP | DOWN | RIGHT: 6, UP | DOWN | LEFT: 7, LEFT | RIGHT | DOWN: 8, LEFT | RIGHT | UP: 9,
    LEFT | RIGHT | UP | DOWN: 10,
}  # fmt: skip
"""The index of a line's sign in `Glyphs.box`."""


class GraphLine(NamedTuple):
    """A line of the drawing: from a node to its links (`source`), from links to a node (`target`), or one link (both).

    `layer` is the index of the layer to its left.
    """

    layer: int
    source: int | None
    target: int | None


_Lines = dict[tuple[int, int], dict[GraphLine, int]]
"""The directions of each line in a cell, by column and row."""


@dataclass(frozen=True)
class LayeredGraph:
    """A drawing: where its boxes and lines are. Cells are pairs of column and row, from 0."""

    places: tuple[tuple[int, int], ...]
    """The upper left corner of the box of each node."""
    widths: tuple[int, ...]
    """The columns of the box of each node."""
    lines: _Lines
    """Two lines in one cell cross."""
    arrows: dict[tuple[int, int], int]
    """The target nodes of arrow heads, by cell."""
    columns: tuple[int, ...]
    """The first column of the boxes of each layer."""
    exits: tuple[int, ...]
    """For each channel, a column in which each line from a node has a single row."""
    middles: tuple[int, ...]
    """For each channel, a column in which each link has a single row."""
    entries: tuple[int, ...]
    """For each channel, a column in which each line to a node has a single row."""
    width: int
    height: int

    @property
    def crossings(self) -> int:
        """The number of cells in which lines cross."""
        return sum(len(lines) > 1 for lines in self.lines.values())

    def front(self, cell: tuple[int, int]) -> GraphLine:
        """Return the visible line of a cell: the vertical one if two cross."""
        lines = self.lines[cell]
        return next((line for line, directions in lines.items() if directions == UP | DOWN), next(iter(lines)))

    def sign(self, cell: tuple[int, int], glyphs: Glyphs) -> str:
        """Return the sign of the visible line of a cell."""
        return glyphs.box[_SIGNS[self.lines[cell][self.front(cell)]]]


def layered_graph(
    layers: Layers, boxes: Sequence[int], texts: Sequence[int] | None = None, spare: int = 0, rows_below: int = 0
) -> LayeredGraph:
    """Lay out layers of boxes: `boxes` are their widths by node, `texts` the widths of the text below them.

    `spare` columns are shared among the channels. The drawing has `rows_below` rows below the last line.
    """
    node_widths = [max(widths) for widths in zip(boxes, texts or boxes, strict=True)]
    layer_widths = [
        max((node_widths[slot.node] for slot in slots if not slot.passing), default=1) for slots in layers.slots
    ]
    channels = [
        channel([(layers.rows[layer][left], layers.rows[layer + 1][right]) for left, right in links])
        for layer, links in enumerate(layers.links)
    ]
    lines: _Lines = {}
    places = [(0, 0)] * len(boxes)
    arrows: dict[tuple[int, int], int] = {}
    columns: list[int] = []
    exits: list[int] = []
    middles: list[int] = []
    entries: list[int] = []
    column = 0
    for layer, slots in enumerate(layers.slots):
        columns.append(column)
        linked = {left for left, _right in layers.links[layer]} if layer < len(layers.links) else set()
        for index, (slot, row) in enumerate(zip(slots, layers.rows[layer], strict=True)):
            if not slot.passing:
                places[slot.node] = (column, row)
            start = column if slot.passing else column + boxes[slot.node]
            if slot.passing or index in linked:
                _add_horizontal(lines, GraphLine(layer, slot.node, None), row, start, column + layer_widths[layer])
        column += layer_widths[layer]
        if layer < len(channels):
            share = spare * (layer + 1) // len(channels) - spare * layer // len(channels)
            _add_channel(lines, arrows, layers, layer, channels[layer], column, share)
            exits.append(column)
            middles.append(column + channels[layer].middle + share // 2)
            column += channels[layer].width + share
            entries.append(column - 2)
    bottom = max([layers.height - 1, *(row for _column, row in lines)], default=0)
    return LayeredGraph(
        tuple(places), tuple(boxes), lines, arrows, tuple(columns), tuple(exits), tuple(middles), tuple(entries),
        column, bottom + 1 + rows_below,
    )  # fmt: skip


def _add_channel(
    lines: _Lines, arrows: dict[tuple[int, int], int], layers: Layers, layer: int, drawn: LinkChannel, left: int,
    share: int,
) -> None:  # fmt: skip
    """Add the lines of the channel after a layer; its left edge is the column `left`, its middle `share` wider."""
    right = left + drawn.width + share
    for (first, second), row in zip(layers.links[layer], drawn.rows, strict=True):
        source, target = layers.slots[layer][first].node, layers.slots[layer + 1][second]
        source_row, target_row = layers.rows[layer][first], layers.rows[layer + 1][second]
        leaving, entering = drawn.leaving.get(source_row), drawn.entering.get(target_row)
        start = left + leaving.column + 1 if leaving else left
        stop = left + share + entering.column if entering else right
        _add_horizontal(lines, GraphLine(layer, source, target.node), row, start, stop)
        if leaving:
            _add_track(lines, GraphLine(layer, source, None), (left, start - 1), source_row, row, RIGHT)
        if entering:
            _add_track(lines, GraphLine(layer, None, target.node), (stop + 1, right), target_row, row, LEFT)
        if not target.passing:
            arrows[right - 1, target_row] = target.node


def _add_horizontal(lines: _Lines, line: GraphLine, row: int, start: int, stop: int) -> None:
    """Add the part of a line from the column `start` to the one before `stop`."""
    for column in range(start, stop):
        _add(lines, line, column, row, LEFT | RIGHT)


def _add_track(
    lines: _Lines, line: GraphLine, outside: tuple[int, int], place_row: int, link_row: int, side: int
) -> None:
    """Add the track of a place as far as the row of a link, which begins at that side (LEFT or RIGHT) of the track.

    `outside` are the first column and the column after the last between the place and the track.
    """
    _add_horizontal(lines, line, place_row, *outside)
    column = outside[1] if side == RIGHT else outside[0] - 1
    if place_row == link_row:
        _add(lines, line, column, place_row, LEFT | RIGHT)
        return
    onward, back = (DOWN, UP) if link_row > place_row else (UP, DOWN)
    _add(lines, line, column, place_row, (LEFT | RIGHT) & ~side | onward)
    for row in range(min(place_row, link_row) + 1, max(place_row, link_row)):
        _add(lines, line, column, row, UP | DOWN)
    _add(lines, line, column, link_row, back | side)


def _add(lines: _Lines, line: GraphLine, column: int, row: int, directions: int) -> None:
    """Add directions of a line to a cell."""
    cell = lines.setdefault((column, row), {})
    cell[line] = cell.get(line, 0) | directions
