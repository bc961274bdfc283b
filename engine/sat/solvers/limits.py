"""Watching a running solver: when it has to stop, and telling how far it is."""

from array import array
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from time import perf_counter, thread_time
from typing import TypeVar

from engine.base.language import _
from engine.sat.result import PlanStep
from engine.sat.solvers.memory import resident

MEGABYTE = 1_000_000

Number = TypeVar("Number", int, float)


@dataclass(frozen=True)
class Limits:
    """What a solver may use: seconds of search (see Watch) and bytes of memory (None: no limit).

    The memory is what this process grows by during the call, or all that the process of a library's solver takes.
    With `processor` the seconds are of processor time, of all threads and processes of the search together; by the
    clock on the wall it then has `wall_seconds` of them.
    """

    seconds: float | None = None
    memory: int | None = None
    processor: bool = False

    def within(self, other: "Limits") -> "Limits":
        """The tighter of both, each for itself."""
        processor = self.processor or other.processor
        return Limits(_least(self.seconds, other.seconds), _least(self.memory, other.memory), processor)


def wall_seconds(seconds: float) -> float:
    """Seconds by the clock on the wall for what has so many of processor time."""
    return 2 * seconds + 1


_most = Limits()


def bound(limits: Limits) -> None:
    """From now on no call in this process may use more than this, whatever limits it is given."""
    global _most  # noqa: PLW0603 (a property of the process, like those of setrlimit)
    _most = limits


def in_force(limits: Limits) -> Limits:
    """What a call with these limits is held to."""
    return limits.within(_most)


def _least(first: Number | None, other: Number | None) -> Number | None:
    return min(first, other) if first is not None and other is not None else other if first is None else first


@dataclass(frozen=True)
class SearchProgress:
    """How far a search is: its counters, its decision level and its seconds so far.

    `assignment` is array("b") indexed by variable, of 1 (true), -1 (false) and 0 (free; so is index 0). Local search
    has its `flips`, the number of clauses that are `false` now, and the `lowest` such number so far. `glues` is the
    glue of all clauses learned so far added up, `explored` the part (0..1) of the decision tree that DPLL is done with:
    the sum of 2^-depth over its leaves. Whatever the solver does not tell is None. `plan` is how far each of several
    solvers is, and `found` what a question that takes many searches has found so far, in words.
    """

    decisions: int | None
    propagations: int | None
    conflicts: int | None
    level: int | None
    seconds: float
    assignment: "array[int] | None" = None
    flips: int | None = None
    false: int | None = None
    lowest: int | None = None
    plan: tuple[PlanStep, ...] = ()
    restarts: int | None = None
    learned: int | None = None
    found: str = ""
    glues: int | None = None
    explored: float | None = None


_FIRST_REPORT, _GROWTH = 0.0005, 0.125
"""Seconds to the first report, and what part of the time so far is added to them for those after it."""


