"""Diagrams of a recorded search, as values: what stands where, and what is joined. Other modules write them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized
from engine.sat.formula.words import NUMBERS, Words
from engine.sat.trace.analysis import ConflictAnalysis
from engine.sat.trace.narration import clause_name
from engine.sat.trace.search_tree import TreeNode
from engine.sat.trace.trace import Trace


class Role(Enum):
    """What a vertex is, for its colour and shape."""

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
    """A box with text at a point of a grid; columns go to the right and rows down."""

    column: float
    row: float
    text: str
    role: Role = Role.PLAIN


@dataclass(frozen=True)
class Edge:
    """An arrow from one vertex to another (by index), and what stands beside it."""

    start: int
    end: int
    text: str = ""


@dataclass(frozen=True)
class Diagram:
    """Vertices and edges. A dashed line goes down at the column `cut`, if there is one, with its name."""

    title: str
    vertices: tuple[DiagramNode, ...]
    edges: tuple[Edge, ...]
    cut: float | None = None
    cut_name: str = ""
    sideways: bool = False
    """Whether edges go from left to right, not down."""


@dataclass(frozen=True)
class Plot:
    """How a number goes over a search: by equal stretches, with what the axes are, and where somebody is."""

    title: str
    values: tuple[int, ...]
    across: str
    up: str
    here: float
    """From 0, the beginning, to 1, the end."""


_POINTS = 240
"""Points of a curve, at most."""
GRAPH_TITLE = lazy_gettext("Implication graph of the conflict at event {event:,}, level {level:,}")
CUT_NAME = lazy_gettext("cut of the first UIP")
TREE_TITLE = lazy_gettext("Decision tree after event {event:,}")
DEPTH_TITLE = lazy_gettext("Decision level over {events}")
AT_LEVEL = "{literal} @ {level:,}"


def implication_graph(trace: Trace, analysis: ConflictAnalysis, words: Words = NUMBERS) -> Diagram:
    """The implication graph of a conflict: what is known at the left of the cut, what follows at its right.

    An arrow bears the number of the clause by which the literal at its end follows.
    """
    columns: list[int] = []
    rows: dict[int, int] = {}
    vertices = []
    for number, node in enumerate(analysis.graph):
        column = 0 if node.reason is None else 1 + max((columns[cause] for cause in node.causes), default=0)
        columns.append(column)
        row = rows.get(column, 0)
        rows[column] = row + 1
        if not node.literal:
            text, role = "conflict", Role.CONFLICT
        else:
            text = AT_LEVEL.format(literal=words.literal(node.literal), level=node.level)
            role = Role.POINT if number == analysis.cut - 1 else Role.FORCED if node.reason is not None else Role.PLAIN
        vertices.append(DiagramNode(column, row, text, role))
    highest = max(rows.values(), default=1)
    middle = tuple(
        DiagramNode(vertex.column, vertex.row + (highest - rows[int(vertex.column)]) / 2, vertex.text, vertex.role)
        for vertex in vertices
    )
    edges = tuple(
        Edge(cause, number, clause_name(trace, node.reason) if node.reason is not None else "")
        for number, node in enumerate(analysis.graph)
        for cause in node.causes
    )
    title = GRAPH_TITLE.format(event=analysis.position, level=analysis.level)
    return Diagram(title, middle, edges, 0.5, str(CUT_NAME), sideways=True)


def decision_tree(root: TreeNode, position: int, words: Words = NUMBERS) -> Diagram:
    """A decision tree: a vertex for each step, and folded ones for what was left out."""
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
    return Diagram(TREE_TITLE.format(event=position), tuple(vertices), tuple(edges))


def _step(node: TreeNode, words: Words) -> tuple[str, Role]:
    name = words.literal(node.literal) if node.literal else _("root")
    if node.folded:
        return f"{name}: {pluralized(node.conflicts, 'conflict')}", Role.FOLDED
    if node.is_conflict:
        return name, Role.CONFLICT
    return name, Role.DECISION if node.literal and not node.flipped else Role.PLAIN


def depth_curve(trace: Trace, position: int) -> Plot:
    """The course of the decision level over the whole search."""
    points = max(min(len(trace), _POINTS), 1)
    here = position / len(trace) if len(trace) else 0.0
    title = DEPTH_TITLE.format(events=pluralized(len(trace), "event"))
    return Plot(title, tuple(trace.levels_sampled(points)), _("events"), "level", here)


def turns(values: Sequence[int]) -> list[tuple[int, int]]:
    """The points at which a curve has to be drawn: its ends, and where it changes its course."""
    points = list(enumerate(values))
    if len(points) < 3:
        return points
    corners = [points[0]]
    for (before, here), (_unused, after) in zip(pairwise(points), points[2:], strict=False):
        if here[1] - before[1] != after - here[1]:
            corners.append(here)
    return [*corners, points[-1]]
