"""The words of the solve screen: what is to be solved, how, and what came of it."""

from pathlib import Path
from textwrap import shorten

from rich.style import Style
from rich.table import Table
from rich.text import Text

from engine.base import kernels
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

_LABEL = 11
_DEFINITION_LINES = 6
"""The most that a branching's definition takes; the chooser has it whole."""
_LENGTHS, _COMMENTS, _WARNINGS = 6, 4, 4
"""How many of them are named."""


def title_text(source: Path | Puzzle, instance: Instance | None, palette: Palette, glyphs: Glyphs) -> Text:
    """What is solved: the file's or the puzzle's name, and how large it is."""
    if isinstance(source, Path):
        name, facts = source.name, []
        if instance:
            formula = instance.formula
            lengths = list(formula.lengths)
            kind = f"{lengths[0]}-CNF formula" if len(lengths) == 1 else "CNF formula"
            if instance.sudoku:
                kind = f"CNF of a {instance.sudoku.layout.title}"
            facts = [kind, counted(formula.variables, "variable"), counted(len(formula), "clause")]
    else:
        name, facts = source.name or source.layout.title, [counted(source.holes, "hole")]
        if source.name:
            facts = [source.layout.title, *facts]
    title = Text().append(f" {printable(name)}", palette.title)
    return title.append("".join(f" {glyphs.dot} {fact}" for fact in facts))


def setup_text(
    strategy: Strategy,
    limit: float | None,
    instance: Instance | None,
    explain: bool,
    width: int,
    palette: Palette,
    glyphs: Glyphs,
) -> Table:
    """The solver, its branching, the time limit, and for a puzzle how it is encoded.

    To `explain` takes more room: what the solver is, how the branching is defined, and that there is no limit.
    """
    table = _grid()

    def row(label: str, words: Text | str) -> None:
        table.add_row(Text(label, palette.dim), words)

    solver, rule = SOLVERS[strategy.solver], strategy.rule
    if explain:
        row("solver", Text().append(solver.name, palette.title).append(f"  {solver.title}"))
        if rule:
            room = max(_DEFINITION_LINES * (width - _LABEL) - 10, 20)  # a line rarely fills to its end
            definition = shorten(rule.definition, room, placeholder=" " + glyphs.ellipsis)
            row("branching", Text().append(rule.name, palette.title).append(f"\n{definition}"))
    else:
        name = f"{solver.name} {glyphs.dot} {rule.name}" if rule else solver.name
        row("solver", Text(name, palette.title))
    if explain or limit is not None:
        row("time limit", "none" if limit is None else f"{limit:g} s")
    if instance and (form := instance.form):
        formula = instance.formula
        row("encoding", f"{form} form: {FORMS[form].summary}" if explain else f"{form} form")
        row("", f"{formula.variables:,} variables, {len(formula):,} clauses")
    if not kernels.state().compiled:
        row("kernels", Text("not compiled: slower", palette.warning))
    return table


def facts_text(instance: Instance, palette: Palette, glyphs: Glyphs) -> Table:
    """What a formula read from a file is like."""
    formula = instance.formula
    positive, negative = formula.polarity
    table = _grid()

    def row(label: str, *lines: str) -> None:
        for line in lines:
            table.add_row(Text(label, palette.dim), Text(printable(line), no_wrap=True, overflow="ellipsis"))
            label = ""

    row("literals", f"{positive + negative:,}: {positive:,} positive, {negative:,} negative")
    row("lengths", _lengths(formula, glyphs))
    row("warnings", *_some([str(w.message) + f" (line {w.line})" for w in instance.warnings], _WARNINGS))
    row("comments", *_some([c.text.strip() for c in formula.comments if c.text.strip()], _COMMENTS))
    return table


def verdict_text(outcome: Outcome, palette: Palette) -> Text:
    """The verdict in words, its time, and what is known of its truth."""
    result, text = outcome.result, Text()
    if outcome.fault:
        return text.append(f"WRONG MODEL  {outcome.fault}. Do not trust this answer of {result.solver}.", palette.bad)
    if result.status is Status.SATISFIABLE:
        again = "" if outcome.rechecked is None else f" again in {milliseconds(outcome.rechecked)} ms"
        text = _verdict(outcome, palette.good)
        return text.append(f"verified{again}: {_every(len(outcome.instance.formula))}", palette.good)
    text = _verdict(outcome, palette.warning)
    if result.status is Status.UNSATISFIABLE:
        if outcome.checked is None:
            return text.append("the solver's word: no proof has been checked, v does", palette.dim)
        return text.append(str(outcome.checked), palette.good if outcome.checked else palette.bad)
    return text.append("stopped" if result.reason == "cancelled" else printable(result.reason))


def checking_text(outcome: Outcome, palette: Palette) -> Text:
    """The verdict while its proof is being checked."""
    assert outcome.proof is not None
    doing = f"checking the proof, {len(outcome.proof):,} steps"
    return _verdict(outcome, palette.warning).append(doing, palette.accent)


def _verdict(outcome: Outcome, ink: Style) -> Text:
    spent = f"  {milliseconds(outcome.result.seconds)} ms of search\n"
    return Text().append(outcome.result.status.name, ink).append(spent)


def _every(clauses: int) -> str:
    if clauses == 0:
        return "there is no clause to break"
    return f"every one of the {clauses:,} clauses holds" if clauses > 1 else "the one clause holds"


def _lengths(formula: Formula, glyphs: Glyphs) -> str:
    named = [f"{count:,} of {length}" for length, count in formula.lengths.items()]
    more = [f"{glyphs.ellipsis} longest {max(formula.lengths)}"] if len(named) > _LENGTHS else []
    return ", ".join(named[:_LENGTHS] + more) or "no clauses"


def _some(lines: list[str], most: int) -> list[str]:
    return lines if len(lines) <= most else [*lines[: most - 1], f"and {len(lines) - most + 1:,} more"]


def _grid() -> Table:
    table = Table.grid(padding=(0, 0), expand=True)
    table.add_column(width=_LABEL)
    table.add_column(ratio=1)
    return table
