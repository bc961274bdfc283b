"""The drawing of a conflict's implication graph: its nodes, the text in their boxes, and the cut."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from rich.cells import cell_len

from engine.sat.trace.conflict_graph import ConflictGraph, GraphCut, GraphNode
from engine.sat.trace.layers import Slot, layered, ordered
from tui.draw.cells import clip
from tui.draw.layered_graph import LayeredGraph, layered_graph
from tui.draw.palette import Glyphs

_FEW = 24
"""Maximum number of nodes for which all edges are drawn; they must add few crossings."""
_NODES_PER_CROSSING = 4
"""Minimum number of earlier nodes for each additional crossing."""
_MORE_CROSSINGS = 2
"""Maximum number of additional crossings of a drawing that fits into the rows."""
_MAX_WIDTH = 14
"""Columns of a literal in its box."""
_MAX_FOLDED = 6
"""Maximum number of literals below a box: more would only widen their column."""
_SPARE, _STRETCH, _LAST = 20, 4, 6
"""Maximum additional columns between two layers, maximum factor of the distances between rows, and columns for the name
of the last layer."""


class GraphDetail(Enum):
    """The part of the graph in a drawing. AUTOMATIC is as much as fits, or the conflict's level if nothing does."""

    AUTOMATIC = auto()
    EDGES = auto()
    """All nodes and edges."""
    LEVEL = auto()
    """The nodes of the conflict's level; literals of earlier levels are listed below their consequences."""
    REASON = auto()
    """One node, its causes and its consequences."""


@dataclass(frozen=True)
class GraphSigns:
    """The texts of a drawing: the name of each node, the text below its box, and the glyphs."""

    names: tuple[str, ...]
    below: tuple[str, ...]
    folded: tuple[str, ...]
    """The names of the causes of earlier levels, for text below a box."""
    glyphs: Glyphs


@dataclass(frozen=True)
class GraphDrawing:
    """A drawing of the nodes in `visible` (indices in the graph), with the text in and below their boxes.

    `layout` numbers nodes by their place in `visible`; `layers` are their layers.
    """

    graph: ConflictGraph
    detail: GraphDetail
    visible: tuple[int, ...]
    boxes: tuple[str, ...]
    below: tuple[str, ...]
    layers: tuple[int, ...]
    layout: LayeredGraph

    def place(self, node: int | None) -> int | None:
        """Return the index of a node of the graph in `visible`; None if it is not drawn."""
        return self.visible.index(node) if node in self.visible else None

    def node_at(self, column: int, row: int) -> int | None:
        """Return the node whose box covers this cell."""
        for node, (left, top), width in zip(self.visible, self.layout.places, self.layout.widths, strict=True):
            if row == top and left <= column < left + width:
                return node
        return None

    def neighbour(self, node: int, down: int, right: int) -> int:
        """Return the nearest node in a direction, with preference for causes and consequences."""
        place = self.place(node)
        if place is None:
            return self.visible[-1]
        x, y = self.layout.places[place]
        linked: Collection[int] = ()
        if right:
            linked = self.graph.nodes[node].causes if right < 0 else self.graph.effects(node)
        ranked = []
        for other, (left, top) in zip(self.visible, self.layout.places, strict=True):
            across, below = (left - x) * right, (top - y) * down
            if other != node and (across > 0 or below > 0):
                distance = (abs(top - y), across) if right else (abs(left - x), below)
                ranked.append((other not in linked if right else 0, *distance, other))
        return min(ranked)[-1] if ranked else node

    def cut_columns(self, cut: GraphCut) -> list[int] | None:
        """Return for each row the column where the cut crosses it; None if the cut is outside the drawing."""
        sides = [node >= cut.first for node in self.visible]
        if self.detail is GraphDetail.REASON or all(sides) or not any(sides):
            return None
        layer = min(at for at, beyond in zip(self.layers, sides, strict=True) if beyond)
        split = {
            top: beyond
            for at, beyond, (_left, top) in zip(self.layers, sides, self.layout.places, strict=True)
            if at == layer
        }
        if all(split.values()):
            return [self.layout.middles[layer - 1] if layer else -1] * self.layout.height
        before = self.layout.entries[layer - 1] if layer else -1
        nearest = (min(split, key=lambda top: abs(top - row)) for row in range(self.layout.height))
        return [before if split[top] else self.layout.exits[layer] for top in nearest]


def signs(graph: ConflictGraph, names: Mapping[int, str], clauses: Mapping[int, str], glyphs: Glyphs) -> GraphSigns:
    """Return the texts of a drawing, from the names of literals and the texts below nodes."""

    def name(node: GraphNode) -> str:
        return clip(names[node.literal], _MAX_WIDTH, glyphs.ellipsis) if node.literal else glyphs.wrong

    folded = []
    for node in graph.nodes:
        earlier = [name(graph.nodes[cause]) for cause in node.causes if graph.nodes[cause].earlier]
        labels = earlier if len(earlier) <= _MAX_FOLDED else [*earlier[: _MAX_FOLDED - 1], glyphs.ellipsis]
        folded.append(" ".join(["+", *labels]) if earlier else "")
    below = tuple(clauses.get(number, "") for number in range(len(graph.nodes)))
    return GraphSigns(tuple(map(name, graph.nodes)), below, tuple(folded), glyphs)


