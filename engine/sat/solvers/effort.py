"""The work and time of a recorded search up to each event, which show why one solver is faster than another.

A recording has only events. A rerun of the search counts the clauses that it visits and the literals that it examines
up to each event.
"""

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.base.errors import Cancelled
from engine.sat.solvers.rerun import Rerun
from engine.sat.trace.trace import Trace

MAX_SAMPLES = 1 << 20
"""Maximum number of samples, one per event; longer searches have one for every second, third ... event."""
_STRETCH = 256
"""Approximate number of events timed together; between them time is proportional to work."""


class Effort(NamedTuple):
    """The work done by an event.

    `visits` counts clauses: for `dpll` those whose counters change, also when backtracking; for `cdcl` those reached
    through a watch; for `naive` those scanned. `looks` counts the literals examined in these clauses, `propagations`
    the literals propagated, as in Result. `seconds` is the time from the beginning of the search.
    """

    propagations: int
    visits: int
    looks: int
    seconds: float


class Work:
    """The work of one recorded search at each event, or at every few events of a very long search."""

    def __init__(self, trace: Trace, cancel: Callable[[], bool] = lambda: False) -> None:
        """Run the search again. Raises Cancelled, and InputError if it can't be repeated."""
        rerun = Rerun(trace, measured=True)
        kernel, whole = rerun.kernel, not trace.cut and not trace.result.reason
        self._end, self._stride = len(trace), -(-len(trace) // MAX_SAMPLES) or 1
        counts: list[NDArray[np.integer]] = [np.zeros((1, 3), np.int64)]
        times = [np.zeros(1)]
        elapsed, answer, events, total = 0.0, 0, 0, 0

        def store(seconds: float) -> None:
            """Store the counts of the last stretch, which took `seconds`."""
            nonlocal elapsed, events, total
            rows = rerun.counts[: self._end - events]
            work = rows.sum(axis=1) - total
            stretch_work = int(work[-1]) if len(work) else 0
            selection = slice((-events - 1) % self._stride, None, self._stride)
            counts.append(rows[selection])
            times.append(elapsed + work[selection] * (seconds / max(stretch_work, 1)))
            events, elapsed, total = events + len(rows), elapsed + seconds, total + stretch_work

        store(0.0)
        while not answer and (rerun.done < len(trace) or whole):  # the last step may have no event of its own
            start = perf_counter()
            answer = rerun.step(_STRETCH)
            store(perf_counter() - start)
            if cancel():
                raise Cancelled
        if whole:
            counts.append(np.array([[kernel.propagations, kernel.visits, kernel.looks]]))
            times.append(np.array([elapsed]))
        self._counts = np.concatenate(counts)
        self._seconds = np.concatenate(times) * (trace.result.seconds / elapsed if elapsed else 0.0)

    def at(self, position: int) -> Effort:
        """The work up to `position`; at the end of the trace, all of it."""
        sample = len(self._counts) - 1 if position >= self._end else position // self._stride
        propagations, visits, looks = self._counts[sample].tolist()
        return Effort(propagations, visits, looks, float(self._seconds[sample]))

    def position(self, seconds: float) -> int:
        """The last position reached within this time."""
        last = int(np.searchsorted(self._seconds, seconds, "right")) - 1
        return min(max(last, 0) * self._stride, self._end)
