"""The outlines of recordings and proofs, and the structure of formulas, for previews."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from engine.base.errors import Cancelled, InputError
from engine.base.language import Sentence, lazy_gettext, ngettext, numeral
from engine.base.text import pluralized, printable
from engine.files.kinds import VERIPB_HEADER
from engine.files.proofs import formula_beside
from engine.files.reading import Cancel, first_lines, read_head

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.sat.formula.formula import Formula
    from engine.sat.meaning import Meaning
    from engine.sat.structure import Structure
    from engine.sudoku.puzzle import Puzzle

MAX_LITERALS = 300_000
"""Maximum number of literals of a formula whose structure is searched for (about half a second)."""
MAX_CHECKED = 1 << 23
"""Maximum size in bytes of a VeriPB proof that is read for a preview."""
MAX_LINES = 60
"""Maximum number of lines of a proof in a preview."""
MAX_KINDS = 3
"""Maximum number of sizes of equations, and of groups, that are listed."""

SOLVER, EVENTS, CONFLICTS = lazy_gettext("solver"), lazy_gettext("events"), lazy_gettext("conflicts")
BRANCHES, BREAKPOINTS, FORMULA = lazy_gettext("branches"), lazy_gettext("breakpoints"), lazy_gettext("formula")
DATE, SIZE, FORM, LEMMAS = lazy_gettext("date"), lazy_gettext("size"), lazy_gettext("format"), lazy_gettext("lemmas")
DELETED, STEPS, CHECK = lazy_gettext("deleted"), lazy_gettext("steps"), lazy_gettext("check")
PROBLEM = lazy_gettext("problem")
NOT_CHECKED = lazy_gettext("takes longer: satsudoku check PROBLEM --proof FILE")

FORMULA_SIZE = lazy_gettext("{variables}, {clauses}")
BINARY_FORM = lazy_gettext("{form}, binary")
NO_FORMULA = lazy_gettext("none of the same name in this folder")
BYTES, KILOBYTES, MEGABYTES = lazy_gettext("{size:,} B"), lazy_gettext("{size:,.0f} kB"), lazy_gettext("{size:,.1f} MB")

SUDOKU = lazy_gettext("{layout}, {holes}")
QUEENS = lazy_gettext("{size} queens on a chessboard")
COLOURING = lazy_gettext("a colouring of {vertices} vertices with {colours} colours")
NAMED_NUMBERS = lazy_gettext("numbers: {names}")


@dataclass(frozen=True)
class FileOutline:
    """Facts about a recording or a proof."""

    rows: tuple[tuple[Sentence, str], ...]
    """Labels and values."""
    verdict: str = ""
    """The verdict of a recorded search, by name."""
    lengths: dict[int, int] | None = None
    """The number of lemmas of a proof by their length."""
    comments: tuple[str, ...] = ()
    """The comments of the formula of a recording."""
    steps: tuple[str, ...] = ()
    """The first lines of a proof."""
    course: tuple[int, ...] = ()
    """The numbers of conflicts in equal parts of a recorded search."""


@dataclass(frozen=True)
class Recognition:
    """The kind of a recognised formula."""

    meaning: str = ""
    parts: tuple[str, ...] = ()
    """A sentence on each kind of part, such as gates."""
    puzzle: Puzzle | None = None
    """The puzzle that the formula encodes, if it is one."""


def recording_outline(path: Path) -> FileOutline:
    """Read the outline of a recording. Raises InputError."""
    from engine.sat.solvers import recording_file

    outline = recording_file.outline(path)
    variables, clauses = pluralized(outline.variables, "variable"), pluralized(outline.clauses, "clause")
    rows = [
        (SOLVER, f"{outline.solver} {outline.branching}".strip()),
        (EVENTS, numeral(outline.events)),
        (CONFLICTS, numeral(sum(outline.course)) if outline.course else ""),
        (BRANCHES, numeral(outline.branches) if outline.branches else ""),
        (BREAKPOINTS, numeral(outline.breakpoints) if outline.breakpoints else ""),
        (FORMULA, FORMULA_SIZE.format(variables=variables, clauses=clauses)),
        *_file_rows(path),
    ]
    known_rows = tuple(row for row in rows if row[1])
    return FileOutline(known_rows, outline.status.value, comments=outline.comments, course=outline.course)


def proof_outline(path: Path, seconds: float, cancel: Cancel) -> FileOutline:
    """Read the outline of a proof, without its steps if that takes longer than some seconds.

    Raises InputError and Cancelled.
    """
    from engine.sat.proof.outline import outline

    deadline, formula = monotonic() + seconds, formula_beside(path)
    head = read_head(path).data
    if head.startswith(VERIPB_HEADER):
        return _veripb_outline(path, formula, lambda: cancel() or monotonic() > deadline, cancel)
    rows = [(FORMULA, printable(formula.name) if formula else str(NO_FORMULA)), *_file_rows(path)]
    try:
        proof = outline(path, head, cancel=lambda: cancel() or monotonic() > deadline)
    except Cancelled:
        if cancel():
            raise
        return FileOutline(tuple(rows))
    form = BINARY_FORM.format(form=proof.form) if proof.binary else proof.form
    steps = [(FORM, form), (LEMMAS, numeral(proof.added)), (DELETED, numeral(proof.deleted))]
    lines = () if proof.binary else tuple(first_lines(path, MAX_LINES))
    return FileOutline((*steps, *rows), lengths=proof.lengths, steps=lines)


def _veripb_outline(path: Path, problem: Path | None, is_over: Cancel, cancel: Cancel) -> FileOutline:
    """Read the outline of a VeriPB proof, and check the proof until `is_over`. Raises InputError and Cancelled."""
    from engine.sat.formula import reading
    from engine.sat.formula.linear_form import linear_constraints, with_penalties
    from engine.sat.formula.problem_words import problem_words
    from engine.sat.proof import veripb_check

    lines = veripb_check.read(str(path), MAX_CHECKED)
    rules = [line.partition(" ")[0] for line in lines]
    added = sum(rules.count(rule) for rule in ("pol", "rup", "red", "soli"))
    rows = [(FORM, "VeriPB"), (STEPS, numeral(added)), (DELETED, numeral(rules.count("del")))]
    verdict = ""
    if problem is None:
        rows.append((FORMULA, str(NO_FORMULA)))
    else:
        rows.append((FORMULA, printable(problem.name)))
        try:
            document = reading.read(problem, cancel=is_over)
            if words := problem_words(document):
                rows.append((PROBLEM, "; ".join(words)))
            formula, objective = document.formula, document.objective
            if objective is not None:
                formula, objective = with_penalties(formula, objective)
            verdict = str(veripb_check.check(linear_constraints(formula), lines, objective, cancel=is_over))
        except InputError as error:
            verdict = error.problem
        except Cancelled:
            if cancel():
                raise
            verdict = str(NOT_CHECKED)
        rows.append((CHECK, verdict))
    return FileOutline((*rows, *_file_rows(path)), steps=tuple(printable(line) for line in lines[:MAX_LINES]))


def _file_rows(path: Path) -> list[tuple[Sentence, str]]:
    """Return the size and the date of a file; nothing if they can't be read."""
    with suppress(OSError):
        facts = path.stat()
        size, date = facts.st_size, datetime.fromtimestamp(facts.st_mtime).strftime("%Y-%m-%d %H:%M")
        text = BYTES.format(size=size)
        if size >= 1000:
            text = KILOBYTES.format(size=size / 1e3) if size < 1e6 else MEGABYTES.format(size=size / 1e6)
        return [(SIZE, text), (DATE, date)]
    return []


