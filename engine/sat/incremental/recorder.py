"""The recording of all queries to an incremental solver as one search."""

from array import array
from collections.abc import Sequence

import numpy as np

from engine.base.language import _
from engine.sat.formula.assignment_state import Bytes, Ints
from engine.sat.formula.formula import Formula
from engine.sat.result import Result
from engine.sat.trace.events import EventKind, Tape
from engine.sat.trace.trace import DEFAULT_LIMIT, EVENT_BYTES, Recorder, Trace

_CLAUSE_EVENTS = (EventKind.PROPAGATION, EventKind.CONFLICT, EventKind.LEARNED)
"""The kinds of events with a clause."""
_UNKNOWN = -(1 << 31)
"""The number of a clause of the kernel that the recording does not know."""


class QueryRecorder:
    """A listener of the tape that records the events of all queries; the recording ends at `limit_bytes`.

    Clauses are numbered as in a trace: those that were added, at any time, as in the formula of all of them, then the
    learned ones. Until that formula is known, learned clause k has the number -1 - k here.
    """

    def __init__(self, limit_bytes: int = DEFAULT_LIMIT) -> None:
        self._limit = limit_bytes
        self._cut = ""
        self._kinds, self._literals, self._clauses = array("B"), array("i"), array("i")
        self._learned, self._notes = array("i"), array("i")
        self._is_deletion = array("b")
        """For each note, whether it is the number of a deleted clause rather than a glue."""
        self._in_force: set[int] = set()
        """The learned clauses that are not deleted."""
        self._count = 0
        """The number of learned clauses so far."""
        self._numbers = array("i")
        """By number of a clause in the kernel, its number here."""
        self._skipped = 0
        """The number of known events with which a new kernel begins."""
        self._is_over = False
        """Whether there was a conflict without assumptions."""

    @classmethod
    def after(cls, trace: Trace, fork: int, learned: Sequence[int], limit_bytes: int) -> "QueryRecorder":
        """A recorder with the events of a trace before the fork.

        The kernel that continues has the clauses of the formula, followed by these `learned` clauses of the trace.
        """
        recorder, first = cls(limit_bytes + EVENT_BYTES * fork), len(trace.formula)  # first: of learned clauses
        kinds, literals, clauses = trace.kinds[:fork], trace.literals[:fork], trace.clauses[:fork].copy()
        is_learned = np.isin(kinds, _CLAUSE_EVENTS) & (clauses >= first)
        clauses[is_learned] = first - 1 - clauses[is_learned]
        recorder._kinds.frombytes(kinds.tobytes())
        recorder._literals.frombytes(literals.tobytes())
        recorder._clauses.frombytes(clauses.astype(np.int32).tobytes())
        recorder._count = trace.counters(fork).learned
        recorder._learned = trace.learned[: int(trace.learned_starts[recorder._count])]
        has_notes = np.isin(kinds, (EventKind.LEARNED, EventKind.DELETION))
        counts = np.where(kinds == EventKind.LEARNED, 1, literals)[has_notes]
        deleted = np.repeat(kinds[has_notes] == EventKind.DELETION, counts)
        notes = np.array(trace.notes[: trace.notes_before(fork)], np.int32)
        recorder._notes = array("i", np.where(deleted, first - 1 - notes, notes).tolist())
        recorder._is_deletion = array("b", deleted.astype(np.int8).tobytes())
        recorder._in_force = {first - 1 - index for index in learned}
        recorder._numbers = array("i", [*range(first), *(first - 1 - index for index in learned)])
        return recorder

    def begin(self, clauses: int, fixed: int) -> None:
        """Begin with a new kernel, which has `fixed` unit clauses and then the `clauses` added so far."""
        if self._in_force and not self._is_over:
            forgotten = sorted(self._in_force, reverse=True)
            self._kinds.append(EventKind.DELETION)
            self._literals.append(len(forgotten))
            self._clauses.append(fixed)
            self._notes.extend(forgotten)
            self._is_deletion.extend([1] * len(forgotten))
        self._in_force.clear()
        self._numbers = array("i", [*([_UNKNOWN] * fixed), *range(clauses)])
        self._skipped = fixed

    def set_number(self, number: int, clause: int) -> None:
        """Set the index `clause` in the formula of the clause with this number in the kernel."""
        self._reserve(number + 1)
        self._numbers[number] = clause

    def take(self, tape: Tape, count: int) -> bool:
        """Record events; see `trace.events.Listener`."""
        if EVENT_BYTES * (len(self._kinds) + count) + 4 * len(self._learned) > self._limit:
            self._cut = _("the recording ends at its limit of {limit:,} bytes, before the search does").format(
                limit=self._limit
            )
            return False
        if self._is_over:
            return True
        first, self._skipped = self._skipped, 0
        kinds = np.frombuffer(tape.kinds, np.uint8)[first:count]
        conflicts = np.flatnonzero(kinds == EventKind.CONFLICT)
        last = conflicts[np.append(kinds, EventKind.CONFLICT)[conflicts + 1] != EventKind.LEARNED]
        if len(last):
            self._is_over = True
            kinds = kinds[: last[0] + 1]
        literals = np.frombuffer(tape.literals, np.int32)[first : first + len(kinds)].copy()
        clauses = np.frombuffer(tape.clauses, np.int32)[first : first + len(kinds)].copy()
        learned = kinds == EventKind.LEARNED
        for number in clauses[learned].tolist():
            self._reserve(number + 1)
            self._numbers[number] = -1 - self._count
            self._in_force.add(-1 - self._count)
            self._count += 1
        of_clauses = np.isin(kinds, _CLAUSE_EVENTS)
        clauses[of_clauses] = np.frombuffer(self._numbers, np.int32)[clauses[of_clauses]]
        self._take_notes(kinds, literals, tape.notes)
        self._kinds.frombytes(kinds.tobytes())
        self._literals.frombytes(literals.tobytes())
        self._clauses.frombytes(clauses.tobytes())
        self._learned += tape.learned[: int(literals[learned].sum())]
        return True

    def trace(self, formula: Formula, result: Result) -> Trace:
        """The trace of all queries so far, for the formula of all clauses that were added, with the last result."""
        kinds, clauses = np.array(self._kinds), np.array(self._clauses)
        learned = np.isin(kinds, _CLAUSE_EVENTS) & (clauses < 0)
        clauses[learned] = len(formula) - 1 - clauses[learned]
        notes, deleted = np.array(self._notes), np.array(self._is_deletion, bool)
        notes[deleted] = len(formula) - 1 - notes[deleted]
        recorder = Recorder(2 * self._limit)
        recorder.add(
            kinds,
            np.array(self._literals),
            clauses.astype(np.int32),
            array("i", self._learned),
            array("i", notes.tolist()),
        )
        recorder.cut = self._cut
        return recorder.trace(formula, result)

    def _take_notes(self, kinds: Bytes, literals: Ints, notes: "array[int]") -> None:
        """Record the notes of events, without deletions of clauses of a propagator, which are not learned clauses."""
        place = 0
        for event in np.flatnonzero(np.isin(kinds, (EventKind.LEARNED, EventKind.DELETION))).tolist():
            if kinds[event] == EventKind.LEARNED:
                self._notes.append(notes[place])
                self._is_deletion.append(0)
                place += 1
                continue
            end = place + int(literals[event])
            deleted = [number for number in map(self._numbers.__getitem__, notes[place:end]) if number < 0]
            self._notes.extend(deleted)
            self._is_deletion.extend([1] * len(deleted))
            self._in_force.difference_update(deleted)
            literals[event] = len(deleted)
            place = end

    def _reserve(self, count: int) -> None:
        if count > len(self._numbers):
            self._numbers.extend([_UNKNOWN] * (count - len(self._numbers)))