class Stopwatch:
    """Adds up the seconds in which it runs; used in a `with` statement it runs in the block.

    It measures both the clock on the wall and the processor time of the thread that starts it, or of whatever else it
    is told to measure. `seconds` are those of the processor if it is made for them.
    """

    def __init__(self, *, processor: bool = False) -> None:
        self._for_processor = processor
        self._wall = self._work = 0.0
        self._started: float | None = None
        self._measure: Callable[[], float] = thread_time
        self._since = 0.0
        self._others: list[Stopwatch] = []

    @property
    def seconds(self) -> float:
        """How long it has been running in all, by the clock that it is made for."""
        return self.processor if self._for_processor else self.wall

    @property
    def wall(self) -> float:
        """Seconds by the clock on the wall."""
        return self._wall + (0.0 if self._started is None else perf_counter() - self._started)

    @property
    def processor(self) -> float:
        """Seconds of processor time, with those of the stopwatches that are included."""
        own = self._work + (0.0 if self._started is None else max(self._measure() - self._since, 0.0))
        return own + sum(other.processor for other in self._others)

    def include(self, other: "Stopwatch") -> None:
        """Count the processor time of what runs at the same time too."""
        self._others.append(other)

    def start(
        self, at: float | None = None, measure: Callable[[], float] = thread_time, since: float | None = None
    ) -> None:
        """Run, as if started at this time of `perf_counter` if one is given.

        `measure` tells the processor time of what runs, which was `since` at the start (None: what it is now).
        """
        self._measure = measure
        self._since = measure() if since is None else since
        self._started = perf_counter() if at is None else at

    def stop(self, wall: float | None = None, processor: float | None = None) -> None:
        """Stop; it ran for so many seconds if someone knows better."""
        if self._started is not None:
            if processor is None:
                processor = max(self._measure() - self._since, 0.0)
            if wall is None:
                wall = perf_counter() - self._started
        self._wall += wall or 0.0
        self._work += processor or 0.0
        self._started = None

    def __enter__(self) -> "Stopwatch":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class Watch:
    """Keeps the time of one call, asks whether to go on, and passes reports on every so often.

    The time is that of `clock`, which runs while a solver searches and stands still otherwise: while a formula is
    loaded, a process starts, events are recorded, or progress is told. Time limits are for the search alone, so that
    what a solver is watched by costs it nothing, and every solver has as long as any other.
    """

    def __init__(
        self,
        limits: Limits,
        on_progress: Callable[[SearchProgress], None] | None,
        cancel: Callable[[], bool] | None,
        interval: float,
    ) -> None:
        limits = in_force(limits)
        self.clock = Stopwatch(processor=limits.processor)
        self.interval = interval
        self._limits = limits
        self._before = 0 if limits.memory is None else resident()
        self._cancel = cancel
        self._reason = ""
        self._on_progress = on_progress
        self._due = perf_counter() + self._pause()

    @property
    def time_is_over(self) -> bool:
        """Whether the search has taken all the time that it has."""
        return (self._limits.seconds is not None and self.clock.seconds >= self._limits.seconds) or self._is_late

    @property
    def _is_late(self) -> bool:
        """Whether the clock on the wall is over, where the limit is one of processor time."""
        limits = self._limits
        return limits.processor and limits.seconds is not None and self.clock.wall >= wall_seconds(limits.seconds)

    def reason_to_stop(self, process: int | None = None) -> str:
        """Why the search, which may run in another process, has to stop now; empty to go on."""
        if self._reason:
            return self._reason
        if self._cancel is not None and self._cancel():
            return "cancelled"
        if self._is_late and self._limits.seconds is not None:
            return _("time limit of {seconds:g} s by the clock").format(seconds=wall_seconds(self._limits.seconds))
        if self.time_is_over:
            return _("time limit of {seconds:g} s").format(seconds=self._limits.seconds)
        return self.reason_to_refuse(lambda: resident() - self._before if process is None else resident(process))

    def stops(self) -> bool:
        """Whether there is a reason to stop; from then on there is that one, also if memory is given back."""
        self._reason = self.reason_to_stop()
        return bool(self._reason)

    def reason_to_refuse(self, memory: Callable[[], int]) -> str:
        """Why what takes so many bytes must not be; empty if it may. They are only counted if there is a limit."""
        limit = self._limits.memory
        return (
            ""
            if limit is None or memory() <= limit
            else _("memory limit of {limit:g} MB").format(limit=limit / MEGABYTE)
        )

    def first(self, seconds: float) -> "Watch":
        """The same watch with the same clock, that also stops after so many more seconds of search."""
        shorter = copy(self)
        shorter._limits = self._limits.within(Limits(self.clock.seconds + seconds))
        return shorter

    def report(self, make: Callable[[], SearchProgress]) -> None:
        """Report if a report is due; `make` is called only then."""
        if self._on_progress is not None and perf_counter() >= self._due:
            self._on_progress(make())
            self._due = perf_counter() + self._pause()

    def _pause(self) -> float:
        """Seconds to the next report: fewer while the search is young, so that a short one has a course too."""
        return min(self.interval, _FIRST_REPORT + self.clock.seconds * _GROWTH)
