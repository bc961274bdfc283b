"""The work that a recorded search has done by any event, and its time: what makes one solver faster than another.

The counters of a recording are of events. What lies between these, the clauses that propagation comes to and the
literals that it looks at, the solver notes at each event when it is made to search once more.
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
"""How many moments of a search are kept at least, if it has so many: of a longer one every second, third ... event."""
_STRETCH = 256
"""How many events are timed together, about; in between the time goes with the work."""


class Effort(NamedTuple):
    """The work by some event. `visits` are those of clauses: by `dpll` whose counters change, also when it goes back;
    by `cdcl` of watches; by `naive` in its scans. `looks` are those at literals in these clauses. `propagations` are
    the literals whose consequences were looked for, as in Result. `seconds` is the part of the search's time.
    """

    propagations: int
    visits: int
    looks: int
    seconds: float


class Work:
    """The work of one recorded search, as it was at each event; of a very long search, at events a few apart."""

    def __init__(self, trace: Trace, cancel: Callable[[], bool] = lambda: False) -> None:
        """Search once more. Raises Cancelled, and InputError where the search can't be made again."""
        again = Rerun(trace, measured=True)
        kernel, whole = again.kernel, not trace.cut and not trace.result.reason
        self._end, self._stride = len(trace), -(-len(trace) // MOST_SAMPLES) or 1
        counts: list[NDArray[np.integer]] = [np.zeros((1, 3), np.int64)]
        times = [np.zeros(1)]
        spent, answer, sample_count, total = 0.0, 0, 0, 0

        def keep(seconds: float) -> None:
            """Keep what was noted in the last stretch, of which the search took so many seconds."""
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
        """The work that the first `position` events took; at the end, all of it."""
        sample = len(self._counts) - 1 if position >= self._end else position // self._stride
        propagations, visits, looks = self._counts[sample].tolist()
        return Effort(propagations, visits, looks, float(self._seconds[sample]))

    def position(self, seconds: float) -> int:
        """The last position that the search had come to after so many seconds."""
        last = int(np.searchsorted(self._seconds, seconds, "right")) - 1
        return min(max(last, 0) * self._stride, self._end)
