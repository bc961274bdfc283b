"""The watch lists of a literal at any event of a recorded search that learns, and what its watches cost.

When a literal becomes false, propagation visits the clauses that watch it, and no others. What it finds at each is told
by the solver itself, which is made to search once more up to there.
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
"""How many numbers a kernel tells of a visit."""
_CACHED_STEPS = 1000
"""Of how many steps the visits are kept."""


class VisitResult(IntEnum):
    """What a visit of a watch finds; the numbers are those of the kernel."""

    TRUE_BLOCKER = 0
    """The blocker, a literal that is kept beside the watch, is true: the clause itself is not looked at."""
    TRUE_OTHER = 1
    """The other watched literal is true."""
    TRUE_LITERAL = 2
    """A literal that is not watched is true; it is the blocker from now on, and the watch stays."""
    MOVED = 3
    """A literal that is not watched is free: it is watched from now on."""
    UNIT = 4
    """All literals are false but the other watched one, which is forced."""
    FALSE = 5
    """All literals are false: a conflict."""


class Watched(NamedTuple):
    """A watch of a literal: the clause, its `blocker`, and the `other` literal that it is watched by."""

    clause: int
    blocker: int
    other: int


class WatchVisit(NamedTuple):
    """A visit of a watch of the `literal` that has become false, after so many `events`.

    `found` is the literal that decides the outcome: the true one, the new watch, or the one that is forced or false.
    `looks` is how many literals were looked at. The `other` watched literal is known where the clause was looked at;
    else it is the blocker.
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
    """The watches of a literal at a position, and the visits since it became false, as far as they have come by then.

    `since` is the index of the event that made it false; None where it is free or true. `pending`: it is false, and
    propagation has not come to it yet.
    """

    literal: int
    watches: tuple[Watched, ...]
    visits: tuple[WatchVisit, ...] = ()
    since: int | None = None
    pending: bool = False


@dataclass(frozen=True)
class _StepVisits:
    """What a step of the search does to watches: how they were at its beginning, and all of its visits."""

    start: int
    lists: WatchLists
    visits: tuple[WatchVisit, ...]


class WatchHistory:
    """The watch lists of one recorded search. Going on from event to event is quick; going back takes a new search."""

    def __init__(self, trace: Trace) -> None:
        """Raises InputError where the search can't be made again."""
        self._trace = trace
        self._repetition = Rerun(trace)
        self._first = self._repetition.done
        self._last: _StepVisits | None = None
        self._visits: dict[int, tuple[WatchVisit, ...]] = {}
        """Of the last steps that were made, by where they begin."""

    def at(self, position: int, literal: int | None, cancel: Callable[[], bool] = lambda: False) -> WatchList | None:
        """The watches of a literal after the first `position` events; None: of that which propagation is at.

        That is the literal visited last, or else the one made false by the last event; where there is none either the
        answer is None. Raises InputError where a recording that may come from elsewhere does not come again, Cancelled.
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
            visits_of_step = (
                self._visits[step_start] if step_start in self._visits else self._step(step_start, cancel).visits
            )
            visits = tuple(visit for visit in visits_of_step if visit.literal == literal and visit.events < position)
        step = self._step(start, cancel)
        watches = _after(step.lists.of(literal), literal, (v for v in step.visits if v.events < position))
        under_way = since is not None and step_end(self._trace, since + 1, self._first) == start
        pending = under_way and not visits and bool(watches)
        return WatchList(literal, watches, visits, since, pending)

    def _step(self, start: int, cancel: Callable[[], bool]) -> _StepVisits:
        """The step that begins at a position."""
        if self._last is None or self._last.start != start:
            again = self._repetition
            again.go(start, cancel)
            lists = again.kernel.watch_lists()
            again.kernel.observed = True
            try:
                while again.done == start and not again.step():
                    if cancel():
                        raise Cancelled
            finally:
                again.kernel.observed = False
                numbers = again.kernel.take_visits()
            visits = self._visits[start] = visits_of(numbers, start)
            if len(self._visits) > _CACHED_STEPS:
                del self._visits[next(iter(self._visits))]
            self._last = _StepVisits(start, lists, visits)
        return self._last


def visits_of(numbers: "Iterable[int]", start: int) -> tuple[WatchVisit, ...]:
    """The visits that a kernel tells, whose events are counted on from `start`."""
    rows = zip(*[iter(numbers)] * _VISIT, strict=True)
    return tuple(
        WatchVisit(start + events, literal, blocker, clause, VisitResult(outcome), other, found, looks)
        for events, literal, blocker, clause, outcome, other, found, looks in rows
    )


def _after(watches: Iterable[tuple[int, int, int]], literal: int, visits: Iterable[WatchVisit]) -> tuple[Watched, ...]:
    """What becomes of the watches of a literal by these visits."""
    now = {clause: Watched(clause, blocker, other) for clause, blocker, other in watches}
    for visit in visits:
        clause, moves = visit.clause, visit.outcome is VisitResult.MOVED
        if visit.literal == literal and moves:
            del now[clause]
        elif visit.literal == literal and visit.outcome in (VisitResult.TRUE_OTHER, VisitResult.TRUE_LITERAL):
            now[clause] = now[clause]._replace(blocker=visit.found)
        elif moves and visit.found == literal:
            now[clause] = Watched(clause, visit.other, visit.other)
        elif moves and visit.other == literal:
            now[clause] = now[clause]._replace(other=visit.found)
    return tuple(now.values())
