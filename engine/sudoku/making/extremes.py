"""Whether a puzzle is extreme: steps up to the level before leave it unsolved, and those of this level solve it.

That is seen without its rating, which would tell all steps to the end and takes far longer.
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
from engine.sudoku.techniques.rounds import catalogue_rounds


def is_extreme(layout: Layout, givens: Digits, cancel: Callable[[], bool] | None = None) -> bool:
    """Whether a puzzle of one solution is extreme by every way to rate it: step after step, and in rounds.

    Also false if it would be solved only by assumptions within assumptions. Raises Cancelled.
    """
    start = Position.of(layout, givens)
    by_steps = solve(start, level=Level.UNFAIR, cancel=cancel).position
    if by_steps.is_solved:
        return False
    in_rounds = catalogue_rounds(start, up_to(Level.UNFAIR), cancel).end
    return not in_rounds.is_solved and all(_is_finished(end, cancel) for end in (by_steps, in_rounds))


def _is_finished(position: Position, cancel: Callable[[], bool] | None) -> bool:
    """Whether assumptions refuted by singles solve it; as more steps only make that easier, so does the rating."""
    while not position.is_solved:
        poll(cancel)
        removes = refuted(position)
        if not removes:
            return False
        position = deduce(position.remove(removes)).position
    return True
