"""What the solve screen shows beside a board: each panel a view of the scene, all of them in VIEWS."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from math import log2
from textwrap import shorten
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len
from rich.segment import Segment

from engine.base.language import Sentence, _, lazy_gettext, numeral, once_a_language
from engine.base.text import joined, pluralized, printable
from engine.sat.result import Result, Status
from engine.sat.solvers.solve import SOLVERS
from engine.sat.solvers.structure import VERDICTS
from engine.sudoku.as_sat.forms import FORMS
from tui.base.search_phase import Preparing, Ready, Searching
from tui.draw.bars import curve, progress, strips
from tui.draw.cells import Labels, Line, pad, pad_left, widest, wrapped
from tui.draw.numbers import compact, milliseconds
from tui.draw.palette import Glyphs, Palette
from tui.draw.panels import Panel, Stack
from tui.features.solve import words
from tui.features.solve.job import Broken, Sample, SearchFinished, Snapshot, SolveState

_FACTS = SOLVER, BRANCHING, TIME_LIMIT, ENCODING, KERNELS, LITERALS, LENGTHS, READ_IN, WARNINGS, COMMENTS, SETTINGS = (
    lazy_gettext("solver"),
    lazy_gettext("branching"),
    lazy_gettext("time limit"),
    lazy_gettext("encoding"),
    lazy_gettext("kernels"),
    lazy_gettext("literals"),
    lazy_gettext("lengths"),
    lazy_gettext("read in"),
    lazy_gettext("warnings"),
    lazy_gettext("comments"),
    lazy_gettext("settings"),
)
_COUNTERS = (
    lazy_gettext("decisions"),
    lazy_gettext("propagations"),
    lazy_gettext("conflicts"),
    lazy_gettext("level", "search"),
    lazy_gettext("assigned"),
    lazy_gettext("search"),
)
_STRIPS = lazy_gettext("limit"), lazy_gettext("true"), lazy_gettext("false")
_BAR, _SECONDS = 40, 10
"""Columns of the bar for files and proofs, and for seconds."""
_WIDE, _NARROW, _AIRY = 72, 42, 48
"""From these widths on three and two counters stand in a row, else one; and there is air between them."""
_DEFINITION_LINES = 6
"""The most that a branching's definition takes; the chooser has it whole."""
_LENGTHS, _COMMENTS, _WARNINGS = 6, 4, 4
"""How many of them are named."""
_CURVE, _CURVE_ROWS = 60, 3
"""Columns and rows of the curve of false clauses, at the most."""
_NUMBERS, _FEWEST = 12, 3
"""Columns for what a strip is at now, and how many samples are worth a strip."""
_NAME, _TIME = 29, 8
"""Columns of the table of runs, without those for verdicts and counts."""


Rows: TypeAlias = Sequence[tuple[Sentence, Sequence[Line]]]
"""Names, and the lines that stand beside each."""


class Names(NamedTuple):
    """The names of what is told."""

    facts: Labels
    counters: Labels
    strips: Labels


@once_a_language
def _names() -> Names:
    return Names(Labels.of(_FACTS, 10), Labels.of(_COUNTERS, 12), Labels.of(_STRIPS, 6))


@dataclass(frozen=True)
class SolveScene:
    """What is drawn: the state, and what changes while work goes on, as in `SolveScreen`.

    `key` tells the keys of an action, `facts` what there is to be told of the formula.
    """

    state: SolveState
    palette: Palette
    glyphs: Glyphs
    moment: Snapshot | None = None
    share: float | None = None
    compiled: bool = True
    key: Callable[[str], str] = str
    facts: Rows = ()

    @cached_property
    def names(self) -> Names:
        """What facts, counters and strips are called."""
        return _names()

    @cached_property
    def snapshot(self) -> Snapshot | None:
        """The search on show, at its end or as it is."""
        if outcome := self.state.outcome:
            return outcome.moment
        return self.moment if isinstance(self.state.phase, Searching) else None

    @property
    def is_loading(self) -> bool:
        """Whether a solver is at work that has not begun to search."""
        return isinstance(self.state.phase, Searching) and not (self.moment and self.moment.progress.seconds)


