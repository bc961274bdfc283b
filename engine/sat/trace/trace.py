"""A recorded search and the state of the solver at any position in it.

A trail only grows or is cut at its end, so no replay event by event is needed: of the assignments between two cuts,
those below all later cuts remain. That takes a handful of array operations for hundreds of thousands of events.
Keyframes, copies of the trail made while recording, limit the number of events involved.
"""

from array import array
from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.base.language import _
from engine.sat.formula.assignment_state import Bytes, Ints, SolverState
from engine.sat.formula.formula import Formula, Literals
from engine.sat.result import Result, Status
from engine.sat.trace.events import DECIDED, EventKind, Tape

DEFAULT_LIMIT = 1 << 28
"""Default limit of a recording in bytes (256 MiB): some twenty million events."""

KEYFRAME_EVENTS = 1 << 18
"""The number of events between two keyframes, until the keyframes need too much memory."""

EVENT_BYTES = 13
"""Bytes accounted for an event: one byte and two ints, and an int for the index of events by kind."""

_KEYFRAME_SHARE = 4
"""The divisor of the limit that gives the maximum memory of keyframes."""

_NOTHING = array("i")
_FIRST_WINDOW = 1 << 12
"""Number of events searched at first for one of a variable; it doubles until one is found."""


class TraceEvent(NamedTuple):
    """An event with its literal (0: none), its clause (None: none), and the level after it.

    Clauses count from 0; learned clauses continue the numbering of the formula.
    """

    kind: EventKind
    literal: int
    clause: int | None
    level: int


class EventCounters(NamedTuple):
    """Counts of events. `forced` are the literals made true by unit clauses.

    The `propagations` of a Result differ: they are the literals propagated, including decisions.
    """

    decisions: int
    forced: int
    conflicts: int
    learned: int
    restarts: int


@dataclass(frozen=True)
class Setup:
    """The settings of a search that, with its solver and branching, make it repeatable event by event.

    The fields are the parameters of `engine.sat.solvers.solve.solve` of the same names.
    """

    seed: int = 0
    without: frozenset[str] = frozenset()
    prefix: Literals = ()
    instead: Mapping[int, int] = field(default_factory=dict)


class _Keyframe(NamedTuple):
    """The trail after the first `position` events: its literals, their reasons, and the indexes of their events."""

    position: int
    literals: Ints
    reasons: Ints
    events: Ints

    @property
    def size(self) -> int:
        return self.literals.nbytes + self.reasons.nbytes + self.events.nbytes


_BEGINNING = _Keyframe(0, *(np.zeros(0, np.int32) for _ in range(3)))


