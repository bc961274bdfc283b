"""The decision tree of a recorded search: the path to a position, and the subtrees tried before it."""

from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from engine.base.flat_rows import view
from engine.sat.formula.assignment_state import SolverState
from engine.sat.trace.events import DECIDED, FLIPPED, EventKind
from engine.sat.trace.trace import Trace


@dataclass(frozen=True)
class PathStep:
    """A step of the path: a decision in force, or (`flipped`) the other value of a failed one.

    `event` is the index of its event, `level` its decision level, and `forced` the number of literals forced by unit
    propagation before the next step.
    """

    literal: int
    level: int
    flipped: bool
    event: int
    forced: int


@dataclass(frozen=True)
class SearchCounts:
    """The numbers of decisions and conflicts in a part of a search."""

    decisions: int
    conflicts: int


def path(state: SolverState, limit: int | None = None) -> list[PathStep]:
    """The steps from the root to the current node, or the last `limit` of them."""
    places = _steps(state)
    ends = [*places[1:].tolist(), len(state.trail)]
    first = 0 if limit is None else max(len(places) - limit, 0)
    return [
        PathStep(state.trail[at], state.levels[at], state.reasons[at] == FLIPPED, state.events[at], end - at - 1)
        for at, end in zip(places[first:].tolist(), ends[first:], strict=False)
    ]


def path_length(state: SolverState) -> int:
    """The number of steps of the path."""
    return len(_steps(state))


def forced_at_root(state: SolverState) -> int:
    """The number of literals that follow from the clauses alone."""
    places = _steps(state)
    return int(places[0]) if len(places) else len(state.trail)


def _steps(state: SolverState) -> NDArray[np.intp]:
    """The trail positions of the steps of the path."""
    return np.flatnonzero(view(state.reasons) < 0)  # DECIDED or FLIPPED


def failed_subtree(trace: Trace, branch: PathStep) -> SearchCounts:
    """The counts of the subtree of the value that failed before this step, including the decision for that value.

    The step must be `flipped`.

    The subtrees beside a path are disjoint, so that all of them together cost no more than one pass over the search.
    """
    decision = trace.last_decision(-branch.literal, branch.event)
    assert decision is not None, "a flipped literal was decided before"
    return counts_between(trace, decision, branch.event)


def counts_between(trace: Trace, start: int, stop: int) -> SearchCounts:
    """The counts between two positions."""
    before, after = trace.counters(start), trace.counters(stop)
    return SearchCounts(after.decisions - before.decisions, after.conflicts - before.conflicts)


def undone_decisions(trace: Trace, position: int) -> tuple[int, ...]:
    """The decisions undone by the event before the position, from the top of the tree downwards."""
    if position == 0 or trace.event(position - 1).kind not in (EventKind.BACKTRACK, EventKind.RESTART):
        return ()
    before, left = trace.state(position - 1), int(trace.clauses[position - 1])
    return tuple(before.trail[left + at] for at in np.flatnonzero(view(before.reasons)[left:] == DECIDED))


@dataclass(frozen=True)
class TreeNode:
    """A node of the tree: a decision or (`flipped`) its other value; the root has literal 0.

    `event` is the index of its event, -1 for the root. `decisions` and `conflicts` include those below it. A `folded`
    node has children that are left out. `is_conflict`: the search found a conflict at this node; `clause` is the false
    clause of the last one.
    """

    literal: int
    flipped: bool
    event: int
    decisions: int
    conflicts: int
    is_conflict: bool
    folded: bool
    children: tuple["TreeNode", ...]
    clause: int | None = None


class _OpenStep:
    """A node under construction."""

    def __init__(self, literal: int, flipped: bool, event: int) -> None:
        self.literal, self.flipped, self.event = literal, flipped, event
        self.decisions, self.conflicts = int(literal != 0 and not flipped), 0
        self.is_conflict = self.unfolded = False
        self.clause: int | None = None
        self.children: list[_OpenStep] = []
        self.node: TreeNode | None = None

    def finish(self) -> None:
        """Make the TreeNode, after those of the children."""
        children = [child.node for child in self.children if child.node] if self.unfolded else []
        self.node = TreeNode(
            self.literal, self.flipped, self.event, self.decisions, self.conflicts, self.is_conflict,
            bool(self.children) and not self.unfolded, tuple(children), self.clause,
        )  # fmt: skip