def panels_of(scene: SolveScene) -> Stack:
    """One panel below the other; what does not apply takes no room."""
    return Stack([Panel(partial(view, scene), fits=True) for view in VIEWS], 1)


def file_or_proof(scene: SolveScene, width: int, _: int) -> list[Line]:
    """How much of a file is read or of a proof is checked."""
    done = scene.share
    return [] if done is None else [progress(done, min(width, _BAR), scene.palette, scene.glyphs)]


def setup(scene: SolveScene, width: int, _height: int) -> list[Line]:
    """The solver, its branching, the time limit, and for a puzzle how it is encoded.

    Before a search it takes more room: what the solver is, how the branching is defined, and that there is no limit.
    """
    state, palette, labels = scene.state, scene.palette, scene.names.facts
    if state.instance is None:
        return []
    solver, rule = SOLVERS[state.strategy.solver], state.strategy.rule
    rows: list[tuple[Sentence, Line]] = []
    explain = isinstance(state.phase, Ready)
    if explain:
        rows.append((SOLVER, [Segment(solver.name, palette.title), Segment(f"  {solver.title}")]))
        if rule:
            room = max(_DEFINITION_LINES * (width - labels.width) - 10, 20)  # a line rarely fills to its end
            definition = shorten(str(rule.definition), room, placeholder=" " + scene.glyphs.ellipsis)
            rows.append((BRANCHING, [Segment(rule.name, palette.title), Segment(f"\n{definition}")]))
    else:
        named = f"{solver.name} {scene.glyphs.dot} {rule.name}" if rule else solver.name
        rows.append((SOLVER, [Segment(named, palette.title)]))
    if state.settings.selected:
        text = joined(words.setting(setting, state.settings) for setting in state.settings.selected)
        rows.append((SETTINGS, [Segment(text)]))
    if explain or state.limit is not None:
        limit = _("none") if state.limit is None else _("{limit:g} s of search").format(limit=state.limit)
        rows.append((TIME_LIMIT, [Segment(limit)]))
    if form := state.instance.form:
        formula, summary = state.instance.formula, _(FORMS[form].summary)
        text = _("{form} form: {summary}") if explain else _("{form} form")
        size = joined([pluralized(formula.variables, "variable"), pluralized(len(formula), "clause")])
        rows.append((ENCODING, [Segment(f"{text.format(form=form, summary=summary)}\n{size}")]))
    if not scene.compiled:
        rows.append((KERNELS, [Segment(str(words.NOT_COMPILED), palette.warning)]))
    return labels.table([(name, wrapped(segments, width - labels.width)) for name, segments in rows], palette.dim)


def verdict(scene: SolveScene, width: int, _: int) -> list[Line]:
    """How things stand."""
    state, palette = scene.state, scene.palette
    match state.phase:
        case Preparing():
            status = [Segment(str(words.READING if state.path else words.ENCODING), palette.dim)]
        case Ready("") as ready:
            status = [Segment(ready.problem or words.START.format(key=scene.key("start")), palette.dim)]
        case Broken(problem) | Ready(problem):
            status = [Segment(problem, palette.bad)]
        case Searching(stopping):
            doing = words.STOPPING if stopping else words.LOADING if scene.is_loading else words.SEARCHING
            status = [Segment(str(doing), palette.accent)]
        case SearchFinished(checking):
            status = _outcome(scene, checking)
    return wrapped(status, width)


