"""The state of a solver during its search: its trail, and the states of clauses under its assignment."""

from array import array
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.base.flat_rows import view
from engine.sat.formula.formula import Formula

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]


class ClauseState(IntEnum):
    """The state of a clause under an assignment. UNIT: one literal is free and none is true. OPEN: several are free."""

    OPEN = 0
    SATISFIED = 1
    UNIT = 2
    FALSE = 3


@dataclass(frozen=True, eq=False)
class ClauseStates:
    """By clause: its ClauseState (uint8), and the number of its free literals, counting duplicates (int32)."""

    states: Bytes
    free: Ints

    def count(self, state: ClauseState) -> int:
        """The number of clauses in a state."""
        return int(np.count_nonzero(self.states == state))


@dataclass(frozen=True, eq=False)
class SolverState:
    """The state of a solver. All arrays but `assignment` have type code "i".

    `trail` has the true literals in the order of their assignment; `levels`, `reasons` and `events` are parallel to it.
    A reason is the clause that was unit, or DECIDED or FLIPPED (of `trace.events`); an event is the index of the event
    that made the literal true. `assignment` is array("b") indexed by variable: 1 (true), -1 (false), 0 (free; also
    index 0).
    """

    level: int
    trail: "array[int]"
    levels: "array[int]"
    reasons: "array[int]"
    events: "array[int]"
    assignment: "array[int]"

    def value(self, literal: int) -> int:
        """1 if the literal is true, -1 if it is false, 0 if it is free."""
        value = self.assignment[abs(literal)]
        return value if literal > 0 else -value

    def place(self, variable: int) -> int | None:
        """The position of the variable on the trail; None if it is free."""
        return int(self._places[variable]) if self.assignment[variable] else None

    @cached_property
    def _places(self) -> Ints:
        """By variable, its position on the trail; undefined for free variables."""
        places = np.zeros(len(self.assignment), np.int32)
        places[np.abs(view(self.trail))] = np.arange(len(self.trail), dtype=np.int32)
        return places


def clause_states(formula: Formula, assignment: "array[int]") -> ClauseStates:
    """The states of the clauses under an assignment (as in `SolverState`)."""
    values = np.frombuffer(assignment, dtype=np.int8)
    marks = np.empty(2 * len(values) - 1, dtype=np.int64)  # by literal, negative ones from the end:
    marks[: len(values)] = np.array([1, 1 << 32, 0])[values]  # 1 if free, 2^32 if true
    marks[len(values) :] = np.array([1, 0, 1 << 32])[values[:0:-1]]
    starts = view(formula.starts)
    sums = np.zeros(len(formula), dtype=np.int64)
    filled = starts[1:] > starts[:-1]
    if filled.any():
        sums[filled] = np.add.reduceat(marks[view(formula.literals)], starts[:-1][filled])
    free = (sums & 0xFFFFFFFF).astype(np.int32)
    states = np.array([ClauseState.FALSE, ClauseState.UNIT, ClauseState.OPEN], np.uint8)[np.minimum(free, 2)]
    states[sums >= 1 << 32] = ClauseState.SATISFIED
    return ClauseStates(states, free)
