"""The panels of the solve screen: the state of the search, its plan and history, and earlier runs."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice, pairwise
from math import log2
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from engine.base.language import Sentence, _, lazy_gettext, numeral, once_a_language
from engine.base.text import joined, pluralized, printable
from engine.sat.formula.formula import Formula
from engine.sat.formula.objective import Objective
from engine.sat.result import Status
from engine.sat.solvers.solve import SOLVERS
from engine.sat.solvers.structure import VERDICTS
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Trace
from engine.sudoku.as_sat.forms import FORMS
from tui.base.search_phase import Preparing, Ready, Searching
from tui.draw.bars import bar, curve, grouped_lengths, progress, strips
from tui.draw.cells import Labels, Line, in_columns, justify, pad, pad_left, wrap_line
from tui.draw.face import FRAMED_FROM, VERDICT_INKS, ink_of
from tui.draw.numbers import compact, milliseconds
from tui.draw.palette import Glyphs, Palette
from tui.draw.panels import MARGIN, Panel, Stack
from tui.features.solve import words
from tui.features.solve.job import Broken, Sample, SearchFinished, Snapshot, SolveState
from tui.features.solve.meanings import SubjectView
from tui.features.solve.runs import runs

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
"""Columns of the progress bar for files and proofs, and of the bar for seconds."""
_WIDE, _NARROW, _AIRY = 66, 40, 48
"""Widths from which all counters stand in a row, or two of them, and from which there is more space between two."""
_BESIDE = 60
"""Columns from which a definition stands beside its label, not below it."""
_LENGTHS, _COMMENTS, _WARNINGS = 6, 4, 4
"""Maximum numbers of clause lengths, comments and warnings."""
_ENOUGH = 16
"""Number of samples from which a curve is drawn from them, even if there is a recording."""
_CURVE_ROWS = 27
"""Maximum rows of a curve."""
_MAX_COUNTER_WIDTH = 30
"""Maximum columns of a counter with its name."""
_DIGITS = 7
"""Maximum characters of the present value of a strip."""
_LEFT, _LEFT_FRAMED = 42, 56
"""Minimum columns beside a board, without and with frames."""
_MAX_CLAUSE_LENGTH = 40
"""Maximum number of literals of a clause in the list of the first ones."""
_MIN_CLAUSE, _MIN_CLAUSES = 10, 3
"""Minimum columns of a clause in the list, with the gap after it, and minimum rows of the list."""
_MIN_SUBJECT = 16
"""Minimum columns of a board."""
_NUMBERS, _MIN_SAMPLES = 12, 3
"""Columns for the present value of a strip, and the minimum number of samples for a strip."""


FactRows: TypeAlias = Sequence[tuple[Sentence, Sequence[Line]]]
"""Labels with their lines."""


class Names(NamedTuple):
    """The names of the facts."""

    facts: Labels
    counters: Labels
    strips: Labels


@once_a_language
def _names() -> Names:
    return Names(Labels.of(_FACTS, 10), Labels.of(_COUNTERS, 12), Labels.of(_STRIPS, 6))


@dataclass(frozen=True)
class SolveScene:
    """The values to draw; `state`, `latest` and `share` are those of `SolveScreen`.

    `key` returns the keys of an action; `facts` are those about the formula.
    """

    state: SolveState
    palette: Palette
    glyphs: Glyphs
    latest: Snapshot | None = None
    share: float | None = None
    compiled: bool = True
    key: Callable[[str], str] = str
    facts: FactRows = ()

    @cached_property
    def subject(self) -> SubjectView | None:
        """The meaning of the puzzle or the model; None if there is none, or if the model is listed as literals."""
        return SubjectView.of(self.state, self.snapshot, self.palette, self.glyphs)

    @cached_property
    def names(self) -> Names:
        """The labels of facts, counters and strips."""
        return _names()

    @cached_property
    def snapshot(self) -> Snapshot | None:
        """The search that is shown, finished or running."""
        if outcome := self.state.outcome:
            return outcome.snapshot
        return self.latest if isinstance(self.state.phase, Searching) else None

    @property
    def is_loading(self) -> bool:
        """Whether a solver has started but not begun to search."""
        return isinstance(self.state.phase, Searching) and not (self.latest and self.latest.progress.seconds)


# the arrangement of the panels


def panels_of(scene: SolveScene, width: int, height: int) -> Stack:
    """Return the panels: at the left the search, at the right the board or another meaning of the model."""
    subject, columns = scene.subject, subject_width(scene, width, height)
    if subject is None or not columns:
        return _left(scene)
    keys = [(scene.key("model"), str(words.LITERALS))] if scene.state.enabled_actions["model"] else []
    right = Panel(subject.draw, subject.title, columns=columns, keys=keys)
    return Stack([_left(scene), right], _between(width), across=True)


def subject_width(scene: SolveScene, width: int, height: int) -> int:
    """Return the columns of the board or another meaning; 0 if there is none, or no room for it."""
    room = width - (_LEFT_FRAMED if _is_framed(width) else _LEFT) - _between(width) - _edges(width)
    columns = scene.subject.columns(room, height - 2) if scene.subject is not None and room >= _MIN_SUBJECT else 0
    return columns if columns <= room else 0


def _is_framed(width: int) -> bool:
    return width + 2 * MARGIN >= FRAMED_FROM


def _edges(width: int) -> int:
    """Return the columns of a frame."""
    return 4 if _is_framed(width) else 0


def _between(width: int) -> int:
    return 0 if _is_framed(width) else 2


def _left(scene: SolveScene) -> Stack:
    """Return the panels on the search; those that don't apply take no room."""
    key, able = scene.key, scene.state.enabled_actions
    keys = [(key(name), str(word)) for name, word in words.EDGE_KEYS.items() if able.get(name)]
    course_keys = [(key("step_through"), str(words.REPLAY))] if scene.state.outcome and able["step_through"] else []
    race = [(key("race"), str(words.RACE))] if able["race"] else []
    panels = [
        Panel(partial(state_of, scene), str(_title(scene)), keys=keys[:2], fits=True),
        Panel(partial(plan, scene), str(words.PLAN), fits=True),
    ]
    if has_course(scene):
        panels.append(Panel(partial(course, scene), str(words.COURSE), keys=course_keys, min_rows=3))
    elif scene.facts:
        panels.append(Panel(partial(formula, scene), str(words.FORMULA), fits=True))
        if not scene.state.comparable and isinstance(scene.state.phase, Ready):
            later = words.COURSE_LATER.format(start=key("start"))
            panels.append(Panel([[Segment(later, scene.palette.dim)]], str(words.COURSE), min_rows=2))
    if scene.state.comparable:
        panels.append(Panel(partial(_runs, scene), str(words.RUNS), keys=race, fits=has_course(scene)))
    return Stack(panels)


