"""The summaries of files and folders for the browser's preview, made off the event loop."""

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
    MAX_LINE_LENGTH,
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

MAX_SIZES = {FileKind.CNF: 1 << 26, FileKind.PUZZLE: 1 << 20}
"""Maximum size in bytes of a file that is read whole for a preview."""

MAX_SECONDS = 1.0
"""Maximum seconds to read a file for a preview; of a larger formula, it shows only the header."""

MAX_RESULT_SIZE = 1 << 24
"""Maximum size in bytes of the result file of a formula that is read for a preview."""

LESSON, DONE = lazy_gettext("a lesson on SAT: open it to begin"), lazy_gettext("completed")
GAME_SOLVED = lazy_gettext("solved in {time}; open it to watch it, or race against it")
GAME_OPEN = lazy_gettext("played for {time}; open it to watch it, or race against it")
RECORDED = lazy_gettext("a recorded search: open it to step through it")
PROOF_OF = lazy_gettext("open it to check it and see what each step follows from")
PLANES_OF = lazy_gettext("open it to watch cutting planes on its problem, line by line")
PROOF = lazy_gettext("to open it, put its formula next to it under the same name")
HEADER_ONLY = lazy_gettext("{megabytes:,.1f} MB: counts from the header; inspect it to read all")
NOT_LISTED = lazy_gettext("{megabytes:,.1f} MB of puzzles; open it to list them")
FIRST_PUZZLE = lazy_gettext("the first puzzle; open the file to list all")

MAX_VARIABLES = 8
"""Maximum number of variables listed as the most used ones."""
MAX_COMMENTS, MAX_CLAUSES, MAX_CLAUSE = 100, 400, 100
"""Maximum number of comments and clauses in the facts about a formula, and of literals in each clause."""
MAX_ITEMS = 60
"""Maximum number of listed items of a folder, and of lines of a text."""


class LastResult(NamedTuple):
    """The verdict in the result file of a formula, by name, and the time if known."""

    verdict: str
    milliseconds: float | None = None


@dataclass(frozen=True)
class FormulaFacts:
    """Facts about a formula. If only its header was read, `lengths` is None, and the counts are those in the header."""

    variables: int | None
    clauses: int | None
    comments: tuple[str, ...] = ()
    lengths: dict[int, int] | None = None
    """The number of clauses by their length."""
    polarity: tuple[int, int] | None = None
    """The numbers of positive and negative literals."""
    most_used: tuple[int, ...] = ()
    """The variables with the most literals, most first."""
    warnings: tuple[Diagnostic, ...] = ()
    first: tuple[str, ...] = ()
    """The first clauses or linear constraints as text."""
    result: LastResult | None = None
    problem: tuple[str, ...] = ()
    """The task of a file of constraints, soft clauses or cubes, in words."""

    @classmethod
    def of(cls, document: Document, result: LastResult | None) -> FormulaFacts:
        """Collect the facts about a formula that was read whole."""
        from engine.sat.formula.opb import listed_constraints
        from engine.sat.formula.problem_words import problem_words

        formula = document.formula
        constraints = tuple(item.text[:MAX_LINE_LENGTH] for item in listed_constraints(formula)[:MAX_CLAUSES])
        clauses = (" ".join(map(str, clause[:MAX_CLAUSE])) for clause in islice(formula, MAX_CLAUSES))
        return cls(
            formula.variables,
            len(formula),
            tuple(comment.text[:MAX_LINE_LENGTH] for comment in formula.comments[:MAX_COMMENTS]),
            formula.lengths,
            formula.polarity,
            tuple(variable for variable, _ in formula.most_used(MAX_VARIABLES)),
            document.warnings,
            constraints or tuple(clauses),
            result,
            problem_words(document),
        )


@dataclass(frozen=True)
class FileError:
    """The reason why a file can't be used."""

    reason: str
    line: int | None = None
    """The number of the line with the error (from 1), if it is in a line."""
    lines: tuple[tuple[int, str], ...] = ()
    """The lines around the error, each with its number."""


@dataclass(frozen=True)
class FolderItem:
    """An item of a folder."""

    name: str
    label: str = ""
    kind: FileKind | None = None
    """The kind of file; None if the time did not suffice to read it."""
    puzzle: Puzzle | None = None
    """The puzzle of a file that has exactly one."""


@dataclass(frozen=True)
class FolderFacts:
    """The contents of a folder."""

    items: tuple[FolderItem, ...]
    total: int
    """The number of all items, including those beyond MAX_ITEMS."""

    @property
    def puzzles(self) -> dict[str, Puzzle]:
        """The puzzles that are alone in a file, by file name."""
        return {item.name: item.puzzle for item in self.items if item.puzzle is not None}


@dataclass(frozen=True)
class FileSummary:
    """The data of a preview."""

    name: str
    kind_text: str
    """The kind of file in words."""
    facts: FormulaFacts | Puzzle | FolderFacts | FileOutline | FileError | tuple[str, ...]
    """Facts about the content, an error, or lines of text."""
    note: str = ""
    """A sentence on the content, or on what can be done with it."""


