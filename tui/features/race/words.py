"""The texts of the race screen."""

from collections.abc import Sequence
from pathlib import Path

from engine.base.language import _, as_written, lazy_gettext
from engine.base.text import joined, joined_list, noun, pluralized, printable
from engine.sat.compare.comparison import Comparison, ComparisonProgress, Plan, Run, StrategySummary
from engine.sat.compare.report import milliseconds, time_words
from engine.sat.result import Status
from tui.base.search_phase import Preparing, Ready, Searching
from tui.features.race.job import RaceFinished, RaceState

WHICH_FILES = lazy_gettext("Race on which files?")
WHO_RACES = lazy_gettext("Which strategies race?")
PROGRAM = lazy_gettext("An executable that solves formulas")
PROGRAM_EXAMPLE = "./solver {cnf}"
NO_FULL_SANDBOX = lazy_gettext(
    "There is no full sandbox here: executables may reach your files or the network. It needs bubblewrap and seccomp."
)
BASELINE = lazy_gettext("baseline")
REPEATS = lazy_gettext("Runs of each strategy; the median time counts")
REPEATS_RANGE = lazy_gettext("Give a number of runs from 1 to {most}.")
DROP_RESULTS = lazy_gettext("Start another race and discard these results?")
DROP = lazy_gettext("discard them")
NO_FORMULAS = lazy_gettext("no formula can be read")
NO_FILES = lazy_gettext("there is no CNF file here")
MARK_ONE = lazy_gettext("Mark at least one.")
MARK, MARK_ALL, ACCEPT = lazy_gettext("mark"), lazy_gettext("all or none"), lazy_gettext("accept")

_STRATEGIES = lazy_gettext("strategies")
RUNS = lazy_gettext("runs")
DECISIONS, PROPAGATIONS, CONFLICTS = lazy_gettext("decisions"), lazy_gettext("propagations"), lazy_gettext("conflicts")
ALL_FORMULAS, CACTUS = lazy_gettext("all formulas"), lazy_gettext("formulas decided within a time")
_TOGETHER = lazy_gettext("all {formulas} together")
_BASELINE_IS = lazy_gettext("baseline {baseline}")
_LIMIT, _NO_LIMIT = lazy_gettext("time limit {seconds:g} s"), lazy_gettext("no time limit")
_MEDIAN, _ONE_RUN = lazy_gettext("median of {repeats} runs"), lazy_gettext("one run each")
_NOT_COMPILED = lazy_gettext("our kernels are not compiled: slower")
DETAIL = lazy_gettext("{name}: {detail}")
_PLACE = lazy_gettext("{name} ({number} of {total})")
PROGRESS = lazy_gettext("{done} of {runs}")
_LISTING = lazy_gettext("looking for formulas")
_START = lazy_gettext("{key} starts {runs}")
_STOPPING, _STOPPED, _DONE = lazy_gettext("stopping"), lazy_gettext("stopped"), lazy_gettext("done", "race")
_READING = lazy_gettext("reading {name}")
WRONG_ON = lazy_gettext("WRONG: {name}: {strategy} {fault}")
MORE = lazy_gettext("and {count:,} more like this")

LOADING = lazy_gettext("loading")
WAITING = lazy_gettext("waiting")
WRONG, FAILED, NO_VERDICT = lazy_gettext("WRONG"), lazy_gettext("failed"), lazy_gettext("no verdict")
"""Texts in place of a time."""
_LOADING, _LOADING_AGAIN = (
    lazy_gettext("loading the formula"),
    lazy_gettext("run {repeat} of {repeats}, loading the formula"),
)
_SEARCHING, _SEARCHING_AGAIN = lazy_gettext("searching"), lazy_gettext("run {repeat} of {repeats}, searching")
_DECIDED, _FAULTS = lazy_gettext("decided {decided} of {count}"), lazy_gettext("WRONG on {faults}")
_COMPARED = lazy_gettext("on the {both} that {baseline} decided too: {own} ms, {baseline} {its} ms")
_WRONG_ANSWER = lazy_gettext("WRONG: {fault}")
_VERDICT, _VERDICT_CHECKED = (
    lazy_gettext("{verdict} in {time} ms"),
    lazy_gettext("{verdict} in {time} ms, model checked"),
)
_NO_COUNTERS = lazy_gettext("it reports no counters")


def formula_name(comparison: Comparison) -> str:
    """Return the name of the visible formula."""
    return printable(Path(comparison.instance).name)