def _runs(scene: SolveScene, width: int, height: int) -> list[Line]:
    results = [outcome.result for outcome in scene.state.comparable][::-1]
    return runs(results, width, height, scene.palette, scene.glyphs, newest=scene.state.outcome is not None)


def _title(scene: SolveScene) -> Sentence:
    match scene.state.phase:
        case Searching():
            return words.SEARCH
        case SearchFinished():
            return words.VERDICT
        case _:
            return words.SOLVER


def state_of(scene: SolveScene, width: int, height: int) -> list[Line]:
    """Return the parts of VIEWS one below the other, with a blank line between two."""
    lines: list[Line] = []
    for view in VIEWS:
        part = view(scene, width, height)
        lines += [[], *part] if lines and part else part
    return lines


def file_or_proof(scene: SolveScene, width: int, _: int) -> list[Line]:
    """Draw the progress of reading a file or checking a proof."""
    done = scene.share
    return [] if done is None else [progress(done, min(width, _BAR), scene.palette, scene.glyphs)]


def setup(scene: SolveScene, width: int, _height: int) -> list[Line]:
    """Return the solver, its branching rule, the time limit, and the encoding of a puzzle.

    Before a search, also the description of the solver, the definition of the branching rule, and "none" for no limit.
    """
    state, palette = scene.state, scene.palette
    if state.instance is None:
        return []
    solver, rule = SOLVERS[state.strategy.solver], state.strategy.rule
    rows: list[tuple[Sentence, Line]] = []
    explain = isinstance(state.phase, Ready)
    if explain:
        rows.append((SOLVER, [Segment(solver.name, palette.title), Segment(f"\n{solver.title}")]))
        if rule:
            rows.append((BRANCHING, [Segment(rule.name, palette.title), Segment(f"\n{rule.definition}")]))
    else:
        name = f"{solver.name} {scene.glyphs.dot} {rule.name}" if rule else solver.name
        rows.append((SOLVER, [Segment(name, palette.title)]))
    if state.settings.selected:
        text = joined(words.setting_text(setting, state.settings) for setting in state.settings.selected)
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
    return _labelled(scene, rows, width)


