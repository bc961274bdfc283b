"""Reports of comparisons: a table of values (CSV), a page (Markdown), and a bar chart (SVG)."""

import csv
import io
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from engine.base.text import printable
from engine.sat.compare.cactus import CactusLine, cactus
from engine.sat.compare.comparison import Comparison, Contestant, Plan, Run, StrategySummary, Time, summarise

COLUMNS = {
    "instance": "the file; #1, #2, ... number the puzzles in it",
    "variables": "number of variables of the formula",
    "clauses": "number of clauses of the formula",
    "ratio": "clauses / variables",
    "verdict": "satisfiable, unsatisfiable or unknown: the verdict of all strategies together",
    "baseline": "solver:branching that the rates refer to",
    "solver": "solver of the strategy",
    "branching": "branching rule of the strategy; empty if its solver has no choice",
    "status": "the verdict of the strategy itself",
    "seconds": "seconds of processor time of the search, without reading and building; median of the repeats",
    "seconds_bound": "=, or >= after a time-out",
    "wall": "wall-clock seconds of that search",
    "repeats": "number of runs",
    "fastest": "seconds of the fastest run; empty if none has a time",
    "slowest": "seconds of the slowest run",
    "decisions": "number of decisions; empty if the solver does not report it",
    "propagations": "number of propagations, likewise",
    "conflicts": "number of conflicts, likewise",
    "rate": "optimisation rate in percent; empty if unknown, such as after two time-outs",
    "rate_bound": "=, >= after a time-out of the baseline, <= after one of the strategy",
    "reason": "why the status is unknown",
    "fault": "what is wrong with the answer",
}
"""The columns of the CSV file and their contents."""

_LOGARITHMIC_FROM = 10
"""Ratio of the slowest to the fastest time above which bars are logarithmic."""

_CHARTS = 24
"""Maximum number of instances with a chart each; of more instances, only the summary is drawn."""

_NAME, _BAR, _LABEL, _LINE = 220, 420, 200, 22
"""Widths in pixels of names, bars and labels, and the distance of bars."""
_INKS = ("#0072b2", "#999999", "#d55e00")
"""Colours of bars, baselines and time-outs, which people with red-green colour blindness can tell apart."""


@dataclass(frozen=True)
class Scale:
    """A scale from times to lengths of bars: linear, or logarithmic if the times differ too much."""

    longest: float
    shortest: float

    @classmethod
    def of(cls, times: Iterable[Time]) -> "Scale":
        """The scale for these times; zeros are ignored."""
        seconds = [time.seconds for time in times if time.seconds > 0] or [1.0]
        return cls(max(seconds), min(seconds))

    @property
    def logarithmic(self) -> bool:
        """Whether the scale is logarithmic."""
        return self.longest > _LOGARITHMIC_FROM * self.shortest

    def share(self, time: Time) -> float:
        """The length of a bar, 1 for the longest; the shortest of a logarithmic scale has 0.1."""
        if time.seconds <= 0:
            return 0.0
        if not self.logarithmic:
            return time.seconds / self.longest
        return 0.1 + 0.9 * math.log(time.seconds / self.shortest) / math.log(self.longest / self.shortest)


def milliseconds(seconds: float) -> str:
    """Milliseconds with three significant digits, at most five decimals: 0.00123, 12.3, 1234."""
    value = 1000 * seconds
    decimals = 2 - math.floor(math.log10(value)) if value else 0
    return f"{value:.{min(max(decimals, 0), 5)}f}"


def time_words(time: Time) -> str:
    """A time in milliseconds, with `>=` if the search ran out of time."""
    return f"{'>= ' if time.at_least else ''}{milliseconds(time.seconds)}"


def rate_words(comparison: Comparison, strategy: Contestant) -> str:
    """The optimisation rate of a strategy, `baseline` for the baseline, `-` if unknown."""
    return "baseline" if strategy == comparison.baseline else str(comparison.rate(strategy) or "-")


def par2_words(summary: StrategySummary) -> str:
    """The PAR-2 score in seconds, `-` if unknown."""
    return "-" if summary.par2 is None else f"{summary.par2:.3g}"


