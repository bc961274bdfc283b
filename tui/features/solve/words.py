"""What the solve screen says: what is to be solved, how, and what came of it."""

from pathlib import Path
from textwrap import shorten

from rich.style import Style
from rich.table import Table
from rich.text import Text

from engine.base.text import counted, printable
from engine.sat.formula.formula import Formula
from engine.sat.result import Status
from engine.sat.solvers.solve import SOLVERS
from engine.sat.solvers.strategy import Strategy
from engine.sudoku.as_sat.forms import FORMS
from engine.sudoku.puzzle import Puzzle
from tui.draw.numbers import milliseconds
from tui.draw.palette import Glyphs, Palette
from tui.features.solve.job import Instance, Outcome
from tui.features.solve.state import Broken, Done, Preparing, Ready, Searching, SolveState

NO_PROOF = "This search left no proof.\nSolve again with {strategy}, which writes one, and check that?"
SOLVE_AGAIN = "solve again"
NO_RECORDING = "This search left no recording: solve again with"
SOLVER_FAILED = "{solver} failed: {problem}"

CHOOSER_TITLE = "solver and branching"
CHOOSER_KEYS = "{arrows} choose, {take}: take it, {leave}: leave it as it is"
NOT_INSTALLED = "not here: it comes with python-sat, which is not installed"

_READING, _ENCODING = "reading", "encoding"
_START = "{key} starts the search"
_SEARCHING, _STOPPING = "searching", "stopping"
_SEARCH_TIME = "  {ms} ms of search\n"
_STOPPED = "stopped"
_WRONG = "WRONG MODEL  {fault}. Do not trust this answer of {solver}."
_VERIFIED, _VERIFIED_AGAIN = "verified: {clauses}", "verified again in {ms} ms: {clauses}"
_NO_CLAUSE, _ONE_CLAUSE = "there is no clause to break", "the one clause holds"
_EVERY_CLAUSE = "every one of the {count:,} clauses holds"
_UNPROVED = "the solver's word: no proof has been checked; {key} checks one"
_CHECKING = "checking the proof, {steps}"
_NOT_COMPILED = "not compiled: slower"

_LABEL = 11
_DEFINITION_LINES = 6
"""The most that a branching's definition takes; the chooser has it whole."""
_LENGTHS, _COMMENTS, _WARNINGS = 6, 4, 4
"""How many of them are named."""


def name(subject: Path | Puzzle) -> str:
    """What a file or a puzzle is called."""
    return printable(subject.name if isinstance(subject, Path) else subject.name or subject.layout.title)


def title(state: SolveState, palette: Palette, glyphs: Glyphs) -> Text:
    """What is solved: the file's or the puzzle's name, and how large it is."""
    text = Text().append(f" {name(state.subject)}", palette.title)
    return text.append("".join(f" {glyphs.dot} {fact}" for fact in _facts(state)))


def _facts(state: SolveState) -> list[str]:
    subject, instance = state.subject, state.instance
    if isinstance(subject, Puzzle):
        holes = counted(subject.holes, "hole")
        return [subject.layout.title, holes] if subject.name else [holes]
    if instance is None:
        return []
    formula = instance.formula
    lengths = list(formula.lengths)
    kind = f"{lengths[0]}-CNF formula" if len(lengths) == 1 else "CNF formula"
    if instance.sudoku:
        kind = f"CNF of a {instance.sudoku.layout.title}"
    return [kind, counted(formula.variables, "variable"), counted(len(formula), "clause")]


def setup(state: SolveState, *, compiled: bool, width: int, palette: Palette, glyphs: Glyphs) -> Table:
    """The solver, its branching, the time limit, and for a puzzle how it is encoded.

    Before a search it takes more room: what the solver is, how the branching is defined, and that there is no limit.
    """
    table = _grid()
    explain = isinstance(state.phase, Ready)

    def row(label: str, words: Text | str) -> None:
        table.add_row(Text(label, palette.dim), words)

    solver, rule = SOLVERS[state.strategy.solver], state.strategy.rule
    if explain:
        row("solver", Text().append(solver.name, palette.title).append(f"  {solver.title}"))
        if rule:
            room = max(_DEFINITION_LINES * (width - _LABEL) - 10, 20)  # a line rarely fills to its end
            definition = shorten(rule.definition, room, placeholder=" " + glyphs.ellipsis)
            row("branching", Text().append(rule.name, palette.title).append(f"\n{definition}"))
    else:
        row("solver", Text(f"{solver.name} {glyphs.dot} {rule.name}" if rule else solver.name, palette.title))
    if explain or state.limit is not None:
        row("time limit", "none" if state.limit is None else f"{state.limit:g} s of search")
    if state.instance and (form := state.instance.form):
        formula = state.instance.formula
        row("encoding", f"{form} form: {FORMS[form].summary}" if explain else f"{form} form")
        row("", f"{counted(formula.variables, 'variable')}, {counted(len(formula), 'clause')}")
    if not compiled:
        row("kernels", Text(_NOT_COMPILED, palette.warning))
    return table


