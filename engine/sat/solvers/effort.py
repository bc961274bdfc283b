"""The work and time that a recorded search has spent by each event: why one solver is faster than another.

A recording counts events. The clauses visited and literals examined between them are counted at each event while the
search is run again.
"""

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.base.errors import Cancelled
from engine.sat.solvers.rerun import Rerun
from engine.sat.trace.trace import Trace

MOST_SAMPLES = 1 << 20
"""Minimum number of samples kept, if the search has as many events; longer searches keep every second, third ... event.
"""
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
        again = Rerun(trace, measured=True)
        kernel, whole = again.kernel, not trace.cut and not trace.result.reason
        self._end, self._stride = len(trace), -(-len(trace) // MOST_SAMPLES) or 1
        counts: list[NDArray[np.integer]] = [np.zeros((1, 3), np.int64)]
        times = [np.zeros(1)]
        spent, answer, sample_count, total = 0.0, 0, 0, 0

        def keep(seconds: float) -> None:
            """Store the counts of the last stretch, which took `seconds`."""
            nonlocal spent, sample_count, total
            noted = again.counts[: self._end - sample_count]
            done = noted.sum(axis=1) - total
            selection = slice((-sample_count - 1) % self._stride, None, self._stride)
            counts.append(noted[selection])
            times.append(spent + done[selection] * (seconds / max(int(done[-1]), 1) if len(done) else 0.0))
            sample_count, spent, total = (
                sample_count + len(noted),
                spent + seconds,
                total + (int(done[-1]) if len(done) else 0),
            )

        keep(0.0)
        while not answer and (again.done < len(trace) or whole):  # the last step may have no event of its own
            start = perf_counter()
            answer = again.step(_STRETCH)
            keep(perf_counter() - start)
            if cancel():
                raise Cancelled
        if whole:
            counts.append(np.array([[kernel.propagations, kernel.visits, kernel.looks]]))
            times.append(np.array([spent]))
        self._counts = np.concatenate(counts)
        self._seconds = np.concatenate(times) * (trace.result.seconds / spent if spent else 0.0)

    def at(self, position: int) -> Effort:
        """The work up to `position`; at the end of the trace, all of it."""
        sample = len(self._counts) - 1 if position >= self._end else position // self._stride
        propagations, visits, looks = self._counts[sample].tolist()
        return Effort(propagations, visits, looks, float(self._seconds[sample]))

    def position(self, seconds: float) -> int:
        """The last position reached within this time."""
        last = int(np.searchsorted(self._seconds, seconds, "right")) - 1
        return min(max(last, 0) * self._stride, self._end)
