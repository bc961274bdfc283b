"""Bars, curves and strips of block characters."""

from array import array
from collections.abc import Sequence
from math import ceil

from rich.segment import Segment

from engine.base.lazy_dataclasses import dataclass
from tui.draw.cells import Line
from tui.draw.palette import Glyphs, Palette


def bar(share: float, width: int, glyphs: Glyphs) -> str:
    """Return a bar over `share` (0 to 1) of `width` columns, to half a column; any share above 0 is visible.

    The bar is a line and not a block, so that bars in adjacent rows stay apart.
    """
    halves = max(1, round(min(share, 1.0) * width * 2)) if share > 0 else 0
    return glyphs.bar_full * (halves // 2) + glyphs.bar_end * (halves % 2)


def grouped_lengths(lengths: dict[int, int], max_groups: int) -> list[tuple[str, int]]:
    """Group the counts of clauses by length (ascending) into at most `max_groups`; the last one has all longer clauses.

    Return the label and the count of each group.
    """
    groups = [(str(length), count) for length, count in lengths.items()]
    if len(groups) <= max_groups:
        return groups
    longer = groups[max_groups - 1 :]
    return [*groups[: max_groups - 1], (f"{longer[0][0]}+", sum(count for _, count in longer))]


def progress(share: float, width: int, palette: Palette, glyphs: Glyphs) -> Line:
    """Return a progress bar of `width` characters; `share` is clamped to 0..1."""
    filled = bar(share, width, glyphs)
    return [Segment(filled, palette.bar), Segment(glyphs.bar_rest * (width - len(filled)), palette.dim)]


def meter(done: int, total: int, palette: Palette, glyphs: Glyphs) -> Line:
    """Draw a block for each of `total` steps; the first `done` ones are filled."""
    done = min(done, total)
    return [
        Segment(f"{glyphs.step} " * done, palette.good),
        Segment(f"{glyphs.step_open} " * (total - done), palette.dim),
    ]


def curve(heights: Sequence[float], mark: int | None, rows: int, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """Draw a curve in this many rows, with a column for each height; a vertical line replaces the column `mark`."""
    steps = len(glyphs.heights) - 1
    highest = max(max(heights, default=0), 1)
    levels = [ceil(height * rows * steps / highest) for height in heights]  # any height above 0 is visible
    lines: list[Line] = []
    for row in reversed(range(rows)):
        text = "".join(glyphs.heights[min(max(level - row * steps, 0), steps)] for level in levels)
        if mark is None:
            lines.append([Segment(text, palette.bar)])
            continue
        line = Segment(glyphs.box[1], palette.title)
        lines.append([Segment(text[:mark], palette.bar), line, Segment(text[mark + 1 :], palette.bar)])
    return lines


@dataclass(frozen=True)
class Shares:
    """The shares (0 to 1) of true and of false variables, for each column of a strip.

    Each column stands for an equal number of consecutive variables, at least one.
    """

    true: tuple[float, ...]
    false: tuple[float, ...]
    assigned: int
    """The number of assigned variables."""


def shares(assignment: "array[int]", columns: int) -> Shares:
    """Compress an assignment to at most `columns` columns.

    `assignment` is array("b") by variable (1 true, -1 false, 0 free; index 0 is unused).
    """
    import numpy as np

    values = np.frombuffer(assignment, dtype=np.int8)[1:]
    columns = min(columns, len(values))
    if columns == 0:
        return Shares((), (), 0)
    starts = np.arange(columns) * len(values) // columns
    widths = np.diff(starts, append=len(values))
    true, false = (np.add.reduceat(values == value, starts, dtype=np.int64) / widths for value in (1, -1))
    return Shares(tuple(true.tolist()), tuple(false.tolist()), int(np.count_nonzero(values)))


def strips(shares: Shares, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """Return a line for true and a line for false variables, in shades from blank (none) to full (all)."""
    full = len(glyphs.shades) - 1

    def shade(share: float) -> str:
        return glyphs.shades[full if share >= 1 else ceil(share * (full - 1))]

    return [
        [Segment("".join(map(shade, shares.true)), palette.true)],
        [Segment("".join(map(shade, shares.false)), palette.false)],
    ]
