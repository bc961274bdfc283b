"""Detects what a path contains, without ever blocking, and loads it.

A list of files reads the first bytes of each (`glance_at`); opening one completes this (`complete`) and passes the
result on, so that a file is read and parsed once on its way from a list to a screen.
"""

import os
import re
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.errors import Cancelled, InputError
from engine.base.language import _, lazy_gettext, numeral
from engine.base.patterns import pattern
from engine.base.polling import poll
from engine.base.streams import Source, open_regular
from engine.files.kinds import BOM, FileKind, kind_of

if TYPE_CHECKING:
    from engine.sat.formula.dimacs import Document
    from engine.sudoku.layout import Layout
    from engine.sudoku.puzzle import Puzzle

HEAD = 1 << 14
"""Bytes that a glance reads; files up to this size are parsed at once."""

COMMENTS = 1 << 18
"""Bytes that a glance reads if a file begins with nothing but comments."""

MAX_PUZZLE_FILE_SIZE = 1 << 24
"""Maximum size of (unpacked) puzzles in bytes: about 200,000 puzzles."""

MAX_LAYOUT_FILE_SIZE = 1 << 18
"""Maximum size of a layout description in bytes."""

MAX_LINE_LENGTH = 1000
"""Maximum length in bytes of lines shown from a file."""

Cancel = Callable[[], bool]


@dataclass(frozen=True)
class Glance:
    """The result of a short look at a path.

    `label` is for a list (`144 v  2708`, `double`, `97 puzzles`, `! line 7`). `reason` is a phrase on why the file
    can't be used, and `line` the place; empty and None if it can be used. `size` is in bytes on the disk. Counts are
    None if unknown.
    """

    kind: FileKind
    label: str = ""
    reason: str = ""
    line: int | None = None
    size: int = 0
    variables: int | None = None
    clauses: int | None = None
    puzzles: int | None = None

    @property
    def usable(self) -> bool:
        """Whether it is a formula or a puzzle without known faults."""
        return self.kind in (FileKind.CNF, FileKind.PUZZLE) and not self.reason

    def with_counts(self, variables: int, clauses: int) -> "Glance":
        """A copy with the counts of a formula."""
        label = f"{short_count(variables)} v {short_count(clauses):>5}"
        return replace(self, label=label, variables=variables, clauses=clauses)

    def with_puzzles(self, puzzles: "Sequence[Puzzle]") -> "Glance":
        """A copy for parsed puzzles."""
        label = (
            layout_label(puzzles[0].layout)
            if len(puzzles) == 1
            else _("{count} puzzles").format(count=short_count(len(puzzles)))
        )
        return replace(self, kind=FileKind.PUZZLE, label=label, reason="", puzzles=len(puzzles))

    def with_error(self, error: InputError) -> "Glance":
        """A copy for a file that can't be parsed."""
        label = _("! broken") if error.line is None else _("! line {line}").format(line=error.line)
        return replace(self, label=label, reason=error.problem, line=error.line)


@dataclass(frozen=True)
class Loaded:
    """A path with its glance and, once read, its content.

    `content` is None if it was not read yet (see `complete`), or is neither a formula nor puzzles; `error` is the fault
    of a formula or puzzles, if any. `mark` identifies a state of the file on the disk.
    """

    path: Path
    glance: Glance
    content: "Document | tuple[Puzzle, ...] | None" = None
    error: InputError | None = None
    mark: tuple[int, int, int] | None = None

    def __post_init__(self) -> None:
        if self.error is not None:  # its frames would keep the data of the reader alive, a megabyte
            self.error.__traceback__ = self.error.__cause__ = self.error.__context__ = None

    @property
    def document(self) -> "Document | None":
        """The formula, if there is one and it was read."""
        return None if isinstance(self.content, tuple) else self.content

    @property
    def puzzles(self) -> "tuple[Puzzle, ...]":
        """The puzzles, if they were read."""
        return self.content if isinstance(self.content, tuple) else ()

    def is_current(self) -> bool:
        """Whether the file on the disk is unchanged, judging by size and time of change."""
        try:
            return self.mark == _mark(self.path.stat())
        except (OSError, ValueError):
            return False

    def with_document(self, document: "Document") -> "Loaded":
        """A copy with the parsed formula."""
        formula = document.formula
        return replace(self, content=document, glance=self.glance.with_counts(formula.variables, len(formula)))

    def with_puzzles(self, puzzles: "Sequence[Puzzle]") -> "Loaded":
        """A copy with the parsed puzzles."""
        return replace(self, content=tuple(puzzles), glance=self.glance.with_puzzles(puzzles))

    def with_error(self, error: InputError) -> "Loaded":
        """A copy with the error of reading."""
        return replace(self, error=error, glance=self.glance.with_error(error))


