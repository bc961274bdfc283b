"""The sentences of the solve screen."""

from pathlib import Path

from rich.text import Text

from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized, printable
from engine.sat.formula.objective import Objective
from engine.sat.solvers.solve import SOLVERS
from engine.sat.solvers.strategy import Strategy
from engine.sudoku.puzzle import Puzzle
from tui.draw.numbers import milliseconds
from tui.draw.palette import Palette
from tui.features.solve.job import SolveState
from tui.features.solve.settings import Setting, Settings

NO_PROOF = lazy_gettext("This search left no proof.\nSolve again with {strategy}, which writes one, and check that?")
SOLVE_AGAIN = lazy_gettext("solve again")
NO_RECORDING = lazy_gettext("This search left no recording: solve again with")
NOT_YET_RECORDED = lazy_gettext("The recording is available once the search has ended or was stopped.")
SOLVER_FAILED = lazy_gettext("{solver} failed: {problem}")

CHOOSER_TITLE = lazy_gettext("solver, branching and settings")
TAKE = lazy_gettext("take or change")
WHICH_SEED = lazy_gettext("Seed of random choices, a whole number")
NO_SEED = lazy_gettext("'{text}' is not a whole number, so the seed stays as it was.")

_SETTINGS = {
    Setting.PREPROCESS: (lazy_gettext("preprocess: no"), lazy_gettext("preprocess: yes")),
    Setting.CUBES: (lazy_gettext("cubes: none"), lazy_gettext("cubes: {value}")),
    Setting.SEED: (lazy_gettext("seed: 0"), lazy_gettext("seed: {value}")),
    Setting.PROOF: (lazy_gettext("proof: no"), lazy_gettext("proof: yes")),
    Setting.RECORDING: (lazy_gettext("recording: no"), lazy_gettext("recording: yes")),
}
"""The texts of a setting: its default, and a value."""
NOT_INSTALLED = lazy_gettext("not available: python-sat is not installed")

SOLVER, SEARCH, VERDICT, PLAN, COURSE, FORMULA, RUNS = (
    lazy_gettext("solver"),
    lazy_gettext("search"),
    lazy_gettext("verdict"),
    lazy_gettext("plan"),
    lazy_gettext("progress of the search"),
    lazy_gettext("formula"),
    lazy_gettext("runs of this formula"),
)
"""The titles of the panels."""
COURSE_LATER = lazy_gettext("The depth and conflicts of the search appear here; {start} starts it.")
EDGE_KEYS = {
    "stop": lazy_gettext("stop"),
    "verify": lazy_gettext("verify"),
    "start": lazy_gettext("start"),
    "choose": lazy_gettext("solver"),
}
"""The keys in the edge of the first panel, by action."""
REPLAY, RACE, LITERALS = lazy_gettext("replay"), lazy_gettext("race"), lazy_gettext("literals")

READING, ENCODING = lazy_gettext("reading"), lazy_gettext("encoding")
START = lazy_gettext("{key} starts the search")
LOADING, SEARCHING = lazy_gettext("loading the formula"), lazy_gettext("searching")
STOPPING, STOPPED = lazy_gettext("stopping"), lazy_gettext("stopped")
SEARCH_TIME = lazy_gettext("{ms} ms of search")
WRONG = lazy_gettext("WRONG MODEL  {fault}. Do not trust this answer from {solver}.")
UNPROVED = lazy_gettext("no proof checked yet; {key} checks it")
CHECKING = lazy_gettext("checking the proof, {steps}")
CHECKING_CERTIFICATE = lazy_gettext("checking the certificate")
NOT_COMPILED = lazy_gettext("not compiled: slower")