def _labelled(scene: SolveScene, rows: Sequence[tuple[Sentence, Line]], width: int) -> list[Line]:
    """Return each text beside its label; in a narrow panel, its lines but the first begin at the margin."""
    labels = scene.names.facts
    if width >= _BESIDE:
        return labels.table([(name, wrap_line(text, width - labels.width)) for name, text in rows], scene.palette.dim)
    lines: list[Line] = []
    for name, text in rows:
        lines += wrap_line([Segment(labels.texts[name], scene.palette.dim), *text], width)
    return lines


def verdict(scene: SolveScene, width: int, _: int) -> list[Line]:
    """Return the phase, and after a search its verdict."""
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
    return wrap_line(status, width)


def _outcome(scene: SolveScene, checking: bool) -> Line:
    """Return the verdict, the time of the search, and the result of the check."""
    outcome, palette = scene.state.outcomes[-1], scene.palette
    result = outcome.result
    if outcome.fault:
        return [Segment(words.WRONG.format(fault=outcome.fault, solver=result.solver), palette.bad)]
    spent = Segment(f"  {words.SEARCH_TIME.format(ms=milliseconds(result.seconds))}\n")
    if result.status is Status.SATISFIABLE:
        verified_text = words.verified(len(outcome.instance.formula), outcome.rechecked)
        objective = outcome.instance.objective
        best = (
            []
            if objective is None or result.bounds is None
            else [
                Segment(
                    f"{words.best(objective, result.bounds)}\n", palette.good if result.is_optimal else palette.warning
                )
            ]
        )
        return [badge(scene, result.status), spent, *best, Segment(verified_text, palette.good)]
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
    return [badge(scene, result.status), spent, *decided, text]


def badge(scene: SolveScene, status: Status) -> Segment:
    """Return a verdict in its colour."""
    return Segment(_(status.value).upper(), ink_of(VERDICT_INKS[status.value], scene.palette) + Style(bold=True))


def search(scene: SolveScene, width: int, _height: int) -> list[Line]:
    """Return the progress of a search: counters, the bar of its time limit, and the assignment as a strip."""
    state, palette, glyphs, snapshot = scene.state, scene.palette, scene.glyphs, scene.snapshot
    if not (state.outcome or isinstance(state.phase, Searching)):
        return []
    limit = state.outcome.limit if state.outcome else state.limit
    latest, strip = snapshot.progress if snapshot else None, snapshot.shares if snapshot else None
    lines = _counters(scene, width)
    done = progress((latest.seconds if latest else 0.0) / limit, strip_width(width), palette, glyphs) if limit else []
    drawn = [done, *(strips(strip, palette, glyphs) if strip else ([], []))]
    names = scene.names.strips.texts.values()
    below = [line and [Segment(name, palette.dim), *line] for name, line in zip(names, drawn, strict=True)]
    return [*lines, *filter(None, below)]


