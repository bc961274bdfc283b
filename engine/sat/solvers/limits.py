"""Watching a running solver: when it has to stop, and telling how far it is."""

from array import array
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TypeVar

from engine.sat.solvers.memory import resident

MEGABYTE = 1_000_000

Number = TypeVar("Number", int, float)


@dataclass(frozen=True)
class Limits:
    """What a solver may use: seconds by the clock, counted from the call, and bytes of memory (None: no limit).

    The memory is what this process grows by during the call, or all that the process of a library's solver takes.
    """

    seconds: float | None = None
    memory: int | None = None

    def within(self, other: "Limits") -> "Limits":
        """The tighter of both, each for itself."""
        return Limits(_least(self.seconds, other.seconds), _least(self.memory, other.memory))


_most = Limits()


def bound(limits: Limits) -> None:
    """From now on no call in this process may use more than this, whatever limits it is given."""
    global _most  # noqa: PLW0603 (a property of the process, like those of setrlimit)
    _most = limits


def _least(one: Number | None, other: Number | None) -> Number | None:
    return min(one, other) if one is not None and other is not None else other if one is None else one


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
        limits = limits.within(_most)
        self.interval = interval
        self._limits = limits
        self._deadline = None if limits.seconds is None else now + limits.seconds
        self._before = 0 if limits.memory is None else resident()
        self._cancel = cancel
        self._on_progress = on_progress
        self._due = now + interval

    def reason_to_stop(self, process: int | None = None) -> str:
        """Why the search, which may run in another process, has to stop now; empty to go on."""
        if self._cancel is not None and self._cancel():
            return "cancelled"
        if self._deadline is not None and perf_counter() >= self._deadline:
            return f"time limit of {self._limits.seconds:g} s"
        if self._limits.memory is None:
            return ""
        return self.reason_to_refuse(resident() - self._before if process is None else resident(process))

    def reason_to_refuse(self, memory: int) -> str:
        """Why a search that takes so many bytes must not be; empty if it may."""
        limit = self._limits.memory
        return "" if limit is None or memory <= limit else f"memory limit of {limit / MEGABYTE:g} MB"

    def first(self, seconds: float) -> "Watch":
        """The same watch, that also stops after so many seconds from now."""
        deadline = perf_counter() + seconds
        if self._deadline is not None and self._deadline <= deadline:
            return self
        shorter = copy(self)
        shorter._deadline, shorter._limits = deadline, replace(self._limits, seconds=seconds)
        return shorter

    def report(self, make: Callable[[], Progress]) -> None:
        """Report if a report is due; `make` is called only then."""
        if self._on_progress is not None and perf_counter() >= self._due:
            self._on_progress(make())
            self._due = perf_counter() + self.interval
