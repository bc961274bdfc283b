"""Which levels and techniques a layout can have: small ones leave no room for the harder ones."""

from engine.sudoku.layout import LAYOUTS, Layout, overlapping
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.finders import ALL

RARE: dict[str, frozenset[Level]] = {
    "3x3": frozenset({Level.MEDIUM, Level.HARD, Level.UNFAIR, Level.EXTREME}),
    "4x4": frozenset({Level.MEDIUM, Level.HARD, Level.UNFAIR, Level.EXTREME}),
    "5x5": frozenset({Level.MEDIUM, Level.EXTREME}),
    "6x6": frozenset({Level.EXTREME}),
}
"""For layouts by name, the levels of which there is no puzzle in 10,000 random grids dug as far as they go, as far as
`python -m tests.benchmarks.levels` finds any at all."""


def possible_levels(layout: Layout) -> tuple[Level, ...]:
    """The levels that puzzles of a layout have often enough to be found, easiest first; all where nothing is known."""
    is_rare = layout.name in RARE and LAYOUTS[layout.name]().is_like(layout)
    rare = RARE[layout.name] if is_rare else frozenset()
    return tuple(level for level in Level if level not in rare)


def possible_techniques(layout: Layout) -> tuple[Technique, ...]:
    """The techniques of these levels, easiest first; the cross-grid line only where grids overlap."""
    levels, overlap = possible_levels(layout), bool(overlapping(layout))
    return tuple(
        technique
        for technique in Technique
        if technique in ALL and technique.level in levels and (overlap or technique is not Technique.CROSS_GRID_LINE)
    )