def formula_facts(comparison: Comparison) -> Sequence[str]:
    """Return the size of the formula."""
    return pluralized(comparison.variables, "variable"), pluralized(comparison.clauses, "clause")


def numbered_name(name: str, state: RaceState, comparison: Comparison) -> str:
    """Return the name of a formula, with its number if there are several."""
    over = isinstance(state.phase, RaceFinished)
    total = len(state.formulas) if over else len(state.files) - len(state.progress.unusable)
    return _PLACE.format(name=name, number=state.formulas.index(comparison) + 1, total=total) if total > 1 else name


def title(state: RaceState) -> str:
    """Return the title of the lanes: the formula, all formulas, or before the race the strategies."""
    if comparison := state.visible_comparison:
        return numbered_name(formula_name(comparison), state, comparison)
    if state.formulas:
        return _TOGETHER.format(formulas=pluralized(len(state.formulas), "formula"))
    return str(_STRATEGIES)


def only_file(state: RaceState) -> str:
    """Return the name of the file of a race on one file; "" for several files."""
    return printable(state.files[0].name) if len(state.files) == 1 else ""


def formula_count(state: RaceState) -> list[str]:
    """Return the number of formulas if there are several."""
    return [pluralized(len(state.files), "formula")] if len(state.files) > 1 else []


def setup(plan: Plan, *, compiled: bool) -> Sequence[str]:
    """Return the baseline, the time limit and the number of runs, and whether the kernels are slow."""
    limit = _NO_LIMIT if plan.limit is None else _LIMIT.format(seconds=plan.limit)
    repeats = _MEDIAN.format(repeats=plan.repeats) if plan.repeats > 1 else _ONE_RUN
    facts = [_BASELINE_IS.format(baseline=plan.baseline), str(limit), str(repeats)]
    return facts if compiled else [*facts, str(_NOT_COMPILED)]


def status(state: RaceState, *, start: str) -> str:
    """Return the status of the race; `start` is the key that starts one."""
    match state.phase:
        case Preparing():
            return str(_LISTING)
        case Ready(problem):
            return problem or _START.format(key=start, runs=pluralized(state.runs, "run"))
        case Searching(stopping=True):
            return str(_STOPPING)
        case Searching():
            return _running(state)
        case RaceFinished(stopped):
            return str(_STOPPED if stopped else _DONE)


def _running(state: RaceState) -> str:
    if stage := state.progress.stage:
        return str(stage.strategy)
    return _READING.format(name=printable(state.files[max(state.progress.files - 1, 0)].name))


def run_text(run: Run) -> str:
    """Describe the result of a strategy on a formula."""
    if run.fault:
        return printable(_WRONG_ANSWER.format(fault=run.fault))
    if run.time is None:
        return printable(run.reason)
    verdict = run.reason if run.status is Status.UNKNOWN else _(run.status.value)
    text = _VERDICT_CHECKED if run.status is Status.SATISFIABLE else _VERDICT
    counters = {noun("decision"): run.decisions, noun("propagation"): run.propagations, noun("conflict"): run.conflicts}
    parts = [pluralized(count, noun) for noun, count in counters.items() if count is not None]
    counters_text = joined(parts) or str(_NO_COUNTERS)
    return joined_list([text.format(verdict=verdict, time=as_written(time_words(run.time))), counters_text])


def stage_text(stage: ComparisonProgress, plan: Plan) -> str:
    """Describe the progress of the running strategy."""
    text = _LOADING_AGAIN if plan.repeats > 1 else _LOADING
    if stage.progress and stage.progress.seconds:
        text = _SEARCHING_AGAIN if plan.repeats > 1 else _SEARCHING
    return text.format(repeat=stage.repeat, repeats=plan.repeats)


def summary_text(summary: StrategySummary, count: int, faults: int, plan: Plan) -> str:
    """Describe the results of a strategy on this many formulas; `faults` counts its wrong answers."""
    facts = [_DECIDED.format(decided=summary.decided, count=count)]
    if faults:
        facts.append(_FAULTS.format(faults=faults))
    if summary.seconds is not None and summary.baseline_seconds is not None and summary.strategy != plan.baseline:
        own, its = (as_written(milliseconds(seconds)) for seconds in (summary.seconds, summary.baseline_seconds))
        facts.append(_COMPARED.format(both=summary.both, baseline=plan.baseline, own=own, its=its))
    return joined_list(facts)
