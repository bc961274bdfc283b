"""What a formula is made of: the lengths of its clauses, its most frequent variables, its signs."""

from rich.segment import Segment

from tui.base.text_block import TextBlock
from tui.draw.bars import bar, grouped_lengths
from tui.draw.cells import Line, strip
from tui.draw.palette import Glyphs, Palette
from tui.features.inspect.clause_detail import state_counts
from tui.features.inspect.inspection import Inspection

_TWO_COLUMNS = 70
"""Cells from which on lengths and variables stand side by side."""
_BOTH = 8
"""Lines from which on both are shown one above the other."""
_LEAST_BAR, _LONGEST_BAR = 4, 20
"""Cells of the longest bar."""


class StatisticsPane(TextBlock):
    """Shows as much as there is room for."""

    def show(self, inspection: Inspection, palette: Palette, glyphs: Glyphs) -> None:
        """Show the statistics of a formula."""
        self.put(statistics_lines(inspection, self.size.width, self.size.height, palette, glyphs))


def statistics_lines(
    inspection: Inspection, width: int, height: int, palette: Palette, glyphs: Glyphs
) -> list[Line]:
    """The statistics in `height` lines of `width` cells."""
    lines = [_signs(inspection, palette), _variables(inspection, palette)]
    if inspection.states is not None:
        lines.append(state_counts(inspection, palette))
    lines.append([])
    room = height - len(lines)
    if width >= _TWO_COLUMNS:
        half = width // 2 - 1
        left = _lengths(inspection, half, room, palette, glyphs)
        right = _frequent(inspection, half, room, palette, glyphs)
        rows = max(len(left), len(right))
        left, right = (column + [[]] * (rows - len(column)) for column in (left, right))
        return (lines + [[*strip(a, half + 2), *b] for a, b in zip(left, right, strict=True)])[:height]
    if room < _BOTH:
        return (lines + _lengths(inspection, width, room, palette, glyphs))[:height]
    share = min(room // 2, 2 + len(inspection.statistics.lengths))
    lines += [*_lengths(inspection, width, share - 1, palette, glyphs), []]
    return (lines + _frequent(inspection, width, room - share, palette, glyphs))[:height]


def _signs(inspection: Inspection, palette: Palette) -> Line:
    positive, negative = inspection.statistics.polarity
    total = max(positive + negative, 1)
    return [
        Segment("literals  ", palette.dim),
        Segment(f"{positive + negative:,}   "),
        Segment("positive ", palette.dim),
        Segment(f"{positive:,} ({positive / total:.0%})   "),
        Segment("negative ", palette.dim),
        Segment(f"{negative:,}"),
    ]


def _variables(inspection: Inspection, palette: Palette) -> Line:
    counts, every = inspection.statistics, inspection.formula.variables
    return [
        Segment("variables ", palette.dim),
        Segment(f"{counts.used:,}   "),
        Segment("in one sign only ", palette.dim),
        Segment(f"{counts.pure:,}   "),
        Segment("in no clause ", palette.dim),
        Segment(f"{every - counts.used:,}"),
    ]


def _lengths(inspection: Inspection, width: int, height: int, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """The lengths of the clauses with how many there are of each, the longest ones together if they must."""
    groups = grouped_lengths(inspection.statistics.lengths, max(height - 1, 1))
    rows = [(name, f"{count:,}", count) for name, count in groups]
    return [[Segment(f"{'length':>8}  clauses", palette.dim)], *_bars(rows, width, palette, glyphs)]


def _frequent(inspection: Inspection, width: int, height: int, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """The variables that occur most often."""
    uses = inspection.statistics.frequent[: max(height - 1, 0)]
    rows = [(str(use.variable), f"{use.total:,} = +{use.positive:,} -{use.negative:,}", use.total) for use in uses]
    head = Segment(f"{'variable':>8}  occurrences", palette.dim)
    return [[head], *_bars(rows, width, palette, glyphs)]


def _bars(rows: list[tuple[str, str, int]], width: int, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """Rows of a name, what is said of it, and a bar that goes by an amount."""
    longest = max((len(said) for _, said, _ in rows), default=0)
    highest = max((amount for _, _, amount in rows), default=1)
    room = max(_LEAST_BAR, min(width - 8 - 2 - longest - 2, _LONGEST_BAR))
    return [
        [
            Segment(f"{name:>8}  ", palette.accent),
            Segment(f"{said:<{longest}}  "),
            Segment(bar(amount / highest, room, glyphs), palette.bar),
        ]
        for name, said, amount in rows
    ]