def summary_of(path: Path, shipped: Path, files: Files, cancel: Cancel) -> tuple[Glance, FileSummary]:
    """Return the identification of a path for the list, and its preview, within about MAX_SECONDS.

    The folder `shipped` has no result files (see `engine.sat.result.res_path`). Raises Cancelled.
    """
    loaded = files.look(path)
    try:
        if summary := _summary_by_kind(path, loaded.glance, files, cancel):
            return loaded.glance, summary
        if loaded.glance.usable and loaded.glance.size <= MAX_SIZES[loaded.glance.kind]:
            loaded = _read(loaded, files, cancel)
    except InputError as error:
        loaded = loaded.with_error(error)
    if not loaded.glance.usable:
        return loaded.glance, _error(path, loaded.glance, cancel)
    return loaded.glance, _formula(loaded, shipped) if loaded.glance.kind is FileKind.CNF else _puzzles(loaded)


def _summary_by_kind(path: Path, glance: Glance, files: Files, cancel: Cancel) -> FileSummary | None:
    """Return the preview of anything but formulas and puzzles. Raises InputError and Cancelled."""
    match glance.kind:
        case FileKind.FOLDER:
            return _folder(path, files, cancel)
        case FileKind.RECORDING:
            return FileSummary(path.name, glance.label, recording_outline(path), str(RECORDED))
        case FileKind.PROOF:
            facts = proof_outline(path, MAX_SECONDS, cancel)
            text = str((PLANES_OF if is_veripb(path) else PROOF_OF) if formula_beside(path) else PROOF)
            return FileSummary(path.name, glance.label, facts, text)
        case FileKind.GAME:
            return _game(path, glance.label)
        case FileKind.LESSON:
            return _lesson(path, glance.label)
        case FileKind.TEXT | FileKind.RESULT | FileKind.LAYOUT:
            return FileSummary(path.name, glance.label, tuple(first_lines(path, MAX_ITEMS)), glance.reason)
    return None


def _read(loaded: Loaded, files: Files, cancel: Cancel) -> Loaded:
    """Return the file with its content, or as it was if reading takes more than MAX_SECONDS. Raises Cancelled."""
    deadline = monotonic() + MAX_SECONDS
    try:
        return files.read(loaded, lambda: cancel() or monotonic() > deadline)
    except Cancelled:
        if cancel():
            raise
        return loaded


def _folder(path: Path, files: Files, cancel: Cancel) -> FileSummary:
    """Return the contents of a folder; items are identified until half of MAX_SECONDS is over. Raises Cancelled."""
    deadline = monotonic() + MAX_SECONDS / 2
    try:
        entries = read_folder(path, cancel=cancel)
    except OSError as error:
        reason = _("can't be read: {strerror}").format(strerror=(error.strerror or str(error)).lower())
        return FileSummary(path.name, _("folder"), FileError(reason))
    items = tuple(_item(path, entry, files, monotonic() > deadline or cancel()) for entry in entries[:MAX_ITEMS])
    facts = FolderFacts(items, len(entries))
    return FileSummary(path.name or str(path), _("folder"), facts, "" if entries else _("nothing in it"))


def _item(folder: Path, entry: FolderEntry, files: Files, is_late: bool) -> FolderItem:
    """Return an item of a folder, which is not identified if it `is_late`."""
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
    comments = tuple(line[2:] for line in head[:MAX_COMMENTS] if line == "c" or line.startswith(("c ", "c\t")))
    note = HEADER_ONLY.format(megabytes=glance.size / 1e6)
    return FileSummary(path.name, _("CNF formula"), FormulaFacts(glance.variables, glance.clauses, comments), note)


def _puzzles(loaded: Loaded) -> FileSummary:
    name, puzzles = loaded.path.name, loaded.puzzles
    if not puzzles:
        return FileSummary(name, _("puzzles"), (), NOT_LISTED.format(megabytes=loaded.glance.size / 1e6))
    if len(puzzles) == 1:
        return FileSummary(name, puzzles[0].layout.label, puzzles[0], puzzles[0].name)
    return FileSummary(name, pluralized(len(puzzles), "puzzle"), puzzles[0], str(FIRST_PUZZLE))


def _game(path: Path, label: str) -> FileSummary:
    """Return the preview of a recorded game: its puzzle, and the time. Raises InputError."""
    from engine.play import game_file

    record = game_file.read(path)
    note = (GAME_SOLVED if record.solved else GAME_OPEN).format(time=clock_text(record.elapsed))
    return FileSummary(record.puzzle.name or path.name, label, record.puzzle, note)


def _lesson(path: Path, label: str) -> FileSummary:
    """Return the preview of a lesson: its title, its subject, the number of its stops, and whether it is completed."""
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
    """Recognise the structure of the formula in a file; nothing if it can't be read whole. Raises Cancelled."""
    document = files.read(files.look(path), cancel).document
    return recognition_of(document.formula, cancel) if document is not None else Recognition()


def _last_result(path: Path, shipped: Path) -> LastResult | None:
    """Return the result in the `.res` file of a formula; None if there is none that can be read."""
    from engine.sat.result import read_answer, res_path

    try:
        result_path = res_path(path, shipped)
        if not result_path.is_file() or result_path.stat().st_size > MAX_RESULT_SIZE:
            return None
        answer = read_answer(result_path)
    except (OSError, InputError):  # the screen that opens the result reports the error
        return None
    return LastResult(answer.status.value, answer.milliseconds)


def _error(path: Path, glance: Glance, cancel: Cancel) -> FileSummary:
    """Return the reason why a file can't be used, with the lines around the error. Raises Cancelled."""
    lines: tuple[tuple[int, str], ...] = ()
    if glance.line is not None:
        with suppress(InputError):  # the file may have changed since; the reason is enough
            lines = tuple(lines_around(path, glance.line, 4, 4, cancel))
    return FileSummary(path.name, _(glance.kind.value), FileError(glance.reason, glance.line, lines))
