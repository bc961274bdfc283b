"""The levels and techniques that puzzles of a layout can have, and the level of a puzzle."""

from collections.abc import Callable

from engine.sudoku.layout import LAYOUTS, Layout, overlapping_grids
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.finders import ALL, sound
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.rating import Rating, solve
from engine.sudoku.techniques.rules import RULE_STEPS

MAX_RATED_SIZE = 9
"""The largest size of puzzles that `level_of` rates."""

RARE: dict[str, frozenset[Level]] = {
    "3x3": frozenset({Level.MEDIUM, Level.HARD, Level.UNFAIR, Level.EXTREME}),
    "4x4": frozenset({Level.MEDIUM, Level.HARD, Level.UNFAIR, Level.EXTREME}),
    "5x5": frozenset({Level.MEDIUM, Level.EXTREME}),
    "6x6": frozenset({Level.EXTREME}),
}
"""By the name of a layout, levels without a puzzle in 10,000 random grids dug as far as possible.

Found by `python -m tests.benchmarks.levels`.
"""


def possible_levels(layout: Layout) -> tuple[Level, ...]:
    """The levels that occur often enough in puzzles of a layout, easiest first; all for layouts not in RARE."""
    is_rare = layout.name in RARE and LAYOUTS[layout.name]().is_like(layout)
    rare = RARE[layout.name] if is_rare else frozenset()
    return tuple(level for level in Level if level not in rare)


def possible_techniques(layout: Layout) -> tuple[Technique, ...]:
    """The techniques of the `possible_levels`, easiest first, with those for overlapping grids if there are any."""
    levels, overlap = possible_levels(layout), bool(overlapping_grids(layout))
    return tuple(
        technique
        for technique in Technique
        if technique in ALL and technique.level in levels and (overlap or not technique.value.overlap)
    )


def drill_techniques(layout: Layout) -> tuple[Technique, ...]:
    """The techniques with drills on a layout: the possible ones, then up to 9x9 the steps by rules; easiest first."""
    with_rules = tuple(technique for technique in Technique if technique in RULE_STEPS)
    return possible_techniques(layout) + (with_rules if layout.size <= MAX_RATED_SIZE else ())


def level_of(puzzle: Puzzle, cancel: Callable[[], bool] | None = None) -> Level | None:
    """The level of a puzzle with a unique solution; None if logic does not solve it, or its layout is too large.

    Raises Cancelled if `cancel`, polled before each step, returns True.
    """
    if puzzle.layout.size > MAX_RATED_SIZE:
        return None
    rating = Rating(solve(Position.of_puzzle(puzzle), sound(puzzle, unique=True), cancel=cancel))
    return rating.level if rating.is_complete else None
