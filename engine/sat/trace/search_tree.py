"""The decision tree of a recorded search around one moment: the path to it, and what was tried beside the path."""

from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from engine.sat.formula.assignment_state import SolverState, view
from engine.sat.trace.events import DECIDED, FLIPPED, EventKind
from engine.sat.trace.trace import Trace


@dataclass(frozen=True)
class PathStep:
    """A step of the path: a decision in force, or (`flipped`) the other value of one that has failed.

    `event` is the index of the event that took it, `level` the decision level it belongs to, and `forced` how many
    literals followed from it by unit propagation before the next step.
    """

    literal: int
    level: int
    flipped: bool
    event: int
    forced: int


@dataclass(frozen=True)
class Tried:
    """What happened in a part of a search: how many decisions, and how many conflicts."""

    decisions: int
    conflicts: int


def path(state: SolverState, most: int | None = None) -> list[PathStep]:
    """The steps from the root of the tree to the present place, or the last ones, at most so many."""
    places = _steps(state)
    ends = [*places[1:].tolist(), len(state.trail)]
    first = 0 if most is None else max(len(places) - most, 0)
    return [
        PathStep(state.trail[at], state.levels[at], state.reasons[at] == FLIPPED, state.events[at], end - at - 1)
        for at, end in zip(places[first:].tolist(), ends[first:], strict=False)
    ]


def length(state: SolverState) -> int:
    """How many steps the path has."""
    return len(_steps(state))


def forced_at_root(state: SolverState) -> int:
    """How many literals follow from the clauses alone."""
    places = _steps(state)
    return int(places[0]) if len(places) else len(state.trail)


def _steps(state: SolverState) -> NDArray[np.intp]:
    """Where on the trail the steps of the path are."""
    return np.flatnonzero(view(state.reasons) < 0)  # DECIDED or FLIPPED


def closed(trace: Trace, branch: PathStep) -> Tried:
    """What was tried under the value that failed before this step, which has to be `flipped`.

    The subtrees beside a path share nothing, so all of them together cost no more than to look through the search once.
    """
    decided = trace.last_decision(-branch.literal, branch.event)
    assert decided is not None, "what is flipped was decided"
    return between(trace, decided + 1, branch.event)


def between(trace: Trace, start: int, stop: int) -> Tried:
    """What happened from one position to a later one."""
    before, after = trace.counters(start), trace.counters(stop)
    return Tried(after.decisions - before.decisions, after.conflicts - before.conflicts)


def undone(trace: Trace, position: int) -> tuple[int, ...]:
    """The decisions in force that the event before the position took back, from the top of the tree downwards."""
    if position == 0 or trace.event(position - 1).kind not in (EventKind.BACKTRACK, EventKind.RESTART):
        return ()
    before, left = trace.state(position - 1), int(trace.clauses[position - 1])
    return tuple(before.trail[left + at] for at in np.flatnonzero(view(before.reasons)[left:] == DECIDED))


@dataclass(frozen=True)
class TreeNode:
    """A step of the whole tree: a decision or (`flipped`) the other value of one; of the root the literal is 0.

    `event` is the index of the event that took it, -1 for the root. `decisions` and `conflicts` are those at it and
    below. A `folded` node has children that are left out. `is_conflict`: the search found a conflict right there.
    """

    literal: int
    flipped: bool
    event: int
    decisions: int
    conflicts: int
    is_conflict: bool
    folded: bool
    children: tuple["TreeNode", ...]


class _OpenStep:
    """A step while the tree is being made."""

    def __init__(self, literal: int, flipped: bool, event: int) -> None:
        self.literal, self.flipped, self.event = literal, flipped, event
        self.decisions, self.conflicts = int(literal != 0 and not flipped), 0
        self.is_conflict = self.unfolded = False
        self.children: list[_OpenStep] = []
        self.node: TreeNode | None = None

    def finish(self) -> None:
        """Make the node, those of the children being there."""
        children = [child.node for child in self.children if child.node] if self.unfolded else []
        self.node = TreeNode(
            self.literal, self.flipped, self.event, self.decisions, self.conflicts, self.is_conflict,
            bool(self.children) and not self.unfolded, tuple(children),
        )  # fmt: skip