class Recorder:
    """Records the events of one run of a solver: pass it to `engine.sat.solvers.solve.solve`, then call `trace`.

    A recording takes at most `limit_bytes`, apart from the tape. When keyframes exceed a quarter of that, every second
    one is dropped, and from then on their distance doubles. When there is no room for the events on the tape, recording
    ends and the search continues; `cut` then gives the reason. `setup` are the settings of the search.
    """

    def __init__(
        self, limit_bytes: int = DEFAULT_LIMIT, *, keyframe_events: int = KEYFRAME_EVENTS, setup: Setup = Setup()
    ) -> None:
        self.cut = ""
        self.setup = setup
        self.keyframe_events = keyframe_events
        self._limit = limit_bytes
        self._count = 0
        capacity = max(0, limit_bytes // EVENT_BYTES)  # reserved at once; the system provides memory as it is written
        self._kinds = np.empty(capacity, np.uint8)
        self._literals, self._clauses = np.empty(capacity, np.int32), np.empty(capacity, np.int32)
        self._learned, self._notes = array("i"), array("i")
        self._keyframes = [_BEGINNING]

    def __len__(self) -> int:
        """The number of events so far."""
        return self._count

    @property
    def size(self) -> int:
        """The number of bytes used so far."""
        return EVENT_BYTES * len(self) + 4 * (len(self._learned) + len(self._notes)) + self._keyframes_size

    @property
    def _keyframes_size(self) -> int:
        return sum(keyframe.size for keyframe in self._keyframes)

    def take(self, tape: Tape, count: int) -> bool:
        """Record the first `count` events of the tape; returns False if there is no room for them."""
        kinds: Bytes = np.frombuffer(tape.kinds, np.uint8)[:count]
        literals: Ints = np.frombuffer(tape.literals, np.int32)[:count]
        clauses: Ints = np.frombuffer(tape.clauses, np.int32)[:count]
        learned = int(literals[kinds == EventKind.LEARNED].sum())
        return self.add(kinds, literals, clauses, tape.learned[:learned], tape.notes)

    def add(
        self, kinds: Bytes, literals: Ints, clauses: Ints, learned: "array[int]", notes: "array[int]" = _NOTHING
    ) -> bool:
        """Record events, the literals of the clauses learned in them, and their notes (see `trace.events`).

        Returns False if there is no room for them.
        """
        count = len(kinds)
        if self.size + EVENT_BYTES * count + 4 * (len(learned) + len(notes)) > self._limit:
            self.cut = _("the recording ends at its limit of {limit:,} bytes, before the search does").format(
                limit=self._limit
            )
            return False
        end = self._count + count
        self._kinds[self._count : end] = kinds
        self._literals[self._count : end] = literals
        self._clauses[self._count : end] = clauses
        self._learned += learned
        self._notes += notes
        self._count = end
        if len(self) - self._keyframes[-1].position >= self.keyframe_events:
            self._add_keyframe()
        return True

    @classmethod
    def after(cls, trace: "Trace", position: int, limit_bytes: int, setup: Setup = Setup()) -> "Recorder":
        """A recorder with the first `position` events of a trace."""
        recorder = cls(limit_bytes, setup=setup)
        learned = int(trace.learned_starts[trace.counters(position).learned])
        recorder.add(
            trace.kinds[:position],
            trace.literals[:position],
            trace.clauses[:position],
            trace.learned[:learned],
            trace.notes[: trace.notes_before(position)],
        )
        return recorder

    def trace(self, formula: Formula, result: Result) -> "Trace":
        """The trace of the run with this result, or of its events so far if it is still running."""
        return Trace(
            formula, result, self.cut, *self._events(), self._learned, tuple(self._keyframes), self.setup, self._notes
        )

    def _events(self) -> tuple[Bytes, Ints, Ints]:
        count = self._count  # may grow meanwhile: screens read while the search runs
        return self._kinds[:count], self._literals[:count], self._clauses[:count]

    def _add_keyframe(self) -> None:
        keyframe = _advance(self._keyframes[-1], len(self), *self._events())
        if self.size + keyframe.size <= self._limit:
            self._keyframes.append(keyframe)
        while self._keyframes_size > self._limit // _KEYFRAME_SHARE:
            self._keyframes = self._keyframes[::2]  # the first one, the beginning, is empty
            self.keyframe_events *= 2


@dataclass(frozen=True, eq=False)
class Trace:
    """The events of a search from its beginning, and the state at every position from 0 to len.

    Position p is the point after the first p events. `cut` is the reason why the recording ends before the search, or
    empty. `result` is the result of the search; UNKNOWN without a reason while it is `running`. Events are stored as on
    the tape (see `trace.events`); `learned` holds the literals of all learned clauses in order. `setup` are the
    settings of the search. `notes` are those of the events (see `trace.events`); recordings of version 1 have none.
    """

    formula: Formula
    result: Result
    cut: str
    kinds: Bytes = field(repr=False)
    literals: Ints = field(repr=False)
    clauses: Ints = field(repr=False)
    learned: "array[int]" = field(repr=False)
    keyframes: tuple[_Keyframe, ...] = field(repr=False)
    setup: Setup = Setup()
    notes: "array[int]" = field(default_factory=lambda: array("i"), repr=False)

    def __len__(self) -> int:
        """The number of events."""
        return len(self.kinds)

    @property
    def running(self) -> bool:
        """Whether the search was still running when this trace was taken."""
        return self.result.status is Status.UNKNOWN and not self.result.reason

    def event(self, index: int) -> TraceEvent:
        """Event `index` (from 0), which leads from position `index` to the next. Raises IndexError outside 0..len-1."""
        if not 0 <= index < len(self):
            raise IndexError(f"event {index} of {len(self)}")
        kind = EventKind(self.kinds[index])
        literal = int(self.literals[index]) if kind <= EventKind.PROPAGATION else 0
        clause = int(self.clauses[index]) if EventKind.PROPAGATION <= kind <= EventKind.LEARNED else None
        return TraceEvent(kind, literal, clause, self.level(index + 1))

    def clause(self, index: int) -> Literals:
        """The literals of a clause of the formula or a learned clause. Raises IndexError if there is none."""
        number = index - len(self.formula)
        if number < 0:
            return self.formula[index]
        starts = self.learned_starts
        if number >= len(starts) - 1:
            raise IndexError(f"clause {index} of {len(self.formula) + len(starts) - 1}")
        return tuple(self.learned[starts[number] : starts[number + 1]])

    @property
    def has_notes(self) -> bool:
        """Whether the glue of learned clauses and the numbers of deleted clauses are known."""
        return len(self.notes) >= self.notes_before(len(self))  # more while the search is running

    def notes_before(self, event: int) -> int:
        """The number of notes of the events before `event`."""
        learned, deletions = self.where(EventKind.LEARNED), self.where(EventKind.DELETION)
        deleted = self.literals[deletions[: deletions.searchsorted(event)]]
        return int(learned.searchsorted(event)) + int(deleted.sum(dtype=np.int64))

    def glue(self, event: int) -> int | None:
        """The glue of the clause learned in an event, or None if unknown."""
        return self.notes[self.notes_before(event)] if self.has_notes else None

    def deleted(self, event: int) -> Literals | None:
        """The numbers of the clauses deleted by a DELETION, or None if unknown."""
        start = self.notes_before(event)
        return tuple(self.notes[start : start + int(self.literals[event])]) if self.has_notes else None

    def state(self, position: int) -> SolverState:
        """The state after the first `position` events. Raises IndexError outside 0..len."""
        self._check(position)
        keyframe = self.keyframes[bisect_right(self.keyframes, position, key=lambda frame: frame.position) - 1]
        _, literals, reasons, events = _advance(keyframe, position, self.kinds, self.literals, self.clauses)
        levels = np.cumsum(reasons == DECIDED, dtype=np.int32)
        values = np.zeros(self.formula.variables + 1, dtype=np.int8)
        values[np.abs(literals)] = np.sign(literals)
        return SolverState(
            int(levels[-1]) if len(levels) else 0,
            array("i", literals.tobytes()),
            array("i", levels.tobytes()),
            array("i", reasons.tobytes()),
            array("i", events.tobytes()),
            array("b", values.tobytes()),
        )

    def level(self, position: int) -> int:
        """The level after the first `position` events. Raises IndexError outside 0..len."""
        self._check(position)
        return int(self.levels(np.array([position]))[0])

    def counters(self, position: int) -> EventCounters:
        """The counts of the first `position` events. Raises IndexError outside 0..len."""
        self._check(position)
        counts = {
            kind: int(self.where(kind).searchsorted(position)) for kind in EventKind if kind != EventKind.PROPAGATION
        }
        return EventCounters(
            counts[EventKind.DECISION],
            position - sum(counts.values()),
            counts[EventKind.CONFLICT],
            counts[EventKind.LEARNED],
            counts[EventKind.RESTART],
        )

    def next_position(self, position: int, *kinds: EventKind) -> int | None:
        """The next position reached by an event of one of these kinds, or None."""
        found = [places[at] for places, at in self._search(position, kinds) if at < len(places)]
        return int(min(found)) + 1 if found else None

    def previous_position(self, position: int, *kinds: EventKind) -> int | None:
        """The previous position reached by an event of one of these kinds, or None."""
        found = [places[at - 1] for places, at in self._search(position - 1, kinds) if at > 0]
        return int(max(found)) + 1 if found else None

    def next_assignment(self, position: int, variables: Collection[int]) -> int | None:
        """The next position reached by an event that assigns one of these variables, or None."""
        size = _FIRST_WINDOW
        while position < len(self):
            if len(found := self._assignments(position, position + size, variables)):
                return int(found[0]) + 1
            position += size
            size *= 2
        return None

    def previous_assignment(self, position: int, variables: Collection[int]) -> int | None:
        """The previous position reached by an event that assigns one of these variables, or None."""
        stop, size = position - 1, _FIRST_WINDOW
        while stop > 0:
            if len(found := self._assignments(max(stop - size, 0), stop, variables)):
                return int(found[-1]) + 1
            stop -= size
            size *= 2
        return None

    def last_decision(self, literal: int, stop: int) -> int | None:
        """The index of the last decision before event `stop` that makes this literal true, or None."""
        decisions = self.where(EventKind.DECISION)
        end, size = int(decisions.searchsorted(stop)), _FIRST_WINDOW
        while end > 0:
            window = decisions[max(end - size, 0) : end]
            if len(found := np.flatnonzero(self.literals[window] == literal)):
                return int(window[found[-1]])
            end -= size
            size *= 2
        return None

    def uses(self, clause: int) -> NDArray[np.intp]:
        """The indexes of the events in which a clause forces a literal or is found false."""
        events = np.flatnonzero(self.clauses == clause)
        uses: NDArray[np.intp] = events[np.isin(self.kinds[events], (EventKind.PROPAGATION, EventKind.CONFLICT))]
        return uses

    def levels_sampled(self, width: int) -> list[int]:
        """The highest level in each of `width` nearly equal stretches of the events."""
        count = len(self)
        highest = self.levels(-(-np.arange(1, width + 1) * count // width))  # the ends of the stretches
        if count:
            cuts = self.cuts.astype(np.int64)  # a level is highest before a cut
            np.maximum.at(highest, np.maximum(cuts - 1, 0) * width // count, self.levels(cuts))
        return [int(level) for level in highest]

    # index of events by kind

    _places: dict[EventKind, Ints] = field(default_factory=dict, init=False, repr=False)

    def where(self, kind: EventKind) -> Ints:
        """The indexes of the events of a kind, ascending."""
        if kind not in self._places:
            self._places[kind] = np.flatnonzero(self.kinds == kind).astype(np.int32)
        return self._places[kind]

    def _assignments(self, start: int, stop: int, variables: Collection[int]) -> NDArray[np.intp]:
        """The indexes of the events in `start`..`stop` that assign one of the variables."""
        has_variable = np.isin(np.abs(self.literals[start:stop]), list(variables))
        return np.flatnonzero(has_variable & (self.kinds[start:stop] <= EventKind.PROPAGATION)) + start

    def _search(self, index: int, kinds: Sequence[EventKind]) -> list[tuple[Ints, int]]:
        """For each kind, the indexes of its events and the number of those below `index`."""
        return [(places, int(places.searchsorted(index))) for places in map(self.where, kinds)]

    @cached_property
    def cuts(self) -> Ints:
        """The indexes of the events that shorten the trail, ascending."""
        return np.sort(np.concatenate((self.where(EventKind.BACKTRACK), self.where(EventKind.RESTART))))

    @cached_property
    def learned_starts(self) -> NDArray[np.int64]:
        """The offsets in `learned` at which the learned clauses begin, and the end of the last one."""
        lengths = self.literals[self.where(EventKind.LEARNED)]
        return np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)))

    def levels(self, positions: NDArray[np.integer]) -> NDArray[np.integer]:
        """The levels at these positions: the level after the last cut, plus the decisions since."""
        cuts, decisions = self.cuts, self.where(EventKind.DECISION)
        levels = decisions.searchsorted(positions)
        last = cuts.searchsorted(positions) - 1
        after = last >= 0
        cut = cuts[last[after]]
        levels[after] += self.literals[cut] - decisions.searchsorted(cut)
        return levels

    def _check(self, position: int) -> None:
        if not 0 <= position <= len(self):
            raise IndexError(f"position {position} of {len(self)}")


def _advance(start: _Keyframe, stop: int, kinds: Bytes, literals: Ints, clauses: Ints) -> _Keyframe:
    """The trail at position `stop`, from an earlier keyframe and the events between."""
    window = slice(start.position, stop)
    kinds, literals, reasons = kinds[window], literals[window], clauses[window]
    cuts = np.flatnonzero(kinds >= EventKind.BACKTRACK)
    first = np.concatenate(([0], cuts + 1))  # where the stretches between cuts begin,
    length = np.concatenate(([len(start.literals)], reasons[cuts]))  # the length of the trail there,
    grown = int(np.count_nonzero(kinds[first[-1] :] <= EventKind.PROPAGATION))
    remains = np.append(reasons[cuts], length[-1] + grown)  # and the length to which its end and later cuts reduce it
    remains = np.minimum.accumulate(remains[::-1])[::-1]
    still_assigned = np.maximum(remains - length, 0)  # of the assignments of each stretch
    places = np.repeat(first - np.cumsum(still_assigned) + still_assigned, still_assigned) + np.arange(
        still_assigned.sum()
    )
    old = slice(int(min(length[0], remains[0])))
    return _Keyframe(
        stop,
        np.concatenate((start.literals[old], literals[places])),
        np.concatenate((start.reasons[old], reasons[places])),
        np.concatenate((start.events[old], (places + start.position).astype(np.int32))),
    )
