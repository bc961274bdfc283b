"""Which levels a layout can have: small ones leave no room for the harder techniques."""

from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.techniques.catalogue import Level

NEVER_FOUND: dict[str, frozenset[Level]] = {
    "3x3": frozenset({Level.MEDIUM, Level.HARD, Level.UNFAIR, Level.EXTREME}),
    "4x4": frozenset({Level.MEDIUM, Level.HARD, Level.UNFAIR, Level.EXTREME}),
    "5x5": frozenset({Level.EXTREME}),
}
"""For layouts by name, the levels of which no puzzle was found in 80,000 grids, as `python -m tests.benchmarks.levels`
tries them."""


def possible_levels(layout: Layout) -> tuple[Level, ...]:
    """The levels that puzzles of a layout can have, easiest first; all of them where nothing else is known."""
    known = layout.name in NEVER_FOUND and LAYOUTS[layout.name]().is_like(layout)
    never = NEVER_FOUND[layout.name] if known else frozenset()
    return tuple(level for level in Level if level not in never)
