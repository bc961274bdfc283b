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

_OF_CLAUSES = (EventKind.PROPAGATION, EventKind.CONFLICT, EventKind.LEARNED)
_UNKNOWN = -(1 << 31)


class QueryRecorder:
    """Records the events of all queries. A listener of the tape; the recording ends at `limit_bytes`.

    Clauses are numbered as in a trace: those that were added, at any time, as in the formula of all of them, then the
    learned ones. Until that formula is known, learned clause k has the number -1 - k here.
    """

    def __init__(self, limit_bytes: int = DEFAULT_LIMIT) -> None:
        self._limit = limit_bytes
        self._cut = ""
        self._kinds, self._literals, self._clauses = array("B"), array("i"), array("i")
        self._learned, self._notes = array("i"), array("i")
        self._of_deletions = array("b")
        """For each note, whether it is the number of a clause rather than a glue."""
        self._in_force: set[int] = set()
        """The learned clauses that are not deleted."""
        self._count = 0
        """Learned clauses so far."""
        self._numbers = array("i")
        """Our number of a clause by that of the kernel."""
        self._skipped = 0
        """Events that a new kernel begins with and that are known."""
        self._is_over = False
        """Whether there was a conflict without assumptions."""

    @classmethod
    def after(cls, trace: Trace, fork: int, learned: Sequence[int], limit_bytes: int) -> "QueryRecorder":
        """A recorder with the events of a trace before the fork.

        The kernel that goes on has the clauses of the formula, followed by those `learned` clauses of the trace.
        """
        recorder, given = cls(limit_bytes + EVENT_BYTES * fork), len(trace.formula)
        kinds, literals, clauses = trace.kinds[:fork], trace.literals[:fork], trace.clauses[:fork].copy()
        own = np.isin(kinds, _OF_CLAUSES) & (clauses >= given)
        clauses[own] = given - 1 - clauses[own]
        recorder._kinds.frombytes(kinds.tobytes())
        recorder._literals.frombytes(literals.tobytes())
        recorder._clauses.frombytes(clauses.astype(np.int32).tobytes())
        recorder._count = trace.counters(fork).learned
        recorder._learned = trace.learned[: int(trace.learned_starts[recorder._count])]
        of_notes = np.isin(kinds, (EventKind.LEARNED, EventKind.DELETION))
        counts = np.where(kinds == EventKind.LEARNED, 1, literals)[of_notes]
        deleted = np.repeat(kinds[of_notes] == EventKind.DELETION, counts)
        notes = np.array(trace.notes[: trace.notes_before(fork)], np.int32)
        recorder._notes = array("i", np.where(deleted, given - 1 - notes, notes).tolist())
        recorder._of_deletions = array("b", deleted.astype(np.int8).tobytes())
        recorder._in_force = {given - 1 - number for number in learned}
        recorder._numbers = array("i", [*range(given), *(given - 1 - number for number in learned)])
        return recorder

    def begin(self, clauses: int, fixed: int) -> None:
        """A new kernel begins: with units for the literals fixed so far, so many, then all clauses added so far."""
        if self._in_force and not self._is_over:
            gone = sorted(self._in_force, reverse=True)
            self._kinds.append(EventKind.DELETION)
            self._literals.append(len(gone))
            self._clauses.append(fixed)
            self._notes.extend(gone)
            self._of_deletions.extend([1] * len(gone))
        self._in_force.clear()
        self._numbers = array("i", [*([_UNKNOWN] * fixed), *range(clauses)])
        self._skipped = fixed

    def add(self, number: int, clause: int) -> None:
        """The kernel's clause of this number is that of the formula."""
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
        of_clauses = np.isin(kinds, _OF_CLAUSES)
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
        learned = np.isin(kinds, _OF_CLAUSES) & (clauses < 0)
        clauses[learned] = len(formula) - 1 - clauses[learned]
        notes, deleted = np.array(self._notes), np.array(self._of_deletions, bool)
        notes[deleted] = len(formula) - 1 - notes[deleted]
        recorder = Recorder(2 * self._limit)
        recorder.add(
            kinds, np.array(self._literals), clauses.astype(np.int32), array("i", self._learned),
            array("i", notes.tolist()),
        )  # fmt: skip
        recorder.cut = self._cut
        return recorder.trace(formula, result)

    def _take_notes(self, kinds: Bytes, literals: Ints, notes: "array[int]") -> None:
        """Take the notes of events. Clauses of a propagator are no learned clauses, so their deletion is left out."""
        place = 0
        for event in np.flatnonzero(np.isin(kinds, (EventKind.LEARNED, EventKind.DELETION))).tolist():
            if kinds[event] == EventKind.LEARNED:
                self._notes.append(notes[place])
                self._of_deletions.append(0)
                place += 1
                continue
            end = place + int(literals[event])
            gone = [number for number in map(self._numbers.__getitem__, notes[place:end]) if number < 0]
            self._notes.extend(gone)
            self._of_deletions.extend([1] * len(gone))
            self._in_force.difference_update(gone)
            literals[event] = len(gone)
            place = end

    def _reserve(self, count: int) -> None:
        if count > len(self._numbers):
            self._numbers.extend([_UNKNOWN] * (count - len(self._numbers)))