def _outcome(scene: SolveScene, checking: bool) -> Line:
    """The verdict, its time, and what is known of its truth."""
    outcome, palette = scene.state.outcomes[-1], scene.palette
    result = outcome.result
    if outcome.fault:
        return [Segment(words.WRONG.format(fault=outcome.fault, solver=result.solver), palette.bad)]
    spent = Segment(f"  {words.SEARCH_TIME.format(ms=milliseconds(result.seconds))}\n")
    if result.status is Status.SATISFIABLE:
        verified_text = words.verified(len(outcome.instance.formula), outcome.rechecked)
        return [Segment(_(result.status.value).upper(), palette.good), spent, Segment(verified_text, palette.good)]
    if result.status is Status.UNKNOWN:
        text = Segment(str(words.STOPPED if outcome.stopped else printable(result.reason)))
    elif checking and outcome.proof is not None and not result.certificate:
        text = Segment(words.CHECKING.format(steps=pluralized(len(outcome.proof), "step")), palette.accent)
    elif checking:
        text = Segment(str(words.CHECKING_CERTIFICATE), palette.accent)
    elif outcome.checked is None:
        text = Segment(words.UNPROVED.format(key=scene.key("verify")), palette.dim)
    else:
        text = Segment(str(outcome.checked), palette.good if outcome.checked else palette.bad)
    decided = [Segment(f"{VERDICTS[result.technique]}\n")] if result.technique else []
    return [Segment(_(result.status.value).upper(), palette.warning), spent, *decided, text]