def record(comparison: Comparison, run: Run) -> dict[str, object]:
    """The values of a run by COLUMNS."""
    rate = comparison.rate(run.strategy)
    return {
        "instance": printable(comparison.instance),
        "variables": comparison.variables,
        "clauses": comparison.clauses,
        "ratio": None if comparison.ratio is None else round(comparison.ratio, 6),
        "verdict": comparison.verdict.value,
        "baseline": str(comparison.baseline),
        "solver": run.strategy.solver,
        "branching": run.strategy.branching,
        "status": run.status.value,
        "seconds": None if run.time is None else round(run.time.seconds, 9),
        "seconds_bound": None if run.time is None else ">=" if run.time.at_least else "=",
        "wall": None if run.wall is None else round(run.wall, 9),
        "repeats": run.repeats,
        "fastest": None if run.spread is None else round(run.spread[0], 9),
        "slowest": None if run.spread is None else round(run.spread[1], 9),
        "decisions": run.decisions,
        "propagations": run.propagations,
        "conflicts": run.conflicts,
        "rate": None if rate is None else round(rate.percent, 6),
        "rate_bound": None if rate is None else rate.bound,
        "reason": run.reason or None,
        "fault": run.fault or None,
    }


def csv_heading() -> str:
    """The first line of a CSV file."""
    return ",".join(COLUMNS) + "\n"


def csv_rows(comparison: Comparison) -> str:
    """The lines of a CSV file, one per run."""
    text = io.StringIO(newline="")
    csv.DictWriter(text, COLUMNS, lineterminator="\n").writerows(record(comparison, run) for run in comparison.runs)
    return text.getvalue()


def as_csv(comparisons: Iterable[Comparison]) -> str:
    """The whole CSV file."""
    return csv_heading() + "".join(map(csv_rows, comparisons))


def as_markdown(comparisons: Sequence[Comparison], plan: Plan) -> str:
    """A page with a table per instance; for several instances also a table of all rates, and a summary."""
    repeats = f", the median of {plan.repeats} runs" if plan.repeats > 1 else ""
    limit = "no time limit" if plan.limit is None else f"time limit {plan.limit:g} s"
    parts = [
        "# Strategies compared",
        f"Baseline {plan.baseline}; {limit}; milliseconds of processor time of the search{repeats}. "
        "The optimisation rate is (t - to) / t x 100 %, t the time of the baseline.",
    ]
    if len(comparisons) > 1:
        parts.append(_rates(comparisons, plan))
    for comparison in comparisons:
        name = markdown_cell(printable(comparison.instance))
        size = f"{comparison.variables} variables, {comparison.clauses} clauses"
        parts.append(f"## {name}\n\n{size}: {comparison.verdict.value}")
        parts.append(
            markdown_table(
                ("strategy", "verdict", "ms", "decisions", "conflicts", "rate"),
                [
                    (
                        str(run.strategy),
                        run.fault or (run.status.value if run.decided or run.time else run.reason),
                        "-" if run.time is None else time_words(run.time),
                        "-" if run.decisions is None else str(run.decisions),
                        "-" if run.conflicts is None else str(run.conflicts),
                        rate_words(comparison, run.strategy),
                    )
                    for run in comparison.runs
                ],
            )
        )
    if len(comparisons) > 1:
        parts.append(
            f"## All {len(comparisons)}\n\nGeometric means where the baseline (t) and the strategy (to) both decided"
        )
        parts.append(
            markdown_table(
                ("strategy", "decided", "both", "t ms", "to ms", "rate", "PAR-2 s"),
                [
                    (
                        str(summary.strategy),
                        str(summary.decided),
                        str(summary.both),
                        *("-" if s is None else milliseconds(s) for s in (summary.baseline_seconds, summary.seconds)),
                        "baseline" if summary.strategy == plan.baseline else str(summary.rate or "-"),
                        par2_words(summary),
                    )
                    for summary in summarise(comparisons, plan)
                ],
            )
        )
    return "\n\n".join(parts) + "\n"


def _rates(comparisons: Sequence[Comparison], plan: Plan) -> str:
    """A table with the time of the baseline, and the time and rate of each other strategy, per instance."""
    others = [strategy for strategy in plan.strategies if strategy != plan.baseline]
    heading = ["formula", f"t ms ({plan.baseline})"]
    for strategy in others:
        heading += [f"to ms ({strategy})", "rate"]
    rows = []
    for comparison in comparisons:
        row = [printable(comparison.instance), _time_of(comparison, plan.baseline)]
        for strategy in others:
            row += [_time_of(comparison, strategy), rate_words(comparison, strategy)]
        rows.append(row)
    return markdown_table(heading, rows)


