"""What a search does, event by event, and the tape on which a kernel of ours writes it down.

A kernel fills the tape during a slice; between slices the tape is read by its listeners and used again. So nothing
is allocated while a search runs, and what a listener can't keep up with slows the search down instead of being lost.
"""

from array import array
from collections.abc import Iterable
from enum import IntEnum
from typing import Protocol

TAPE_EVENTS = 1 << 15
"""How many events end a slice."""

DECIDED, FLIPPED = -1, -2
"""What stands in the place of a reason for a decision and for its other value."""


class EventKind(IntEnum):
    """What happens in an event, and its two numbers on the tape.

    The level is the number of decisions whose other value is still to be tried. Literals become true first, then
    there may be a conflict and a learned clause, then literals become free again, and so on.
    """

    DECISION = 0
    """A free literal is made true, one level higher: the literal; DECIDED."""
    FLIP = 1
    """The other value of a decision that has failed, now a consequence of those before it: the literal; FLIPPED."""
    PROPAGATION = 2
    """The free literal of a unit clause becomes true: the literal; the clause."""
    CONFLICT = 3
    """A clause is false: 0; the clause."""
    LEARNED = 4
    """A clause is added: the number of its literals; the clause, counted on from those of the formula. Its note is its
    glue, as the solver counts it: the levels of its literals before the clause was minimized."""
    BACKTRACK = 5
    """The end of the trail becomes free: the level after it; the number of literals left on the trail."""
    RESTART = 6
    """The same, but for no conflict."""
    DELETION = 7
    """Learned clauses are dropped: how many; the number of literals on the trail, of which all stay. Its notes are the
    numbers of the clauses. What is true at level 0 may be dropped without an event: it never forces anything."""


class Writer(Protocol):
    """The side of a kernel that writes: what waits on the tape, and whether it goes on.

    `recorded` counts the events, and `recorded_literals` the literals of the clauses learned in them; a run ends with
    `room` events or more.
    """

    recording: bool
    recorded: int
    recorded_literals: int
    room: int


class Tape:
    """Room for the events of one slice: by event its kind and its two numbers; and the literals of learned clauses.

    A slice ends with `room` events or more, or as many literals of learned clauses. One step of a search adds no more
    of either than there are variables and a few. `notes` has what else belongs to the events that are read, in their
    order: the glue of a learned clause, the numbers of the clauses deleted. Where it is `measured`, the kernel notes at
    each event three numbers of its own: the propagations, the visits of clauses and the looks at literals by then.
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
        """Have the listeners read what was written, and clear the tape; whether it was full."""
        full = max(writer.recorded, writer.recorded_literals) >= self.room
        take_notes = getattr(writer, "take_notes", None)  # only kernels that learn have notes
        self.notes = array("i") if take_notes is None else take_notes()
        self._listeners = [listener for listener in self._listeners if listener.take(self, writer.recorded)]
        writer.recorded = writer.recorded_literals = 0
        writer.recording = bool(self._listeners)
        return full


class Listener(Protocol):
    """Someone who wants to know the events."""

    def take(self, tape: Tape, count: int) -> bool:
        """Read the first `count` events of the tape, which follow those read before; False to be told no more."""