def glance_at(path: Path) -> Loaded:
    """Look at the first bytes of a path. Never blocks on a pipe, and never raises.

    Files up to HEAD bytes are parsed, and their content is kept.
    """
    try:
        status = path.stat()
    except (OSError, ValueError) as error:
        return Loaded(path, Glance(FileKind.UNREADABLE, _("! unreadable"), _unreadable_reason(path, error)))
    mark = _mark(status)
    if stat.S_ISDIR(status.st_mode):
        return Loaded(path, Glance(FileKind.FOLDER), mark=mark)
    if not stat.S_ISREG(status.st_mode):
        label = _special(status.st_mode)
        reason = _("this is a {sort}, not a file").format(sort=label)
        return Loaded(path, Glance(FileKind.SPECIAL, label, reason), mark=mark)
    try:
        return _glance_at_head(read_head(path), path, mark)
    except InputError as error:
        glance = Glance(FileKind.UNREADABLE, _("! unreadable"), error.problem, size=status.st_size)
        return Loaded(path, glance, error=error, mark=mark)
    except OSError as error:  # such as the unseekable regular files of /proc
        glance = Glance(FileKind.UNREADABLE, _("! unreadable"), _unreadable_reason(path, error), size=status.st_size)
        return Loaded(path, glance, mark=mark)


def glance(path: Path) -> Glance:
    """The glance at a path, without its content."""
    return glance_at(path).glance


def complete(
    loaded: Loaded,
    *,
    layout: "Layout | None" = None,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Cancel | None = None,
) -> Loaded:
    """Read the formula or puzzles if a glance did not; text of puzzles as `layout` if given.

    `on_progress` gets the bytes done and their total. Errors of reading are part of the result. Raises Cancelled.
    """
    poll(cancel)
    glance = loaded.glance
    may_be_puzzle = glance.kind is FileKind.PUZZLE or (layout is not None and glance.kind is FileKind.TEXT)
    try:
        if glance.kind is FileKind.CNF and loaded.content is None and loaded.error is None:
            from engine.sat.formula import reading

            return loaded.with_document(reading.read(loaded.path, on_progress=on_progress, cancel=cancel))
        if may_be_puzzle and (layout is not None or (loaded.content is None and loaded.error is None)):
            return loaded.with_puzzles(load_puzzles(loaded.path, layout=layout, cancel=cancel))
    except InputError as error:
        return loaded.with_error(error)
    return loaded


def load(
    path: Path,
    *,
    layout: "Layout | None" = None,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Cancel | None = None,
) -> "Document | list[Puzzle]":
    """Read the formula or the puzzles of a file.

    Text of puzzles is read as `layout` if given. `on_progress` gets the bytes done and their total. Raises InputError
    with the reason and the line if the file contains neither or is damaged, and Cancelled.
    """
    loaded = complete(glance_at(path), layout=layout, on_progress=on_progress, cancel=cancel)
    if loaded.error is not None:
        raise loaded.error
    if loaded.content is None:
        glance = loaded.glance
        problem = glance.reason or _("this is a {kind}, not a formula or a puzzle").format(kind=_(glance.kind.value))
        raise InputError(problem, path=path, line=glance.line)
    return list(loaded.content) if isinstance(loaded.content, tuple) else loaded.content


