"""A step-by-step recording of a search, to show on a board.

A search may take millions of steps, so a recording need not store them all: it only has to provide any range of events
quickly, and a state of the search shortly before any position (a keyframe, as in a film).
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
"""Events between keyframes: at most this many are replayed for the state at a position."""


class Action(IntEnum):
    """The kind of an event: GUESS and FORCED place a digit, REMOVE removes one when backtracking."""

    GUESS = 0
    FORCED = 1
    REMOVE = 2


class SearchEvent(NamedTuple):
    """One step: a digit placed in a cell or removed from it."""

    action: Action
    cell: int
    digit: int


CELL_SHIFT, DIGIT_SHIFT, ACTION_MASK = 7, 2, 3
"""An event is packed into one int: `cell << CELL_SHIFT | digit << DIGIT_SHIFT | action`."""


@dataclass(frozen=True)
class BoardState:
    """A search after some of its events.

    `digits` are the digits on the board. `actions` is GUESS or FORCED for each cell with a placed digit, None for a
    given or an empty cell. `guesses` and `removals` count the events of these kinds.
    """

    digits: Digits
    actions: tuple[Action | None, ...]
    guesses: int = 0
    removals: int = 0

    @classmethod
    def first(cls, puzzle: Puzzle) -> "BoardState":
        """The state with the givens alone."""
        return cls(puzzle.givens, (None,) * len(puzzle.givens))

    def after(self, codes: Sequence[int]) -> "BoardState":
        """The state after further events."""
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
        """A state shortly before the position, and the number of events before that state."""


@dataclass(frozen=True)
class StoredEvents:
    """All events of a search, in memory."""

    puzzle: Puzzle
    packed: "array[int]"

    def __len__(self) -> int:
        return len(self.packed)

    def codes(self, start: int, stop: int) -> Sequence[int]:
        """The events from `start` up to `stop`."""
        return self.packed[start:stop]

    def keyframe(self, position: int) -> tuple[int, BoardState]:
        """The keyframe before the position, and the number of events before the keyframe."""
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
    """The events of a search from the puzzle's givens to its first solution, or until there can be none.

    `status` is SATISFIABLE with a `solution`; UNSATISFIABLE without one (the digits left on the board then follow from
    the givens alone); UNKNOWN if the search exceeded the limit of events, of which these are the first.
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
