"""What a file is, told by its content and never by hanging on it, and how to load it.

A name says nothing: a formula may be called `a.txt` and a puzzle `b.cnf`. Only where the content itself could be
meant either way, or is too broken to tell, does the name decide what it was meant to be.
"""

import bz2
import gzip
import lzma
import os
import re
import stat
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from engine.errors import Cancelled, InputError

if TYPE_CHECKING:
    from engine.sat.dimacs import Document
    from engine.sudoku.layout import Layout
    from engine.sudoku.puzzle import Puzzle

HEAD = 1 << 14
"""Bytes of content that a glance looks at; a file that is no longer is judged by reading it for good."""

COMMENTS = 1 << 18
"""How far a glance goes on where a file begins with nothing but comments."""

LARGEST_PUZZLE_FILE = 1 << 28
"""Bytes of (unpacked) puzzles that are read at most: about three million puzzles."""

LONGEST_LINE = 1000
"""Bytes of a line that are kept when lines are shown as they stand."""

Cancel = Callable[[], bool]
_UNPACKING = (EOFError, zlib.error, lzma.LZMAError, MemoryError)  # OSError besides


class Kind(Enum):
    """What a path leads to."""

    FOLDER = "folder"
    CNF = "CNF formula"
    PUZZLE = "puzzle"
    EMPTY = "empty file"
    TEXT = "text"
    BINARY = "binary file"
    SPECIAL = "not a file"
    """A pipe, a socket or a device: never opened."""
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Glance:
    """What a short look at a path tells.

    `label` is for a list (`144 v  2708`, `double`, `97 puzzles`, `! line 7`); `reason` says in plain words why the file
    can't be used, and `line` where, "" and None if it can. `size` is in bytes as they lie on the disk. The counts are
    None where the look was too short to know them.
    """

    kind: Kind
    label: str = ""
    reason: str = ""
    line: int | None = None
    size: int = 0
    packed: bool = False
    variables: int | None = None
    clauses: int | None = None
    puzzles: int | None = None

    @property
    def usable(self) -> bool:
        """Whether it is a formula or a puzzle that nothing is known to be wrong with."""
        return self.kind in (Kind.CNF, Kind.PUZZLE) and not self.reason


def glance(path: Path) -> Glance:
    """Look at what a path leads to, by the first bytes of its content. Never waits for a pipe, never raises."""
    try:
        status = path.stat()
    except (OSError, ValueError) as error:
        return Glance(Kind.UNREADABLE, "! unreadable", _absence(path, error))
    if stat.S_ISDIR(status.st_mode):
        return Glance(Kind.FOLDER)
    if not stat.S_ISREG(status.st_mode):
        sort = _special(status.st_mode)
        return Glance(Kind.SPECIAL, sort, f"this is a {sort}, not a file")
    try:
        head = read_head(path)
    except InputError as error:
        return Glance(Kind.UNREADABLE, "! unreadable", error.what, size=status.st_size)
    return _judge(head, path)


def load(
    path: Path, *, on_progress: Callable[[int, int], None] | None = None, cancel: Cancel | None = None
) -> "Document | list[Puzzle]":
    """Read a formula or the puzzles of a file, whichever it holds.

    `on_progress` gets the bytes done and in all. Raises InputError with the reason and the line if the file holds
    neither or is broken, and Cancelled.
    """
    seen = glance(path)
    if seen.kind is Kind.CNF:
        from engine.sat import dimacs

        return dimacs.read(path, on_progress=on_progress, cancel=cancel)
    if seen.kind is Kind.PUZZLE:
        return load_puzzles(path, cancel=cancel)
    what = seen.reason or f"this is a {seen.kind.value}, not a formula or a puzzle"
    raise InputError(what, path=path, line=seen.line)


def load_puzzles(path: Path, *, cancel: Cancel | None = None) -> "list[Puzzle]":
    """Read the puzzles of a file. Raises InputError, and Cancelled."""
    from engine.sudoku import formats

    with _Reader(path) as reader:
        data = bytearray()
        while chunk := reader.read(1 << 20):
            data += chunk
            if cancel is not None and cancel():
                raise Cancelled
            if len(data) > LARGEST_PUZZLE_FILE:
                raise InputError(f"more than {LARGEST_PUZZLE_FILE >> 20} MB of puzzles", path=path)
    return formats.parse(bytes(data), path=path)


