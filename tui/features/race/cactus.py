"""The cactus plot of a race: the number of formulas that each strategy decides within a time, on a log scale."""

from collections.abc import Sequence
from itertools import chain
from math import log10

from rich.cells import cell_len
from rich.style import Style

from engine.sat.compare.comparison import Comparison, Plan
from engine.sat.compare.report import decided_times
from tui.draw.cells import Line, clip_middle, pad_left
from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture
from tui.features.race.axis import powers_of_ten, time_axis

_LEGEND, _GAP = 26, 2
"""Columns of the legend and of the gap before it."""
_MIN_COLUMNS, _MIN_ROWS = 20, 4
"""Minimum columns and rows of the plot."""
_SHORTEST = 1e-6
"""Minimum seconds in the plot."""
_MARGIN = 0.2
"""Decades beyond the shortest and the longest time."""


def cactus(
    comparisons: Sequence[Comparison], plan: Plan, palette: Palette, glyphs: Glyphs, width: int, height: int
) -> list[Line]:
    """Draw the number of formulas (upwards) over time (to the right), a line for each strategy, with a legend.

    Where lines meet, the first strategy is visible.
    """
    times = [[max(time, _SHORTEST) for time in decided_times(comparisons, strategy)] for strategy in plan.strategies]
    all_times = list(chain(*times))
    axis = len(str(len(comparisons))) + 1
    columns, rows = width - axis - _LEGEND - _GAP, height - 1
    if not all_times or columns < _MIN_COLUMNS or rows < _MIN_ROWS:
        return []
    lowest, highest = log10(min(all_times)) - _MARGIN, log10(max(all_times)) + _MARGIN
    most = max(map(len, times))
    picture = Picture(width, height)
    for row, count in ((0, most), (rows - 1, 0)):
        picture.put(0, row, pad_left(str(count), axis - 1), palette.label)
        picture.put(axis, row, glyphs.box[11] * columns, palette.line)
    marks = series(len(times), palette, glyphs)
    for (sign, ink), line in reversed(list(zip(marks, times, strict=True))):
        for column in range(columns):
            time = lowest + (highest - lowest) * (column + 1) / columns
            if count := sum(log10(decided) <= time for decided in line):
                picture.put(axis + column, rows - 1 - round(count * (rows - 1) / most), sign, ink)
    for row, ((sign, ink), strategy, line) in enumerate(list(zip(marks, plan.strategies, times, strict=True))[:rows]):
        decided_text = f" {len(line)}/{len(comparisons)}"
        name = clip_middle(str(strategy), _LEGEND - 2 - cell_len(decided_text), glyphs.ellipsis)
        picture.put(width - _LEGEND, row, sign, ink)
        picture.put(width - _LEGEND + 2, row, name, palette.plain)
        picture.put(width - cell_len(decided_text), row, decided_text, palette.dim)
    ends = 10**lowest, 10**highest
    below = time_axis(powers_of_ten(*ends), lambda time: (log10(time) - lowest) / (highest - lowest), columns)
    picture.put(axis, rows, below, palette.label)
    return [picture.segments(row) for row in range(height)]


def series(count: int, palette: Palette, glyphs: Glyphs) -> list[tuple[str, Style]]:
    """Return a sign and a style for each line; none repeats until all pairs are used."""
    inks = (palette.good, palette.accent, palette.warning, palette.bad, palette.unfair, palette.medium)
    signs = glyphs.series
    return [(signs[n % len(signs)], inks[(n + n // (len(inks) * len(signs))) % len(inks)]) for n in range(count)]
