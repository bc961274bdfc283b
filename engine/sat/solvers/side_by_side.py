"""Comparison of two recorded searches of one formula: the positions of one that match positions of the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from engine.sat.solvers.effort import Work
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Trace


class Pace(Enum):
    """The quantity that two searches have in common at matching positions."""

    EVENT = "event"
    """The number of events."""
    CONFLICT = "conflict"
    """The number of conflicts."""
    TIME = "time"
    """The time; the number of events until the work of both is known."""


@dataclass(frozen=True)
class Side:
    """One of the two searches: its name, its trace, and its work once that is known."""

    name: str
    trace: Trace
    work: Work | None = None


def matching_position(pace: Pace, leading: Side, position: int, following: Side) -> int:
    """The matching position of the following search; its end if it is shorter."""
    trace = following.trace
    if pace is Pace.CONFLICT:
        return after_conflicts(trace, leading.trace.counters(position).conflicts)
    if pace is Pace.TIME and leading.work and following.work:
        if position == len(leading.trace) and leading.trace.result.seconds >= trace.result.seconds:
            return len(trace)
        return following.work.position(leading.work.at(position).seconds)
    return min(position, len(trace))


def after_conflicts(trace: Trace, count: int) -> int:
    """The position after `count` conflicts: 0 for none, the end if there are fewer."""
    conflicts = trace.where(EventKind.CONFLICT)
    return 0 if count == 0 else int(conflicts[count - 1]) + 1 if count <= len(conflicts) else len(trace)


def extent(pace: Pace, side: Side) -> float:
    """The length of a search in the unit of `pace`: events, conflicts plus 1 for the rest, or seconds."""
    if pace is Pace.CONFLICT:
        return side.trace.counters(len(side.trace)).conflicts + 1
    if pace is Pace.TIME and side.work:
        return side.work.at(len(side.trace)).seconds
    return len(side.trace)


def depths(pace: Pace, side: Side, whole: float, width: int) -> list[int]:
    """The highest decision level in each of `width` equal stretches of the length `whole`.

    The list ends with the search.
    """
    columns = min(width, max(round(width * extent(pace, side) / whole), 1)) if whole else 0
    marks = [whole * column / width for column in range(columns)]
    if not marks:
        return []
    if pace is Pace.CONFLICT:
        positions = [after_conflicts(side.trace, int(mark)) for mark in marks]
    elif pace is Pace.TIME and side.work:
        positions = [side.work.position(mark) for mark in marks]
    else:
        positions = [int(mark) for mark in marks]
    return levels_at(side.trace, [*positions, len(side.trace)])[:-1]


def column_of(pace: Pace, side: Side, position: int, whole: float, width: int) -> int:
    """The stretch of `depths` that contains a position."""
    if pace is Pace.CONFLICT:
        mark: float = side.trace.counters(position).conflicts
    else:
        mark = side.work.at(position).seconds if pace is Pace.TIME and side.work else position
    return min(int(mark * width / whole), width - 1) if whole else 0


def levels_at(trace: Trace, positions: Sequence[int]) -> list[int]:
    """The highest level between each of these ascending positions and the next; for the last one, the level there."""
    starts = np.asarray(positions, np.int64)
    last = np.maximum(np.append(starts[1:] - 1, starts[-1]), starts)
    highest = np.maximum(trace.levels(starts), trace.levels(last)).astype(np.int64)
    if len(trace):
        cuts = trace.cuts.astype(np.int64)  # a level is highest before a cut
        cuts_inside = cuts[(cuts >= starts[0]) & (cuts <= starts[-1])]
        np.maximum.at(highest, starts.searchsorted(cuts_inside, "right") - 1, trace.levels(cuts_inside))
    return [int(level) for level in highest]
