"""Watching a running solver: when it has to stop, and telling how far it is."""

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True)
class Limits:
    """What a solver may use: seconds by the clock, counted from the call (None: no limit)."""

    seconds: float | None = None


@dataclass(frozen=True)
class Progress:
    """How far a search is: its counters, its decision level and its seconds so far.

    `assignment` is array("b") indexed by variable, of 1 (true), -1 (false) and 0 (free; so is index 0). Whatever the
    solver does not tell is None.
    """

    decisions: int | None
    propagations: int | None
    conflicts: int | None
    level: int | None
    seconds: float
    assignment: "array[int] | None" = None


class Watch:
    """Keeps the time of one call, asks whether to go on, and passes reports on no more often than wanted."""

    def __init__(
        self,
        limits: Limits,
        on_progress: Callable[[Progress], None] | None,
        cancel: Callable[[], bool] | None,
        interval: float,
    ) -> None:
        now = perf_counter()
        self.interval = interval
        self._limits = limits
        self._deadline = None if limits.seconds is None else now + limits.seconds
        self._cancel = cancel
        self._on_progress = on_progress
        self._due = now + interval

    def reason_to_stop(self) -> str:
        """Why the search has to stop now; empty to go on."""
        if self._cancel is not None and self._cancel():
            return "cancelled"
        if self._deadline is not None and perf_counter() >= self._deadline:
            return f"time limit of {self._limits.seconds:g} s"
        return ""

    def report(self, make: Callable[[], Progress]) -> None:
        """Report if a report is due; `make` is called only then."""
        if self._on_progress is not None and perf_counter() >= self._due:
            self._on_progress(make())
            self._due = perf_counter() + self.interval
