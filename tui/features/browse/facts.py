"""What the browser's preview tells of a path, found out away from the event loop."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from engine.base.errors import Cancelled, InputError
from engine.base.folder import read_folder
from engine.files.kinds import Kind
from engine.files.reading import LONGEST_LINE, Glance, first_lines, glance, lines_around, load_puzzles, read_head
from engine.sat.formula import dimacs
from engine.sat.formula.dimacs import Diagnostic, Document
from engine.sat.result import read_answer, res_path
from engine.sudoku.puzzle import Puzzle
from tui.base.trouble import Trouble

LARGEST_FORMULA, LARGEST_PUZZLES = 1 << 26, 1 << 20
"""Bytes of a file that is still read whole for a preview."""

PATIENCE = 1.0
"""Seconds after which a preview makes do with what the header of a formula says."""

LARGEST_RESULT = 1 << 24

_MOST_USED = 8
_COMMENTS = 100
_NAMES = 60

Cancel = Callable[[], bool]


@dataclass(frozen=True)
class FormulaFacts:
    """What a preview tells of a formula. `lengths` is empty and the counts are the header's where it was not read."""

    variables: int | None
    clauses: int | None
    comments: tuple[str, ...] = ()
    lengths: dict[int, int] | None = None
    polarity: tuple[int, int] | None = None
    most_used: tuple[int, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()

    @classmethod
    def of(cls, document: Document) -> "FormulaFacts":
        formula = document.formula
        return cls(
            formula.variables,
            len(formula),
            tuple(comment.text[:LONGEST_LINE] for comment in formula.comments[:_COMMENTS]),
            formula.lengths,
            formula.polarity,
            tuple(variable for variable, _ in formula.most_used(_MOST_USED)),
            document.warnings,
        )


@dataclass(frozen=True)
class Subject:
    """What a preview is about: a name, what it is, and facts: of a formula, a puzzle, a trouble, or lines of text."""

    name: str
    what: str
    facts: FormulaFacts | Puzzle | Trouble | tuple[str, ...]
    note: str = ""


def subject_of(path: Path, shipped: Path, cancel: Cancel) -> tuple[Glance, Subject]:
    """Look at a path and read what a preview shows of it; the glance then knows what reading told.

    `shipped` is where no results are written. Takes about PATIENCE at most. Raises Cancelled.
    """
    seen = glance(path)
    if seen.kind is Kind.FOLDER:
        return seen, _folder(path, cancel)
    try:
        if seen.kind is Kind.CNF and not seen.reason:
            return _formula(path, shipped, seen, cancel)
        if seen.kind is Kind.PUZZLE and not seen.reason:
            return _puzzles(path, seen, cancel)
        if seen.kind in (Kind.TEXT, Kind.RESULT, Kind.LAYOUT):
            return seen, Subject(path.name, seen.label, tuple(first_lines(path, _NAMES)), seen.reason)
    except InputError as error:
        seen = seen.with_error(error)
    return seen, _trouble(path, seen, cancel)


def _folder(path: Path, cancel: Cancel) -> Subject:
    try:
        entries = read_folder(path, cancel=cancel)
    except OSError as error:
        return Subject(path.name, "folder", Trouble(f"can't be read: {(error.strerror or str(error)).lower()}"))
    names = tuple(entry.name + "/" * entry.folder for entry in entries[:_NAMES])
    return Subject(path.name or str(path), "folder", names, "" if entries else "nothing in it")


def _formula(path: Path, shipped: Path, seen: Glance, cancel: Cancel) -> tuple[Glance, Subject]:
    deadline = monotonic() + PATIENCE
    facts = None
    if seen.size <= LARGEST_FORMULA:
        try:
            document = dimacs.read(path, cancel=lambda: cancel() or monotonic() > deadline)
        except Cancelled:
            if cancel():
                raise
        else:
            seen = seen.with_counts(document.formula.variables, len(document.formula))
            facts = FormulaFacts.of(document)
    if facts is not None:
        return seen, Subject(path.name, "CNF formula", facts, _last_result(path, shipped))
    head = read_head(path).data.decode(errors="replace").splitlines()
    comments = tuple(line[2:] for line in head[:_COMMENTS] if line == "c" or line.startswith(("c ", "c\t")))
    size = f"{seen.size / 1e6:,.1f} MB: the counts are the header's, i reads it all"
    return seen, Subject(path.name, "CNF formula", FormulaFacts(seen.variables, seen.clauses, comments), size)


def _last_result(path: Path, shipped: Path) -> str:
    """What the `.res` file of a formula says, if there is one that can be read."""
    try:
        kept = res_path(path, shipped)
        if not kept.is_file() or kept.stat().st_size > LARGEST_RESULT:
            return ""
        answer = read_answer(kept)
    except (OSError, InputError):  # it says nothing then; whoever asks for the result is told why
        return ""
    time = "" if answer.milliseconds is None else f", {answer.milliseconds:,.0f} ms"
    return f"last result: {answer.status.value}{time}"


def _puzzles(path: Path, seen: Glance, cancel: Cancel) -> tuple[Glance, Subject]:
    if seen.size > LARGEST_PUZZLES:
        note = f"{seen.size / 1e6:,.1f} MB of puzzles; enter reads and lists them"
        return seen, Subject(path.name, "puzzles", (), note)
    puzzles = load_puzzles(path, cancel=cancel)
    seen = seen.with_puzzles(puzzles)
    if len(puzzles) == 1:
        return seen, Subject(path.name, puzzles[0].layout.title, puzzles[0], puzzles[0].name)
    return seen, Subject(path.name, f"{len(puzzles):,} puzzles", puzzles[0], "the first of them; enter lists all")


def _trouble(path: Path, seen: Glance, cancel: Cancel) -> Subject:
    around: tuple[tuple[int, str], ...] = ()
    if seen.line is not None:
        with suppress(InputError):  # it may be gone or different by now; the reason says enough
            around = tuple(lines_around(path, seen.line, 4, 4, cancel))
    return Subject(path.name, seen.kind.value, Trouble(seen.reason, seen.line, around))
