"""Two recorded searches side by side: which position of one belongs to a position of the other."""

from collections.abc import Sequence
from enum import Enum

import numpy as np

from engine.sat.trace.events import Kind
from engine.sat.trace.trace import Trace


class Pace(Enum):
    """What two searches have in common at the same moment."""

    EVENT = "event"
    """As many events."""
    CONFLICT = "conflict"
    """As many conflicts."""
    TIME = "time"
    """As much time."""


def after_conflicts(trace: Trace, count: int) -> int:
    """The position right after so many conflicts: 0 for none, the end where there are fewer."""
    conflicts = trace.where(Kind.CONFLICT)
    return 0 if count == 0 else int(conflicts[count - 1]) + 1 if count <= len(conflicts) else len(trace)


def levels_at(trace: Trace, positions: Sequence[int]) -> list[int]:
    """The highest level between each of these positions, ascending, and the next; of the last one the level there."""
    where = np.asarray(positions, np.int64)
    last = np.maximum(np.append(where[1:] - 1, where[-1]), where)
    highest = np.maximum(trace.levels(where), trace.levels(last)).astype(np.int64)
    if len(trace):
        cuts = trace.cuts.astype(np.int64)  # a level is highest before a cut
        kept = cuts[(cuts >= where[0]) & (cuts <= where[-1])]
        np.maximum.at(highest, where.searchsorted(kept, "right") - 1, trace.levels(kept))
    return [int(level) for level in highest]
