"""What has been read of files, and what the browser's preview tells of it; found out away from the event loop."""

from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any

from engine.base.errors import Cancelled, InputError
from engine.base.folder import read_folder
from engine.base.language import _, later
from engine.base.text import counted
from engine.files.kinds import Kind
from engine.files.proofs import formula_beside
from engine.files.reading import (
    LONGEST_LINE,
    Cancel,
    Glance,
    Loaded,
    complete,
    first_lines,
    lines_around,
    look,
    read_head,
)
from engine.sat.formula.dimacs import Diagnostic, Document
from engine.sat.result import read_answer, res_path
from engine.sudoku.puzzle import Puzzle

LARGEST = {Kind.CNF: 1 << 26, Kind.PUZZLE: 1 << 20}
"""Bytes of a file that is still read whole for a preview."""

PATIENCE = 1.0
"""Seconds after which a preview makes do with what the header of a formula says."""

LARGEST_RESULT = 1 << 24

MOST_SMALL, MOST_LARGE = 256, 2
"""How many files are remembered that a look has read whole, or that were not read; and how many larger ones."""

LESSON = later("a lesson on SAT: open it to begin")
RECORDED = later("a recorded search: open it to step through it")
PROOF_OF = later("a proof for {formula}: open it to check it and see what follows from what")
PROOF = later("to open it, put its formula beside it under the same name")
HEADER_ONLY = later("{megabytes:,.1f} MB: counts from the header; inspect it to read all")
NOT_LISTED = later("{megabytes:,.1f} MB of puzzles; open it to list them")
FIRST_OF_THEM = later("the first of them; open it to list all")
LAST_RESULT = later("last result: {status}")
LAST_RESULT_TIMED = later("last result: {status}, {milliseconds:,.0f} ms")

_MOST_USED = 8
_COMMENTS = 100
_NAMES = 60


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


class Files:
    """Remembers what the last looks at files have read; what has changed on the disk is read again.

    For use by any thread. Work in another process, to which it is sent, begins with nothing.
    """

    def __init__(self) -> None:
        self._small: OrderedDict[Path, Loaded] = OrderedDict()
        self._large: OrderedDict[Path, Loaded] = OrderedDict()
        self._lock = Lock()
        self._looking = Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        return Files, ()

    def look(self, path: Path) -> Loaded:
        """What a path leads to, with its content where that was read before, or the file is small; never raises."""
        with self._looking:  # one after the other: list and preview ask for the same file at the same time
            with self._lock:
                known = self._large.get(path) or self._small.get(path)
            if known is not None and known.is_current():
                return known
            return self._remember(look(path), self._small, MOST_SMALL)

    def read(self, seen: Loaded, cancel: Cancel) -> Loaded:
        """What a look has seen, with all its content. Raises Cancelled."""
        whole = complete(seen, cancel=cancel)
        return seen if whole is seen else self._remember(whole, self._large, MOST_LARGE)

    def _remember(self, loaded: Loaded, shelf: OrderedDict[Path, Loaded], most: int) -> Loaded:
        with self._lock:
            self._large.pop(loaded.path, None)
            self._small.pop(loaded.path, None)
            shelf[loaded.path] = loaded
            while len(shelf) > most:
                shelf.popitem(last=False)
        return loaded


@dataclass(frozen=True)
class Trouble:
    """Why something can't be used, and the lines of the file around the place, the bad one's number in `line`."""

    reason: str
    line: int | None = None
    around: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Summary:
    """What a preview tells: a name, what it is, and facts: of a formula, a puzzle, a trouble, or lines of text."""

    name: str
    what: str
    facts: FormulaFacts | Puzzle | Trouble | tuple[str, ...]
    note: str = ""