@dataclass(frozen=True)
class Head:
    """The first bytes of a file's content, unpacked; `whole` if that is all; `size` on the disk; `packed`."""

    data: bytes
    whole: bool
    size: int
    packed: bool


def read_head(path: Path, limit: int = HEAD) -> Head:
    """Read the first `limit` bytes of a regular file, unpacking gz, bz2 and xz. Raises InputError."""
    with _Reader(path) as reader:
        data = reader.read_full(limit + 1)
        return Head(data[:limit], len(data) <= limit, reader.size, reader.packed)


def lines_around(path: Path, line: int, before: int, after: int, cancel: Cancel | None = None) -> list[tuple[int, str]]:
    """The lines of a file around one (from 1), as (number, text), each cut after LONGEST_LINE bytes.

    Raises InputError, and Cancelled.
    """
    found: list[tuple[int, str]] = []
    number, text, cut = 1, b"", False

    def keep() -> None:
        if line - before <= number <= line + after:
            found.append((number, text.decode(errors="replace")))

    with _Reader(path) as reader:
        returned = False
        while number <= line + after and (chunk := reader.read(1 << 16)):
            if cancel is not None and cancel():
                raise Cancelled
            for part in chunk.splitlines(keepends=True):
                body = part.rstrip(b"\r\n")
                if returned and part == b"\n":  # the second half of a CRLF that two chunks share
                    returned = False
                    continue
                text = (text + body)[:LONGEST_LINE]
                cut = len(body) == len(part)
                returned = part.endswith(b"\r")
                if not cut:
                    keep()
                    number, text = number + 1, b""
        if text:
            keep()
    return found


def layout_label(layout: "Layout") -> str:
    """The layout in a word or two: `9x9`, `double`."""
    return f"{layout.size}x{layout.size}" if layout.name.startswith("single") else layout.name


def short_count(number: int) -> str:
    """A count in at most five characters: 99999, 100k, 4.2M."""
    if number < 100_000:
        return str(number)
    for unit in "kMGT":
        number_of = number / 1000
        if number_of < 10 and unit != "k":
            return f"{number_of:.1f}{unit}"
        if number_of < 999.5 or unit == "T":
            return f"{number_of:.0f}{unit}"
        number //= 1000
    return str(number)


class _Reader:
    """A regular file opened without ever waiting, its content unpacked; every failure of the system is an InputError."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> "_Reader":
        try:
            # a pipe must not be opened at all: that alone would let its writer go on, and kill it at our close
            mode = self.path.stat().st_mode
            if not stat.S_ISREG(mode):
                sort = "folder" if stat.S_ISDIR(mode) else _special(mode)
                raise InputError(f"this is a {sort}, not a file", path=self.path)
            handle = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
        except (OSError, ValueError) as error:
            raise InputError(_absence(self.path, error), path=self.path) from error
        self._raw = os.fdopen(handle, "rb")
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):  # it was replaced since
            self._raw.close()
            raise InputError("this is not a file", path=self.path)
        self.size = status.st_size
        try:
            magic = self._raw.peek(6)
        except OSError as error:
            self._raw.close()
            raise InputError(_plain(error), path=self.path) from error
        self.packed = magic.startswith((b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0"))
        self._stream = _unpacked(self._raw, magic)
        return self

    def __exit__(self, *_: object) -> None:
        self._raw.close()

    def read(self, count: int) -> bytes:
        """Up to `count` bytes, b"" at the end."""
        try:
            return self._stream.read(count)
        except _UNPACKING as error:
            raise InputError(f"can't be unpacked: {str(error).lower() or 'not enough memory'}", path=self.path) from error
        except OSError as error:
            raise InputError(_plain(error), path=self.path) from error

    def read_full(self, count: int) -> bytes:
        """`count` bytes, or all there are."""
        data = b""
        while len(data) < count and (more := self.read(count - len(data))):
            data += more
        return data


def _unpacked(raw: BinaryIO, magic: bytes) -> BinaryIO:
    if magic.startswith(b"\x1f\x8b"):
        return cast(BinaryIO, gzip.GzipFile(fileobj=raw))
    if magic.startswith(b"BZh"):
        return cast(BinaryIO, bz2.BZ2File(raw))
    if magic.startswith(b"\xfd7zXZ\0"):
        return cast(BinaryIO, lzma.LZMAFile(raw))
    return raw


def _absence(path: Path, error: Exception) -> str:
    """Why a path can't be looked at."""
    if isinstance(error, FileNotFoundError):
        return "a link to something that is not there" if path.is_symlink() else "this is no longer there"
    return _plain(error) if isinstance(error, OSError) else str(error)


