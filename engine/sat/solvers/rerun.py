"""A recorded search made once more, as far as wanted: for what a solver knows and the recording does not tell.

A recording has the events of a search, and not its watch lists, activities or saved phases. Solvers that are recorded
do the same again when told the same, some million events a second; the events are compared all the same, because a
recording may come from elsewhere.
"""

from collections.abc import Callable
from typing import Any

from engine.base.errors import Cancelled, InputError
from engine.base.language import lazy_gettext as _
from engine.sat.formula.assignment_state import view
from engine.sat.solvers.solve import SOLVERS
from engine.sat.solvers.steering import Steering
from engine.sat.trace.events import TAPE_EVENTS, EventKind, Tape
from engine.sat.trace.trace import Trace

NOT_REPEATED = _("this program can't repeat the recorded search")
_WORK = 1 << 22
"""Steps of a search from one look at whether it is to be cancelled to the next."""


def kernel_of(trace: Trace, tape: Tape | None = None) -> Any:
    """The kernel that made a recorded search, at its beginning, told what it was told.

    Raises InputError for a solver that this program does not have or can't record.
    """
    result, setup = trace.result, trace.setup
    solver = SOLVERS.get(result.solver)
    if solver is None or solver.kernel is None or result.branching not in solver.branchings:
        raise InputError(NOT_REPEATED)
    kernel = solver.kernel(trace.formula, result.branching, setup.seed, tape, setup.without)
    Steering(setup.prefix, setup.instead).steer(kernel)
    return kernel


class Rerun:
    """A recorded search made once more. Owns the `kernel`, which is at a position where a step of the search ended.

    `done` is that position. The kernel is one of `engine.sat.kernels`, not to be run by others. Where it is `measured`
    the `counts` have a row for each event of the last step: the propagations, visits and looks by then.
    """

    def __init__(self, trace: Trace, *, measured: bool = False) -> None:
        """Raises InputError where the search can't be made again."""
        self._trace, self._measured = trace, measured
        self._begin()

    def _begin(self) -> None:
        self._tape = Tape(self._trace.formula.variables, (), measured=self._measured)
        self.kernel = kernel_of(self._trace, self._tape)
        self.done = 0
        self._take()

    def go(self, position: int, cancel: Callable[[], bool] = lambda: False) -> None:
        """Have the first `position` events happen, and those that belong to the same step.

        Earlier positions take a search from the beginning. Raises InputError where something else happens, Cancelled.
        """
        if position < self.done:
            self._begin()
        while self.done < position:
            if self.step(min(TAPE_EVENTS, position - self.done)) and self.done < position:
                raise InputError(NOT_REPEATED)
            if cancel():
                raise Cancelled

    def step(self, events: int = 1, work: int = _WORK) -> int:
        """Search on until so many events or more have happened, or for about so much work; the answer is the kernel's.

        Raises InputError where something else happens than was recorded.
        """
        self.kernel.room = events
        answer: int = self.kernel.run(work)
        self._take()
        return answer

    def _take(self) -> None:
        """Compare what is on the tape with the recording, and clear it. What is beyond its end is not compared."""
        kernel, trace, tape = self.kernel, self._trace, self._tape
        count = min(kernel.recorded, len(trace) - self.done)
        recorded_slice = slice(self.done, self.done + count)
        columns = ((tape.kinds, trace.kinds), (tape.literals, trace.literals), (tape.clauses, trace.clauses))
        for own, recorded in columns:
            if (view(own)[:count] != recorded[recorded_slice]).any():
                raise InputError(NOT_REPEATED)
        if tape.counts is not None:
            self.counts = view(tape.counts)[: 3 * kernel.recorded].reshape(-1, 3).copy()
            if hasattr(kernel, "take_visits"):
                kernel.take_visits()  # these are of no use then
        if hasattr(kernel, "take_notes"):
            kernel.take_notes()
        self.done += kernel.recorded
        kernel.recorded = kernel.recorded_literals = 0


def step_end(trace: Trace, position: int, first: int) -> int:
    """The last position up to `position` at which a step of a search that learns ended; the first one is at `first`.

    A step is what comes after a propagation without end: it ends with a decision, a restart, a deletion, or the literal
    that a learned clause forces.
    """
    ends = [first]
    for kind, more in ((EventKind.DECISION, 1), (EventKind.DELETION, 1), (EventKind.BACKTRACK, 2)):
        places = trace.where(kind)
        at = int(places.searchsorted(position - more, "right"))
        if at:
            ends.append(int(places[at - 1]) + more)
    restarts = trace.where(EventKind.RESTART)
    at = int(restarts.searchsorted(position - 1, "right"))
    while at:
        end = int(restarts[at - 1]) + 1
        if end < len(trace) and trace.kinds[end] != EventKind.DELETION:  # else the two are one step
            ends.append(end)
            break
        at -= 1
    return max(end for end in ends if end <= max(position, first))
