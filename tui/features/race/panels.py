"""The panels of the race screen: the setup, a lane for each strategy, all formulas at once, and errors."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import log1p

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from engine.base.language import Sentence, _, as_written, numeral
from engine.base.text import pluralized, printable
from engine.sat.compare.comparison import Comparison, ComparisonProgress, Contestant, Plan, Run, Time, summarise
from engine.sat.compare.report import Scale, milliseconds, rate_words, time_words
from tui.base.rows import ItemRows
from tui.base.search_phase import Ready, Searching
from tui.draw.bars import bar, progress
from tui.draw.cells import Line, clip, clip_middle, pad, pad_left, space_out, widest, wrap
from tui.draw.face import FRAMED_FROM
from tui.draw.numbers import compact
from tui.draw.palette import Glyphs, Palette
from tui.draw.panels import Panel, Stack
from tui.features.race import words
from tui.features.race.axis import scale_times, time_axis
from tui.features.race.cactus import cactus, series
from tui.features.race.job import RaceFinished, RaceState

GRID_FROM = 34
"""Minimum rows of a terminal to show all formulas below the lanes of one."""
DETAIL = 3
"""Rows below everything else."""

_EDGES = 2
"""Rows of the table of all formulas besides the formulas: its title and its heading."""
_BAR, _MIN_BAR, _BESIDE_BAR = 24, 6, 3
"""Columns of the bar of progress, minimum columns of a lane's bar, and blanks beside it."""
_FORMULA, _VERDICT, _CELL = 30, 14, 10
"""Maximum columns of a formula in the grid, columns of its verdict, and minimum columns of a time."""


@dataclass(frozen=True, kw_only=True)
class Lane:
    """A strategy in a race: the texts of its COLUMNS, the share of its bar (None for no bar), and a sentence on it."""

    name: str
    ink: Style
    time: str = ""
    decisions: str = ""
    rate: str = ""
    share: float | None = None
    detail: str = ""


@dataclass(frozen=True)
class Column:
    """A column of the lanes: its width, its heading, and its text in a lane."""

    width: int
    heading: Callable[[RaceState], str]
    text: Callable[[Lane], str]
    at_left: bool = False

    def cell(self, text: str, ellipsis: str) -> str:
        """Return a text in the width of the column."""
        text = clip(text, self.width - 1, ellipsis)
        return pad(text, self.width) if self.at_left else pad_left(text, self.width)


COLUMNS = (
    Column(28, lambda _state: _("strategy"), lambda lane: lane.name, at_left=True),
    Column(10, lambda _state: "ms", lambda lane: lane.time),
    Column(15, lambda state: _("decided") if state.shows_all else _("decisions"), lambda lane: lane.decisions),
    Column(13, lambda _state: _("rate"), lambda lane: lane.rate),
)
"""The columns of the lanes, from the left; the bar takes the rest."""

_DECISIONS = 10
"""Maximum characters of a number of decisions."""
_COUNTERS: Sequence[tuple[Sentence, Callable[[Run], int | None]]] = (
    (words.DECISIONS, lambda run: run.decisions),
    (words.PROPAGATIONS, lambda run: run.propagations),
    (words.CONFLICTS, lambda run: run.conflicts),
)
"""The counters of a run."""
_COUNTER = 14
"""Columns of a counter."""


@dataclass(frozen=True)
class RaceScene:
    """The values to draw: the state, the lane under the cursor, whether kernels are compiled, and the key `start`."""

    state: RaceState
    palette: Palette
    glyphs: Glyphs
    lane: Lane | None = None
    compiled: bool = True
    start: str = ""

    @property
    def lanes(self) -> list[Lane]:
        """A lane for each strategy."""
        return lanes(self.state, self.palette)


def head(scene: RaceScene) -> list[Line]:
    """Return the setup and the progress of the race."""
    text = f" {scene.glyphs.dot} ".join(words.setup(scene.state.plan, compiled=scene.compiled))
    setup: Line = [Segment(f" {text}", scene.palette.dim)]
    return [setup, _progress(scene)]


