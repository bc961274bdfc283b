"""What the race screen says."""

from collections.abc import Sequence
from pathlib import Path

from engine.base.language import _
from engine.base.text import counted, noun, printable
from engine.sat.compare.comparison import Comparison, Plan, Run, Stage, Summary
from engine.sat.compare.report import milliseconds, time_words
from engine.sat.result import Status
from tui.base.search_phase import Preparing, Ready, Searching
from tui.features.race.job import Done, RaceState

WHICH_FILES = _("Race on which files?")
WHO_RACES = _("Who races?")
PROGRAM = _("An executable that decides formulas")
PROGRAM_EXAMPLE = "./solver {cnf}"
BASELINE = _("baseline")
REPEATS = _("Runs of each strategy, of which the median time counts")
REPEATS_WANTED = _("Give a number of runs from 1 to {most}.")
DROP_RESULTS = _("This race is done. Begin another one and drop its results?")
DROP = _("drop them")
NO_FILES = _("there is no CNF file here")
MARK_ONE = _("Mark one at least.")
MARKING = _("{mark}: mark, {all}: all or none, {take}: take them, {leave}: leave")
MARKING_FIRST = _("{mark}: mark, {all}: all or none, {lead}: {leader}, {take}: take them, {leave}: leave")

_ONE_FORMULA = "{variables}, {clauses}: {verdict}"
_TOGETHER = _("all {formulas} together")
_RACE_ON = _("race on {what}")
_BASELINE_IS = _("baseline {baseline}")
_LIMIT, _NO_LIMIT = _("time limit {seconds:g} s"), _("no time limit")
_MEDIAN, _ONE_RUN = _("median of {repeats} runs"), _("one run each")
_NOT_COMPILED = _("our kernels are not compiled: slower")
_PLACE = _(" ({number} of {total})")
PROGRESS = _("{done} of {runs}")
_LISTING = _("looking for formulas")
_START = _("{key} starts {runs}")
_STOPPING, _STOPPED, _DONE = _("stopping"), _("stopped"), _("done")
_READING = _("reading {name}")
WRONG_ON = _("WRONG: {name}: {strategy} {fault}")
MORE = _("and {count:,} more like this")

LOADING = _("loading")
WAITING = _("waits for its turn")
WRONG, FAILED, NO_VERDICT = _("WRONG"), _("failed"), _("no verdict")
"""In place of a time."""
_LOADING, _LOADING_AGAIN = _("loading the formula"), _("run {repeat} of {repeats}, loading the formula")
_SEARCHING, _SEARCHING_AGAIN = _("searching"), _("run {repeat} of {repeats}, searching")
_DECIDED, _FAULTS = _("decided {decided} of {count}"), _("WRONG on {faults}")
_COMPARED = _("on the {both} that {baseline} decided too: {own} ms to its {its} ms")
_WRONG_ANSWER = _("WRONG: {fault}")
_VERDICT, _VERDICT_CHECKED = _("{verdict} in {time} ms"), _("{verdict} in {time} ms, model checked")
_NO_COUNTERS = _("it tells no counters")
_FACTS, _COUNTERS = "; ", ", "
"""What stands between them."""


def formula_name(shown: Comparison) -> str:
    """What the formula on show is called."""
    return printable(Path(shown.instance).name)


def formula_facts(shown: Comparison) -> str:
    """How large it is, and the verdict."""
    variables, clauses = counted(shown.variables, "variable"), counted(shown.clauses, "clause")
    return _ONE_FORMULA.format(variables=variables, clauses=clauses, verdict=_(shown.verdict.value))


def place(state: RaceState, shown: Comparison) -> str:
    """Which of the formulas it is; empty if it is the only one."""
    over = isinstance(state.phase, Done)
    total = len(state.formulas) if over else len(state.files) - len(state.standing.troubles)
    return _PLACE.format(number=state.formulas.index(shown) + 1, total=total) if total > 1 else ""


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
    facts = [_BASELINE_IS.format(baseline=plan.baseline), limit, repeats]
    return facts if compiled else [*facts, _NOT_COMPILED]


def standing(state: RaceState, *, start: str) -> str:
    """How things stand, or what runs; `start` is the key that starts a race."""
    match state.phase:
        case Preparing():
            return _LISTING
        case Ready(problem):
            return problem or _START.format(key=start, runs=counted(state.runs, "run"))
        case Searching(stopping=True):
            return _STOPPING
        case Searching():
            return _running(state)
        case Done(stopped):
            return _STOPPED if stopped else _DONE


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
    return _FACTS.join([text.format(verdict=verdict, time=time_words(run.time)), _COUNTERS.join(told) or _NO_COUNTERS])


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
        own, its = milliseconds(summary.seconds), milliseconds(summary.baseline_seconds)
        facts.append(_COMPARED.format(both=summary.both, baseline=plan.baseline, own=own, its=its))
    return _FACTS.join(facts)
