"""Plain backtracking, as taught in programming courses: a baseline for the exact search. A kernel.

Each cell, in reading order, takes the first digit that no house forbids; if there is none, the cell before takes its
next digit. A step places or removes a digit.
"""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import NamedTuple

import cython

from engine.base.polling import poll
from engine.sat.result import Status
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search.recording import CELL_SHIFT, DIGIT_SHIFT, SPACING, Action, BoardState, SudokuRecording

MAX_STEPS = 250_000_000 if cython.compiled else 1_000_000
"""Step limit of `record`: some seconds. Few 9x9 puzzles take more."""

GUESS = cython.declare(cython.int, int(Action.GUESS))
REMOVE = cython.declare(cython.int, int(Action.REMOVE))
TO_CELL = cython.declare(cython.int, CELL_SHIFT)
TO_DIGIT = cython.declare(cython.int, DIGIT_SHIFT)

SEARCHING = cython.declare(cython.int, 0)
SOLVED = cython.declare(cython.int, 1)
UNSOLVABLE = cython.declare(cython.int, 2)


class Frame(NamedTuple):
    """A state to continue a search from: the steps so far, the number of empty cells with a digit, the board."""

    steps: int
    depth: int
    board: bytes


@cython.cclass
class Backtracking:
    """The search for the first solution of one puzzle, in slices, from the start or from a frame.

    The first `cap` events are recorded.
    """

    steps = cython.declare(cython.longlong, visibility="readonly")
    size: cython.int
    board: cython.int[::1]
    empty_cells: cython.int[::1]  # in reading order
    empty_count: cython.int
    depth: cython.int  # the number of these with a digit
    starts: cython.int[::1]  # the houses of a cell are houses[starts[cell] : starts[cell + 1]]
    houses: cython.int[::1]
    used: cython.int[::1]  # by house the digits in it, bit d for digit d
    allowed: cython.int[::1]  # by cell the digits that the puzzle allows
    state: cython.int
    events: cython.int[::1]
    recorded: cython.int
    cap: cython.int

    def __init__(self, puzzle: Puzzle, cap: int = 0, start: Frame | None = None) -> None:
        layout: Layout = puzzle.layout
        frame = start or Frame(0, 0, bytes(puzzle.givens))
        self.steps, self.depth, self.size, self.state = frame.steps, frame.depth, layout.size, SEARCHING
        self.board = array("i", list(frame.board))
        empty = [cell for cell, digit in enumerate(puzzle.givens) if not digit]
        self.empty_cells, self.empty_count = array("i", [*empty, 0]), len(empty)
        starts, houses, used = [0], [], [0] * len(layout.houses)
        for cell, digit in enumerate(frame.board):
            houses += layout.houses_of[cell]
            starts.append(len(houses))
            for house in layout.houses_of[cell]:
                if digit and used[house] >> digit & 1:
                    self.state = UNSOLVABLE
                used[house] |= (1 << digit) if digit else 0
        self.starts, self.houses, self.used = array("i", starts), array("i", houses), array("i", used)
        self.allowed = array("i", puzzle.candidates or [(2 << self.size) - 2] * len(puzzle.givens))
        self.events, self.recorded, self.cap = array("i", bytes(4 * (cap + 1))), 0, cap

    def frame(self) -> Frame:
        """The current state of the search."""
        return Frame(self.steps, self.depth, bytes(list(self.board)))

    @property
    def status(self) -> Status:
        """The verdict so far."""
        return {SEARCHING: Status.UNKNOWN, SOLVED: Status.SATISFIABLE, UNSOLVABLE: Status.UNSATISFIABLE}[self.state]

    def solution(self) -> Digits:
        """The digits on the board."""
        return tuple(self.board)

    def codes(self) -> array:
        """The recorded events, packed as in `engine.sudoku.search.recording`."""
        return array("i", self.events[: self.recorded])

    @cython.locals(stop=cython.longlong, cell=cython.int, digit=cython.int)
    def advance(self, steps: int) -> bool:
        """Continue, without the GIL, for about a number of steps; return whether the search is finished."""
        stop = self.steps + steps
        with cython.nogil:
            while self.steps < stop and self.state == SEARCHING:
                if self.depth == self.empty_count:
                    self.state = SOLVED
                    break
                cell = self.empty_cells[self.depth]
                digit = self.board[cell]
                if digit:
                    self._flip(cell, digit)
                    self._record_event(REMOVE, cell, digit)
                digit += 1
                while digit <= self.size and not self._fits(cell, digit):
                    digit += 1
                if digit <= self.size:
                    self.board[cell] = digit
                    self._flip(cell, digit)
                    self._record_event(GUESS, cell, digit)
                    self.depth += 1
                else:
                    self.board[cell] = 0
                    self.depth -= 1
                    if self.depth < 0:
                        self.state = UNSOLVABLE
        return self.state != SEARCHING

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(k=cython.int)
    def _fits(self, cell: cython.int, digit: cython.int) -> cython.bint:
        if not self.allowed[cell] >> digit & 1:
            return False
        for k in range(self.starts[cell], self.starts[cell + 1]):  # noqa: SIM110 (compiled)
            if self.used[self.houses[k]] >> digit & 1:
                return False
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(k=cython.int)
    def _flip(self, cell: cython.int, digit: cython.int) -> cython.void:
        """Toggle whether a digit is used in the houses of the cell."""
        for k in range(self.starts[cell], self.starts[cell + 1]):
            self.used[self.houses[k]] ^= 1 << digit

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _record_event(self, action: cython.int, cell: cython.int, digit: cython.int) -> cython.void:
        self.steps += 1
        if self.recorded < self.cap:
            self.events[self.recorded] = cell << TO_CELL | digit << TO_DIGIT | action
            self.recorded += 1


