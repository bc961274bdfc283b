"""What the race screen says."""

from collections.abc import Sequence
from pathlib import Path

from engine.base.language import _, as_written, later
from engine.base.text import counted, joined, listed, noun, printable
from engine.sat.compare.comparison import Comparison, Plan, Run, Stage, Summary
from engine.sat.compare.report import milliseconds, time_words
from engine.sat.result import Status
from tui.base.search_phase import Preparing, Ready, Searching
from tui.features.race.job import Done, RaceState

WHICH_FILES = later("Race on which files?")
WHO_RACES = later("Who races?")
PROGRAM = later("An executable that solves formulas")
PROGRAM_EXAMPLE = "./solver {cnf}"
NO_FULL_SANDBOX = later(
    "There is no full sandbox here: executables may reach your files or the network. It needs bubblewrap and seccomp."
)
BASELINE = later("baseline")
REPEATS = later("Runs of each strategy; the median time counts")
REPEATS_WANTED = later("Give a number of runs from 1 to {most}.")
DROP_RESULTS = later("Start another race and discard these results?")
DROP = later("discard them")
NO_FILES = later("there is no CNF file here")
MARK_ONE = later("Mark at least one.")
MARKING = later("{mark}: mark, {all}: all or none, {take}: accept, {leave}: cancel")
MARKING_FIRST = later("{mark}: mark, {all}: all or none, {lead}: {leader}, {take}: accept, {leave}: cancel")

_ONE_FORMULA = later("{variables}, {clauses}: {verdict}")
_TOGETHER = later("all {formulas} together")
_RACE_ON = later("race on {what}")
_BASELINE_IS = later("baseline {baseline}")
_LIMIT, _NO_LIMIT = later("time limit {seconds:g} s"), later("no time limit")
_MEDIAN, _ONE_RUN = later("median of {repeats} runs"), later("one run each")
_NOT_COMPILED = later("our kernels are not compiled: slower")
DETAIL = later("{name}: {detail}")
_PLACE = later("{name} ({number} of {total})")
PROGRESS = later("{done} of {runs}")
_LISTING = later("looking for formulas")
_START = later("{key} starts {runs}")
_STOPPING, _STOPPED, _DONE = later("stopping"), later("stopped"), later("done", "race")
_READING = later("reading {name}")
WRONG_ON = later("WRONG: {name}: {strategy} {fault}")
MORE = later("and {count:,} more like this")

LOADING = later("loading")
WAITING = later("waiting")
WRONG, FAILED, NO_VERDICT = later("WRONG"), later("failed"), later("no verdict")
"""In place of a time."""
_LOADING, _LOADING_AGAIN = later("loading the formula"), later("run {repeat} of {repeats}, loading the formula")
_SEARCHING, _SEARCHING_AGAIN = later("searching"), later("run {repeat} of {repeats}, searching")
_DECIDED, _FAULTS = later("decided {decided} of {count}"), later("WRONG on {faults}")
_COMPARED = later("on the {both} that {baseline} decided too: {own} ms to its {its} ms")
_WRONG_ANSWER = later("WRONG: {fault}")
_VERDICT, _VERDICT_CHECKED = later("{verdict} in {time} ms"), later("{verdict} in {time} ms, model checked")
_NO_COUNTERS = later("it reports no counters")


def formula_name(shown: Comparison) -> str:
    """What the formula on show is called."""
    return printable(Path(shown.instance).name)


def formula_facts(shown: Comparison) -> str:
    """How large it is, and the verdict."""
    variables, clauses = counted(shown.variables, "variable"), counted(shown.clauses, "clause")
    return _ONE_FORMULA.format(variables=variables, clauses=clauses, verdict=_(shown.verdict.value))


def placed(name: str, state: RaceState, shown: Comparison) -> str:
    """The name of a formula, and which of them it is if it is not the only one."""
    over = isinstance(state.phase, Done)
    total = len(state.formulas) if over else len(state.files) - len(state.standing.troubles)
    return _PLACE.format(name=name, number=state.formulas.index(shown) + 1, total=total) if total > 1 else name


def title(state: RaceState) -> str:
    """What is shown when it is not one formula."""
    if state.formulas:
        return _TOGETHER.format(formulas=counted(len(state.formulas), "formula"))
    one = len(state.files) == 1
    return _RACE_ON.format(what=printable(state.files[0].name) if one else counted(len(state.files), "formula"))


def setup(plan: Plan, *, compiled: bool) -> Sequence[str]:
    """How the race goes."""
    limit = _NO_LIMIT if plan.limit is None else _LIMIT.format(seconds=plan.limit)
    repeats = _MEDIAN.format(repeats=plan.repeats) if plan.repeats > 1 else _ONE_RUN
    facts = [_BASELINE_IS.format(baseline=plan.baseline), str(limit), str(repeats)]
    return facts if compiled else [*facts, str(_NOT_COMPILED)]


def standing(state: RaceState, *, start: str) -> str:
    """How things stand, or what runs; `start` is the key that starts a race."""
    match state.phase:
        case Preparing():
            return str(_LISTING)
        case Ready(problem):
            return problem or _START.format(key=start, runs=counted(state.runs, "run"))
        case Searching(stopping=True):
            return str(_STOPPING)
        case Searching():
            return _running(state)
        case Done(stopped):
            return str(_STOPPED if stopped else _DONE)


def _running(state: RaceState) -> str:
    if stage := state.standing.stage:
        return str(stage.strategy)
    return _READING.format(name=printable(state.files[max(state.standing.files - 1, 0)].name))


def lane(run: Run) -> str:
    """What a strategy did with a formula."""
    if run.fault:
        return printable(_WRONG_ANSWER.format(fault=run.fault))
    if run.time is None:
        return printable(run.reason)
    verdict = run.reason if run.status is Status.UNKNOWN else _(run.status.value)
    text = _VERDICT_CHECKED if run.status is Status.SATISFIABLE else _VERDICT
    counters = {noun("decision"): run.decisions, noun("propagation"): run.propagations, noun("conflict"): run.conflicts}
    told = [counted(count, noun) for noun, count in counters.items() if count is not None]
    counters_told = joined(told) or str(_NO_COUNTERS)
    return listed([text.format(verdict=verdict, time=as_written(time_words(run.time))), counters_told])


def running(stage: Stage, plan: Plan) -> str:
    """What the strategy does whose turn it is."""
    text = _LOADING_AGAIN if plan.repeats > 1 else _LOADING
    if stage.progress and stage.progress.seconds:
        text = _SEARCHING_AGAIN if plan.repeats > 1 else _SEARCHING
    return text.format(repeat=stage.repeat, repeats=plan.repeats)


def overall(summary: Summary, count: int, faults: int, plan: Plan) -> str:
    """What a strategy did with so many formulas; `faults` of its answers are wrong."""
    facts = [_DECIDED.format(decided=summary.decided, count=count)]
    if faults:
        facts.append(_FAULTS.format(faults=faults))
    if summary.seconds is not None and summary.baseline_seconds is not None and summary.strategy != plan.baseline:
        own, its = (as_written(milliseconds(one)) for one in (summary.seconds, summary.baseline_seconds))
        facts.append(_COMPARED.format(both=summary.both, baseline=plan.baseline, own=own, its=its))
    return listed(facts)
