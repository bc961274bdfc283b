"""All formulas of a race at once: a line for each, with the times of the strategies side by side."""

from collections.abc import Sequence
from pathlib import Path

from rich.segment import Segment
from rich.style import Style

from engine.base.text import printable
from engine.sat.compare.comparison import Comparison, Plan
from engine.sat.compare.report import time_words
from engine.sat.solvers.strategy import Strategy
from tui.draw.cells import Line, clip_middle
from tui.draw.palette import Glyphs, Palette
from tui.features.race import words

_NAME, _VERDICT, _TIME = 30, 14, 14


def grid(
    comparisons: Sequence[Comparison], plan: Plan, size: tuple[int, int], palette: Palette, glyphs: Glyphs
) -> list[Line]:
    """The last formulas that fit into `size` (columns and rows), under a heading with as many strategies as fit.

    The fastest of a formula stands out.
    """
    columns, rows = size
    strategies = plan.strategies[: max((columns - _NAME - _VERDICT) // _TIME, 0)]
    names = "".join(f"{clip_middle(str(strategy), _TIME - 2, glyphs.ellipsis):>{_TIME}}" for strategy in strategies)
    heading = [Segment(f"{'ms':<{_NAME}}{'verdict':<{_VERDICT}}{names}", palette.dim)]
    shown = comparisons[-max(rows - 1, 0) :] if rows > 1 else ()
    return [heading, *(_line(comparison, strategies, palette, glyphs) for comparison in shown)]


def _line(comparison: Comparison, strategies: Sequence[Strategy], palette: Palette, glyphs: Glyphs) -> Line:
    name = clip_middle(printable(Path(comparison.instance).name), _NAME - 1, glyphs.ellipsis)
    line = [Segment(f"{name:<{_NAME}}", palette.plain)]
    line.append(Segment(f"{comparison.verdict.value:<{_VERDICT}}", palette.dim))
    best = min((run.time.seconds for run in comparison.runs if run.decided and run.time), default=None)
    for strategy in strategies:
        text, ink = _cell(comparison, strategy, best, palette)
        line.append(Segment(f"{text:>{_TIME}}", ink))
    return line


def _cell(comparison: Comparison, strategy: Strategy, best: float | None, palette: Palette) -> tuple[str, Style]:
    run = comparison.run_of(strategy)
    if run is None:
        return "", palette.dim
    if run.fault:
        return words.WRONG, palette.bad
    if run.time is None:
        return "-", palette.warning
    is_best = run.decided and run.time.seconds == best
    return time_words(run.time), palette.good if is_best else palette.dim if run.time.at_least else palette.plain
