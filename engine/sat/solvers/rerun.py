"""Reruns of recorded searches up to any position, for the solver state that a recording does not contain.

A recording has the events of a search, but not its watch lists, activities or saved phases. Recordable solvers are
deterministic and run some million events per second; the events are compared all the same, because a recording may come
from another version or another person.
"""

from collections.abc import Callable
from typing import Any

from engine.base.errors import Cancelled, InputError
from engine.base.flat_rows import view
from engine.base.language import lazy_gettext as _
from engine.sat.solvers.solve import SOLVERS
from engine.sat.solvers.steering import Steering
from engine.sat.trace.events import TAPE_EVENTS, EventKind, Tape
from engine.sat.trace.trace import Trace

NOT_REPEATED = _("this program can't repeat the recorded search")
_WORK = 1 << 22
"""Steps of a search between two checks for cancellation."""


def kernel_of(trace: Trace, tape: Tape | None = None) -> Any:
    """The kernel of a recorded search, before its first event, with the same settings.

    Raises InputError if this program does not have the solver or can't record it.
    """
    result, setup = trace.result, trace.setup
    solver = SOLVERS.get(result.solver)
    if solver is None or solver.kernel is None or result.branching not in solver.branchings:
        raise InputError(NOT_REPEATED)
    kernel = solver.kernel(trace.formula, result.branching, setup.seed, tape, setup.without)
    Steering(setup.prefix, setup.instead).steer(kernel)
    return kernel


class Rerun:
    """A recorded search that is run again. Owns the `kernel`, which stops only at the end of a step.

    `done` is its position. The kernel is one of `engine.sat.kernels`; only this object runs it. If `measured`, `counts`
    has a row for each event of the last step: the propagations, visits and looks up to that event.
    """

    def __init__(self, trace: Trace, *, measured: bool = False) -> None:
        """Raises InputError if the search can't be repeated."""
        self._trace, self._measured = trace, measured
        self._begin()

    def _begin(self) -> None:
        self._tape = Tape(self._trace.formula.variables, (), measured=self._measured)
        self.kernel = kernel_of(self._trace, self._tape)
        self.done = 0
        self._take()

    def go(self, position: int, cancel: Callable[[], bool] = lambda: False) -> None:
        """Run to the end of the step that contains `position`.

        Earlier positions restart the search. Raises InputError if an event differs from the recording, and Cancelled.
        """
        if position < self.done:
            self._begin()
        while self.done < position:
            if self.step(min(TAPE_EVENTS, position - self.done)) and self.done < position:
                raise InputError(NOT_REPEATED)
            if cancel():
                raise Cancelled

    def step(self, events: int = 1, work: int = _WORK) -> int:
        """Search for at least `events` events, or for about `work` steps; returns the kernel's verdict code.

        Raises InputError if an event differs from the recording.
        """
        self.kernel.room = events
        answer: int = self.kernel.run(work)
        self._take()
        return answer

    def _take(self) -> None:
        """Compare the tape with the recording and clear it. Events beyond the end of the recording are not compared."""
        kernel, trace, tape = self.kernel, self._trace, self._tape
        count = min(kernel.recorded, len(trace) - self.done)
        recorded_slice = slice(self.done, self.done + count)
        columns = ((tape.kinds, trace.kinds), (tape.literals, trace.literals), (tape.clauses, trace.clauses))
        for column, recorded in columns:
            if (view(column)[:count] != recorded[recorded_slice]).any():
                raise InputError(NOT_REPEATED)
        if tape.counts is not None:
            self.counts = view(tape.counts)[: 3 * kernel.recorded].reshape(-1, 3).copy()
            if hasattr(kernel, "take_visits"):
                kernel.take_visits()  # not needed here, but they use memory
        if hasattr(kernel, "take_notes"):
            kernel.take_notes()
        self.done += kernel.recorded
        kernel.recorded = kernel.recorded_literals = 0


def step_end(trace: Trace, position: int, first: int) -> int:
    """The last position up to `position` at which a step of a clause-learning search ends; `first` is the earliest.

    A step begins when propagation has finished. It ends with a decision, a restart, a deletion, or the literal forced
    by a learned clause.
    """
    ends = [first]
    for kind, events in ((EventKind.DECISION, 1), (EventKind.DELETION, 1), (EventKind.BACKTRACK, 2)):
        places = trace.where(kind)
        at = int(places.searchsorted(position - events, "right"))
        if at:
            ends.append(int(places[at - 1]) + events)
    restarts = trace.where(EventKind.RESTART)
    at = int(restarts.searchsorted(position - 1, "right"))
    while at:
        end = int(restarts[at - 1]) + 1
        if end < len(trace) and trace.kinds[end] != EventKind.DELETION:  # otherwise both are one step
            ends.append(end)
            break
        at -= 1
    return max(end for end in ends if end <= max(position, first))