def _plain(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _special(mode: int) -> str:
    for test, sort in ((stat.S_ISFIFO, "pipe"), (stat.S_ISSOCK, "socket"), (stat.S_ISBLK, "device")):
        if test(mode):
            return sort
    return "device"


# what a head of content is


_COMMENT = re.compile(rb"c($|[\s\W_])")
_HEADER = re.compile(rb"p\s+[A-Za-z]+(\s|$)")
_COUNTS = re.compile(rb"^\s*p\s+cnf\s+(\d{1,18})\s+(\d{1,18})\s*$", re.MULTILINE | re.IGNORECASE)
_INTEGERS = re.compile(rb"[+-]?\d+(\s+[+-]?\d+)*|%")
_MARKS = re.compile(rb"[\s|+:;,!\"'-]+")  # what puzzles are ruled and separated with
_CELLS = re.compile(rb"[0-9.*_xX?]+")
_CNF_NAME = re.compile(r"\.(cnf|dimacs|sat)(\.(gz|bz2|xz))?$", re.IGNORECASE)
_PUZZLE_NAME = re.compile(r"\.(sdk|sdm|ss|sudoku|opensudoku|ksudoku)(\.(gz|bz2|xz))?$", re.IGNORECASE)


def _judge(head: Head, path: Path) -> Glance:
    """What content is, by its head."""
    kind = _kind(head, path.name)
    if kind is None:  # nothing but comments so far
        head = read_head(path, COMMENTS)
        kind = _kind(head, path.name) or Kind.CNF
    seen = Glance(kind, kind.value.split()[0], size=head.size, packed=head.packed)
    if kind is Kind.CNF:
        return _measured(seen, head, path)
    if head.whole and kind in (Kind.PUZZLE, Kind.TEXT):
        return _counted(seen, head, path)
    if kind is Kind.PUZZLE:
        return _with(seen, label="puzzles")
    if kind is Kind.TEXT:
        return _with(seen, reason="neither a formula nor a puzzle")
    return _with(seen, reason=f"this is {'an' if kind is Kind.EMPTY else 'a'} {kind.value}")


def _measured(seen: Glance, head: Head, path: Path) -> Glance:
    """Add the counts of a formula: read where the head is the whole file, else as its header says."""
    if head.whole:
        from engine.sat import dimacs

        try:
            formula = dimacs.parse(head.data, path=path).formula
        except InputError as error:
            return _with(seen, label=_trouble(error), reason=error.what, line=error.line)
        variables, clauses = formula.variables, len(formula)
    elif match := _COUNTS.search(head.data):
        variables, clauses = int(match[1]), int(match[2])
    else:
        return _with(seen, label="CNF")
    label = f"{short_count(variables)} v {short_count(clauses):>5}"
    return _with(seen, label=label, variables=variables, clauses=clauses)


def _counted(seen: Glance, head: Head, path: Path) -> Glance:
    """Add what a file of puzzles holds; whether text is one, `engine.sudoku.formats` decides."""
    from engine.sudoku import formats

    try:
        puzzles = formats.parse(head.data, path=path)
    except InputError as error:
        if seen.kind is Kind.TEXT:
            return _with(seen, reason="neither a formula nor a puzzle")
        return _with(seen, label=_trouble(error), reason=error.what, line=error.line)
    label = layout_label(puzzles[0].layout) if len(puzzles) == 1 else f"{len(puzzles)} puzzles"
    return _with(seen, kind=Kind.PUZZLE, label=label, puzzles=len(puzzles))


def _trouble(error: InputError) -> str:
    return "! broken" if error.line is None else f"! line {error.line}"


def _with(seen: Glance, **changes: object) -> Glance:
    from dataclasses import replace

    return replace(seen, **changes)  # type: ignore[arg-type]


def _kind(head: Head, name: str) -> Kind | None:
    """What the content is; None if there are only comments so far and the file goes on."""
    data = head.data.removeprefix(b"\xef\xbb\xbf")
    if not data.strip():
        return Kind.EMPTY if head.whole else Kind.TEXT
    if b"\0" in data:
        return Kind.BINARY
    lines = data.splitlines()
    if not head.whole and len(lines) > 1:
        lines.pop()  # cut in the middle
    commented, rows = False, []
    for line in map(bytes.strip, lines):
        if _HEADER.match(line) and all(_INTEGERS.fullmatch(row) for row in rows):
            return Kind.CNF
        if _COMMENT.match(line):
            commented = True
        elif line and not line.startswith((b"#", b";", b"//")):
            rows.append(line)
    if not rows:
        return Kind.TEXT if not commented else Kind.CNF if head.whole or len(head.data) > HEAD else None
    named_cnf = bool(_CNF_NAME.search(name))
    if all(map(_INTEGERS.fullmatch, rows)):
        if commented or not _puzzle_of_numbers([row.split() for row in rows], head.whole, named_cnf):
            return Kind.CNF
        return Kind.PUZZLE
    if named_cnf or (commented and _INTEGERS.fullmatch(rows[0])):
        return Kind.CNF
    if _puzzle_like(rows) or _PUZZLE_NAME.search(name):
        return Kind.PUZZLE
    return Kind.TEXT


def _puzzle_of_numbers(rows: list[list[bytes]], whole: bool, named_cnf: bool) -> bool:
    """Whether lines of integers without header or comment are a puzzle rather than clauses.

    Clauses have negative literals, puzzles have none (but -1 for the corners of a double). What is left are formulas
    of positive literals only: they end each line with the one 0 in it, while a puzzle has its 0s anywhere, its digits
    no higher than its lines are wide, and its lines all of one width.
    """
    tokens = [token for row in rows for token in row]
    if any(len(token) > 10 or (len(token) > 1 and token.startswith(b"0")) for token in tokens):
        return not any(token.startswith((b"-", b"+")) for token in tokens)  # digits side by side
    values = [[int(token) for token in row if token != b"%"] for row in rows]
    if any(value < 0 for row in values for value in row):
        return len(values[0]) == 15 and values[0][9:] == [-1] * 6
    if all(len(row) == 1 for row in rows):  # one number a line: digits side by side, or clauses broken after each
        return len({len(row[0]) for row in rows}) == 1 and len(rows[0][0]) == len(rows) > 2
    width = len(values[0])
    same_width = all(len(row) == width for row in values) and 3 <= width <= 25
    square = same_width and (not whole or len(values) % width == 0)
    low = max(max(row) for row in values) <= width
    if all(row[-1] == 0 and 0 not in row[:-1] for row in values):
        return False
    if square and low:
        return True
    return not named_cnf and low and any(row[i : i + 2] == [0, 0] for row in values for i in range(len(row)))


def _puzzle_like(rows: list[bytes]) -> bool:
    """Whether most lines consist of cells, so that it is worth telling what is wrong with the puzzle."""
    first = rows[:30]
    like = 0
    for row in first:
        cells = _MARKS.sub(b"", row)
        like += (not cells and len(row) > 2) or (len(cells) >= 3 and bool(_CELLS.fullmatch(cells)))
    return like * 4 >= len(first) * 3


def first_lines(path: Path, count: int) -> list[str]:
    """The first lines of a text file, each cut after LONGEST_LINE bytes. Raises InputError."""
    lines = read_head(path).data.removeprefix(b"\xef\xbb\xbf").splitlines()
    return [line[:LONGEST_LINE].decode(errors="replace") for line in islice(lines, count)]
