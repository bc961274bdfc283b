"""The table of the latest searches on a formula."""

from collections.abc import Mapping, Sequence
from math import log10
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment

from engine.base.language import _, once_a_language
from engine.sat.result import Result, Status
from tui.draw.bars import progress
from tui.draw.cells import Line, clip, pad, pad_left, widest
from tui.draw.face import VERDICT_INKS, ink_of
from tui.draw.numbers import compact, milliseconds
from tui.draw.palette import Glyphs, Palette

_NAME, _TIME, _MAX_RUNS = 28, 9, 8
"""Columns of the table of runs without verdicts and counts, and its maximum number of runs."""


class _RunTable(NamedTuple):
    """The words of the table, each padded to its column."""

    name: str
    verdict: str
    verdicts: Mapping[Status, str]
    counts: tuple[str, str]


@once_a_language
def _table() -> _RunTable:
    counts = _("decisions"), _("conflicts")
    verdicts = {status: _(status.value) for status in Status}
    width = widest([_("verdict"), *verdicts.values()], 13) + 1
    size = widest(counts, 9) + 1
    return _RunTable(
        _("solver and branching"),
        pad(_("verdict"), width),
        {key: pad(word, width) for key, word in verdicts.items()},
        (pad_left(counts[0], size), pad_left(counts[1], size)),
    )


def runs(
    results: Sequence[Result], width: int, height: int, palette: Palette, glyphs: Glyphs, *, newest: bool = False
) -> list[Line]:
    """Return a line for each search, the newest first, under a heading.

    A `>` before the time marks a search without a verdict. A narrow table leaves out verdicts, then counts. A high one
    adds bars of the times on a logarithmic scale. `newest` highlights the first line.
    """
    results = results[:_MAX_RUNS]
    if not results:
        return []
    table = _table()
    rest = width - _NAME - _TIME
    shown_counts = max(min(rest // cell_len(table.counts[0]), 2), 0)
    has_verdict = rest >= cell_len(table.verdict) + sum(map(cell_len, table.counts))
    head = [
        pad(clip(table.name, _NAME - 1, glyphs.ellipsis), _NAME),
        table.verdict * has_verdict,
        pad_left("ms", _TIME),
        *table.counts[:shown_counts],
    ]
    lines: list[Line] = [[Segment("".join(head), palette.dim)]]
    for place, result in enumerate(results):
        mark = ">" if result.status is Status.UNKNOWN else ""
        numbers = f"{mark + milliseconds(result.seconds, _TIME - 1 - len(mark)):>{_TIME}}"
        for count, heading in zip((result.decisions, result.conflicts)[:shown_counts], table.counts, strict=False):
            size = cell_len(heading)
            numbers += f"{'-' if count is None else compact(count, size - 1):>{size}}"
        ink = palette.title if newest and not place else palette.plain
        verdict_ink = ink_of(VERDICT_INKS[result.status.value], palette)
        verdict_text = [Segment(table.verdicts[result.status], verdict_ink)] if has_verdict else []
        lines.append([Segment(f"{_name(result):<{_NAME}}", ink), *verdict_text, Segment(numbers, palette.plain)])
    if len(results) > 1 and height > 2 * len(lines) + 1:
        lines += [[], *_time_bars(results, width, palette, glyphs)]
    return lines


def _name(result: Result) -> str:
    return " ".join(filter(None, (result.solver, result.branching)))


def _time_bars(results: Sequence[Result], width: int, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """Return a bar for each search, on a logarithmic scale from a tenth of the shortest time."""
    logs = [log10(max(result.seconds, 1e-6)) for result in results]
    least = min(logs) - 1
    lines = []
    for result, time in zip(results, logs, strict=True):
        drawn = progress((time - least) / (max(logs) - least), max(width - _NAME, 1), palette, glyphs)
        lines.append([Segment(pad(clip(_name(result), _NAME - 1, glyphs.ellipsis), _NAME), palette.dim), *drawn])
    return lines
