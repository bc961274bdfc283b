"""A solver at one moment of its search: its trail, and what its assignment makes of the clauses."""

from array import array
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.sat.formula.formula import Formula

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]


class ClauseState(IntEnum):
    """What an assignment makes of a clause. UNIT: one literal is free and none true. OPEN: several are free."""

    OPEN = 0
    SATISFIED = 1
    UNIT = 2
    FALSE = 3


@dataclass(frozen=True, eq=False)
class ClauseStates:
    """By clause: its ClauseState (uint8), and the number of its free literals, duplicates counted (int32)."""

    states: Bytes
    free: Ints

    def count(self, state: ClauseState) -> int:
        """How many clauses are in that state."""
        return int(np.count_nonzero(self.states == state))


@dataclass(frozen=True, eq=False)
class SolverState:
    """A solver at one moment. All arrays have type code "i" but `assignment`.

    `trail` has the true literals in the order in which they became true; `levels`, `reasons` and `events` belong to its
    places. A reason is the clause that was unit, or DECIDED or FLIPPED (of `trace.events`); an event is the index
    of that which made the literal true. `assignment` is array("b") by variable of 1 (true), -1 (false) and 0 (free; so
    is index 0).
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
        """Where on the trail the variable has its value; None if it is free."""
        return int(self._places[variable]) if self.assignment[variable] else None

    @cached_property
    def _places(self) -> Ints:
        """By variable its place on the trail, for those that are not free."""
        places = np.zeros(len(self.assignment), np.int32)
        places[np.abs(view(self.trail))] = np.arange(len(self.trail), dtype=np.int32)
        return places


def clause_states(formula: Formula, assignment: "array[int]") -> ClauseStates:
    """What an assignment (as in `SolverState`) makes of the clauses of the formula."""
    values = np.frombuffer(assignment, dtype=np.int8)
    marks = np.empty(2 * len(values) - 1, dtype=np.int64)  # by literal, a negative one from the end:
    marks[: len(values)] = np.array([1, 1 << 32, 0])[values]  # 1 if it is free and 2^32 if it is true
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


def view(numbers: "array[int]") -> NDArray[np.integer]:
    """The array as numpy sees it, without a copy."""
    dtype = np.dtype(numbers.typecode)
    return np.frombuffer(numbers, dtype=dtype) if numbers else np.zeros(0, dtype)
