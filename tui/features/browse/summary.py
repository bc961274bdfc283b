"""The summaries for the browser's preview, made off the event loop."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.base.errors import Cancelled, InputError
from engine.base.folder import FolderEntry, read_folder
from engine.base.language import _, current, lazy_gettext
from engine.base.text import pluralized
from engine.files.kinds import FileKind
from engine.files.proofs import formula_beside, is_veripb
from engine.files.reading import (
    LONGEST_LINE,
    Cancel,
    Glance,
    Loaded,
    first_lines,
    lines_around,
    read_head,
)
from tui.base.lesson_progress import lesson_key, lessons_done
from tui.draw.numbers import clock_text
from tui.features.browse.files import Files
from tui.features.browse.outlines import FileOutline, Recognition, proof_outline, recognition_of, recording_outline

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.sat.formula.dimacs import Diagnostic, Document
    from engine.sudoku.puzzle import Puzzle

LARGEST = {FileKind.CNF: 1 << 26, FileKind.PUZZLE: 1 << 20}
"""Maximum size in bytes of a file that is fully read for a preview."""

PATIENCE = 1.0
"""Seconds after which a preview shows only the header of a formula."""

LARGEST_RESULT = 1 << 24

LESSON, DONE = lazy_gettext("a lesson on SAT: open it to begin"), lazy_gettext("completed")
GAME_SOLVED = lazy_gettext("solved in {time}; open it to watch it, or race against it")
GAME_OPEN = lazy_gettext("played for {time}; open it to watch it, or race against it")
RECORDED = lazy_gettext("a recorded search: open it to step through it")
PROOF_OF = lazy_gettext("open it to check it and see what follows from what")
PLANES_OF = lazy_gettext("open it to watch cutting planes on its problem, line by line")
PROOF = lazy_gettext("to open it, put its formula next to it under the same name")
HEADER_ONLY = lazy_gettext("{megabytes:,.1f} MB: counts from the header; inspect it to read all")
NOT_LISTED = lazy_gettext("{megabytes:,.1f} MB of puzzles; open it to list them")
FIRST_OF_THEM = lazy_gettext("the first of them; open it to list all")

_MOST_USED = 8
_COMMENTS, _CLAUSES, _LONGEST_CLAUSE = 100, 400, 100
_NAMES = 60


class LastResult(NamedTuple):
    """The verdict in the result file of a formula, by name, and the time if known."""

    verdict: str
    milliseconds: float | None = None


@dataclass(frozen=True)
class FormulaFacts:
    """Facts about a formula. If it was not read, `lengths` is empty and the counts are those in the header.

    `first` are its first clauses, or linear constraints, as text; `result` is its last one. `problem` says what a file
    of constraints, soft clauses or cubes asks for.
    """

    variables: int | None
    clauses: int | None
    comments: tuple[str, ...] = ()
    lengths: dict[int, int] | None = None
    polarity: tuple[int, int] | None = None
    most_used: tuple[int, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()
    first: tuple[str, ...] = ()
    result: LastResult | None = None
    problem: tuple[str, ...] = ()

    @classmethod
    def of(cls, document: Document, result: LastResult | None) -> FormulaFacts:
        from engine.sat.formula.opb import listed_constraints
        from engine.sat.formula.problem_words import problem_words

        formula = document.formula
        listed = tuple(each.text[:LONGEST_LINE] for each in listed_constraints(formula)[:_CLAUSES])
        return cls(
            formula.variables,
            len(formula),
            tuple(comment.text[:LONGEST_LINE] for comment in formula.comments[:_COMMENTS]),
            formula.lengths,
            formula.polarity,
            tuple(variable for variable, _ in formula.most_used(_MOST_USED)),
            document.warnings,
            listed or tuple(" ".join(map(str, clause[:_LONGEST_CLAUSE])) for clause in islice(formula, _CLAUSES)),
            result,
            problem_words(document),
        )


@dataclass(frozen=True)
class FileError:
    """The reason why a file can't be used, and the lines around the error, which is on the line number `line`."""

    reason: str
    line: int | None = None
    around: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class FolderItem:
    """A name in a folder, its kind if found in time, and the puzzle if it holds only one."""

    name: str
    label: str = ""
    kind: FileKind | None = None
    puzzle: Puzzle | None = None


