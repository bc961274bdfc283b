"""Tests whether a puzzle is extreme: solved by steps of that level, but not by steps up to the level below.

This is far faster than a rating, which finds all steps.
"""

from collections.abc import Callable

from engine.base.polling import poll
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.deduction import deduce
from engine.sudoku.techniques.forcing import refuted
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.rating import solve, up_to
from engine.sudoku.techniques.rounds import counted_rounds


def is_extreme(layout: Layout, givens: Digits, cancel: Callable[[], bool] | None = None) -> bool:
    """Whether a puzzle with a unique solution is extreme by every rating method: step by step, and in rounds.

    Also false if only nested assumptions would solve it. Raises Cancelled.
    """
    start = Position.of(layout, givens)
    by_steps = solve(start, level=Level.UNFAIR, cancel=cancel).position
    if by_steps.is_solved:
        return False
    _, in_rounds = counted_rounds(start, up_to(Level.UNFAIR), cancel)
    return not in_rounds.is_solved and all(_is_finished(end, cancel) for end in (by_steps, in_rounds))


def _is_finished(position: Position, cancel: Callable[[], bool] | None) -> bool:
    """Whether refuting assumptions by singles solves the puzzle; a rating, which has more steps, then solves it too."""
    while not position.is_solved:
        poll(cancel)
        removes = refuted(position)
        if not removes:
            return False
        position = deduce(position.remove(removes)).position
    return True