DEPTH, TRAIL, CONFLICTS, GLUE, RESTARTS, EXPLORED = (
    lazy_gettext("depth"),
    lazy_gettext("trail"),
    lazy_gettext("conflicts"),
    lazy_gettext("glue"),
    lazy_gettext("restarts"),
    lazy_gettext("explored"),
)
"""The names of the strips of a search."""
BEST_COST, BOUND = lazy_gettext("best cost"), lazy_gettext("bound", "of a cost")
_OPTIMAL = lazy_gettext("optimum {value:,}: no model is better")
_BEST = lazy_gettext("best so far {value:,}; the optimum is at least {bound:,}")
_BEST_TO_MAXIMISE = lazy_gettext("best so far {value:,}; the optimum is at most {bound:,}")
A_SECOND, MEAN, PER_CENT = "{rate} /s", lazy_gettext("{number} mean"), "{number} %"

_VERIFIED, _VERIFIED_AGAIN = lazy_gettext("verified: {clauses}"), lazy_gettext("verified again in {ms} ms: {clauses}")
_NO_CLAUSE, _ONE_CLAUSE = lazy_gettext("there is no clause to break"), lazy_gettext("the one clause holds")
_EVERY_CLAUSE = lazy_gettext("every one of the {count:,} clauses holds")


def name(subject: Path | Puzzle) -> str:
    """Return the name of a file or puzzle."""
    return printable(subject.name if isinstance(subject, Path) else subject.name or subject.layout.label)


def size(state: SolveState) -> list[str]:
    """Return the size of the problem."""
    subject, instance = state.subject, state.instance
    if isinstance(subject, Puzzle):
        holes = pluralized(subject.holes, "hole")
        return [subject.layout.label, holes] if subject.name else [holes]
    if instance is None:
        return []
    lengths = list(instance.formula.lengths)
    kind = _("{lengths}-CNF formula").format(lengths=lengths[0]) if len(lengths) == 1 else _("CNF formula")
    if instance.sudoku:
        kind = _("CNF of a {title}").format(title=instance.sudoku.layout.label)
    formula, objective = instance.formula, instance.objective
    soft = [] if objective is None else [pluralized(len(objective.soft), "soft clause")]
    return [kind, pluralized(formula.variables, "variable"), pluralized(len(formula), "clause"), *soft]


def best(objective: Objective, bounds: tuple[int, int]) -> str:
    """Return the cost of the best model and the bound of the optimum, from the bounds of the cost."""
    bound, value = (objective.value(cost) for cost in bounds)
    if bound == value:
        return _OPTIMAL.format(value=value)
    return (_BEST_TO_MAXIMISE if objective.maximises else _BEST).format(value=value, bound=bound)


def verified(count: int, seconds: float | None) -> str:
    """Return a sentence on the check of a model against `count` clauses; `seconds` is the time of a second check."""
    clauses = _NO_CLAUSE if count == 0 else _ONE_CLAUSE if count == 1 else _EVERY_CLAUSE.format(count=count)
    text = _VERIFIED if seconds is None else _VERIFIED_AGAIN
    return text.format(ms=milliseconds(seconds or 0.0), clauses=clauses)


def explained(strategy: Strategy, problem: str, palette: Palette) -> Text:
    """Explain a solver and its branching rule; `problem` says why it can't be used."""
    solver = SOLVERS[strategy.solver]
    text = Text().append(f"{solver.name}  ", palette.title).append(str(solver.title))
    if problem:
        text.append(f"\n{problem}", palette.warning)
    if solver.recording:
        text.append(f"\n{solver.recording}", palette.dim)
    if rule := strategy.rule:
        text.append(f"\n{rule.name}  ", palette.title).append(str(rule.definition))
        text.append(f"\n{rule.source}", palette.dim)
    return text


def setting_text(setting: Setting, settings: Settings) -> str:
    """Return a setting with its value."""
    default, changed = _SETTINGS[setting]
    return (changed if setting in settings.selected else default).format(value=getattr(settings, setting.value))


def local_search(flips: int, lowest: int, false: int | None) -> str:
    """Return the number of flips of local search, and of false clauses."""
    least = _("{flips:,} flips, at best {clauses} false").format(flips=flips, clauses=pluralized(lowest, "clause"))
    return least if false is None else _("{least}, now {false:,}").format(least=least, false=false)