def _counters(scene: SolveScene, width: int) -> list[Line]:
    """Return the counters, each below its name if there is room, else beside it."""
    snapshot, labels, palette = scene.snapshot, scene.names.counters, scene.palette
    latest, strip = snapshot.progress if snapshot else None, snapshot.shares if snapshot else None
    counts = (latest.decisions, latest.propagations, latest.conflicts, latest.level) if latest else (None,) * 4
    numbers = (*counts, strip.assigned if strip else None)
    seconds = "-" if latest is None or scene.is_loading else f"{numeral(latest.seconds, ',.1f')} s"
    names = list(labels.texts.values())
    if width >= max(_WIDE, len(names) * (labels.width + 1)):
        size = width // len(names)
        values = ["-" if number is None else compact(number, size - 2) for number in numbers]
        return [
            [Segment(pad(name.rstrip(), size), palette.dim) for name in names],
            [Segment(pad(value, size), palette.title) for value in (*values, seconds)],
        ]
    columns, gap = 2 if width >= _NARROW else 1, 3 if width >= _AIRY else 1
    size = min((width + gap) // columns - gap, _MAX_COUNTER_WIDTH) - labels.width
    values = ["-" if number is None else compact(number, size) for number in numbers]
    lines: list[Line] = []
    for place, (name, value) in enumerate(zip(names, (*values, seconds), strict=True)):
        if place % columns == 0:
            lines.append([])
        blank = " " * (gap if lines[-1] else 0)
        lines[-1] += [Segment(blank + name, palette.dim), Segment(f"{value:>{size}}", palette.plain)]
    return lines


def has_course(scene: SolveScene) -> bool:
    """Whether there is a history to draw."""
    snapshot = scene.snapshot
    enough = snapshot is not None and len(snapshot.course) >= _MIN_SAMPLES
    return enough or _recorded(scene) is not None or (snapshot is not None and snapshot.progress.lowest is not None)


def _recorded(scene: SolveScene) -> Trace | None:
    """Return the recording of a finished search, if it has events."""
    outcome = scene.state.outcome
    return outcome.trace if outcome and outcome.trace is not None and len(outcome.trace) else None


def course(scene: SolveScene, width: int, height: int) -> list[Line]:
    """Draw the history of the search, a strip for each counter with its present value at the right.

    A short search is drawn from its recording, by events.
    """
    snapshot = scene.snapshot
    if snapshot is None:
        return []
    label, outcome, lines = scene.names.facts.width, scene.state.outcome, local_search(scene, width, height)
    columns, axis = max(width - label - _NUMBERS, 1), []
    trace = _recorded(scene)
    if len(snapshot.course) >= (_MIN_SAMPLES if trace is None else _ENOUGH):
        refuted = outcome is not None and outcome.result.status is Status.UNSATISFIABLE
        objective = scene.state.instance.objective if scene.state.instance else None
        found = courses(_evenly(snapshot.course, columns), refuted=refuted, objective=objective)
    elif trace is not None:
        found = recorded_courses(trace, columns)
        end = Segment(_("event {number:,}").format(number=len(trace)), scene.palette.dim)
        axis = [[Segment(" " * label), *justify([Segment("0", scene.palette.dim)], [end], columns)]]
    else:
        return lines
    room = max(height - len(lines) - len(axis), 0)
    rows = min(room // max(min(len(found), room), 1), _CURVE_ROWS)
    for series in found[:room]:
        drawn = curve(series.heights, None, max(rows - (rows > 2), 1), scene.palette, scene.glyphs)
        gap = Segment(" " * (columns - len(series.heights)))
        value = Segment(pad_left(series.value, _NUMBERS), scene.palette.plain)
        names = [*[" " * label] * (len(drawn) - 1), pad(series.name, label)]
        strip = [[Segment(name, scene.palette.dim), *line] for name, line in zip(names, drawn, strict=True)]
        strip[-1] += [gap, value]
        lines += [*strip, *[[]] * (rows > 2)]
    return [*lines, *axis] if not axis or rows <= 2 else [*lines[:-1], *axis]


def recorded_courses(trace: Trace, columns: int) -> "list[Series]":
    """Return the level and the conflicts over the events of a recording."""
    import numpy as np

    levels = trace.levels_sampled(columns)
    found = [Series(str(words.DEPTH), tuple(map(float, levels)), whole(max(levels, default=0)))]
    conflicts = np.asarray(trace.where(EventKind.CONFLICT))
    if len(conflicts):
        counts, _edges = np.histogram(conflicts, bins=max(len(levels), 1), range=(0, len(trace)))
        found.append(Series(str(words.CONFLICTS), tuple(counts.astype(float).tolist()), whole(len(conflicts))))
    return found


class Series(NamedTuple):
    """The history of one counter: its name, its heights in equal stretches of time, and its present value."""

    name: str
    heights: tuple[float, ...]
    value: str


def courses(samples: Sequence[Sample], *, refuted: bool = False, objective: Objective | None = None) -> list[Series]:
    """Return the histories of the counters; `refuted` if the search has refuted the whole tree.

    With an objective, the first are the costs of the best model and the bound, above the first bound.
    """
    found: list[Series] = []
    steps = list(pairwise(samples))

    def add(name: Sentence, heights: Iterable[float | None], text: Callable[[float], str]) -> None:
        values = tuple(height for height in heights if height is not None)
        if len(values) >= _MIN_SAMPLES - 1 and any(values):
            found.append(Series(str(name), values, text(values[-1])))

    def add_rate(name: Sentence, count: Callable[[Sample], int | None]) -> None:
        rates = (_rate(count(before), count(after), after.seconds - before.seconds) for before, after in steps)
        add(name, rates, lambda rate: words.A_SECOND.format(rate=whole(rate)))

    if objective is not None:
        bounds = [sample.bounds for sample in samples if sample.bounds is not None]
        least = min((lower for lower, _upper in bounds), default=0)

        def text(cost: float) -> str:
            return whole(objective.value(round(cost) + least))

        uppers = (None if upper is None else float(upper - least) for _lower, upper in bounds)
        add(words.BEST_COST, uppers, text)
        add(words.BOUND, (float(lower - least) for lower, _upper in bounds), text)
    add(words.DEPTH, (sample.level for sample in samples), whole)
    add(words.TRAIL, (sample.assigned for sample in samples), whole)
    add_rate(words.CONFLICTS, attrgetter("conflicts"))
    glues = (
        _rate(before.glues, after.glues, (after.conflicts or 0) - (before.conflicts or 0)) for before, after in steps
    )
    add(words.GLUE, glues, lambda glue: words.MEAN.format(number=numeral(glue, ".1f")))
    add_rate(words.RESTARTS, attrgetter("restarts"))
    shares = [sample.explored for sample in samples]
    if refuted and shares[-1] is not None:
        shares[-1] = 1.0
    add(words.EXPLORED, shares, lambda share: words.PER_CENT.format(number=numeral(100 * share, ".3g")))
    return found


def whole(number: float) -> str:
    """Return a number in few columns."""
    return compact(round(number), _DIGITS)


def _rate(before: int | None, after: int | None, by: float) -> float | None:
    return None if before is None or after is None else (after - before) / by if by > 0 else 0.0


def _evenly(samples: "Sequence[Sample]", most: int) -> "Sequence[Sample]":
    """Return at most `most` samples, at nearly equal distances in time, with the last one."""
    count = max(min(len(samples), most), 1)
    marks = [samples[-1].seconds * (place + 1) / count for place in range(count)]
    places = (bisect_left(samples, mark, key=lambda sample: sample.seconds) for mark in marks)
    return [samples[place] for place in dict.fromkeys(min(place, len(samples) - 1) for place in places)]


def local_search(scene: SolveScene, width: int, _: int) -> list[Line]:
    """Draw the lowest number of false clauses of local search over time, on a logarithmic scale."""
    snapshot = scene.snapshot
    if snapshot is None or (progress := snapshot.progress).lowest is None:
        return []
    text = words.local_search(progress.flips or 0, progress.lowest, progress.false)
    lowest = [sample.lowest for sample in _evenly(snapshot.course, width) if sample.lowest is not None]
    heights = [log2(1 + number) for number in lowest]
    drawn = curve(heights, None, _CURVE_ROWS // 3, scene.palette, scene.glyphs)
    return [[Segment(text, scene.palette.plain)], *(drawn if len(heights) > 1 and any(heights) else [])]


def plan(scene: SolveScene, width: int, _height: int) -> list[Line]:
    """Return a line for each step of a portfolio so far, with its seconds."""
    snapshot, ink, label = scene.snapshot, scene.palette, scene.names.facts.width
    if snapshot is None:
        return []
    blank = [Segment(" " * (label + _SECONDS))]
    lines: list[Line] = []
    for step in snapshot.progress.plan:
        outcome_lines = wrap_line([Segment(step.outcome, ink.plain)], width - label - _SECONDS)
        seconds = f"{numeral(step.seconds, '6.1f')} s"
        head = [Segment(pad(_(step.name), label), ink.dim), Segment(f"{seconds:<{_SECONDS}}", ink.plain)]
        lines += [(blank if place else head) + line for place, line in enumerate(outcome_lines)]
    return lines


def strip_width(width: int) -> int:
    """Return the columns of the assignment's strip in a panel of this width."""
    return max(width - _names().strips.width, 0)


def least_strip_width(width: int) -> int:
    """Return the minimum columns of the strip, beside the widest board, from the width of all panels."""
    return strip_width(min(_LEFT_FRAMED - _edges(width), width) if _is_framed(width) else min(_LEFT, width))


def formula(scene: SolveScene, width: int, height: int) -> list[Line]:
    """Return the facts about a formula from a file, and its first clauses if there is much room.

    After a search, facts that take more than half of the rows are left out.
    """
    instance, ink = scene.state.instance, scene.palette.dim
    lines = scene.names.facts.table(scene.facts, ink)
    room = height // 2 - len(lines)
    if instance is None or room < _MIN_CLAUSES:
        return [] if scene.state.outcome and len(lines) > height // 2 else lines
    clauses = islice(instance.formula, room * (width // _MIN_CLAUSE + 1))
    texts = [[Segment(" ".join(map(str, clause[:_MAX_CLAUSE_LENGTH])), ink)] for clause in clauses]
    return [*lines, [], *in_columns(texts, width, room - 1)]


def facts_of(state: SolveState, palette: Palette, glyphs: Glyphs) -> FactRows:
    """Return the facts about a formula from a file, and how long reading took."""
    instance = state.instance
    if instance is None or state.puzzle is not None:
        return ()
    formula = instance.formula
    positive, negative = formula.polarity
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
        (LITERALS, [signs]),
        (READ_IN, read_in),
        (WARNINGS, _some(warnings, _WARNINGS)),
        (COMMENTS, _some(comments, _COMMENTS)),
    )
    found = [(name, [[Segment(line)] for line in lines]) for name, lines in rows]
    return [found[0], (LENGTHS, _length_lines(formula, palette, glyphs)), *found[1:]]


def _length_lines(formula: Formula, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """Draw the number of clauses of each length as bars."""
    groups = [(length, count, numeral(count)) for length, count in grouped_lengths(formula.lengths, _LENGTHS)]
    if not groups:
        return [[Segment(_("no clauses"))]]
    most, size = max(count for _length, count, _text in groups), max(cell_len(text) for *_rest, text in groups)
    width = max(cell_len(length) for length, *_rest in groups)
    return [
        [
            Segment(f"{pad_left(length, width)}  {pad_left(text, size)}  "),
            Segment(bar(count / most, _BAR // 2, glyphs), palette.bar),
        ]
        for length, count, text in groups
    ]


def _some(lines: list[str], most: int) -> list[str]:
    """Return at most `most` of the lines, printable; the last one counts the rest."""
    visible = [printable(line) for line in lines[: most - (len(lines) > most)]]
    return visible if len(lines) <= most else [*visible, _("and {count:,} more").format(count=len(lines) - most + 1)]


VIEWS = (verdict, setup, file_or_proof, search)
"""The parts of the first panel."""
