"""The events of a search, and the tape to which a kernel writes them.

A kernel fills the tape during a slice; between slices the listeners read the tape, which is then reused. So nothing is
allocated while a search runs, and a slow listener slows the search down instead of losing events.
"""

from array import array
from collections.abc import Iterable
from enum import IntEnum
from typing import Protocol

TAPE_EVENTS = 1 << 15
"""The number of events that ends a slice."""

DECIDED, FLIPPED = -1, -2
"""Values in place of a reason, for a decision and for its other value."""


class EventKind(IntEnum):
    """The kinds of events, and the meaning of their two numbers on the tape.

    The level is the number of decisions whose other value is still to be tried. Literals become true first, then there
    may be a conflict and a learned clause, then literals become free again, and so on.
    """

    DECISION = 0
    """A free literal is made true, one level higher. Numbers: the literal; DECIDED."""
    FLIP = 1
    """The other value of a failed decision, now implied by the earlier ones. Numbers: the literal; FLIPPED."""
    PROPAGATION = 2
    """The free literal of a unit clause becomes true. Numbers: the literal; the clause."""
    CONFLICT = 3
    """A clause is false. Numbers: 0; the clause."""
    LEARNED = 4
    """A clause is added. Numbers: the number of its literals; the clause, which continues the numbering of the formula.

    Its note is its glue as counted by the solver: the number of levels of its literals before the clause was minimized.
    """
    BACKTRACK = 5
    """The end of the trail becomes free. Numbers: the new level; the number of literals left on the trail."""
    RESTART = 6
    """Like BACKTRACK, without a conflict."""
    DELETION = 7
    """Learned clauses are deleted. Numbers: how many; the number of literals on the trail, all of which stay.

    Its notes are the numbers of the clauses. Clauses that are true at level 0 may be deleted without an event, as they
    never force anything.
    """


class Writer(Protocol):
    """The part of a kernel that writes to the tape.

    `recorded` counts the events, and `recorded_literals` the literals of the clauses learned in them. A run ends after
    `room` events or more. `recording` says whether the kernel writes events.
    """

    recording: bool
    recorded: int
    recorded_literals: int
    room: int


class Tape:
    """Buffers for the events of one slice: the kind and the two numbers of each, and the literals of learned clauses.

    A slice ends after `room` events, or as many literals of learned clauses; the last step may exceed either by little
    more than the number of variables. `notes` has the further data of the events in their order: the glue of a learned
    clause, the numbers of deleted clauses. If the tape is `measured`, the kernel adds three numbers per event: the
    propagations, the visits of clauses and the looks at literals so far.
    """

    def __init__(self, variables: int, listeners: Iterable["Listener"], *, measured: bool = False) -> None:
        size = TAPE_EVENTS + variables + 4
        self.room = TAPE_EVENTS
        self.kinds = array("B", bytes(size))
        self.literals, self.clauses, self.learned = (array("i", bytes(4 * size)) for _ in range(3))
        self.notes = array("i")
        self.counts = array("q", bytes(8 * 3 * size)) if measured else None
        self._listeners = list(listeners)

    def read(self, writer: Writer) -> bool:
        """Pass the events to the listeners and clear the tape; returns whether it was full."""
        full = max(writer.recorded, writer.recorded_literals) >= self.room
        take_notes = getattr(writer, "take_notes", None)  # only clause-learning kernels have notes
        self.notes = array("i") if take_notes is None else take_notes()
        self._listeners = [listener for listener in self._listeners if listener.take(self, writer.recorded)]
        writer.recorded = writer.recorded_literals = 0
        writer.recording = bool(self._listeners)
        return full


class Listener(Protocol):
    """A consumer of events."""

    def take(self, tape: Tape, count: int) -> bool:
        """Read the first `count` events of the tape, following those of the last call. Returns False to get no more."""