def load_puzzles(path: Path, *, layout: "Layout | None" = None, cancel: Cancel | None = None) -> "list[Puzzle]":
    """Read the puzzles of a file, text as `layout` if given. Raises InputError, and Cancelled."""
    from engine.sudoku import formats

    with open_regular(path) as file:
        source, data = Source(file, path), bytearray()
        while chunk := source.read(1 << 20):
            data += chunk
            if cancel is not None and cancel():
                raise Cancelled
            if len(data) > MAX_PUZZLE_FILE_SIZE:
                too_much = _("more than {most} MB of puzzles").format(most=MAX_PUZZLE_FILE_SIZE >> 20)
                raise InputError(too_much, path=path, advice=_("split the file"))
    return formats.parse(bytes(data), path=path, layout=layout)


def load_layout(word: str) -> "Layout":
    """The layout of this name, or else the one described by this file. Raises InputError."""
    from engine.sudoku import formats
    from engine.sudoku.layout import LAYOUTS

    if word in LAYOUTS:
        return LAYOUTS[word]()
    path = Path(word)
    if not os.path.lexists(path):
        advice = _("name a file that describes one, or one of {layouts}").format(layouts=", ".join(LAYOUTS))
        raise InputError(_("there is no layout {word!r}").format(word=word), advice=advice)
    head = read_head(path, MAX_LAYOUT_FILE_SIZE)
    if not head.whole:
        raise InputError(
            _("more than {most} KB").format(most=MAX_LAYOUT_FILE_SIZE >> 10),
            path=path,
            advice=_("name a layout's description"),
        )
    return formats.parse_layout(head.data, path=path)


@dataclass(frozen=True)
class Head:
    """The first bytes of a file's content, unpacked; `whole` if that is all; `size` in bytes on the disk."""

    data: bytes
    whole: bool
    size: int


def read_head(path: Path, limit: int = HEAD) -> Head:
    """Read the first `limit` bytes of a regular file, unpacking gz, bz2 and xz. Raises InputError."""
    with open_regular(path) as file:
        source = Source(file, path)
        data = _read_full(source, limit + 1)
        return Head(data[:limit], len(data) <= limit, source.size)


def lines_around(path: Path, line: int, before: int, after: int, cancel: Cancel | None = None) -> list[tuple[int, str]]:
    """The lines around a line (from 1) of a file, as (number, text), each cut to MAX_LINE_LENGTH bytes.

    Raises InputError, and Cancelled.
    """
    found: list[tuple[int, str]] = []
    number, text, ends_with_cr = 1, b"", False

    def add_line() -> None:
        if line - before <= number <= line + after:
            found.append((number, text.decode(errors="replace")))

    with open_regular(path) as file:
        source = Source(file, path)
        while number <= line + after and (chunk := source.read(1 << 16)):
            if cancel is not None and cancel():
                raise Cancelled
            if ends_with_cr and chunk.startswith(b"\n"):  # a CRLF split between two chunks
                chunk = chunk[1:]
            ends_with_cr = chunk.endswith(b"\r")
            for part in chunk.splitlines(keepends=True):
                body = part.rstrip(b"\r\n")
                text = (text + body)[:MAX_LINE_LENGTH]
                if len(body) < len(part):
                    add_line()
                    number, text = number + 1, b""
        if text:
            add_line()
    return found


def first_lines(path: Path, count: int) -> list[str]:
    """The first lines of a text file, each cut to MAX_LINE_LENGTH bytes. Raises InputError."""
    lines = read_head(path).data.removeprefix(BOM).splitlines()
    return [line[:MAX_LINE_LENGTH].decode(errors="replace") for line in islice(lines, count)]


def layout_label(layout: "Layout") -> str:
    """A short name of the layout: `9x9`, `double`."""
    return f"{layout.size}x{layout.size}" if layout.name.startswith("single") else _(layout.name)


