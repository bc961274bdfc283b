"""What the solve screen says."""

from pathlib import Path

from rich.text import Text

from engine.base.language import _
from engine.base.text import counted, printable
from engine.sat.solvers.solve import SOLVERS
from engine.sat.solvers.strategy import Strategy
from engine.sudoku.puzzle import Puzzle
from tui.draw.numbers import milliseconds
from tui.draw.palette import Palette
from tui.features.solve.job import SolveState
from tui.features.solve.settings import Setting, Settings

NO_PROOF = _("This search left no proof.\nSolve again with {strategy}, which writes one, and check that?")
SOLVE_AGAIN = _("solve again")
NO_RECORDING = _("This search left no recording: solve again with")
NOT_YET_RECORDED = _("The recording of this search is there once it has ended, or was stopped.")
SOLVER_FAILED = _("{solver} failed: {problem}")

CHOOSER_TITLE = _("solver, branching and settings")
CHOOSER_KEYS = _("{arrows} choose, {take}: take it, or change a setting, {leave}: leave it as it is")
WHICH_SEED = _("Seed of what is chosen at random, a whole number")
NO_SEED = _("'{text}' is no whole number, so the seed stays as it was.")

_SETTINGS = {
    Setting.PREPROCESS: (_("preprocess: no"), _("preprocess: yes")),
    Setting.CUBES: (_("cubes: none"), _("cubes: {value}")),
    Setting.SEED: (_("seed: 0"), _("seed: {value}")),
    Setting.PROOF: (_("proof: no"), _("proof: yes")),
    Setting.RECORDING: (_("recording: no"), _("recording: yes")),
}
"""How a setting is told: as it is by default, and set."""
NOT_INSTALLED = _("not here: it comes with python-sat, which is not installed")

READING, ENCODING = _("reading"), _("encoding")
START = _("{key} starts the search")
LOADING, SEARCHING, STOPPING, STOPPED = _("loading the formula"), _("searching"), _("stopping"), _("stopped")
SEARCH_TIME = _("  {ms} ms of search\n")
WRONG = _("WRONG MODEL  {fault}. Do not trust this answer of {solver}.")
UNPROVED = _("the solver's word: no proof has been checked; {key} checks one")
CHECKING = _("checking the proof, {steps}")
CHECKING_CERTIFICATE = _("checking the certificate")
NOT_COMPILED = _("not compiled: slower")

DEPTH, TRAIL, CONFLICTS, GLUE, RESTARTS, EXPLORED = (
    _("depth"),
    _("trail"),
    _("conflicts"),
    _("glue"),
    _("restarts"),
    _("explored"),
)
"""What the strips of a search are called."""
A_SECOND, MEAN, PER_CENT = "{rate} /s", _("{number} mean"), "{number} %"

_VERIFIED, _VERIFIED_AGAIN = _("verified: {clauses}"), _("verified again in {ms} ms: {clauses}")
_NO_CLAUSE, _ONE_CLAUSE = _("there is no clause to break"), _("the one clause holds")
_EVERY_CLAUSE = _("every one of the {count:,} clauses holds")


def name(subject: Path | Puzzle) -> str:
    """What a file or a puzzle is called."""
    return printable(subject.name if isinstance(subject, Path) else subject.name or subject.layout.label)


def size(state: SolveState) -> list[str]:
    """How large it is what is solved."""
    subject, instance = state.subject, state.instance
    if isinstance(subject, Puzzle):
        holes = counted(subject.holes, "hole")
        return [subject.layout.label, holes] if subject.name else [holes]
    if instance is None:
        return []
    lengths = list(instance.formula.lengths)
    kind = _("{lengths}-CNF formula").format(lengths=lengths[0]) if len(lengths) == 1 else _("CNF formula")
    if instance.sudoku:
        kind = _("CNF of a {title}").format(title=instance.sudoku.layout.label)
    return [kind, counted(instance.formula.variables, "variable"), counted(len(instance.formula), "clause")]


def verified(count: int, seconds: float | None) -> str:
    """That a model was checked against so many clauses; `seconds` is how long it took to do that again."""
    clauses = _NO_CLAUSE if count == 0 else _ONE_CLAUSE if count == 1 else _EVERY_CLAUSE.format(count=count)
    text = _VERIFIED if seconds is None else _VERIFIED_AGAIN
    return text.format(ms=milliseconds(seconds or 0.0), clauses=clauses)


def explained(strategy: Strategy, problem: str, palette: Palette) -> Text:
    """What a solver and its branching are; `problem` says why the solver can't be used."""
    solver = SOLVERS[strategy.solver]
    text = Text().append(f"{solver.name}  ", palette.title).append(solver.title)
    if problem:
        text.append(f"\n{problem}", palette.warning)
    if solver.recording:
        text.append(f"\n{solver.recording}", palette.dim)
    if rule := strategy.rule:
        text.append(f"\n{rule.name}  ", palette.title).append(rule.definition)
        text.append(f"\n{rule.source}", palette.dim)
    return text


def setting(which: Setting, settings: Settings) -> str:
    """A setting and its value."""
    default, chosen = _SETTINGS[which]
    return (chosen if which in settings.chosen else default).format(value=getattr(settings, which.value))


def local_search(flips: int, lowest: int, false: int | None) -> str:
    """How near local search is to a model."""
    least = _("{flips:,} flips, at the least {clauses} false").format(flips=flips, clauses=counted(lowest, "clause"))
    return least if false is None else _("{least}, now {false:,}").format(least=least, false=false)
