"""What the editor has the engine do, on threads."""

import random

from engine.play.analysis import Analysis, analyse, complete_analysis, completed, count_solutions, thinned
from engine.sudoku.puzzle import Digits, Puzzle
from tui.base.background import Job


def analyse_fully(puzzle: Puzzle, job: Job[Analysis]) -> Analysis:
    """Find out what the givens lead to, and tell what is known on the way. Raises Cancelled."""
    first = analyse(puzzle, job.cancelled)
    job.tell(first)
    closer = complete_analysis(first, job.cancelled)
    job.tell(closer)
    return count_solutions(closer, job.cancelled)


def add_givens(puzzle: Puzzle, job: Job[None]) -> Digits | None:
    """As many more givens, at random, as leave one solution; None if there is none at all. Raises Cancelled."""
    return completed(puzzle, _seed(), job.cancelled)


def take_out_givens(puzzle: Puzzle, solution: Digits, job: Job[None]) -> Digits:
    """The givens that `solution`, the only one, needs; others may be needed in their place. Raises Cancelled."""
    return thinned(puzzle, solution, _seed(), job.cancelled)


def _seed() -> int:
    return random.SystemRandom().randrange(10**9)
