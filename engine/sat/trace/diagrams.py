"""Diagrams of a recorded search as values: nodes, edges and curves. Other modules render them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from engine.base.language import Sentence, _, lazy_gettext
from engine.base.text import pluralized
from engine.sat.formula.words import NUMBERS, Words
from engine.sat.trace.conflict_graph import ConflictGraph
from engine.sat.trace.layers import layered, ordered
from engine.sat.trace.narration import clause_name
from engine.sat.trace.search_tree import TreeNode
from engine.sat.trace.trace import Trace


class Role(Enum):
    """The role of a node, which determines its colour and shape."""

    PLAIN = "plain"
    DECISION = "decision"
    FORCED = "forced"
    POINT = "point"
    """The first unique implication point."""
    CONFLICT = "conflict"
    FOLDED = "folded"
    MODEL = "model"


@dataclass(frozen=True)
class DiagramNode:
    """A box with text at a point of a grid; columns go right and rows go down."""

    column: float
    row: float
    text: str
    role: Role = Role.PLAIN


@dataclass(frozen=True)
class Edge:
    """An arrow between two nodes (indexes), with a label, and the points (column, row) that it leads through."""

    start: int
    end: int
    text: str = ""
    via: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Diagram:
    """Nodes and edges, and a dashed line with a name through the points `cut` (column, row), from top to bottom.

    `behind` are the nodes (indexes) to the right of that line.
    """

    title: str
    vertices: tuple[DiagramNode, ...]
    edges: tuple[Edge, ...]
    cut: tuple[tuple[float, float], ...] = ()
    cut_name: str = ""
    behind: frozenset[int] = frozenset()
    sideways: bool = False
    """Whether edges go from left to right instead of downwards."""
    legend: tuple[tuple[Role, str], ...] = ()
    """The meaning of the colours."""


@dataclass(frozen=True)
class Plot:
    """A curve over a search, sampled at equal distances, with axis labels and the current position."""

    title: str
    values: tuple[int, ...]
    x_label: str
    y_label: str
    position: float
    """From 0 (beginning) to 1 (end)."""


_POINTS = 240
"""Maximum number of points of a curve."""
GRAPH_TITLE = lazy_gettext("Implication graph of the conflict at event {event:,}, level {level:,}")
CUT_NAME = lazy_gettext("cut of the first UIP")
CUT = lazy_gettext("cut {number:,}")
TREE_TITLE = lazy_gettext("Decision tree after event {event:,}")
DEPTH_TITLE = lazy_gettext("Decision level over {events}")
TREE_LEGEND = {
    Role.DECISION: lazy_gettext("decision"),
    Role.PLAIN: lazy_gettext("other value of a failed decision"),
    Role.CONFLICT: lazy_gettext("conflict, with the false clause"),
    Role.FOLDED: lazy_gettext("folded: conflicts below it"),
}
"""The meaning of the roles of nodes in a decision tree."""
GRAPH_LEGEND = {
    Role.DECISION: lazy_gettext("decision"),
    Role.POINT: lazy_gettext("first UIP"),
    Role.FORCED: lazy_gettext("forced on the conflict's level"),
    Role.PLAIN: lazy_gettext("from earlier levels"),
    Role.CONFLICT: lazy_gettext("conflict"),
}
"""The meaning of the roles in an implication graph."""
FALSE_AT = lazy_gettext("{literal}: clause {number:,} is false")
AT_LEVEL = "{literal} @ {level:,}"


def implication_graph(trace: Trace, graph: ConflictGraph, words: Words = NUMBERS, number: int | None = None) -> Diagram:
    """The implication graph of a conflict in layers, with cut `number`, by default the last, that of the first UIP.

    An arrow is labelled with the clause that forces the literal at its end. In the layers between, it leads through
    free points, so that it passes no other node.
    """
    layers = layered(ordered(graph.layers, tuple(node.causes for node in graph.nodes)))
    places: dict[int, tuple[int, int]] = {}
    line_rows: dict[tuple[int, int], int] = {}  # row of the line of a node, by node and layer
    for layer, (slots, rows) in enumerate(zip(layers.slots, layers.rows, strict=True)):
        for slot, row in zip(slots, rows, strict=True):
            if slot.passing:
                line_rows[slot.node, layer] = row
            else:
                places[slot.node] = layer, row
    vertices = []
    for index, node in enumerate(graph.nodes):
        text = str(GRAPH_LEGEND[Role.CONFLICT])
        if node.literal:
            text = AT_LEVEL.format(literal=words.literal(node.literal), level=node.level)
        column, row = places[index]
        vertices.append(DiagramNode(column, row, text, _role(graph, index)))
    edges = tuple(
        Edge(
            cause,
            index,
            clause_name(trace, node.clause) if node.clause is not None else "",
            tuple((layer, line_rows[cause, layer]) for layer in range(places[cause][0] + 1, places[index][0])),
        )
        for index, node in enumerate(graph.nodes)
        for cause in node.causes
    )
    last = number is None or number == len(graph.cuts) - 1
    cut = graph.cuts[-1 if number is None else number]
    name = str(CUT_NAME) if last and graph.point is not None else CUT.format(number=(number or 0) + 1)
    title = GRAPH_TITLE.format(event=graph.position, level=graph.level)
    return Diagram(
        title, tuple(vertices), edges, _cut_points(places, cut.first, layers.height), name,
        frozenset(range(cut.first, len(graph.nodes))), sideways=True, legend=_legend(GRAPH_LEGEND, vertices),
    )  # fmt: skip


def _legend(names: Mapping[Role, Sentence], vertices: Iterable[DiagramNode]) -> tuple[tuple[Role, str], ...]:
    """The names of the roles that occur."""
    occurring = {vertex.role for vertex in vertices}
    return tuple((role, str(name)) for role, name in names.items() if role in occurring)


def _role(graph: ConflictGraph, index: int) -> Role:
    node = graph.nodes[index]
    if not node.literal:
        return Role.CONFLICT
    if index == graph.point:
        return Role.POINT
    return Role.DECISION if index == graph.start else Role.PLAIN if node.earlier else Role.FORCED


def _cut_points(places: Mapping[int, tuple[int, int]], first: int, height: int) -> tuple[tuple[float, float], ...]:
    """The points of the line between the nodes before `first` and the others; it has a step in a layer with both."""
    layer = places[first][0]
    sides = sorted((row, node >= first) for node, (at, row) in places.items() if at == layer)
    points: list[tuple[float, float]] = []
    top = -0.7
    for at, (row, behind) in enumerate(sides):
        column = layer - 0.5 if behind else layer + 0.5
        bottom = (row + sides[at + 1][0]) / 2 if at + 1 < len(sides) else height - 0.3
        if points and points[-1][0] == column:
            points[-1] = column, bottom
        else:
            points += [(column, top), (column, bottom)]
        top = bottom
    return tuple(points)


def decision_tree(root: TreeNode, position: int, words: Words = NUMBERS) -> Diagram:
    """A decision tree with a node for each step. Nodes with omitted children fold; leaves name the false clause."""
    vertices: list[DiagramNode] = []
    edges: list[Edge] = []
    free_column = 0.0

    def place(node: TreeNode, depth: int) -> int:
        nonlocal free_column
        children = [place(child, depth + 1) for child in node.children]
        if children:
            column = (vertices[children[0]].column + vertices[children[-1]].column) / 2
        else:
            column, free_column = free_column, free_column + 1
        text, role = _step(node, words)
        vertices.append(DiagramNode(column, depth, text, role))
        edges.extend(Edge(len(vertices) - 1, child) for child in children)
        return len(vertices) - 1

    place(root, 0)
    legend = _legend(TREE_LEGEND, vertices[:-1])  # the root, which comes last, is no step
    return Diagram(TREE_TITLE.format(event=position), tuple(vertices), tuple(edges), legend=legend)


def _step(node: TreeNode, words: Words) -> tuple[str, Role]:
    name = words.literal(node.literal) if node.literal else _("root")
    if node.folded:
        return f"{name}: {pluralized(node.conflicts, 'conflict')}", Role.FOLDED
    if node.is_conflict:
        return name if node.clause is None else FALSE_AT.format(literal=name, number=node.clause + 1), Role.CONFLICT
    return name, Role.DECISION if node.literal and not node.flipped else Role.PLAIN


def depth_curve(trace: Trace, position: int) -> Plot:
    """The decision level over the whole search."""
    points = max(min(len(trace), _POINTS), 1)
    relative_position = position / len(trace) if len(trace) else 0.0
    title = DEPTH_TITLE.format(events=pluralized(len(trace), "event"))
    return Plot(title, tuple(trace.levels_sampled(points)), _("events"), "level", relative_position)


def corners(values: Sequence[int]) -> list[tuple[int, int]]:
    """The points needed to draw a curve: its ends, and where its slope changes."""
    points = list(enumerate(values))
    if len(points) < 3:
        return points
    inner = [
        point
        for (before, point), (_column, after) in zip(pairwise(points), points[2:], strict=False)
        if point[1] - before[1] != after - point[1]
    ]
    return [points[0], *inner, points[-1]]