def whole(trace: Trace, position: int, most: int) -> TreeNode:
    """The decision tree of the search up to a position, unfolded to about so many nodes, where most happened first.

    A search that learns jumps back over decisions and takes others: all that were taken from the same place stand side
    by side there. Restarts lead back in the same way.
    """
    root = _tree_until(trace, position)
    for step in reversed(_unfold(root, most)):
        step.finish()
    assert root.node is not None, "the root is always shown"
    return root.node


@dataclass(frozen=True)
class TreeRow:
    """A step of the tree where it is walked: `depth` steps below the root, which has the literal 0.

    The rest is as in TreeNode; `is_open`: its children are the next rows, where it has any (`has_children`).
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


class TreeWalk:
    """The whole tree up to a position, to be opened and folded step by step; it begins as `whole` unfolds it."""

    def __init__(self, trace: Trace, position: int, most: int) -> None:
        self._root = _tree_until(trace, position)
        _unfold(self._root, most)
        self._steps: list[_OpenStep] = []
        self.rows: list[TreeRow] = []
        """What is seen now, from the root on, each step before those below it, in the order of the search."""
        self._list()

    def turn(self, row: int, *, is_open: bool) -> None:
        """Open the step of a row, or fold it; what was open below it is so again when it is opened."""
        self._steps[row].unfolded = is_open
        self._list()

    def above(self, row: int) -> int:
        """The row of the step that this one is below; that of the root is its own."""
        depth = self.rows[row].depth
        return next((at for at in range(row - 1, -1, -1) if self.rows[at].depth < depth), 0)

    def _list(self) -> None:
        self._steps, self.rows = [], []
        waiting = [(0, self._root)]
        while waiting:
            depth, step = waiting.pop()
            self._steps.append(step)
            self.rows.append(TreeRow(
                depth, step.literal, step.flipped, step.event, step.decisions, step.conflicts, step.is_conflict,
                bool(step.children), step.unfolded and bool(step.children),
            ))  # fmt: skip
            if step.unfolded:
                waiting += [(depth + 1, child) for child in reversed(step.children)]


def _unfold(root: "_OpenStep", most: int) -> "list[_OpenStep]":
    """Unfold about so many steps, where most happened first; returns those then shown, parents before children."""
    waiting = [(0, 0, root)]
    visible = [root]
    while waiting and len(visible) < most:
        *_, step = heappop(waiting)
        step.unfolded = True
        for child in step.children:
            heappush(waiting, (-child.conflicts, len(visible), child))
            visible.append(child)
    return visible


def _tree_until(trace: Trace, position: int) -> "_OpenStep":
    """The root of the tree up to a position, every step with what happened at it and below."""
    steps = _steps_of(trace, position)
    for step in reversed(steps):  # children come after their parents
        step.decisions += sum(child.decisions for child in step.children)
        step.conflicts += sum(child.conflicts for child in step.children)
    return steps[0]


def _steps_of(trace: Trace, position: int) -> list[_OpenStep]:
    """The steps up to a position, the root first, each with its children and the conflicts right at it."""
    root = _OpenStep(0, False, -1)
    steps, line = [root], [root]
    decided: list[int] = []  # where on the line the decisions in force are
    events = np.flatnonzero(trace.kinds[:position] != EventKind.PROPAGATION)
    columns = zip(events.tolist(), trace.kinds[events].tolist(), trace.literals[events].tolist(), strict=True)
    for event, kind, number in columns:
        if kind in (EventKind.DECISION, EventKind.FLIP):
            if kind == EventKind.DECISION:
                decided.append(len(line))
            step = _OpenStep(number, kind == EventKind.FLIP, event)
            line[-1].children.append(step)
            line.append(step)
            steps.append(step)
        elif kind == EventKind.CONFLICT:
            line[-1].conflicts += 1
            line[-1].is_conflict = True
        elif kind in (EventKind.BACKTRACK, EventKind.RESTART) and number < len(decided):
            del line[decided[number] :]
            del decided[number:]
    return steps
