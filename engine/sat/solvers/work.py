"""The work that a recorded search has done by any event, and its time: what makes one solver faster than another.

The counters of a recording are of events. What lies between these, the clauses that propagation comes to and the
literals that it looks at, the solver counts when it is made to search once more.
"""

from array import array
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

import numpy as np

from engine.base.errors import Cancelled
from engine.sat.formula.assignment_state import view
from engine.sat.solvers.repetition import Repetition
from engine.sat.trace.trace import Trace

MOST_SAMPLES = 1 << 16
"""How many moments of a search are kept; between two of them are as many events as it takes."""


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
    """The work of one recorded search, sampled where its steps end."""

    def __init__(self, trace: Trace, cancel: Callable[[], bool] = lambda: False) -> None:
        """Search once more. Raises Cancelled, and InputError where the search can't be made again."""
        again = Repetition(trace)
        learns = hasattr(again.kernel, "observed")
        if learns:
            again.kernel.observed = True
        stride = max(1, len(trace) // MOST_SAMPLES)
        counts: list[array[int]] = [array("q") for _ in range(4)]
        times = array("d")
        spent, answer = 0.0, 0

        def sample() -> None:
            kernel = again.kernel
            now = again.done, kernel.propagations, kernel.visits, kernel.looks
            for column, count in zip(counts, now, strict=True):
                column.append(count)
            times.append(spent)

        sample()
        ends = not trace.cut and not trace.result.reason  # then the last step may have no event of its own
        while not answer and (again.done < len(trace) or ends):
            start = perf_counter()
            answer = again.step(stride)
            spent += perf_counter() - start
            if learns:
                again.kernel.take_visits()
            sample()
            if cancel():
                raise Cancelled
        self._end = len(trace)
        self._positions, *self._counts = (view(column) for column in counts)
        self._seconds = np.frombuffer(times, np.float64) * (trace.result.seconds / spent if spent else 0.0)

    def at(self, position: int) -> Effort:
        """The work by the first `position` events, as far as the step was done that was under way before them."""
        if position == self._end:
            last = len(self._positions) - 1
        else:
            last = max(int(self._positions.searchsorted(position, "right")) - 1, 0)
        propagations, visits, looks = (int(column[last]) for column in self._counts)
        return Effort(propagations, visits, looks, float(self._seconds[last]))

    def position(self, seconds: float) -> int:
        """The last position that the search had come to after so many seconds."""
        last = int(np.searchsorted(self._seconds, seconds, "right")) - 1
        return min(int(self._positions[max(last, 0)]), self._end)
