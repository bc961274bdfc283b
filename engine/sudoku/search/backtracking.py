"""Plain backtracking, as programming courses teach it: a yardstick for the exact search. A kernel.

Cell after cell in reading order takes the first digit that no house forbids; where there is none, the cell before takes
its next one. A step places a digit or takes one away.
"""

from array import array
from collections.abc import Callable

import cython

from engine.base.polling import poll
from engine.sat.result import Status
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search.recording import CELL_SHIFT, DIGIT_SHIFT, Action, Recording

SLICE = 1_000_000 if cython.compiled else 5_000  # steps; some 10 ms

MOST = 50 * SLICE
"""After how many steps `record` gives up."""

GUESS = cython.declare(cython.int, int(Action.GUESS))
REMOVE = cython.declare(cython.int, int(Action.REMOVE))
TO_CELL = cython.declare(cython.int, CELL_SHIFT)
TO_DIGIT = cython.declare(cython.int, DIGIT_SHIFT)

SEARCHING = cython.declare(cython.int, 0)
FOUND = cython.declare(cython.int, 1)
NONE = cython.declare(cython.int, 2)


@cython.cclass
class Backtracking:
    """The search for the first solution of one puzzle, in slices, with its first `cap` events written down."""

    steps = cython.declare(cython.longlong, visibility="readonly")
    size: cython.int
    board: cython.int[::1]
    open: cython.int[::1]  # the empty cells, in reading order
    open_count: cython.int
    depth: cython.int  # how many of them have a digit
    starts: cython.int[::1]  # the houses of a cell are houses[starts[cell]] up to starts[cell + 1]
    houses: cython.int[::1]
    used: cython.int[::1]  # by house the digits in it, bit d for digit d
    state: cython.int
    events: cython.int[::1]
    recorded: cython.int
    cap: cython.int

    def __init__(self, puzzle: Puzzle, cap: int = 0) -> None:
        layout: Layout = puzzle.layout
        self.steps, self.size, self.depth, self.state = 0, layout.size, 0, SEARCHING
        self.board = array("i", puzzle.givens)
        empty = [cell for cell, digit in enumerate(puzzle.givens) if not digit]
        self.open, self.open_count = array("i", [*empty, 0]), len(empty)
        starts, houses, used = [0], [], [0] * len(layout.houses)
        for cell, digit in enumerate(puzzle.givens):
            houses += layout.houses_of[cell]
            starts.append(len(houses))
            for house in layout.houses_of[cell]:
                if digit and used[house] >> digit & 1:
                    self.state = NONE
                used[house] |= (1 << digit) if digit else 0
        self.starts, self.houses, self.used = array("i", starts), array("i", houses), array("i", used)
        self.events, self.recorded, self.cap = array("i", bytes(4 * (cap + 1))), 0, cap

    @property
    def status(self) -> Status:
        """What the search has come to."""
        return {SEARCHING: Status.UNKNOWN, FOUND: Status.SATISFIABLE, NONE: Status.UNSATISFIABLE}[self.state]

    def solution(self) -> Digits:
        """The digits on the board."""
        return tuple(self.board)

    def codes(self) -> array:
        """The events that were written down, as in `engine.sudoku.search.recording`."""
        return array("i", self.events[: self.recorded])

    @cython.locals(stop=cython.longlong, cell=cython.int, digit=cython.int)
    def advance(self, steps: int) -> bool:
        """Go on, without the GIL, for about so many steps; whether the search is over."""
        stop = self.steps + steps
        with cython.nogil:
            while self.steps < stop and self.state == SEARCHING:
                if self.depth == self.open_count:
                    self.state = FOUND
                    break
                cell = self.open[self.depth]
                digit = self.board[cell]
                if digit:
                    self._flip(cell, digit)
                    self._note(REMOVE, cell, digit)
                digit += 1
                while digit <= self.size and not self._fits(cell, digit):
                    digit += 1
                if digit <= self.size:
                    self.board[cell] = digit
                    self._flip(cell, digit)
                    self._note(GUESS, cell, digit)
                    self.depth += 1
                else:
                    self.board[cell] = 0
                    self.depth -= 1
                    if self.depth < 0:
                        self.state = NONE
        return self.state != SEARCHING

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(k=cython.int)
    def _fits(self, cell: cython.int, digit: cython.int) -> cython.bint:
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
        """Mark a digit as used in the houses of the cell, or as free again."""
        for k in range(self.starts[cell], self.starts[cell + 1]):
            self.used[self.houses[k]] ^= 1 << digit

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _note(self, action: cython.int, cell: cython.int, digit: cython.int) -> cython.void:
        self.steps += 1
        if self.recorded < self.cap:
            self.events[self.recorded] = cell << TO_CELL | digit << TO_DIGIT | action
            self.recorded += 1


def record(
    puzzle: Puzzle, cap: int = 100_000, *, most: int = MOST, cancel: Callable[[], bool] | None = None
) -> tuple[Recording, int]:
    """The search with its first `cap` events, and the number of all its steps.

    It is given up after about `most` steps. Its status is UNKNOWN then, and also if there are more than `cap` events.
    Raises Cancelled.
    """
    search = Backtracking(puzzle, cap)
    while not search.advance(SLICE) and search.steps < most:
        poll(cancel)
    status = search.status if search.steps <= cap else Status.UNKNOWN
    solution = search.solution() if status is Status.SATISFIABLE else None
    return Recording(puzzle, search.codes(), status, solution), search.steps