@dataclass(frozen=True)
class FolderFacts:
    """The contents of a folder; `total` includes items that are not listed."""

    items: tuple[FolderItem, ...]
    total: int

    @property
    def puzzles(self) -> dict[str, Puzzle]:
        """The puzzles that are alone in a file, by file name."""
        return {item.name: item.puzzle for item in self.items if item.puzzle is not None}


@dataclass(frozen=True)
class FileSummary:
    """The data of a preview: a name, a kind, and facts on its content, an error, or text."""

    name: str
    kind_text: str
    facts: FormulaFacts | Puzzle | FolderFacts | FileOutline | FileError | tuple[str, ...]
    note: str = ""


def summary_of(path: Path, shipped: Path, files: Files, cancel: Cancel) -> tuple[Glance, FileSummary]:
    """Read the preview of a path, and its identification for the list.

    `shipped` is the folder without result files. Takes about PATIENCE at most. Raises Cancelled.
    """
    loaded = files.look(path)
    kind = loaded.glance.kind
    try:
        if kind is FileKind.FOLDER:
            return loaded.glance, _folder(path, files, cancel)
        if kind is FileKind.RECORDING:
            return loaded.glance, FileSummary(path.name, loaded.glance.label, recording_outline(path), str(RECORDED))
        if kind is FileKind.PROOF:
            facts = proof_outline(path, PATIENCE, cancel)
            text = str((PLANES_OF if is_veripb(path) else PROOF_OF) if formula_beside(path) else PROOF)
            return loaded.glance, FileSummary(path.name, loaded.glance.label, facts, text)
        if kind is FileKind.GAME:
            return loaded.glance, _game(path, loaded.glance.label)
        if kind is FileKind.LESSON:
            return loaded.glance, _lesson(path, loaded.glance.label)
        if kind in (FileKind.TEXT, FileKind.RESULT, FileKind.LAYOUT):
            lines = tuple(first_lines(path, _NAMES))
            return loaded.glance, FileSummary(path.name, loaded.glance.label, lines, loaded.glance.reason)
        if loaded.glance.usable and loaded.glance.size <= LARGEST[kind]:
            loaded = _read(loaded, files, cancel)
    except InputError as error:
        loaded = loaded.with_error(error)
    if not loaded.glance.usable:
        return loaded.glance, _trouble(path, loaded.glance, cancel)
    return loaded.glance, _formula(loaded, shipped) if kind is FileKind.CNF else _puzzles(loaded)


def _read(loaded: Loaded, files: Files, cancel: Cancel) -> Loaded:
    """Return the file with its content, if reading does not take too long. Raises Cancelled."""
    deadline = monotonic() + PATIENCE
    try:
        return files.read(loaded, lambda: cancel() or monotonic() > deadline)
    except Cancelled:
        if cancel():
            raise
        return loaded


def _folder(path: Path, files: Files, cancel: Cancel) -> FileSummary:
    """Return the contents of a folder; the kinds of its items are found as far as time allows."""
    deadline = monotonic() + PATIENCE / 2
    try:
        entries = read_folder(path, cancel=cancel)
    except OSError as error:
        return FileSummary(
            path.name,
            _("folder"),
            FileError(_("can't be read: {strerror}").format(strerror=(error.strerror or str(error)).lower())),
        )
    items = tuple(_item(path, entry, files, monotonic() > deadline or cancel()) for entry in entries[:_NAMES])
    facts = FolderFacts(items, len(entries))
    return FileSummary(path.name or str(path), _("folder"), facts, "" if entries else _("nothing in it"))


