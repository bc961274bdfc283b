"""A search written down step by step, for showing it on a board.

A search may take millions of steps, so a recording need not keep them all: it is enough that any stretch of events can
be had quickly, and a state of the search not far before any position (a keyframe, as in a film).
"""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple, Protocol

from engine.sat.result import Status
from engine.sudoku.puzzle import Digits, Puzzle

SPACING = 4096
"""Events from one keyframe to the next: the most that are gone through for the state at a position."""


class Action(IntEnum):
    """What an event does: GUESS and FORCED place a digit, REMOVE takes one away while going back."""

    GUESS = 0
    FORCED = 1
    REMOVE = 2


class SearchEvent(NamedTuple):
    """One step: the digit that is placed in the cell or removed from it."""

    action: Action
    cell: int
    digit: int


CELL_SHIFT, DIGIT_SHIFT, ACTION_MASK = 7, 2, 3
"""An event is kept as one int: `cell << CELL_SHIFT | digit << DIGIT_SHIFT | action`."""


@dataclass(frozen=True)
class BoardState:
    """A search after some of its events.

    `digits` are those on the board; `actions` tells of each cell how its digit came there, GUESS or FORCED, and is None
    for a given and for an empty cell. `guesses` and `removals` count the events of these kinds.
    """

    digits: Digits
    actions: tuple[Action | None, ...]
    guesses: int = 0
    removals: int = 0

    @classmethod
    def first(cls, puzzle: Puzzle) -> "BoardState":
        """The givens alone."""
        return cls(puzzle.givens, (None,) * len(puzzle.givens))

    def after(self, codes: Sequence[int]) -> "BoardState":
        """The state after these events more."""
        digits, actions = list(self.digits), list(self.actions)
        guesses, removals = self.guesses, self.removals
        for action, cell, digit in map(_event, codes):
            if action is Action.REMOVE:
                digits[cell], actions[cell] = 0, None
                removals += 1
            else:
                digits[cell], actions[cell] = digit, action
                guesses += action is Action.GUESS
        return BoardState(tuple(digits), tuple(actions), guesses, removals)


class Events(Protocol):
    """The events of a search, packed, and its keyframes."""

    def __len__(self) -> int:
        """The number of events."""

    def codes(self, start: int, stop: int) -> Sequence[int]:
        """The events from `start` up to `stop`."""

    def keyframe(self, position: int) -> tuple[int, BoardState]:
        """A state not far before the position, and after how many events it is."""


@dataclass(frozen=True)
class KeptEvents:
    """All events of a search, in memory."""

    puzzle: Puzzle
    packed: "array[int]"

    def __len__(self) -> int:
        return len(self.packed)

    def codes(self, start: int, stop: int) -> Sequence[int]:
        """The events from `start` up to `stop`."""
        return self.packed[start:stop]

    def keyframe(self, position: int) -> tuple[int, BoardState]:
        """The keyframe before the position, and after how many events it is."""
        number = position // SPACING
        return number * SPACING, self._keyframes[number]

    @cached_property
    def _keyframes(self) -> tuple[BoardState, ...]:
        states = [BoardState.first(self.puzzle)]
        for stop in range(SPACING, len(self) + 1, SPACING):
            states.append(states[-1].after(self.codes(stop - SPACING, stop)))
        return tuple(states)


@dataclass(frozen=True)
class SudokuRecording:
    """The events of a search from the puzzle's givens to its first solution, or to the proof that there is none.

    `status` is SATISFIABLE with a `solution`, UNSATISFIABLE without one (what then is left on the board follows from
    the givens alone), and UNKNOWN when the search needed more events than it was allowed: these are its beginning.
    """

    puzzle: Puzzle
    events: Events
    status: Status
    solution: Digits | None

    def __len__(self) -> int:
        """The number of events."""
        return len(self.events)

    def __getitem__(self, index: int) -> SearchEvent:
        """Event `index` (from 0). Raises IndexError outside 0..len-1."""
        if not 0 <= index < len(self):
            raise IndexError(f"event {index} of {len(self)}")
        return _event(self.events.codes(index, index + 1)[0])

    def __iter__(self) -> Iterator[SearchEvent]:
        for start in range(0, len(self), SPACING):
            yield from map(_event, self.events.codes(start, min(start + SPACING, len(self))))

    def state(self, position: int) -> BoardState:
        """The search after its first `position` events (0: the givens alone). Raises IndexError outside 0..len."""
        if not 0 <= position <= len(self):
            raise IndexError(f"position {position} of {len(self)}")
        start, state = self.events.keyframe(position)
        return state.after(self.events.codes(start, position))


def _event(code: int) -> SearchEvent:
    digit = (code & (1 << CELL_SHIFT) - 1) >> DIGIT_SHIFT
    return SearchEvent(Action(code & ACTION_MASK), code >> CELL_SHIFT, digit)