def foot(scene: RaceScene, _width: int, height: int) -> Stack:
    """Return all formulas at once and the cactus plot, or the runs on a single one, as far as they fit, and errors."""
    done, plan, below = scene.state.formulas, scene.state.plan, Panel(partial(detail, scene), rows=DETAIL)
    if height <= DETAIL:
        return Stack([below])
    if len(done) == 1:
        return Stack([Panel(partial(runs, scene), str(words.RUNS)), below])
    rows = min(len(done) + _EDGES, height // 2)
    table = Panel(partial(grid, scene), str(words.ALL_FORMULAS), pluralized(len(done), "formula"), rows=rows)
    draw = partial(cactus, done, plan, scene.palette, scene.glyphs)
    return Stack([table, Panel(draw, str(words.CACTUS)), below])


def runs(scene: RaceScene, width: int, height: int) -> list[Line]:
    """Return the counters of each run on the only formula, with bars on logarithmic scales; without any, a sentence."""
    [comparison], palette, first = scene.state.formulas, scene.palette, COLUMNS[0].width
    column = max((width - first) // len(_COUNTERS), _COUNTER)
    room = column - _COUNTER - 2
    heads = [Segment(pad(pad_left(str(head), _COUNTER), column), palette.dim) for head, _count in _COUNTERS]
    lines: list[Line] = [[Segment(pad(_("strategy"), first), palette.dim), *heads]]
    most = [max((count(run) or 0 for run in comparison.runs), default=0) for _head, count in _COUNTERS]
    for strategy, lane in zip(scene.state.plan.strategies, scene.lanes, strict=True):
        line = [Segment(pad(clip(lane.name, first - 1, scene.glyphs.ellipsis), first), lane.ink)]
        run = comparison.run_of(strategy)
        if run is None or run.time is None or all(count(run) is None for _head, count in _COUNTERS):
            lines.append([*line, Segment(lane.detail, palette.dim)])
            continue
        for (_head, count), top in zip(_COUNTERS, most, strict=True):
            drawn = bar(log1p(count(run) or 0) / max(log1p(top), 1), room, scene.glyphs) if room >= _MIN_BAR else ""
            line += [Segment(pad_left(_count(count(run)), _COUNTER), palette.plain)]
            line.append(Segment(pad(f" {drawn}", column - _COUNTER), palette.bar))
        lines.append(line)
    return space_out(lines, height)


def _progress(scene: RaceScene) -> Line:
    palette, state = scene.palette, scene.state
    status = words.status(state, start=scene.start)
    match state.phase:
        case Searching():
            done = progress(state.runs_done / state.runs, _BAR, palette, scene.glyphs)
            text = words.PROGRESS.format(done=numeral(state.runs_done), runs=pluralized(state.runs, "run"))
            return [Segment(" "), *done, Segment(f" {text}", palette.plain), Segment(f"  {status}", palette.accent)]
        case Ready(problem) if problem:
            return [Segment(f" {status}", palette.bad)]
        case phase:
            return [Segment(f" {status}", palette.good if isinstance(phase, RaceFinished) else palette.dim)]


def heading(state: RaceState, width: int) -> str:
    """Return the headings of the columns, and the times above the bars if they fit in this width."""
    text = " " + "".join(column.cell(column.heading(state), "") for column in COLUMNS)
    room, scale = width - cell_len(text) - _BESIDE_BAR, _scale(state)
    if room < _MIN_BAR or scale is None:
        return text
    return f"{text}  {time_axis(scale_times(scale), lambda time: scale.share(Time(time)), room)}"


def _scale(state: RaceState) -> Scale | None:
    """Return the scale of the bars; None without times."""
    if state.shows_all:
        seconds = [summary.seconds for summary in summarise(state.progress.done, state.plan)]
        times = [Time(time) for time in seconds if time]
    else:
        runs = state.visible_comparison.runs if state.visible_comparison else ()
        times = [run.time for run in runs if run.time]
    return Scale.of(times) if any(time.seconds for time in times) else None


# the lanes


def lanes(state: RaceState, palette: Palette) -> list[Lane]:
    """Return a lane for each strategy: on the visible formula, or over all."""
    if state.shows_all:
        return _overall(state, palette)
    comparison = state.visible_comparison or Comparison("", 0, 0, state.plan.baseline)
    stage, plan = state.progress.stage, state.plan
    scale, found = _scale(state) or Scale.of(()), []
    for strategy in plan.strategies:
        if run := comparison.run_of(strategy):
            found.append(_lane(comparison, run, scale, palette))
        elif stage and stage.so_far is comparison and stage.strategy == strategy:
            found.append(_running(stage, plan, palette))
        else:
            found.append(Lane(name=str(strategy), ink=palette.dim, detail=str(words.WAITING)))
    return found


def _overall(state: RaceState, palette: Palette) -> list[Lane]:
    """Return the lanes over all formulas: geometric means over those that baseline and strategy both decided."""
    comparisons, plan, scale, found = state.progress.done, state.plan, _scale(state) or Scale.of(()), []
    for summary in summarise(comparisons, plan):
        faults = sum(run.strategy == summary.strategy for comparison in comparisons for run in comparison.faults)
        is_baseline = summary.strategy == plan.baseline
        found.append(
            Lane(
                name=str(summary.strategy),
                ink=palette.bad if faults else palette.plain,
                time="-" if summary.seconds is None else as_written(milliseconds(summary.seconds)),
                decisions=f"{summary.decided}/{len(comparisons)}",
                rate=str(words.BASELINE if is_baseline else as_written(str(summary.rate or "-"))),
                share=None if summary.seconds is None else scale.share(Time(summary.seconds)),
                detail=words.summary_text(summary, len(comparisons), faults, plan),
            )
        )
    return found


def _lane(comparison: Comparison, run: Run, scale: Scale, palette: Palette) -> Lane:
    time, ink, rate, share = str(words.WRONG), palette.bad, "-", None
    if not run.fault and run.time is None:
        time, ink = str(words.FAILED if run.failed else words.NO_VERDICT), palette.warning
    elif not run.fault and run.time:
        time, ink = as_written(time_words(run.time)), palette.warning if run.time.at_least else palette.plain
        rate, share = as_written(_(rate_words(comparison, run.strategy))), scale.share(run.time)
    decisions, detail = _count(run.decisions), words.run_text(run)
    return Lane(name=str(run.strategy), ink=ink, time=time, decisions=decisions, rate=rate, share=share, detail=detail)


def _running(stage: ComparisonProgress, plan: Plan, palette: Palette) -> Lane:
    search = stage.progress
    return Lane(
        name=str(stage.strategy),
        ink=palette.accent,
        time=f"{numeral(search.seconds, ',.1f')} s" if search and search.seconds else str(words.LOADING),
        decisions=_count(search.decisions if search else None),
        rate=f"{stage.repeat}/{plan.repeats}" if plan.repeats > 1 else "",
        detail=words.stage_text(stage, plan),
    )


def _count(decisions: int | None) -> str:
    return "-" if decisions is None else compact(decisions, _DECISIONS)


class RaceTable(ItemRows[Lane]):
    """Shows lanes; only those that changed are repainted."""

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
        text = " " + "".join(column.cell(column.text(lane), self.glyphs.ellipsis) for column in COLUMNS)
        room = width - cell_len(text) - _BESIDE_BAR
        if room < _MIN_BAR or lane.share is None:
            return [Segment(text, ink)]
        bar_and_rest = bar(lane.share, room, self.glyphs).ljust(room + 1)  # makes the end of the bar visible
        return [Segment(text, ink), Segment("  ", ink), Segment(bar_and_rest, palette.bar)]


# below the lanes


def grid(scene: RaceScene, width: int, height: int) -> list[Line]:
    """Draw as many of the last formulas and strategies as fit, under a heading; the fastest time stands out."""
    palette, ellipsis, plan = scene.palette, scene.glyphs.ellipsis, scene.state.plan
    first = min(widest(map(words.formula_name, scene.state.formulas), 2) + 2, _FORMULA)
    room = width - first - _VERDICT
    longest = widest(map(str, plan.strategies), 0) + 2
    cell = max(min(room // len(plan.strategies), longest), _CELL)
    strategies = plan.strategies[: max(room // cell, 0)]
    lines: list[Line] = [[Segment(pad("ms", first) + pad(_("verdict"), _VERDICT), palette.dim)]]
    for (sign, ink), strategy in zip(series(len(plan.strategies), palette, scene.glyphs), strategies, strict=False):
        name = clip_middle(str(strategy), cell - 4, ellipsis)
        lines[0] += [Segment(f"{' ' * (cell - cell_len(name) - 2)}{sign}", ink), Segment(f" {name}", palette.dim)]
    for comparison in scene.state.formulas[-max(height - 1, 0) :] if height > 1 else ():
        name = clip_middle(words.formula_name(comparison), first - 1, ellipsis)
        best = min((run.time.seconds for run in comparison.runs if run.decided and run.time), default=None)
        line = [Segment(pad(name, first)), Segment(pad(_(comparison.verdict.value), _VERDICT), palette.dim)]
        lines.append(line + [_cell(comparison, strategy, best, cell, palette) for strategy in strategies])
    return lines


def _cell(comparison: Comparison, strategy: Contestant, best: float | None, width: int, palette: Palette) -> Segment:
    run, text, ink = comparison.run_of(strategy), "", palette.dim
    if run and run.fault:
        text, ink = str(words.WRONG), palette.bad
    elif run and run.time is None:
        text, ink = "-", palette.warning
    elif run and run.time:
        text, ink = as_written(time_words(run.time)), palette.dim if run.time.at_least else palette.plain
        ink = palette.good if run.decided and run.time.seconds == best else ink
    return Segment(pad_left(text, width), ink)


def detail(scene: RaceScene, width: int, height: int) -> list[Line]:
    """Describe errors in at most two rows, and in the rest the lane under the cursor."""
    palette, state = scene.palette, scene.state.progress
    errors: list[tuple[str, Style]] = []
    for comparison in state.comparisons:
        name = words.formula_name(comparison)
        errors += [
            (words.WRONG_ON.format(name=name, strategy=run.strategy, fault=run.fault), palette.bad)
            for run in comparison.faults
        ]
    errors += [(file.reason, palette.warning) for file in state.unusable]
    lines = errors[:2]
    if len(errors) > 2:
        lines[1] = words.MORE.format(count=len(errors) - 1), palette.warning
    if scene.lane:
        rows = wrap(words.DETAIL.format(name=scene.lane.name, detail=scene.lane.detail), max(width, 8))
        room = height - len(lines)
        lines += [(row, palette.plain) for row in [*rows[: room - 1], " ".join(rows[room - 1 :])]]
    edge = [Segment(" ")] * (width >= FRAMED_FROM)  # frames begin at the left edge, texts do not
    return [[*edge, Segment(printable(text), ink)] for text, ink in lines]
