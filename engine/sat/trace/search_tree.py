"""The decision tree of a recorded search around one moment: the path to it, and what was tried beside the path."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.sat.formula.assignment_state import SolverState, view
from engine.sat.trace.events import DECIDED, FLIPPED, Kind
from engine.sat.trace.trace import Trace


@dataclass(frozen=True)
class Branch:
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


def path(state: SolverState, most: int | None = None) -> list[Branch]:
    """The steps from the root of the tree to the present place, or the last ones, at most so many."""
    places = _steps(state)
    ends = [*places[1:].tolist(), len(state.trail)]
    first = 0 if most is None else max(len(places) - most, 0)
    return [
        Branch(state.trail[at], state.levels[at], state.reasons[at] == FLIPPED, state.events[at], end - at - 1)
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


def closed(trace: Trace, branch: Branch) -> Tried:
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
    if position == 0 or trace.event(position - 1).kind not in (Kind.BACKTRACK, Kind.RESTART):
        return ()
    before, left = trace.state(position - 1), int(trace.clauses[position - 1])
    return tuple(before.trail[left + at] for at in np.flatnonzero(view(before.reasons)[left:] == DECIDED))