def search_tree(trace: Trace, position: int, limit: int) -> TreeNode:
    """The decision tree up to a position, unfolded to about `limit` nodes, those with most conflicts first.

    A clause-learning search jumps back over decisions and takes others: all decisions taken at the same place are
    siblings. Restarts go back in the same way.
    """
    root = _tree_until(trace, position)
    for step in reversed(_unfold(root, limit)):
        step.finish()
    assert root.node is not None, "the root is always shown"
    return root.node


@dataclass(frozen=True)
class TreeRow:
    """A row of the tree view, `depth` steps below the root, which has literal 0.

    The other fields are those of TreeNode. `is_open`: the next rows are its children, if it has any (`has_children`).
    """

    depth: int
    literal: int
    flipped: bool
    event: int
    decisions: int
    conflicts: int
    is_conflict: bool
    has_children: bool
    is_open: bool
    clause: int | None = None


class TreeWalk:
    """The tree up to a position, with nodes that can be opened and folded; unfolded like `search_tree` at first."""

    def __init__(self, trace: Trace, position: int, limit: int) -> None:
        self._root = _tree_until(trace, position)
        _unfold(self._root, limit)
        self._steps: list[_OpenStep] = []
        self.rows: list[TreeRow] = []
        """The visible rows from the root on, parents before children, in the order of the search."""
        self._list_rows()

    def set_open(self, row: int, *, is_open: bool) -> None:
        """Open or fold the node of a row; nodes below it keep their state."""
        self._steps[row].unfolded = is_open
        self._list_rows()

    def parent_row(self, row: int) -> int:
        """The row of the parent; the root has its own row."""
        depth = self.rows[row].depth
        return next((at for at in range(row - 1, -1, -1) if self.rows[at].depth < depth), 0)

    def _list_rows(self) -> None:
        self._steps, self.rows = [], []
        waiting = [(0, self._root)]
        while waiting:
            depth, step = waiting.pop()
            self._steps.append(step)
            self.rows.append(TreeRow(
                depth, step.literal, step.flipped, step.event, step.decisions, step.conflicts, step.is_conflict,
                bool(step.children), step.unfolded and bool(step.children), step.clause,
            ))  # fmt: skip
            if step.unfolded:
                waiting += [(depth + 1, child) for child in reversed(step.children)]


def _unfold(root: "_OpenStep", limit: int) -> "list[_OpenStep]":
    """Unfold about `limit` nodes, those with most conflicts first; returns the visible nodes, parents first."""
    waiting = [(0, 0, root)]
    visible = [root]
    while waiting and len(visible) < limit:
        *_, step = heappop(waiting)
        step.unfolded = True
        for child in step.children:
            heappush(waiting, (-child.conflicts, len(visible), child))
            visible.append(child)
    return visible


def _tree_until(trace: Trace, position: int) -> "_OpenStep":
    """The root of the tree up to a position, with the counts of all nodes."""
    steps = _steps_of(trace, position)
    for step in reversed(steps):  # children follow their parents
        step.decisions += sum(child.decisions for child in step.children)
        step.conflicts += sum(child.conflicts for child in step.children)
    return steps[0]


def _steps_of(trace: Trace, position: int) -> list[_OpenStep]:
    """The nodes up to a position, the root first, with their children and their own counts."""
    root = _OpenStep(0, False, -1)
    steps, line = [root], [root]
    decisions: list[int] = []  # positions of the decisions in `line`
    events = np.flatnonzero(trace.kinds[:position] != EventKind.PROPAGATION)
    columns = zip(events.tolist(), trace.kinds[events].tolist(), trace.literals[events].tolist(), strict=True)
    for event, kind, number in columns:
        if kind in (EventKind.DECISION, EventKind.FLIP):
            if kind == EventKind.DECISION:
                decisions.append(len(line))
            step = _OpenStep(number, kind == EventKind.FLIP, event)
            line[-1].children.append(step)
            line.append(step)
            steps.append(step)
        elif kind == EventKind.CONFLICT:
            line[-1].conflicts += 1
            line[-1].is_conflict = True
            line[-1].clause = int(trace.clauses[event])
        elif kind in (EventKind.BACKTRACK, EventKind.RESTART) and number < len(decisions):
            del line[decisions[number] :]
            del decisions[number:]
    return steps