def marked(graph: ConflictGraph, number: int, words: GraphSigns) -> str:
    """Return the name of a node, after the sign of a decision or of the implication point."""
    sign = "! " if graph.nodes[number].flipped else "? " if number == graph.start else ""
    return f"{words.glyphs.level * (number == graph.point)}{sign}{words.names[number]}"


@lru_cache(maxsize=64)
def drawing(
    graph: ConflictGraph, words: GraphSigns, detail: GraphDetail, node: int | None, width: int, height: int
) -> GraphDrawing:
    """Return the drawing for a room of `width` columns and `height` rows; it is larger if nothing fits.

    With REASON, it shows the causes of `node`. With AUTOMATIC, it shows all edges if they fit and have few crossings.
    """
    if detail is GraphDetail.REASON:
        return _reason(graph, words, len(graph.nodes) - 1 if node is None else node, width, height)
    if detail is GraphDetail.EDGES:
        return _fitted(graph, words, GraphDetail.EDGES, width, height)
    level = _fitted(graph, words, GraphDetail.LEVEL, width, height)
    if detail is GraphDetail.AUTOMATIC and len(graph.nodes) <= _FEW:
        edges = _fitted(graph, words, GraphDetail.EDGES, width, height)
        more = edges.layout.crossings - level.layout.crossings
        if _fits(edges, width, height) and _NODES_PER_CROSSING * more <= len(edges.visible) - len(level.visible):
            return edges
    return level


def _fits(drawn: GraphDrawing, width: int, height: int) -> bool:
    return drawn.layout.width <= width and drawn.layout.height <= height


def _fitted(graph: ConflictGraph, words: GraphSigns, detail: GraphDetail, width: int, height: int) -> GraphDrawing:
    """Return the drawing with text below the boxes if it fits, else without; still too high, its boxes are closer."""
    visible = tuple(
        number for number, node in enumerate(graph.nodes) if detail is GraphDetail.EDGES or not node.earlier
    )
    folded = detail is GraphDetail.LEVEL
    flat: GraphDrawing | None = None
    drawn: GraphDrawing | None = None
    for text, gap in ((True, 3), (True, 2), (False, 2), (False, 1)):
        closer = _draw(graph, words, visible, detail, graph.layers, gap, width, height, text=text, folded=folded)
        if drawn and gap == 1 and closer.layout.crossings > drawn.layout.crossings + _MORE_CROSSINGS:
            break  # too high is better than more crossings
        drawn = closer
        if _fits(drawn, width, height):
            return drawn
        if flat is None and drawn.layout.height <= height:
            flat = drawn
        if flat and not text:
            break
    assert drawn is not None, "there are several forms"
    return flat or drawn


def _reason(graph: ConflictGraph, words: GraphSigns, node: int, width: int, height: int) -> GraphDrawing:
    following = graph.effects(node)
    visible = tuple(sorted({*graph.nodes[node].causes, node, *following}))
    layers = tuple(0 if number < node else 2 if number > node else 1 for number in range(len(graph.nodes)))
    return _draw(graph, words, visible, GraphDetail.REASON, layers, 2, width, height, only=node)


def _draw(
    graph: ConflictGraph, words: GraphSigns, visible: tuple[int, ...], detail: GraphDetail, layers: tuple[int, ...],
    gap: int, width: int, height: int, *, text: bool = True, folded: bool = False, only: int | None = None,
) -> GraphDrawing:  # fmt: skip
    place = {number: at for at, number in enumerate(visible)}
    least = min(layers[number] for number in visible)
    own_layers = tuple(layers[number] - least for number in visible)
    causes = tuple(
        tuple(place[cause] for cause in graph.nodes[number].causes if cause in place and only in (None, number, cause))
        for number in visible
    )
    boxes = tuple(f" {marked(graph, number, words)} " for number in visible)
    below = tuple((words.folded if folded else words.below)[number] if text else "" for number in visible)

    def apart(above: Slot, under: Slot) -> int:
        return 1 if above.passing and under.passing else max(gap, 1 + (not above.passing and bool(below[above.node])))

    laid = layered(ordered(own_layers, causes), apart)
    widths, texts = [cell_len(box) for box in boxes], [cell_len(words_below) for words_below in below]
    rows_below = int(any(texts))
    drawn = layered_graph(laid, widths, texts, 0, rows_below)
    spare = max(min(width - _LAST - drawn.width, _SPARE * len(drawn.middles)), 0)
    laid = laid.stretched(min(laid.height + height - drawn.height, laid.height * _STRETCH))
    drawn = layered_graph(laid, widths, texts, spare, rows_below)
    return GraphDrawing(graph, detail, visible, boxes, below, own_layers, drawn)
