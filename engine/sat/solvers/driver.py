"""The driver that runs one of our own kernels, slice by slice, until it has a verdict or must stop."""

from array import array
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Protocol

from engine.base.errors import Cancelled
from engine.base.slices import slices
from engine.sat.result import Result, Status
from engine.sat.solvers.limits import SearchProgress, Watch

FIRST_WORK = 20_000
"""Visits of literals in the first slice: some 0.1 ms compiled, 20 ms uncompiled."""

STATUSES = {10: Status.SATISFIABLE, 20: Status.UNSATISFIABLE, 0: Status.UNKNOWN}
"""Verdicts by the codes that kernels return."""

COUNTERS = ("decisions", "propagations", "conflicts", "flips", "lowest", "restarts", "learned")
"""The counters of kernels, by their names in SearchProgress and Result."""
_MOMENTARY = ("level", "false", "glues", "explored")
"""The values that kernels report only during the search, by their names in SearchProgress."""


class Kernel(Protocol):
    """One search by one of our solvers, run in slices, such as `engine.sat.kernels.dpll.Dpll`."""

    def run(self, work: int) -> int:
        """Search for about `work` visits of literals, or until the tape is full.

        Returns 10 (satisfiable), 20 (unsatisfiable) or 0 (not decided yet).
        """

    def assignment(self) -> "array[int]":
        """A copy of the assignment, as in SearchProgress."""

    def model(self) -> "array[int]":
        """The model, as in Result."""


def drive(
    name: str, branching: str | None, kernel: Kernel, watch: Watch, listen: Callable[[], bool] = lambda: False
) -> Result:
    """Run a kernel slice by slice until it has a verdict or `watch` says to stop.

    `listen` is called after every slice: it takes the output of the kernel, and returns whether a full tape ended the
    slice. A slice may raise Cancelled if `watch` said to stop during it.
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
    """Whether the last slice ended before its work was done, which makes its time useless for estimating the speed."""
    return getattr(kernel, "cut_short", False) or getattr(kernel, "beginning", False)


def counters(search: Kernel, names: Iterable[str] = COUNTERS) -> dict[str, Any]:
    """The named counters of a kernel, or of the kernel of a search; None for those it does not have."""
    kernel = getattr(search, "kernel", search)
    return {name: getattr(kernel, name, None) for name in names}
