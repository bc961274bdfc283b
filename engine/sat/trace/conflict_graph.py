"""The implication graph of a conflict back to the last decision, and the resolutions that move a cut through it.

It needs no learned clause, so that each recorded conflict of every solver has one.
"""

from dataclasses import dataclass
from functools import cached_property

from engine.sat.formula.assignment_state import SolverState
from engine.sat.formula.formula import Literals
from engine.sat.trace.events import DECIDED, FLIPPED, EventKind
from engine.sat.trace.trace import Trace


@dataclass(frozen=True)
class GraphNode:
    """A true literal of the graph, or the conflict (literal 0).

    `clause` is the clause that forced the literal, or the false clause; None for a decision, for the other value of a
    failed decision (`flipped`), and for the literals of `earlier` levels, which the graph does not explain. `causes`
    are the indexes of the nodes that the clause depends on. `event` is the index of the event.
    """

    literal: int
    level: int
    clause: int | None
    causes: tuple[int, ...]
    event: int
    earlier: bool = False
    flipped: bool = False


@dataclass(frozen=True)
class GraphCut:
    """A cut of the graph: the nodes from index `first` on are on the conflict side.

    The resolution that moves the cut here replaces the literal of node `first` by its causes; the conflict side of the
    first cut is the conflict alone. `crossing` are the nodes with an edge over the cut, in the order of the trail.
    `resolvent` are their negations, the latest first, and then literals that are false at level 0.
    """

    first: int
    crossing: tuple[int, ...]
    resolvent: Literals


@dataclass(frozen=True)
class ConflictGraph:
    """A conflict and what it follows from at its level.

    `position` is the position after the conflict. The nodes are those of earlier levels, then those since the last
    decision or flip, both in the order of the trail; the conflict is last. Literals of level 0 are left out, and
    `fixed` are their negations. `start` is the node of that decision or flip, None if the conflict does not depend on
    it. `cuts` lead from the false clause to that of the first unique implication point, the node `point`. If there is
    no `start`, there is no `point`, and the only cut is the first. `learned` is the clause learned from the conflict.
    """

    position: int
    level: int
    nodes: tuple[GraphNode, ...]
    start: int | None
    point: int | None
    cuts: tuple[GraphCut, ...]
    fixed: Literals
    learned: int | None

    @property
    def conflict(self) -> GraphNode:
        """The node of the conflict, whose clause is false."""
        return self.nodes[-1]

    @cached_property
    def layers(self) -> tuple[int, ...]:
        """The layer of each node: after those of its causes and, from the start on, in the order of the trail.

        So each cut separates layers, but for the one that it goes through. Literals of earlier levels are in the last
        possible layer, but not after the implication point.
        """
        layers = [0] * len(self.nodes)
        latest = 0
        for number, node in enumerate(self.nodes):
            if not node.earlier:
                causes = [layers[cause] + 1 for cause in node.causes if not self.nodes[cause].earlier]
                latest = max([latest, *causes])
                layers[number] = latest
        if self.start is None:
            layers[-1] = 1
        limit = 0 if self.point is None else layers[self.point]
        for number, node in enumerate(self.nodes):
            if node.earlier:
                layers[number] = min(min(layers[effect] for effect in self.effects(number)) - 1, limit)
        least = min(layers)
        return tuple(layer - least for layer in layers)

    def effects(self, number: int) -> tuple[int, ...]:
        """The indexes of the nodes that a node is a cause of."""
        return tuple(effect for effect, node in enumerate(self.nodes) if number in node.causes)


def conflict_graph(trace: Trace, position: int) -> ConflictGraph | None:
    """The graph of the last conflict at or before a position; None if there is none."""
    after = trace.previous_position(position + 1, EventKind.CONFLICT)
    if after is None:
        return None
    state, false_clause = trace.state(after), trace.event(after - 1).clause
    assert false_clause is not None, "a conflict has a clause"
    begin, end = _last_step(state), len(state.trail)
    causes = {end: _causes(trace, state, false_clause, begin)}
    waiting = set(causes[end])
    while (latest := max(waiting, default=-1)) > begin:
        waiting.remove(latest)
        causes[latest] = _causes(trace, state, state.reasons[latest], begin, latest)
        waiting.update(causes[latest])
    places = sorted(set(causes).union(*causes.values()))
    number = {place: index for index, place in enumerate(places)}
    nodes = [
        GraphNode(
            state.trail[at],
            state.levels[at],
            state.reasons[at] if at in causes else None,
            tuple(number[cause] for cause in causes.get(at, ())),
            state.events[at],
            at < begin,
            state.reasons[at] == FLIPPED,
        )
        for at in places[:-1]
    ]
    nodes.append(GraphNode(0, state.level, false_clause, tuple(number[at] for at in causes[end]), after - 1))
    start = number.get(begin)
    cuts = _cuts(trace, nodes, start)
    event = trace.event(after) if after < len(trace) else None
    learned = event.clause if event is not None and event.kind is EventKind.LEARNED else None
    point = None if start is None else cuts[-1].crossing[-1]
    variables = {abs(node.literal) for node in nodes}
    fixed = dict.fromkeys(
        literal
        for node in nodes
        if node.clause is not None
        for literal in trace.clause(node.clause)
        if abs(literal) not in variables
    )
    return ConflictGraph(after, state.level, tuple(nodes), start, point, cuts, tuple(fixed), learned)


def _last_step(state: SolverState) -> int:
    """The trail position of the last decision or flip; -1 if there is none."""
    return next((at for at in range(len(state.trail) - 1, -1, -1) if state.reasons[at] in (DECIDED, FLIPPED)), -1)


def _causes(trace: Trace, state: SolverState, clause: int, begin: int, forced: int | None = None) -> tuple[int, ...]:
    """The trail positions of the literals that make a clause false, or unit for the one `forced`.

    Literals of level 0 before the step `begin` are left out.
    """
    places = {state.place(abs(literal)) for literal in trace.clause(clause)} - {forced}
    return tuple(sorted(at for at in places if at is not None and (at >= begin >= 0 or state.levels[at])))


def _cuts(trace: Trace, nodes: list[GraphNode], start: int | None) -> tuple[GraphCut, ...]:
    """The cuts from the conflict to the first unique implication point.

    All nodes from the start on are ancestors of the conflict. So each step takes the last node in front of the cut.
    """
    variables = {abs(node.literal) for node in nodes}
    crossing: set[int] = set()
    fixed: dict[int, None] = {}
    cuts = []
    for first in range(len(nodes) - 1, start if start is not None else len(nodes) - 2, -1):
        node = nodes[first]
        assert node.clause is not None, "only the start has no clause"
        crossing.discard(first)
        crossing.update(node.causes)
        fixed |= dict.fromkeys(literal for literal in trace.clause(node.clause) if abs(literal) not in variables)
        ordered = sorted(crossing)
        cuts.append(GraphCut(first, tuple(ordered), (*(-nodes[at].literal for at in reversed(ordered)), *fixed)))
        if start is None or sum(at >= start for at in ordered) == 1:
            break
    return tuple(cuts)