def summary_of(path: Path, shipped: Path, files: Files, cancel: Cancel) -> tuple[Glance, Summary]:
    """Read what a preview shows of a path, and what a list says of it then.

    `shipped` is where no results are written. Takes about PATIENCE at most. Raises Cancelled.
    """
    seen = files.look(path)
    kind = seen.glance.kind
    try:
        if kind is Kind.FOLDER:
            return seen.glance, _folder(path, cancel)
        if kind is Kind.RECORDING:
            return seen.glance, Summary(path.name, seen.glance.label, (), str(RECORDED))
        if kind is Kind.PROOF:
            formula = formula_beside(path)
            told = PROOF_OF.format(formula=formula.name) if formula else str(PROOF)
            return seen.glance, Summary(path.name, seen.glance.label, (), told)
        if kind is Kind.LESSON:
            return seen.glance, Summary(path.name, seen.glance.label, (), str(LESSON))
        if kind in (Kind.TEXT, Kind.RESULT, Kind.LAYOUT):
            lines = tuple(first_lines(path, _NAMES))
            return seen.glance, Summary(path.name, seen.glance.label, lines, seen.glance.reason)
        if seen.glance.usable and seen.glance.size <= LARGEST[kind]:
            seen = _read(seen, files, cancel)
    except InputError as error:
        seen = seen.with_error(error)
    if not seen.glance.usable:
        return seen.glance, _trouble(path, seen.glance, cancel)
    return seen.glance, _formula(seen, shipped) if kind is Kind.CNF else _puzzles(seen)


def _read(seen: Loaded, files: Files, cancel: Cancel) -> Loaded:
    """The same with its content, if that does not take too long. Raises Cancelled."""
    deadline = monotonic() + PATIENCE
    try:
        return files.read(seen, lambda: cancel() or monotonic() > deadline)
    except Cancelled:
        if cancel():
            raise
        return seen


def _folder(path: Path, cancel: Cancel) -> Summary:
    try:
        entries = read_folder(path, cancel=cancel)
    except OSError as error:
        return Summary(
            path.name,
            _("folder"),
            Trouble(_("can't be read: {strerror}").format(strerror=(error.strerror or str(error)).lower())),
        )
    names = tuple(entry.name + "/" * entry.folder for entry in entries[:_NAMES])
    return Summary(path.name or str(path), _("folder"), names, "" if entries else _("nothing in it"))


def _formula(seen: Loaded, shipped: Path) -> Summary:
    path, glance = seen.path, seen.glance
    if seen.document is not None:
        return Summary(path.name, _("CNF formula"), FormulaFacts.of(seen.document), _last_result(path, shipped))
    head = read_head(path).data.decode(errors="replace").splitlines()
    comments = tuple(line[2:] for line in head[:_COMMENTS] if line == "c" or line.startswith(("c ", "c\t")))
    note = HEADER_ONLY.format(megabytes=glance.size / 1e6)
    return Summary(path.name, _("CNF formula"), FormulaFacts(glance.variables, glance.clauses, comments), note)


def _puzzles(seen: Loaded) -> Summary:
    name, puzzles = seen.path.name, seen.puzzles
    if not puzzles:
        return Summary(name, _("puzzles"), (), NOT_LISTED.format(megabytes=seen.glance.size / 1e6))
    if len(puzzles) == 1:
        return Summary(name, puzzles[0].layout.label, puzzles[0], puzzles[0].name)
    return Summary(name, counted(len(puzzles), "puzzle"), puzzles[0], str(FIRST_OF_THEM))


def _last_result(path: Path, shipped: Path) -> str:
    """What the `.res` file of a formula says, if there is one that can be read."""
    try:
        kept = res_path(path, shipped)
        if not kept.is_file() or kept.stat().st_size > LARGEST_RESULT:
            return ""
        answer = read_answer(kept)
    except (OSError, InputError):  # it says nothing then; whoever asks for the result is told why
        return ""
    if answer.milliseconds is None:
        return LAST_RESULT.format(status=_(answer.status.value))
    return LAST_RESULT_TIMED.format(status=_(answer.status.value), milliseconds=answer.milliseconds)


def _trouble(path: Path, seen: Glance, cancel: Cancel) -> Summary:
    around: tuple[tuple[int, str], ...] = ()
    if seen.line is not None:
        with suppress(InputError):  # it may be gone or different by now; the reason says enough
            around = tuple(lines_around(path, seen.line, 4, 4, cancel))
    return Summary(path.name, _(seen.kind.value), Trouble(seen.reason, seen.line, around))
