"""Driving a search of ours: slice by slice, until it has a verdict or is told to stop."""

from array import array
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Protocol

from engine.base.errors import Cancelled
from engine.base.slices import slices
from engine.sat.result import Result, Status
from engine.sat.solvers.limits import SearchProgress, Watch

FIRST_WORK = 20_000
"""Visits of literals in the first slice; some 0.1 ms compiled, 20 ms when not."""

STATUSES = {10: Status.SATISFIABLE, 20: Status.UNSATISFIABLE, 0: Status.UNKNOWN}
"""What a kernel's answer means."""


COUNTERS = ("decisions", "propagations", "conflicts", "flips", "lowest", "restarts", "learned")
"""What kernels count, by the names in Progress and Result."""
_MOMENTARY = ("level", "false", "glues", "explored")
"""What they tell while they search, by the names in Progress."""


class Kernel(Protocol):
    """One search of a solver of ours, done in slices; see `engine.sat.kernels.dpll.Dpll` and `walk.Walk` there."""

    def run(self, work: int) -> int:
        """Search on for about `work` visits of literals, or until the tape is full.

        Returns 10 (satisfiable), 20 (unsatisfiable) or 0 (not decided yet).
        """

    def assignment(self) -> "array[int]":
        """A copy of the assignment, as in Progress."""

    def model(self) -> "array[int]":
        """The model, as in Result."""


def drive(
    name: str, branching: str | None, kernel: Kernel, watch: Watch, listen: Callable[[], bool] = lambda: False
) -> Result:
    """Run a kernel slice by slice until it has a verdict or `watch` says to stop.

    `listen` is called after every slice: it takes what the kernel wrote, and tells whether want of room for that ended
    the slice. A slice may raise Cancelled when `watch` said to stop in it.
    """
    answer, tape_is_full = 0, False

    def cut_short() -> bool:
        return tape_is_full or ended_early(kernel)

    def progress() -> SearchProgress:
        counts = counters(kernel, (*COUNTERS, *_MOMENTARY))
        return SearchProgress(seconds=watch.clock.seconds, assignment=kernel.assignment(), **counts)

    def run(work: int) -> int:
        with watch.clock, suppress(Cancelled):
            return kernel.run(work)
        return 0

    if not (reason := watch.reason_to_stop()):
        for answer in slices(run, FIRST_WORK, cut_short=cut_short):
            tape_is_full = listen()
            if answer or (reason := watch.reason_to_stop()):
                break
            watch.report(progress)
    model = kernel.model() if answer == 10 else None
    seconds, details = watch.clock.seconds, getattr(kernel, "details", {})
    return Result(STATUSES[answer], name, branching, model, seconds, reason=reason, details=details, **counters(kernel))


def ended_early(kernel: Kernel) -> bool:
    """Whether its last slice ended before its work was done, so that its time tells nothing of how fast it is."""
    return getattr(kernel, "cut_short", False) or getattr(kernel, "beginning", False)


def counters(search: Kernel, names: Iterable[str] = COUNTERS) -> dict[str, Any]:
    """What a kernel, or that of a search which has one, counts; None for what it does not count."""
    kernel = getattr(search, "kernel", search)
    return {name: getattr(kernel, name, None) for name in names}
