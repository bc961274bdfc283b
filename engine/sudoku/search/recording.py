"""A search written down step by step, for showing it on a board."""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from engine.sat.result import Status
from engine.sudoku.puzzle import Digits, Puzzle


class Action(IntEnum):
    """What an event does: GUESS and FORCED place a digit, REMOVE takes one away while going back."""

    GUESS = 0
    FORCED = 1
    REMOVE = 2


class Event(NamedTuple):
    """One step: the digit that is placed in the cell or removed from it."""

    action: Action
    cell: int
    digit: int


CELL_SHIFT, DIGIT_SHIFT, ACTION_MASK = 7, 2, 3
"""An event is kept as one int: `cell << CELL_SHIFT | digit << DIGIT_SHIFT | action`."""


@dataclass(frozen=True)
class Recording:
    """The events of a search from the puzzle's givens to its first solution, or to the proof that there is none.

    `status` is SATISFIABLE with a `solution`, UNSATISFIABLE without one (what then is left on the board follows from
    the givens alone), and UNKNOWN when the search needed more events than it was allowed: these are its beginning.
    """

    puzzle: Puzzle
    codes: "array[int]"
    status: Status
    solution: Digits | None

    def __len__(self) -> int:
        """The number of events."""
        return len(self.codes)

    def __getitem__(self, index: int) -> Event:
        """Event `index` (from 0). Raises IndexError outside 0..len-1."""
        if not 0 <= index < len(self):
            raise IndexError(f"event {index} of {len(self)}")
        return _event(self.codes[index])

    def __iter__(self) -> Iterator[Event]:
        return map(_event, self.codes)

    def board(self, position: int) -> Digits:
        """The digits on the board after the first `position` events (0: the givens alone)."""
        if not 0 <= position <= len(self):
            raise IndexError(f"position {position} of {len(self)}")
        digits = list(self.puzzle.givens)
        for action, cell, digit in map(_event, self.codes[:position]):
            digits[cell] = 0 if action is Action.REMOVE else digit
        return tuple(digits)


def _event(code: int) -> Event:
    digit = (code & (1 << CELL_SHIFT) - 1) >> DIGIT_SHIFT
    return Event(Action(code & ACTION_MASK), code >> CELL_SHIFT, digit)
