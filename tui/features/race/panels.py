"""What the race screen shows: how the race goes, a lane for each strategy, all formulas at once, and what is wrong."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from engine.base.language import _, as_written, numeral
from engine.base.text import pluralized, printable
from engine.sat.compare.comparison import Comparison, ComparisonProgress, Contestant, Plan, Run, Time, summarise
from engine.sat.compare.report import Scale, milliseconds, rate_words, time_words
from tui.base.rows import ItemRows
from tui.base.search_phase import Ready, Searching
from tui.draw.bars import bar, progress
from tui.draw.cells import Line, clip, clip_middle, pad, pad_left, wrap
from tui.draw.numbers import compact
from tui.draw.palette import Glyphs, Palette
from tui.draw.panels import Panel, Stack
from tui.features.race import words
from tui.features.race.cactus import cactus
from tui.features.race.job import RaceFinished, RaceState

GRID_FROM = 34
"""Rows of a terminal from which all formulas are shown below the lanes of one."""
DETAIL = 3
"""Rows below everything else."""

_EDGES = 2
"""Rows of the table of all formulas beside those of formulas: its title and its heading."""
_BAR, _LEAST_BAR = 24, 8
_NAME, _TIME, _DECISIONS, _RATE = 29, 11, 11, 12
"""Columns of the lanes."""
_FORMULA, _VERDICT, _CELL = 30, 14, 14
"""Columns of the grid of formulas."""


@dataclass(frozen=True)
class Lane:
    """A strategy in a race: what stands in its columns, the share of its bar (None: no bar), and all in words."""

    name: str
    ink: Style
    time: str = ""
    decisions: str = ""
    rate: str = ""
    share: float | None = None
    detail: str = ""


@dataclass(frozen=True)
class RaceScene:
    """What is drawn: the state, the lane under the cursor, and whether the kernels are compiled; `start`: a key."""

    state: RaceState
    palette: Palette
    glyphs: Glyphs
    lane: Lane | None = None
    compiled: bool = True
    start: str = ""


def head(scene: RaceScene) -> list[Line]:
    """What was chosen, and how the race goes."""
    text = f" {scene.glyphs.dot} ".join(words.setup(scene.state.plan, compiled=scene.compiled))
    setup: Line = [Segment(f" {text}", scene.palette.dim)]
    return [setup, _progress(scene)]


def foot(scene: RaceScene, _width: int, height: int) -> Stack:
    """All formulas at once and how many are decided within a time, where there is room for that, and what is wrong."""
    done, plan, below = scene.state.formulas, scene.state.plan, Panel(partial(detail, scene), rows=DETAIL)
    if height <= DETAIL:
        return Stack([below])
    rows = min(len(done) + _EDGES, height // 2)
    table = Panel(partial(grid, scene), str(words.ALL_FORMULAS), pluralized(len(done), "formula"), rows=rows)
    draw = partial(cactus, done, plan, scene.palette, scene.glyphs)
    return Stack([table, Panel(draw, str(words.CACTUS)), below])


def _progress(scene: RaceScene) -> Line:
    palette, state = scene.palette, scene.state
    now = words.standing(state, start=scene.start)
    match state.phase:
        case Searching():
            done = progress(state.runs_done / state.runs, _BAR, palette, scene.glyphs)
            text = words.PROGRESS.format(done=numeral(state.runs_done), runs=pluralized(state.runs, "run"))
            return [Segment(" "), *done, Segment(f" {text}", palette.plain), Segment(f"  {now}", palette.accent)]
        case Ready(problem) if problem:
            return [Segment(f" {now}", palette.bad)]
        case phase:
            return [Segment(f" {now}", palette.good if isinstance(phase, RaceFinished) else palette.dim)]


def heading(state: RaceState) -> str:
    """The heads of the columns."""
    second = _("decided") if state.shows_all else _("decisions")
    return " " + "".join(
        (pad(_("strategy"), _NAME), pad_left("ms", _TIME), pad_left(second, _DECISIONS), pad_left(_("rate"), _RATE))
    )


# the lanes


def lanes(state: RaceState, palette: Palette) -> list[Lane]:
    """A lane for each strategy: on the formula that is shown, or over all."""
    if state.shows_all:
        return _overall(state.standing.done, state.plan, palette)
    comparison, stage, plan = (
        state.visible_comparison or Comparison("", 0, 0, state.plan.baseline),
        state.standing.stage,
        state.plan,
    )
    scale = Scale.of(run.time for run in comparison.runs if run.time)
    found = []
    for strategy in plan.strategies:
        if run := comparison.run_of(strategy):
            found.append(_lane(comparison, run, scale, palette))
        elif stage and stage.so_far is comparison and stage.strategy == strategy:
            found.append(_running(stage, plan, palette))
        else:
            found.append(Lane(str(strategy), palette.dim, detail=str(words.WAITING)))
    return found


def _overall(comparisons: Sequence[Comparison], plan: Plan, palette: Palette) -> list[Lane]:
    """The lanes over all formulas: geometric means over those that the baseline and the strategy both decided."""
    summaries = summarise(comparisons, plan)
    scale = Scale.of(Time(summary.seconds) for summary in summaries if summary.seconds)
    found = []
    for summary in summaries:
        faults = sum(run.strategy == summary.strategy for comparison in comparisons for run in comparison.faults)
        is_baseline = summary.strategy == plan.baseline
        found.append(Lane(
            str(summary.strategy),
            palette.bad if faults else palette.plain,
            "-" if summary.seconds is None else as_written(milliseconds(summary.seconds)),
            f"{summary.decided}/{len(comparisons)}",
            str(words.BASELINE if is_baseline else as_written(str(summary.rate or "-"))),
            None if summary.seconds is None else scale.share(Time(summary.seconds)),
            words.overall(summary, len(comparisons), faults, plan),
        ))  # fmt: skip
    return found


def _lane(comparison: Comparison, run: Run, scale: Scale, palette: Palette) -> Lane:
    name, decisions, detail = str(run.strategy), _count(run.decisions), words.lane(run)
    if run.fault:
        return Lane(name, palette.bad, str(words.WRONG), decisions, "-", None, detail)
    if run.time is None:
        instead = words.FAILED if run.failed else words.NO_VERDICT
        return Lane(name, palette.warning, str(instead), decisions, "-", None, detail)
    ink = palette.warning if run.time.at_least else palette.plain
    time, rate = as_written(time_words(run.time)), as_written(_(rate_words(comparison, run.strategy)))
    return Lane(name, ink, time, decisions, rate, scale.share(run.time), detail)


def _running(stage: ComparisonProgress, plan: Plan, palette: Palette) -> Lane:
    search_progress, repeat = stage.progress, f"{stage.repeat}/{plan.repeats}" if plan.repeats > 1 else ""
    time = (
        f"{numeral(search_progress.seconds, ',.1f')} s"
        if search_progress and search_progress.seconds
        else words.LOADING
    )
    decisions = _count(search_progress.decisions if search_progress else None)
    return Lane(str(stage.strategy), palette.accent, str(time), decisions, repeat, None, words.running(stage, plan))


def _count(decisions: int | None) -> str:
    return "-" if decisions is None else compact(decisions, _DECISIONS - 1)


class RaceTable(ItemRows[Lane]):
    """Shows lanes; repaints only those that changed."""

    def show(self, lanes: list[Lane]) -> None:
        """Show these lanes."""
        before, self.items = self.items, lanes
        if len(before) != len(lanes):
            self.reset(self.cursor)
            return
        for index, (old, new) in enumerate(zip(before, lanes, strict=True)):
            if old != new:
                self.refresh_row(index)

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        lane, palette = self.items[index], self.palette
        ink = palette.selected if is_selected else lane.ink
        name = clip(lane.name, _NAME - 1, self.glyphs.ellipsis)
        counts = f"{lane.decisions:>{_DECISIONS}} {pad_left(lane.rate, _RATE - 1)}"
        text = f" {pad(name, _NAME)}{pad_left(lane.time, _TIME)}{counts}"
        room = width - cell_len(text) - 3
        if room < _LEAST_BAR or lane.share is None:
            return [Segment(text, ink)]
        bar_and_rest = bar(lane.share, room, self.glyphs).ljust(room + 1)  # a bar has an end only on the plain ground
        return [Segment(text, ink), Segment("  ", ink), Segment(bar_and_rest, palette.bar)]


# below the lanes


def grid(scene: RaceScene, width: int, height: int) -> list[Line]:
    """The last formulas that fit, under a heading with as many strategies as fit; the fastest time stands out."""
    palette, ellipsis, plan = scene.palette, scene.glyphs.ellipsis, scene.state.plan
    strategies = plan.strategies[: max((width - _FORMULA - _VERDICT) // _CELL, 0)]
    names = "".join(pad_left(clip_middle(str(strategy), _CELL - 2, ellipsis), _CELL) for strategy in strategies)
    lines: list[Line] = [[Segment(pad("ms", _FORMULA) + pad(_("verdict"), _VERDICT) + names, palette.dim)]]
    for comparison in scene.state.formulas[-max(height - 1, 0) :] if height > 1 else ():
        name = clip_middle(words.formula_name(comparison), _FORMULA - 1, ellipsis)
        best = min((run.time.seconds for run in comparison.runs if run.decided and run.time), default=None)
        line = [Segment(pad(name, _FORMULA)), Segment(pad(_(comparison.verdict.value), _VERDICT), palette.dim)]
        lines.append(line + [_cell(comparison, strategy, best, palette) for strategy in strategies])
    return lines


def _cell(comparison: Comparison, strategy: Contestant, best: float | None, palette: Palette) -> Segment:
    run, text, ink = comparison.run_of(strategy), "", palette.dim
    if run and run.fault:
        text, ink = str(words.WRONG), palette.bad
    elif run and run.time is None:
        text, ink = "-", palette.warning
    elif run and run.time:
        text, ink = as_written(time_words(run.time)), palette.dim if run.time.at_least else palette.plain
        ink = palette.good if run.decided and run.time.seconds == best else ink
    return Segment(pad_left(text, _CELL), ink)


def detail(scene: RaceScene, width: int, height: int) -> list[Line]:
    """What is wrong, in two rows if it is more than one thing; the lane under the cursor has the rest."""
    palette, standing = scene.palette, scene.state.standing
    wrong = [
        (
            words.WRONG_ON.format(name=words.formula_name(comparison), strategy=run.strategy, fault=run.fault),
            palette.bad,
        )
        for comparison in standing.comparisons
        for run in comparison.faults
    ]
    wrong += [(trouble.reason, palette.warning) for trouble in standing.troubles]
    lines = wrong[:2]
    if len(wrong) > 2:
        lines[1] = words.MORE.format(count=len(wrong) - 1), palette.warning
    if scene.lane:
        rows = wrap(words.DETAIL.format(name=scene.lane.name, detail=scene.lane.detail), max(width, 8))
        room = height - len(lines)
        lines += [(row, palette.plain) for row in [*rows[: room - 1], " ".join(rows[room - 1 :])]]
    return [[Segment(printable(text), ink)] for text, ink in lines]
