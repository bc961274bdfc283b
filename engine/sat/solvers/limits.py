"""Watching a running solver: limits, cancellation and progress reports."""

from array import array
from collections.abc import Callable
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
    """The seconds of search (see Watch) and bytes of memory that a solver may use; None means no limit.

    Memory is the growth of this process during the call, or all memory of a library solver's process. With `processor`
    the seconds are processor time, summed over all threads and processes of the search; its wall-clock limit is then
    `wall_seconds(seconds)`.
    """

    seconds: float | None = None
    memory: int | None = None
    processor: bool = False

    def within(self, other: "Limits") -> "Limits":
        """The tighter of both limits, field by field."""
        processor = self.processor or other.processor
        return Limits(_least(self.seconds, other.seconds), _least(self.memory, other.memory), processor)


def wall_seconds(seconds: float) -> float:
    """The wall-clock limit in seconds that goes with a limit on processor time."""
    return 2 * seconds + 1


_process_limits = Limits()


def limit_process(limits: Limits) -> None:
    """Apply these limits to every later call in this process, too."""
    global _process_limits  # noqa: PLW0603 (a property of the process, like those of setrlimit)
    _process_limits = limits


def in_force(limits: Limits) -> Limits:
    """The limits of a call with `limits`, within those of the process."""
    return limits.within(_process_limits)


def _least(first: Number | None, other: Number | None) -> Number | None:
    return min(first, other) if first is not None and other is not None else other if first is None else first


@dataclass(frozen=True)
class SearchProgress:
    """The progress of a search: its counters, its decision level and its seconds so far.

    `assignment` is array("b") indexed by variable: 1 (true), -1 (false), 0 (free; also index 0). Local search reports
    its `flips`, the number of clauses that are `false` now, and the `lowest` such number so far. `glues` is the sum of
    the glues of all learned clauses; `explored` is the part (0..1) of the decision tree that DPLL has finished, the sum
    of 2^-depth over its leaves. Values that the solver does not report are None. `plan` is the progress of each member
    of a portfolio, `found` a sentence on what a query with several searches has found so far. `bounds` are those of the
    cost of the best model: the upper one is None as long as there is no model.
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
    bounds: tuple[int, int | None] | None = None


_FIRST_REPORT, _GROWTH = 0.0005, 0.125
"""Seconds to the first report, and the part of the elapsed time that is added for each later one."""


class Stopwatch:
    """The seconds during which it runs, in total; a `with` statement runs it in its block.

    Measures wall-clock time and the processor time of the thread that starts it, or the `measure` given to `start`.
    `seconds` is the processor time if it was made with `processor`.
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
        """The total time: of the processor if made with `processor`, else by the wall clock."""
        return self.processor if self._for_processor else self.wall

    @property
    def wall(self) -> float:
        """Wall-clock seconds."""
        return self._wall + (0.0 if self._started is None else perf_counter() - self._started)

    @property
    def processor(self) -> float:
        """Seconds of processor time, including those of the included stopwatches."""
        current = 0.0 if self._started is None else max(self._measure() - self._since, 0.0)
        return self._work + current + sum(other.processor for other in self._others)

    def include(self, other: "Stopwatch") -> None:
        """Add the processor time of another stopwatch, which runs at the same time."""
        self._others.append(other)

    def start(
        self, at: float | None = None, measure: Callable[[], float] = thread_time, since: float | None = None
    ) -> None:
        """Start, or count as started at the time `at` of `perf_counter`.

        `measure` returns the processor time, which was `since` at the start (None: its current value).
        """
        self._measure = measure
        self._since = measure() if since is None else since
        self._started = perf_counter() if at is None else at

    def stop(self, wall: float | None = None, processor: float | None = None) -> None:
        """Stop; `wall` and `processor` replace the measured seconds of this run if given."""
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
    """The time and limits of a call, and its progress reports at intervals.

    Its `clock` runs only while a solver searches, not while a formula is loaded, a process starts, events are recorded
    or progress is reported. Time limits apply to the search alone, so that watching a solver costs it nothing and all
    solvers have the same time.
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
        """Whether the search has used up its time."""
        return (self._limits.seconds is not None and self.clock.seconds >= self._limits.seconds) or self._is_late

    @property
    def _is_late(self) -> bool:
        """Whether the wall-clock limit that goes with a processor-time limit is over."""
        limits = self._limits
        return limits.processor and limits.seconds is not None and self.clock.wall >= wall_seconds(limits.seconds)

    def reason_to_stop(self, process: int | None = None) -> str:
        """The reason why the search, in this process or in `process`, must stop now; empty to continue."""
        if self._reason:
            return self._reason
        if self._cancel is not None and self._cancel():
            return "cancelled"
        if self._is_late and self._limits.seconds is not None:
            return _("wall-clock limit of {seconds:g} s").format(seconds=wall_seconds(self._limits.seconds))
        if self.time_is_over:
            return _("time limit of {seconds:g} s").format(seconds=self._limits.seconds)
        return self.reason_to_refuse(lambda: resident() - self._before if process is None else resident(process))

    def stops(self) -> bool:
        """Whether there is a reason to stop. The reason remains from then on, even if memory is freed."""
        self._reason = self.reason_to_stop()
        return bool(self._reason)

    def reason_to_refuse(self, memory: Callable[[], int]) -> str:
        """The reason why something that takes `memory()` bytes is not allowed; empty if it is.

        Calls `memory` only if there is a limit.
        """
        limit = self._limits.memory
        return (
            ""
            if limit is None or memory() <= limit
            else _("memory limit of {limit:g} MB").format(limit=limit / MEGABYTE)
        )

    def report(self, make: Callable[[], SearchProgress]) -> None:
        """Report progress if a report is due; `make` is called only then."""
        if self._on_progress is not None and perf_counter() >= self._due:
            self._on_progress(make())
            self._due = perf_counter() + self._pause()

    def _pause(self) -> float:
        """Seconds to the next report: short at first, so that short searches have several reports too."""
        return min(self.interval, _FIRST_REPORT + self.clock.seconds * _GROWTH)
