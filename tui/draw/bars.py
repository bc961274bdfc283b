"""Bars, curves and strips of block characters."""

from array import array
from collections.abc import Sequence
from math import ceil

from rich.segment import Segment

from engine.base.lazy_dataclasses import dataclass
from tui.draw.cells import Line
from tui.draw.palette import Glyphs, Palette


def bar(share: float, width: int, glyphs: Glyphs) -> str:
    """Return a bar of `share` (0..1) of `width` cells, to half a cell; anything above 0 is visible.

    It is a line, so that bars of equal lengths below each other stay apart.
    """
    halves = max(1, round(min(share, 1.0) * width * 2)) if share > 0 else 0
    return glyphs.bar_full * (halves // 2) + glyphs.bar_end * (halves % 2)


def grouped_lengths(lengths: dict[int, int], most: int) -> list[tuple[str, int]]:
    """Group clause lengths with their counts into at most `most` groups; the last group has the rest."""
    entries = [(str(length), count) for length, count in lengths.items()]
    if len(entries) <= most:
        return entries
    rest: Sequence[tuple[int, int]] = list(lengths.items())[most - 1 :]
    return [*entries[: most - 1], (f"{rest[0][0]}+", sum(count for _, count in rest))]


def progress(share: float, width: int, palette: Palette, glyphs: Glyphs) -> Line:
    """Return a progress bar of `width` characters; `share` is clamped to 0..1."""
    done = bar(share, width, glyphs)
    return [Segment(done, palette.bar), Segment(glyphs.bar_rest * (width - len(done)), palette.dim)]


def meter(done: int, total: int, palette: Palette, glyphs: Glyphs) -> Line:
    """Draw a block for each of a few steps; completed steps have another colour."""
    done = min(done, total)
    return [
        Segment(f"{glyphs.step} " * done, palette.good),
        Segment(f"{glyphs.step_open} " * (total - done), palette.dim),
    ]


def curve(heights: Sequence[float], mark: int | None, rows: int, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """Draw a curve, a column for each number; the column `mark` is a line instead."""
    steps = len(glyphs.heights) - 1
    highest = max(max(heights, default=0), 1)
    filled = [ceil(height * rows * steps / highest) for height in heights]  # anything above 0 is visible
    lines: list[Line] = []
    for row in reversed(range(rows)):
        drawn = "".join(glyphs.heights[min(max(parts - row * steps, 0), steps)] for parts in filled)
        if mark is None:
            lines.append([Segment(drawn, palette.bar)])
            continue
        line = Segment(glyphs.box[1], palette.title)
        lines.append([Segment(drawn[:mark], palette.bar), line, Segment(drawn[mark + 1 :], palette.bar)])
    return lines


@dataclass(frozen=True)
class Shares:
    """The shares (0 to 1) of true and of false variables, for each column of a strip.

    Each column stands for an equal number of consecutive variables; with few variables, for one.
    """

    true: tuple[float, ...]
    false: tuple[float, ...]
    assigned: int
    """The number of assigned variables."""


def shares(assignment: "array[int]", columns: int) -> Shares:
    """Compress an assignment (index = variable from 1; 1 true, -1 false, 0 open) to at most `columns` columns."""
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
    return [
        [Segment("".join(glyphs.shades[full if share >= 1 else ceil(share * (full - 1))] for share in row), ink)]
        for row, ink in ((shares.true, palette.true), (shares.false, palette.false))
    ]
