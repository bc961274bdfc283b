"""The lanes of a race: for each strategy its time, its decisions, its optimisation rate, and a bar of the time."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from rich.segment import Segment

from engine.sat.compare.comparison import Comparison, Plan, Run, Stage, Time, summarise
from engine.sat.compare.report import Scale, milliseconds, rate_words, time_words
from tui.base.rows import Rows
from tui.draw.bars import bar
from tui.draw.cells import Line, clip
from tui.draw.numbers import compact
from tui.features.race import words

_NAME, _TIME, _DECISIONS, _RATE = 29, 11, 11, 12
_LEAST_BAR = 8


class LaneState(Enum):
    """How a strategy stands."""

    WAITING = auto()
    RUNNING = auto()
    DONE = auto()
    OUT_OF_TIME = auto()
    FAILED = auto()
    WRONG = auto()


@dataclass(frozen=True)
class Lane:
    """A strategy in a race: what stands in its columns, the share of its bar (None: no bar), and all in words."""

    name: str
    state: LaneState = LaneState.WAITING
    time: str = ""
    decisions: str = ""
    rate: str = ""
    share: float | None = None
    detail: str = words.WAITING


def heading(overall: bool) -> str:
    """What stands above the columns."""
    second = "decided" if overall else "decisions"
    return f" {'strategy':<{_NAME}}{'ms':>{_TIME}}{second:>{_DECISIONS}}{'rate':>{_RATE}}  "


def lanes(comparison: Comparison, plan: Plan, stage: Stage | None) -> list[Lane]:
    """The lanes on one formula; `stage` is where the race is, if it is at this formula."""
    scale = Scale.of(run.time for run in comparison.runs if run.time)
    found = []
    for strategy in plan.strategies:
        run = comparison.run_of(strategy)
        if run:
            found.append(_lane(comparison, run, scale))
        elif stage and stage.strategy == strategy:
            found.append(_running(stage, plan))
        else:
            found.append(Lane(str(strategy)))
    return found


def overall(comparisons: Sequence[Comparison], plan: Plan) -> list[Lane]:
    """The lanes over all formulas: geometric means over those that the baseline and the strategy both decided."""
    summaries = summarise(comparisons, plan)
    scale = Scale.of(Time(summary.seconds) for summary in summaries if summary.seconds)
    found = []
    for summary in summaries:
        faults = sum(run.strategy == summary.strategy for comparison in comparisons for run in comparison.faults)
        is_baseline = summary.strategy == plan.baseline
        found.append(Lane(
            str(summary.strategy),
            LaneState.WRONG if faults else LaneState.DONE,
            "-" if summary.seconds is None else milliseconds(summary.seconds),
            f"{summary.decided}/{len(comparisons)}",
            words.BASELINE if is_baseline else str(summary.rate or "-"),
            None if summary.seconds is None else scale.share(Time(summary.seconds)),
            words.overall(summary, len(comparisons), faults, plan),
        ))  # fmt: skip
    return found


def _lane(comparison: Comparison, run: Run, scale: Scale) -> Lane:
    name, decisions = str(run.strategy), "-" if run.decisions is None else compact(run.decisions, _DECISIONS - 1)
    if run.fault:
        return Lane(name, LaneState.WRONG, words.WRONG, decisions, "-", None, words.lane(run))
    if run.time is None:
        instead = words.FAILED if run.failed else words.NO_VERDICT
        return Lane(name, LaneState.FAILED, instead, decisions, "-", None, words.lane(run))
    return Lane(
        name,
        LaneState.OUT_OF_TIME if run.time.at_least else LaneState.DONE,
        time_words(run.time),
        decisions,
        rate_words(comparison, run.strategy),
        scale.share(run.time),
        words.lane(run),
    )


def _running(stage: Stage, plan: Plan) -> Lane:
    progress = stage.progress
    seconds = progress.seconds if progress else 0.0
    decisions = progress.decisions if progress else None
    return Lane(
        str(stage.strategy),
        LaneState.RUNNING,
        f"{seconds:,.1f} s",
        "-" if decisions is None else compact(decisions, _DECISIONS - 1),
        f"{stage.repeat}/{plan.repeats}" if plan.repeats > 1 else "",
        None,
        words.running(stage, plan),
    )


class RaceTable(Rows):
    """Shows lanes; repaints only those that changed."""

    def __init__(self) -> None:
        super().__init__()
        self.lanes: list[Lane] = []

    def __len__(self) -> int:
        return len(self.lanes)

    @property
    def lane(self) -> Lane | None:
        """The lane under the cursor."""
        return self.lanes[self.cursor] if self.lanes else None

    def show(self, lanes: list[Lane]) -> None:
        """Show these lanes."""
        before, self.lanes = self.lanes, lanes
        if len(before) != len(lanes):
            self.reset(self.cursor)
            return
        for index, (old, new) in enumerate(zip(before, lanes, strict=True)):
            if old != new:
                self.refresh_row(index)

    def draw(self, index: int, width: int, chosen: bool) -> Line:
        lane, palette = self.lanes[index], self.palette
        inks = {
            LaneState.WAITING: palette.dim, LaneState.RUNNING: palette.accent, LaneState.DONE: palette.plain,
            LaneState.OUT_OF_TIME: palette.warning, LaneState.FAILED: palette.warning, LaneState.WRONG: palette.bad,
        }  # fmt: skip
        ink = palette.selected if chosen else inks[lane.state]
        name = clip(lane.name, _NAME - 1, self.glyphs.ellipsis)
        text = f" {name:<{_NAME}}{lane.time:>{_TIME}}{lane.decisions:>{_DECISIONS}}{lane.rate:>{_RATE}}"
        room = width - len(text) - 3
        if room < _LEAST_BAR or lane.share is None:
            return [Segment(text, ink)]
        bar_and_rest = bar(lane.share, room, self.glyphs).ljust(room + 1)  # a bar has an end only on the plain ground
        return [Segment(text, ink), Segment("  ", ink), Segment(bar_and_rest, palette.bar)]