def facts(instance: Instance, palette: Palette, glyphs: Glyphs) -> Table:
    """What a formula read from a file is like, and how long reading it took."""
    formula = instance.formula
    positive, negative = formula.polarity
    table = _grid()

    def row(label: str, *lines: str) -> None:
        for line in lines:
            table.add_row(Text(label, palette.dim), Text(printable(line), no_wrap=True, overflow="ellipsis"))
            label = ""

    row("literals", f"{positive + negative:,}: {positive:,} positive, {negative:,} negative")
    row("lengths", _lengths(formula, glyphs))
    if instance.seconds is not None:
        row("read in", f"{milliseconds(instance.seconds)} ms")
    row("warnings", *_some([f"{one.message} (line {one.line})" for one in instance.warnings], _WARNINGS))
    row("comments", *_some([one.text.strip() for one in formula.comments if one.text.strip()], _COMMENTS))
    return table


def verdict(state: SolveState, palette: Palette, *, start: str, verify: str) -> Text:
    """How things stand; `start` and `verify` are the keys for that."""
    match state.phase:
        case Preparing():
            return Text(_READING if state.path else _ENCODING, palette.dim)
        case Broken(problem):
            return Text(problem, palette.bad)
        case Ready(problem):
            return Text(problem, palette.bad) if problem else Text(_START.format(key=start), palette.dim)
        case Searching(stopping):
            return Text(_STOPPING if stopping else _SEARCHING, palette.accent)
        case Done(checking):
            return _outcome(state.outcomes[-1], palette, checking, verify)


def _outcome(outcome: Outcome, palette: Palette, checking: bool, verify: str) -> Text:
    """The verdict, its time, and what is known of its truth."""
    result = outcome.result
    if outcome.fault:
        return Text(_WRONG.format(fault=outcome.fault, solver=result.solver), palette.bad)
    if result.status is Status.SATISFIABLE:
        clauses = _every(len(outcome.instance.formula))
        again = _VERIFIED if outcome.rechecked is None else _VERIFIED_AGAIN
        known = again.format(ms=milliseconds(outcome.rechecked or 0.0), clauses=clauses)
        return _heading(outcome, palette.good).append(known, palette.good)
    text = _heading(outcome, palette.warning)
    if result.status is Status.UNKNOWN:
        return text.append(_STOPPED if outcome.stopped else printable(result.reason))
    if checking and outcome.proof is not None:
        return text.append(_CHECKING.format(steps=counted(len(outcome.proof), "step")), palette.accent)
    if outcome.checked is None:
        return text.append(_UNPROVED.format(key=verify), palette.dim)
    return text.append(str(outcome.checked), palette.good if outcome.checked else palette.bad)


def _heading(outcome: Outcome, ink: Style) -> Text:
    spent = _SEARCH_TIME.format(ms=milliseconds(outcome.result.seconds))
    return Text().append(outcome.result.status.name, ink).append(spent)


def _every(clauses: int) -> str:
    return _NO_CLAUSE if clauses == 0 else _ONE_CLAUSE if clauses == 1 else _EVERY_CLAUSE.format(count=clauses)


def _lengths(formula: Formula, glyphs: Glyphs) -> str:
    named = [f"{count:,} of {length}" for length, count in formula.lengths.items()]
    more = [f"{glyphs.ellipsis} longest {max(formula.lengths)}"] if len(named) > _LENGTHS else []
    return ", ".join(named[:_LENGTHS] + more) or "no clauses"


def _some(lines: list[str], most: int) -> list[str]:
    return lines if len(lines) <= most else [*lines[: most - 1], f"and {len(lines) - most + 1:,} more"]


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


def _grid() -> Table:
    table = Table.grid(padding=(0, 0), expand=True)
    table.add_column(width=_LABEL)
    table.add_column(ratio=1)
    return table