def search(scene: SolveScene, width: int, _height: int) -> list[Line]:
    """What a search tells of itself: counters, the bar of its time limit, and the assignment as a strip."""
    state, palette, glyphs, moment = scene.state, scene.palette, scene.glyphs, scene.snapshot
    if not (state.outcome or isinstance(state.phase, Searching)):
        return []
    limit = state.outcome.limit if state.outcome else state.limit
    latest, strip = moment.progress if moment else None, moment.shares if moment else None
    columns, gap = 3 if width >= _WIDE else 2 if width >= _NARROW else 1, 3 if width >= _AIRY else 1
    labels = scene.names.counters
    size = min((width + gap) // columns - gap, 30) - labels.width
    counts = (latest.decisions, latest.propagations, latest.conflicts, latest.level) if latest else (None,) * 4
    values = ["-" if count is None else compact(count, size) for count in (*counts, strip.assigned if strip else None)]
    values.append("-" if latest is None or scene.is_loading else f"{numeral(latest.seconds, ',.1f')} s")
    lines: list[Line] = []
    for place, (name, value) in enumerate(zip(labels.texts.values(), values, strict=True)):
        if place % columns == 0:
            lines.append([])
        blank = " " * (gap if lines[-1] else 0)
        lines[-1] += [Segment(blank + name, palette.dim), Segment(f"{value:>{size}}", palette.plain)]
    bar = progress((latest.seconds if latest else 0.0) / limit, strip_width(width), palette, glyphs) if limit else []
    drawn = [bar, *(strips(strip, palette, glyphs) if strip else ([], []))]
    names = scene.names.strips.texts.values()
    return lines + [line and [Segment(name, palette.dim), *line] for name, line in zip(names, drawn, strict=True)]


def course(scene: SolveScene, width: int, height: int) -> list[Line]:
    """How the search went so far, a strip for each number that the solver tells; the newest is at the right."""
    moment = scene.snapshot
    if moment is None or len(moment.course) < _FEWEST:
        return []
    label = scene.names.facts.width
    columns = min(width - label - _NUMBERS, _CURVE)
    outcome = scene.state.outcome
    refuted = outcome is not None and outcome.result.status is Status.UNSATISFIABLE
    lines: list[Line] = []
    for series in courses(_evenly(moment.course, columns), refuted=refuted):
        [drawn] = curve(series.heights, None, 1, scene.palette, scene.glyphs)
        name = Segment(pad(series.name, label), scene.palette.dim)
        gap = Segment(" " * (columns - len(series.heights)))
        now = Segment(pad_left(series.now, _NUMBERS), scene.palette.plain)
        lines.append([name, *drawn, gap, now])
    return lines if len(lines) <= height else []


class Series(NamedTuple):
    """How one number went: its name, its heights in equal stretches of time, and what it is now, in words."""

    name: str
    heights: tuple[float, ...]
    now: str


def courses(samples: Sequence[Sample], *, refuted: bool = False) -> list[Series]:
    """What there is to be shown of a search; `refuted`: it is done with the whole tree."""
    found: list[Series] = []

    def add(name: str, heights: Iterable[float | None], text: Callable[[float], str]) -> None:
        values = tuple(height for height in heights if height is not None)
        if len(values) >= _FEWEST - 1 and any(values):
            found.append(Series(name, values, text(values[-1])))

    steps = list(pairwise(samples))
    add(str(words.DEPTH), (sample.level for sample in samples), whole)
    add(str(words.TRAIL), (sample.assigned for sample in samples), whole)
    add(str(words.CONFLICTS),
        (_rate(earlier.conflicts, other.conflicts, other.seconds - earlier.seconds) for earlier, other in steps),
        lambda rate: words.A_SECOND.format(rate=whole(rate)))
    add(str(words.GLUE), (_rate(earlier.glues, other.glues, (other.conflicts or 0) - (earlier.conflicts or 0))
                     for earlier, other in steps), lambda glue: words.MEAN.format(number=numeral(glue, ".1f")))
    add(
        str(words.RESTARTS),
        (_rate(earlier.restarts, other.restarts, other.seconds - earlier.seconds) for earlier, other in steps),
        lambda rate: words.A_SECOND.format(rate=whole(rate)),
    )
    shares = [sample.explored for sample in samples]
    if refuted and shares[-1] is not None:
        shares[-1] = 1.0
    add(str(words.EXPLORED), shares, lambda share: words.PER_CENT.format(number=numeral(100 * share, ".3g")))
    return found


def whole(number: float) -> str:
    """A number in few columns."""
    return compact(round(number), 7)


def _rate(before: int | None, after: int | None, by: float) -> float | None:
    return None if before is None or after is None else (after - before) / by if by > 0 else 0.0


def _evenly(samples: "Sequence[Sample]", most: int) -> "Sequence[Sample]":
    """Those nearest to equal distances in time, the last one among them, and no more than that."""
    count = max(min(len(samples), most), 1)
    marks = [samples[-1].seconds * (place + 1) / count for place in range(count)]
    places = (bisect_left(samples, mark, key=lambda sample: sample.seconds) for mark in marks)
    return [samples[place] for place in dict.fromkeys(min(place, len(samples) - 1) for place in places)]


def local_search(scene: SolveScene, width: int, _: int) -> list[Line]:
    """How near local search is to a model, and how the lowest number of false clauses has come down.

    The heights are logarithms, as the last few clauses take longest.
    """
    moment = scene.snapshot
    if moment is None or (progress := moment.progress).lowest is None:
        return []
    text = words.local_search(progress.flips or 0, progress.lowest, progress.false)
    lowest = [sample.lowest for sample in _evenly(moment.course, min(width, _CURVE)) if sample.lowest is not None]
    heights = [log2(1 + number) for number in lowest]
    drawn = curve(heights, None, _CURVE_ROWS, scene.palette, scene.glyphs) if len(heights) > 1 and any(heights) else []
    return [[Segment(text, scene.palette.plain)], *drawn]


def plan(scene: SolveScene, width: int, _height: int) -> list[Line]:
    """What each step of a portfolio does or did: a line for each with its seconds."""
    moment, ink, label = scene.snapshot, scene.palette, scene.names.facts.width
    if moment is None:
        return []
    blank = [Segment(" " * (label + _SECONDS))]
    lines: list[Line] = []
    for step in moment.progress.plan:
        outcome_lines = wrapped([Segment(step.outcome, ink.plain)], width - label - _SECONDS)
        seconds = f"{numeral(step.seconds, '6.1f')} s"
        head = [Segment(pad(_(step.name), label), ink.dim), Segment(f"{seconds:<{_SECONDS}}", ink.plain)]
        lines += [(blank if place else head) + line for place, line in enumerate(outcome_lines)]
    return lines


def strip_width(width: int) -> int:
    """Columns of the assignment's strip in panels of this width."""
    return max(width - _names().strips.width, 0)


def facts(scene: SolveScene, *_unused: int) -> list[Line]:
    """What a formula read from a file is like; not where there is a model."""
    outcome = scene.state.outcome
    if outcome and outcome.result.model is not None:
        return []
    return scene.names.facts.table(scene.facts, scene.palette.dim)


def facts_of(state: SolveState, ellipsis: str) -> Rows:
    """What there is to be told of a formula read from a file, and how long reading it took."""
    instance = state.instance
    if instance is None or state.puzzle is not None:
        return ()
    formula = instance.formula
    positive, negative = formula.polarity
    lengths = [
        _("{count:,} of {length}").format(count=count, length=length) for length, count in formula.lengths.items()
    ]
    if len(lengths) > _LENGTHS:
        lengths[_LENGTHS:] = [
            _("{ellipsis} longest {lengths}").format(ellipsis=ellipsis, lengths=max(formula.lengths))
        ]
    signs = _("{all:,}: {positive:,} positive, {negative:,} negative").format(
        all=positive + negative, positive=positive, negative=negative
    )
    seconds = instance.seconds
    read_in = [] if seconds is None else [_("{milliseconds} ms").format(milliseconds=milliseconds(seconds))]
    warnings = [
        _("{message} (line {line})").format(message=warning.message, line=warning.line) for warning in instance.warnings
    ]
    comments = [comment.text.strip() for comment in formula.comments if comment.text.strip()]
    rows = (
        (LITERALS, [signs]), (LENGTHS, [joined(lengths) or _("no clauses")]), (READ_IN, read_in),
        (WARNINGS, _some(warnings, _WARNINGS)), (COMMENTS, _some(comments, _COMMENTS)),
    )  # fmt: skip
    return [(name, [[Segment(line)] for line in lines]) for name, lines in rows]


def _some(lines: list[str], most: int) -> list[str]:
    """Not more of the file's lines than that, fit to be shown."""
    visible = [printable(line) for line in lines[: most - (len(lines) > most)]]
    return visible if len(lines) <= most else [*visible, _("and {count:,} more").format(count=len(lines) - most + 1)]


VIEWS = (file_or_proof, setup, verdict, search, plan, course, local_search, facts)
"""What stands one below the other."""


class _RunTable(NamedTuple):
    """The words of the table of runs, each as wide as its column, and how wide those of counts are."""

    name: str
    verdict: str
    numbers: str
    verdicts: Mapping[Status, str]
    number: int


@once_a_language
def _table() -> _RunTable:
    decisions, conflicts, verdict = _("decisions"), _("conflicts"), _("verdict")
    number = widest([decisions, conflicts], 9) + 1
    verdicts = {status: _(status.value) for status in Status}
    verdict_width = widest([verdict, *verdicts.values()], 13) + 1
    numbers = pad_left("ms", _TIME) + pad_left(decisions, number) + pad_left(conflicts, number)
    verdicts = {status: pad(word, verdict_width) for status, word in verdicts.items()}
    return _RunTable(
        f" {pad(_('solver and branching'), _NAME)}", pad(verdict, verdict_width), numbers, verdicts, number
    )


def runs(results: Sequence[Result], width: int, palette: Palette) -> list[Line]:
    """The last searches, to compare strategies by eye: a line for each, the newest first, under a heading.

    One that ended without a verdict has a `>` before its time. In less than full width the verdict is left out.
    """
    if not results:
        return []
    table = _table()
    number, full = table.number, width >= cell_len(table.name + table.verdict + table.numbers)
    lines = [[Segment(table.name + table.verdict * full + table.numbers, palette.dim)]]
    inks = {Status.SATISFIABLE: palette.good, Status.UNSATISFIABLE: palette.warning, Status.UNKNOWN: palette.dim}
    for result in results:
        name = f"{result.solver} {result.branching}" if result.branching else result.solver
        mark = ">" if result.status is Status.UNKNOWN else ""
        numbers = f"{mark + milliseconds(result.seconds, _TIME - len(mark)):>{_TIME}}"
        for count in (result.decisions, result.conflicts):
            numbers += f"{'-' if count is None else compact(count, number - 1):>{number}}"
        line = [Segment(f" {name:<{_NAME}}"), Segment(table.verdicts[result.status], inks[result.status])]
        lines.append([*line[: 1 + full], Segment(numbers, palette.plain)])
    return lines