def recognition_of(formula: Formula, cancel: Cancel) -> Recognition:
    """Recognise the meaning and the structure of a formula of at most MAX_LITERALS literals. Raises Cancelled."""
    if len(formula.literals) > MAX_LITERALS:
        return Recognition()
    from engine.sat.formula.names import VariableNames
    from engine.sat.meaning import meaning_of
    from engine.sat.structure import Structure
    from engine.sudoku.as_sat.recognition import recognise

    if sudoku := recognise(formula):
        puzzle = sudoku.puzzle
        holes = pluralized(puzzle.holes, "hole")
        return Recognition(SUDOKU.format(layout=puzzle.layout.label, holes=holes), (), puzzle)
    meaning = meaning_of(formula)
    text = _meaning_text(meaning) if meaning else ""
    explains_all = meaning is not None and not isinstance(meaning, VariableNames)
    return Recognition(text, () if explains_all else _parts(Structure.of(formula, cancel)))


def _meaning_text(meaning: Meaning) -> str:
    """Return the meaning of a formula in words; "" if its variables are not numbers either."""
    from engine.sat.meaning import GraphColouring, QueensBoard

    match meaning:
        case QueensBoard(size):
            return QUEENS.format(size=size)
        case GraphColouring(choices):
            return COLOURING.format(vertices=numeral(len(choices)), colours=len(choices[0]))
        case names:
            numbers = ", ".join(number.name for number in names.numbers)
            return NAMED_NUMBERS.format(names=numbers) if numbers else ""


def _parts(structure: Structure) -> tuple[str, ...]:
    """Return a line for each size of equations and groups, and for gates, components and unit propagation."""
    lines = [
        ngettext("{count:,} equation of {variables}", "{count:,} equations of {variables}", count).format(
            count=count, variables=pluralized(size, "variable")
        )
        for size, count in list(structure.equation_sizes.items())[:MAX_KINDS]
    ]
    lines += [
        ngettext(
            "{count:,} group: at most {most} of {literals}", "{count:,} groups: at most {most} of {literals}", count
        ).format(count=count, most=most, literals=pluralized(size, "literal"))
        for (most, size), count in sorted(structure.group_sizes.items(), key=lambda item: -item[1])[:MAX_KINDS]
    ]
    if structure.gates:
        lines.append(pluralized(len(structure.gates), "gate"))
    if len(structure.components) > 1:
        lines.append(pluralized(len(structure.components), "component"))
    return (*lines, *filter(None, [str(structure.propagation)]))
