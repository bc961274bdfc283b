"""Plain backtracking for puzzles with rules: as `backtracking`, but checks each rule after each digit.

In Python and with all events in memory, so the limit of steps is lower.
"""

from array import array
from collections.abc import Callable

from engine.base.polling import poll
from engine.sat.result import Status
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import primitives_of
from engine.sudoku.search.recording import CELL_SHIFT, DIGIT_SHIFT, Action, StoredEvents, SudokuRecording

MAX_STEPS = 100_000
"""Step limit of `record`: some seconds."""

_STEPS_PER_POLL = 1024


def record(puzzle: Puzzle, *, max_steps: int = MAX_STEPS, cancel: Callable[[], bool] | None = None) -> SudokuRecording:
    """Record the search for a solution of a puzzle with rules: each cell takes the first digit that nothing forbids.

    Gives up after `max_steps` steps with status UNKNOWN. Raises Cancelled.
    """
    layout, board = puzzle.layout, list(puzzle.givens)
    primitives = [primitive for rule in puzzle.rules for primitive in primitives_of(rule, layout)]
    constraints = [[primitive for primitive in primitives if cell in primitive.cells] for cell in range(len(board))]
    open_cells = [cell for cell, digit in enumerate(board) if not digit]
    events = array("i")

    def fits(cell: int) -> bool:
        digit = board[cell]
        return (
            puzzle.allows(cell, digit)
            and all(board[peer] != digit for peer in layout.peers[cell])
            and all(primitive.allows(board) for primitive in constraints[cell])
        )

    givens_fit = all(fits(cell) for cell, digit in enumerate(board) if digit)
    depth = 0 if givens_fit else -1
    while 0 <= depth < len(open_cells) and len(events) < max_steps:
        if len(events) % _STEPS_PER_POLL == 0:
            poll(cancel)
        cell = open_cells[depth]
        last_digit = board[cell]
        if last_digit:
            events.append(_packed_event(Action.REMOVE, cell, last_digit))
        for digit in range(last_digit + 1, layout.size + 1):
            board[cell] = digit
            if fits(cell):
                events.append(_packed_event(Action.GUESS, cell, digit))
                depth += 1
                break
        else:
            board[cell] = 0
            depth -= 1
    solved = depth == len(open_cells)
    status = Status.SATISFIABLE if solved else Status.UNSATISFIABLE if depth < 0 else Status.UNKNOWN
    return SudokuRecording(puzzle, StoredEvents(puzzle, events), status, tuple(board) if solved else None)


def _packed_event(action: Action, cell: int, digit: int) -> int:
    return cell << CELL_SHIFT | digit << DIGIT_SHIFT | action