def _item(folder: Path, entry: FolderEntry, files: Files, is_late: bool) -> FolderItem:
    if entry.is_folder:
        return FolderItem(f"{entry.name}/", kind=FileKind.FOLDER)
    if is_late:
        return FolderItem(entry.name)
    loaded = files.look(folder / entry.name)
    puzzle = loaded.puzzles[0] if len(loaded.puzzles) == 1 else None
    return FolderItem(entry.name, loaded.glance.label, loaded.glance.kind, puzzle)


def _formula(loaded: Loaded, shipped: Path) -> FileSummary:
    path, glance = loaded.path, loaded.glance
    if loaded.document is not None:
        facts = FormulaFacts.of(loaded.document, _last_result(path, shipped))
        form = loaded.document.form
        kind = _("CNF formula") if form == "CNF" else _("{form} problem").format(form=form)
        return FileSummary(path.name, kind, facts)
    head = read_head(path).data.decode(errors="replace").splitlines()
    comments = tuple(line[2:] for line in head[:_COMMENTS] if line == "c" or line.startswith(("c ", "c\t")))
    note = HEADER_ONLY.format(megabytes=glance.size / 1e6)
    return FileSummary(path.name, _("CNF formula"), FormulaFacts(glance.variables, glance.clauses, comments), note)


def _puzzles(loaded: Loaded) -> FileSummary:
    name, puzzles = loaded.path.name, loaded.puzzles
    if not puzzles:
        return FileSummary(name, _("puzzles"), (), NOT_LISTED.format(megabytes=loaded.glance.size / 1e6))
    if len(puzzles) == 1:
        return FileSummary(name, puzzles[0].layout.label, puzzles[0], puzzles[0].name)
    return FileSummary(name, pluralized(len(puzzles), "puzzle"), puzzles[0], str(FIRST_OF_THEM))


def _game(path: Path, label: str) -> FileSummary:
    """The preview of a recorded game. Raises InputError."""
    from engine.play import game_file

    record = game_file.read(path)
    state = GAME_SOLVED if record.solved else GAME_OPEN
    text = state.format(time=clock_text(record.elapsed))
    return FileSummary(record.puzzle.name or path.name, label, record.puzzle, text)


def _lesson(path: Path, label: str) -> FileSummary:
    """Return the title of a lesson, what it is about, and the number of its stops."""
    import tomllib

    table: dict[str, Any] = {}
    with suppress(OSError, ValueError):  # the screen that opens it reports the error
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    title, about = (table.get(f"{name}-{current()}", table.get(name, "")) for name in ("title", "about"))
    stops = table.get("stop", ())
    done = [str(DONE)] if lesson_key(path) in lessons_done() else []
    facts = (pluralized(len(stops), "stop"), *done) if isinstance(stops, list) else ()
    return FileSummary(str(title) or path.name, label, (str(LESSON), *facts), " ".join(str(about).split()))


def structure_of(path: Path, files: Files, cancel: Cancel) -> Recognition:
    """Return what is recognised in the formula of a file. Raises Cancelled."""
    document = files.read(files.look(path), cancel).document
    return recognition_of(document.formula, cancel) if document is not None else Recognition()


def _last_result(path: Path, shipped: Path) -> LastResult | None:
    """Return what the `.res` file of a formula says; None if there is no readable one."""
    from engine.sat.result import read_answer, res_path

    try:
        result_path = res_path(path, shipped)
        if not result_path.is_file() or result_path.stat().st_size > LARGEST_RESULT:
            return None
        answer = read_answer(result_path)
    except (OSError, InputError):  # the screen that opens the result reports the error
        return None
    return LastResult(answer.status.value, answer.milliseconds)


def _trouble(path: Path, glance: Glance, cancel: Cancel) -> FileSummary:
    around: tuple[tuple[int, str], ...] = ()
    if glance.line is not None:
        with suppress(InputError):  # the file may have changed; the reason is enough
            around = tuple(lines_around(path, glance.line, 4, 4, cancel))
    return FileSummary(path.name, _(glance.kind.value), FileError(glance.reason, glance.line, around))