def short_count(number: int) -> str:
    """A count in at most five characters (below 10^18): 99999, 123k, 4.2M."""
    if number < 100_000:
        return str(number)
    scaled, units = number / 1000, "kMGTP"
    while scaled >= 999.5 and len(units) > 1:
        scaled, units = scaled / 1000, units[1:]
    return numeral(scaled, ".1f" if scaled < 9.95 else ".0f") + units[0]


REASONS = {
    FileKind.RESULT: lazy_gettext("the result of a solver, not a formula"),
    FileKind.LAYOUT: lazy_gettext("the description of a layout, not a puzzle"),
    FileKind.PROOF: lazy_gettext("a proof, not a formula"),
    FileKind.RECORDING: lazy_gettext("a recorded search, not a formula"),
    FileKind.GAME: lazy_gettext("a recorded game, not a formula"),
    FileKind.LESSON: lazy_gettext("a lesson, not a formula"),
    FileKind.TEXT: lazy_gettext("neither a formula nor a puzzle"),
    FileKind.EMPTY: lazy_gettext("this is an empty file"),
    FileKind.BINARY: lazy_gettext("this is a binary file"),
}
"""The reason why a file of each kind can't be used."""

_COUNTS = pattern(rb"^[ \t]*p[ \t]+cnf[ \t]+(\d{1,18})[ \t]+(\d{1,18})\s*$", re.MULTILINE | re.IGNORECASE)


def _glance_at_head(head: Head, path: Path, mark: "tuple[int, int, int]") -> Loaded:
    """Glance at a file by its head."""
    kind = kind_of(head.data, head.whole, path.name)
    if kind is None:
        head = read_head(path, COMMENTS)
        kind = kind_of(head.data, head.whole, path.name) or FileKind.CNF
    loaded = Loaded(path, Glance(kind, _(kind.value), str(REASONS.get(kind, "")), size=head.size), mark=mark)
    if kind is FileKind.CNF:
        return _with_formula(loaded, head)
    if head.whole and kind in (FileKind.PUZZLE, FileKind.TEXT):
        return _with_puzzles(loaded, head)
    return replace(loaded, glance=replace(loaded.glance, label=_("puzzles"))) if kind is FileKind.PUZZLE else loaded


def _with_formula(loaded: Loaded, head: Head) -> Loaded:
    """The glance at a formula: parsed if the head is the whole file, else with the counts of its header."""
    if head.whole:
        from engine.sat.formula import reading

        try:
            return loaded.with_document(reading.parse(head.data, path=loaded.path))
        except InputError as error:
            return loaded.with_error(error)
    match = _COUNTS.search(head.data)
    return replace(loaded, glance=loaded.glance.with_counts(int(match[1]), int(match[2]))) if match else loaded


def _with_puzzles(loaded: Loaded, head: Head) -> Loaded:
    """The glance at the puzzles of a whole file; `engine.sudoku.formats` decides whether text is a puzzle."""
    from engine.sudoku import formats

    try:
        return loaded.with_puzzles(formats.parse(head.data, path=loaded.path))
    except InputError as error:
        return loaded if loaded.glance.kind is FileKind.TEXT else loaded.with_error(error)


def _mark(status: os.stat_result) -> tuple[int, int, int]:
    """Inode, size and time of change, which identify a state of a file."""
    return status.st_ino, status.st_size, status.st_mtime_ns


def _read_full(source: Source, count: int) -> bytes:
    """`count` bytes, or all that are left."""
    data = b""
    while len(data) < count and (more := source.read(count - len(data))):
        data += more
    return data


def _unreadable_reason(path: Path, error: Exception) -> str:
    """The reason why a path can't be read."""
    if isinstance(error, FileNotFoundError):
        return _("the target of this link does not exist") if path.is_symlink() else _("there is no such file")
    return (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)


def _special(mode: int) -> str:
    """The word for a path that is neither a file nor a folder."""
    return {stat.S_IFIFO: "pipe", stat.S_IFSOCK: "socket"}.get(stat.S_IFMT(mode), "device")
