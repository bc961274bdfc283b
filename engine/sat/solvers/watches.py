"""The watch lists of a literal at any event of a recorded clause-learning search, and the cost of its watches.

When a literal becomes false, propagation visits only the clauses that watch it. The visits are reported by the solver
itself, which is run again up to that event.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from engine.base.errors import Cancelled
from engine.sat.kernels.cdcl import WatchLists
from engine.sat.solvers.rerun import Rerun, step_end
from engine.sat.trace.trace import Trace

_VISIT = 8
"""The number of ints that a kernel reports per visit."""
_CACHED_STEPS = 1000
"""Maximum number of steps whose visits are cached."""


class VisitResult(IntEnum):
    """The outcome of visiting a watch; the values are those of the kernel."""

    TRUE_BLOCKER = 0
    """The blocker, a literal stored with the watch, is true: the clause is not examined."""
    TRUE_OTHER = 1
    """The other watched literal is true."""
    TRUE_LITERAL = 2
    """An unwatched literal is true: it becomes the blocker, and the watch stays."""
    MOVED = 3
    """An unwatched literal is free: it is watched from now on."""
    UNIT = 4
    """All literals except the other watched one are false: that one is forced."""
    FALSE = 5
    """All literals are false: a conflict."""


class LiteralWatch(NamedTuple):
    """A watch of a literal: the clause, its `blocker`, and the `other` watched literal."""

    clause: int
    blocker: int
    other: int


class WatchVisit(NamedTuple):
    """A visit of a watch of `literal`, which has become false, after `events` events.

    `found` is the literal that decides the outcome: the true one, the new watch, or the forced or false one. `looks` is
    the number of literals examined. `other` is the other watched literal, or the blocker if the clause was not
    examined.
    """

    events: int
    literal: int
    blocker: int
    clause: int
    outcome: VisitResult
    other: int
    found: int
    looks: int


@dataclass(frozen=True)
class WatchList:
    """The watches of a literal at a position, and the visits since it became false, up to that position.

    `since` is the index of the event that made it false, None if it is free or true. `pending`: it is false, and
    propagation has not reached it yet.
    """

    literal: int
    watches: tuple[LiteralWatch, ...]
    visits: tuple[WatchVisit, ...] = ()
    since: int | None = None
    pending: bool = False


@dataclass(frozen=True)
class _StepVisits:
    """The watch lists at the beginning of a step of the search, and all visits during it."""

    start: int
    lists: WatchLists
    visits: tuple[WatchVisit, ...]


class WatchHistory:
    """The watch lists of a recorded search. Moving forward is fast; moving back restarts the search."""

    def __init__(self, trace: Trace) -> None:
        """Raises InputError if the search can't be repeated."""
        self._trace = trace
        self._rerun = Rerun(trace)
        self._first = self._rerun.done
        self._last: _StepVisits | None = None
        self._visits: dict[int, tuple[WatchVisit, ...]] = {}
        """The visits of the last steps that were run, by the position where the step begins."""

    def at(self, position: int, literal: int | None, cancel: Callable[[], bool] = lambda: False) -> WatchList | None:
        """The watches of a literal after the first `position` events; by default of the literal being propagated.

        That is the literal visited last, or else the one made false by the last event. Returns None without either.
        Raises Cancelled, and InputError if an event differs from the recording.
        """
        start = step_end(self._trace, position, self._first)
        state = self._trace.state(position)
        if literal is None:
            step = self._step(start, cancel)
            done = [visit for visit in step.visits if visit.events < position]
            if done:
                literal = done[-1].literal
            elif len(state.trail):
                literal = -state.trail[-1]
            else:
                return None
        place = state.place(abs(literal)) if state.value(literal) < 0 else None
        since = None if place is None else state.events[place]
        visits: tuple[WatchVisit, ...] = ()
        if since is not None:
            step_start = step_end(self._trace, since + 1, self._first)
            cached = self._visits.get(step_start)
            step_visits = self._step(step_start, cancel).visits if cached is None else cached
            visits = tuple(visit for visit in step_visits if visit.literal == literal and visit.events < position)
        step = self._step(start, cancel)
        watches = _after(step.lists.of(literal), literal, (v for v in step.visits if v.events < position))
        under_way = since is not None and step_end(self._trace, since + 1, self._first) == start
        pending = under_way and not visits and bool(watches)
        return WatchList(literal, watches, visits, since, pending)

    def _step(self, start: int, cancel: Callable[[], bool]) -> _StepVisits:
        """The step that begins at `start`."""
        if self._last is None or self._last.start != start:
            rerun = self._rerun
            rerun.go(start, cancel)
            lists = rerun.kernel.watch_lists()
            rerun.kernel.observed = True
            try:
                while rerun.done == start and not rerun.step():
                    if cancel():
                        raise Cancelled
            finally:
                rerun.kernel.observed = False
                numbers = rerun.kernel.take_visits()
            visits = self._visits[start] = visits_of(numbers, start)
            if len(self._visits) > _CACHED_STEPS:
                del self._visits[next(iter(self._visits))]
            self._last = _StepVisits(start, lists, visits)
        return self._last


def visits_of(numbers: "Iterable[int]", start: int) -> tuple[WatchVisit, ...]:
    """The visits reported by a kernel, with events counted from `start`."""
    rows = zip(*[iter(numbers)] * _VISIT, strict=True)
    return tuple(
        WatchVisit(start + events, literal, blocker, clause, VisitResult(outcome), other, found, looks)
        for events, literal, blocker, clause, outcome, other, found, looks in rows
    )


def _after(
    watches: Iterable[tuple[int, int, int]], literal: int, visits: Iterable[WatchVisit]
) -> tuple[LiteralWatch, ...]:
    """The watches of a literal after these visits."""
    by_clause = {clause: LiteralWatch(clause, blocker, other) for clause, blocker, other in watches}
    for visit in visits:
        clause, moves = visit.clause, visit.outcome is VisitResult.MOVED
        if visit.literal == literal and moves:
            del by_clause[clause]
        elif visit.literal == literal and visit.outcome in (VisitResult.TRUE_OTHER, VisitResult.TRUE_LITERAL):
            by_clause[clause] = by_clause[clause]._replace(blocker=visit.found)
        elif moves and visit.found == literal:
            by_clause[clause] = LiteralWatch(clause, visit.other, visit.other)
        elif moves and visit.other == literal:
            by_clause[clause] = by_clause[clause]._replace(other=visit.found)
    return tuple(by_clause.values())