@dataclass(frozen=True)
class RecomputedEvents:
    """The events of a search stored as keyframes only: events between two keyframes are recomputed."""

    puzzle: Puzzle
    frames: tuple[Frame, ...]
    steps: int

    def __len__(self) -> int:
        return self.steps

    def codes(self, start: int, stop: int) -> Sequence[int]:
        """The events from `start` up to `stop`."""
        codes, frame_number = array("i"), self._frame_number(start)
        while start < stop:
            block_start, block = self.frames[frame_number].steps, self._block(frame_number)
            codes += block[start - block_start : stop - block_start]
            frame_number, start = frame_number + 1, block_start + len(block)
        return codes

    def keyframe(self, position: int) -> tuple[int, BoardState]:
        """The keyframe before a position, and the number of events before the keyframe."""
        frame = self.frames[self._frame_number(position)]
        placed = [bool(digit and not given) for digit, given in zip(frame.board, self.puzzle.givens, strict=True)]
        actions = tuple(Action.GUESS if is_placed else None for is_placed in placed)
        # Each guess not yet undone is still on the board.
        removals = (frame.steps - sum(placed)) // 2
        return frame.steps, BoardState(tuple(frame.board), actions, frame.steps - removals, removals)

    def _frame_number(self, position: int) -> int:
        return bisect_right(self.frames, position, key=attrgetter("steps")) - 1

    @cached_property
    def _block(self) -> Callable[[int], Sequence[int]]:
        """The events from a keyframe to the next. The last four are cached, because callers read event by event."""
        return lru_cache(maxsize=4)(self._recompute)

    def _recompute(self, number: int) -> Sequence[int]:
        frame = self.frames[number]
        stop = self.frames[number + 1].steps if number + 1 < len(self.frames) else self.steps
        search = Backtracking(self.puzzle, stop - frame.steps, frame)
        search.advance(stop - frame.steps)
        return search.codes()


def record(puzzle: Puzzle, *, max_steps: int = MAX_STEPS, cancel: Callable[[], bool] | None = None) -> SudokuRecording:
    """Record a search with random access to all its steps.

    Gives up after about `max_steps` steps with status UNKNOWN. Raises Cancelled.
    """
    search = Backtracking(puzzle)
    frames = [search.frame()]
    while not search.advance(SPACING) and search.steps < max_steps:
        poll(cancel)
        frames.append(search.frame())
    solution = search.solution() if search.status is Status.SATISFIABLE else None
    return SudokuRecording(puzzle, RecomputedEvents(puzzle, tuple(frames), search.steps), search.status, solution)