def _time_of(comparison: Comparison, strategy: Contestant) -> str:
    run = comparison.run_of(strategy)
    return time_words(run.time) if run and run.time else "-"


def as_cactus(comparisons: Sequence[Comparison], plan: Plan) -> str:
    """A cactus plot with a line for each strategy."""
    return cactus(
        [CactusLine(str(strategy), decided_times(comparisons, strategy)) for strategy in plan.strategies], plan.limit
    )


def decided_times(comparisons: Sequence[Comparison], strategy: Contestant) -> tuple[float, ...]:
    """The times in seconds of the instances decided by a strategy, ascending."""
    runs = [run for comparison in comparisons if (run := comparison.run_of(strategy))]
    return tuple(sorted(run.time.seconds for run in runs if run.decided and run.time))


def as_svg(comparisons: Sequence[Comparison], plan: Plan) -> str:
    """A picture with a chart per instance, or only of the means if there are many."""
    charts = [_chart(comparison) for comparison in comparisons]
    if len(comparisons) > 1:
        overall = _overall(comparisons, plan)
        charts = [overall, *charts] if len(charts) <= _CHARTS else [overall]
    width = _NAME + _BAR + _LABEL
    lines = [f'<text class="title" x="12" y="26">Search time, baseline {escape(str(plan.baseline))}</text>']
    y = 48
    for title, bars in charts:
        scale = Scale.of(time for _, time, _, _ in bars if time)
        scale_name = "logarithmic" if scale.logarithmic else "linear"
        lines.append(f'<text class="head" x="12" y="{y + 14}">{escape(title)} ({scale_name})</text>')
        y += _LINE
        for name, time, words, ink in bars:
            length = round(_BAR * scale.share(time), 1) if time else 0
            lines.append(f'<text x="{_NAME - 8}" y="{y + 14}" text-anchor="end">{escape(name)}</text>')
            lines.append(f'<rect x="{_NAME}" y="{y + 3}" width="{length}" height="{_LINE - 7}" fill="{ink}"/>')
            lines.append(f'<text x="{_NAME + length + 6}" y="{y + 14}">{escape(words)}</text>')
            y += _LINE
        y += _LINE // 2
    style = "text{font:12px sans-serif}.title{font:bold 16px sans-serif}.head{font:bold 13px sans-serif}"
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y}" viewBox="0 0 {width} {y}">',
            f"<style>{style}</style>",
            f'<rect width="{width}" height="{y}" fill="white"/>',
            *lines,
            "</svg>\n",
        )
    )


_Bar = tuple[str, Time | None, str, str]
"""The name of a strategy, its time, the label of its bar, and the bar's colour."""


def _chart(comparison: Comparison) -> tuple[str, list[_Bar]]:
    bars: list[_Bar] = []
    for run in comparison.runs:
        words = "wrong" if run.fault else run.reason
        if run.time:
            words = f"{time_words(run.time)} ms, {rate_words(comparison, run.strategy)}"
        ink = _INKS[1 if run.strategy == comparison.baseline else 2 if run.time and run.time.at_least else 0]
        bars.append((str(run.strategy), run.time, printable(words), ink))
    return f"{printable(comparison.instance)}: {comparison.verdict.value}", bars


def _overall(comparisons: Sequence[Comparison], plan: Plan) -> tuple[str, list[_Bar]]:
    """The mean times of each strategy over the instances that it and the baseline both decided."""
    bars: list[_Bar] = []
    for summary in summarise(comparisons, plan):
        is_baseline = summary.strategy == plan.baseline
        time = None if summary.seconds is None else Time(summary.seconds)
        words = f"decided {summary.decided}"
        if time:
            words = f"{milliseconds(time.seconds)} ms, {'baseline' if is_baseline else summary.rate}, {words}"
        bars.append((str(summary.strategy), time, words, _INKS[1 if is_baseline else 0]))
    return f"geometric means over {len(comparisons)} instances", bars


def markdown_table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; all columns but the first are right-aligned."""
    rule = ["---", *["---:"] * (len(heading) - 1)]
    return "\n".join(f"| {' | '.join(map(markdown_cell, row))} |" for row in (heading, rule, *rows))


def markdown_cell(text: str) -> str:
    """Escape text for a cell of a Markdown table."""
    for sign in "\\|`*_<[":
        text = text.replace(sign, "\\" + sign)
    return " ".join(printable(text).split())
