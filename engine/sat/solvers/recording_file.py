"""Recordings as files: a search with its branches, breakpoints and the reader's position.

`docs/recordings.md` describes the format. Input is not trusted: the events must form a possible search of the formula,
a model must satisfy it, and sizes are bounded before anything is unpacked. A checksum at the end detects damage.
"""

import io
import json
import zlib
from array import array
from dataclasses import dataclass
from hashlib import sha256
from os import PathLike
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from engine.base.errors import InputError
from engine.base.flat_rows import view
from engine.base.language import _, lazy_gettext
from engine.base.streams import open_regular
from engine.base.text import printable
from engine.sat.formula.dimacs import most_variables
from engine.sat.formula.formula import MAX_LITERAL, Comment, Formula
from engine.sat.kernels.retracing import first_fault
from engine.sat.result import Result, Status, falsified
from engine.sat.solvers.solve import OTHER, SOLVERS
from engine.sat.trace.breakpoints import BreakCondition, Breakpoint
from engine.sat.trace.events import EventKind
from engine.sat.trace.recording import SearchLine, SearchRecording, Viewpoint
from engine.sat.trace.trace import EVENT_BYTES, Recorder, Setup, Trace

MAGIC = b"satsudoku recording "
VERSION = 2
"""The version written. Version 1, without notes and checksum, can be read too."""
_CHECKSUM = 32
"""Length of the SHA-256 at the end in bytes."""
MAX_BYTES = 1 << 29
"""Maximum size of all data unpacked from a file in bytes (512 MiB): some thirty million events."""
_MAX_COUNTED = 1 << 25
"""Maximum size of the data unpacked for an outline in bytes (32 MiB)."""
_PARTS = 64
"""Number of parts of a search for which an outline counts conflicts."""
_MAX_HEADER = 1 << 24
"""Maximum length of the header in bytes (16 MiB)."""
_MAX_LINES = 1 << 10
"""Maximum number of lines (searches) in a recording."""
_MAX_TEXT = 1 << 12
"""Maximum number of characters of a text in the header."""
_PIECE = 1 << 20
"""Number of bytes or events that are read or written at once."""
_NO_NOTES = array("i")
_RUNNING = lazy_gettext("the search was still running when this was saved")
_ADVICE = lazy_gettext("the replay screen exports recordings")


def write(recording: SearchRecording, file: BinaryIO) -> None:
    """Write a recording. Branches are stored without the events that they share with their parent."""
    formula = recording.lines[0].trace.formula
    has_notes = all(line.trace.has_notes for line in recording.lines)
    header = {
        "formula": {
            "variables": formula.variables,
            "clauses": len(formula),
            "literals": len(formula.literals),
            "comments": [comment.text for comment in formula.comments],
        },
        "notes": has_notes,
        "lines": [_line_header(line, number) for number, line in enumerate(recording.lines)],
        "breakpoints": [
            {"condition": breakpoint_.condition.value, "numbers": breakpoint_.numbers, "on": breakpoint_.on}
            for breakpoint_ in recording.breakpoints
        ],
        "view": recording.view._asdict(),
    }
    checksum, packer = sha256(), zlib.compressobj(6)

    def write_bytes(data: bytes) -> None:
        checksum.update(data)
        file.write(data)

    def write_numbers(numbers: "NDArray[Any]", kind: str) -> None:
        for start in range(0, len(numbers), _PIECE):
            write_bytes(packer.compress(numbers[start : start + _PIECE].astype(kind).tobytes()))

    write_bytes(MAGIC + b"%d\n" % VERSION + json.dumps(header).encode() + b"\n")
    write_numbers(np.diff(view(formula.starts)), "<i4")
    write_numbers(view(formula.literals), "<i4")
    for number, line in enumerate(recording.lines):
        trace, start = line.trace, line.fork if number else 0
        write_numbers(trace.kinds[start:], "u1")
        write_numbers(trace.literals[start:], "<i4")
        write_numbers(trace.clauses[start:], "<i4")
        write_numbers(view(trace.learned)[_learned_before(trace, start) :], "<i4")
        if has_notes:
            write_numbers(view(trace.notes)[trace.notes_before(start) : trace.notes_before(len(trace))], "<i4")
        if trace.result.model is not None:
            write_numbers(view(trace.result.model) > 0, "u1")
    write_bytes(packer.flush())
    file.write(checksum.digest())


def read(path: "str | PathLike[str]") -> SearchRecording:
    """Read a recording from a path. Raises InputError."""
    with open_regular(path) as file:
        try:
            return parse(file)
        except InputError as error:
            raise InputError(error.problem, path=path, advice=str(error.advice or _ADVICE)) from None


@dataclass(frozen=True)
class RecordingOutline:
    """The header of a recording, unchecked: its main search, and the numbers of branches and breakpoints.

    `course` are the numbers of conflicts in equal parts of the main search; () if there is too much to read.
    """

    variables: int
    clauses: int
    comments: tuple[str, ...]
    solver: str
    branching: str
    status: Status
    events: int
    course: tuple[int, ...]
    branches: int
    breakpoints: int


def outline(path: "str | PathLike[str]") -> RecordingOutline:
    """Read the outline of a recording, without checking it. Raises InputError."""
    with open_regular(path) as file:
        head = _Lines(file)
        _read_version(head)
        try:
            header = _JsonObject(json.loads(head.line(_MAX_HEADER)))
            formula, main = header.object("formula"), header.objects("lines")[0]
            variables, clauses, literals = (formula.number(name) for name in ("variables", "clauses", "literals"))
            events, course = main.number("events"), ()
            if 4 * (clauses + literals) + events <= _MAX_COUNTED:
                packed = _Unpacking(head, _CHECKSUM)
                packed.take(clauses + literals, "<i4")
                places = np.flatnonzero(packed.take(events, "u1") == EventKind.CONFLICT)
                course = tuple(np.histogram(places, _PARTS, (0, max(events, 1)))[0].tolist())
            return RecordingOutline(
                variables, clauses, tuple(map(printable, formula.texts("comments"))),
                main.text("solver"), main.text("branching"), Status(main.text("status")), events, course,
                len(header.objects("lines")) - 1, len(header.objects("breakpoints")),
            )  # fmt: skip
        except (ValueError, IndexError, RecursionError) as error:
            problem = str(error) if isinstance(error, _Wrong) else _("its header is damaged")
            raise InputError(problem, path=path) from None


def _read_version(head: "_Lines") -> bytes:
    """Read the first line of a recording, and return its version. Raises InputError."""
    magic = head.line(len(MAGIC) + 10)
    if not magic.startswith(MAGIC):
        raise InputError(_("this is not a recording"))
    version = magic[len(MAGIC) :]
    if version not in (b"1", b"2"):
        raise InputError(_("the version of this recording is later than {version}").format(version=VERSION))
    return version


def parse(file: BinaryIO) -> SearchRecording:
    """Read a recording from a seekable file. Raises InputError if it is not a recording, damaged or too large."""
    head = _Lines(file)
    version = _read_version(head)
    if version == b"2" and not _checksum_is_right(file):
        raise InputError(_("it is damaged or cut short: its checksum is wrong"))
    try:
        header = json.loads(head.line(_MAX_HEADER))
        return _recording(_JsonObject(header), _Unpacking(head, 0 if version == b"1" else _CHECKSUM), version)
    except (ValueError, RecursionError) as error:
        raise InputError(str(error) if isinstance(error, _Wrong) else _("its header is damaged")) from None


def _checksum_is_right(file: BinaryIO) -> bool:
    """Whether the file ends with the checksum of the bytes before it; keeps the file position."""
    place = file.tell()
    left, checksum = file.seek(0, io.SEEK_END) - _CHECKSUM, sha256()
    file.seek(0)
    while left > 0 and (piece := file.read(min(left, _PIECE))):
        checksum.update(piece)
        left -= len(piece)
    right = left == 0 and file.read(_CHECKSUM) == checksum.digest()
    file.seek(place)
    return right


class _Wrong(ValueError):
    """A fault of a file; the message is a sentence."""


def _line_header(line: SearchLine, number: int) -> dict[str, Any]:
    trace, start = line.trace, line.fork if number else 0
    result, setup = trace.result, trace.setup
    return {
        "name": str(line.name), "parent": line.parent, "fork": start, "literal": line.literal,
        "events": len(trace) - start, "learned": len(trace.learned) - _learned_before(trace, start), "cut": trace.cut,
        "solver": result.solver, "branching": result.branching, "status": result.status.value,
        "reason": _RUNNING if trace.running else result.reason, "seconds": result.seconds,
        "model": result.model is not None,
        "seed": setup.seed, "without": sorted(setup.without), "prefix": setup.prefix,
        "instead": sorted(setup.instead.items()),
    }  # fmt: skip


def _learned_before(trace: Trace, event: int) -> int:
    """The number of literals in clauses learned before an event."""
    return int(trace.learned_starts[trace.counters(event).learned])


class _Lines:
    """The text lines at the beginning of a file, then the bytes after them."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._read = b""

    def line(self, limit: int) -> bytes:
        """The next line without its newline. Raises InputError if it is longer than `limit` bytes."""
        while b"\n" not in self._read:
            piece = self._file.read(_PIECE)
            if not piece or len(self._read) > limit:
                raise InputError(_("this is not a recording, or it is cut short"))
            self._read += piece
        line, _unused, self._read = self._read.partition(b"\n")
        if len(line) > limit:
            raise InputError(_("this is not a recording"))
        return line

    def rest(self) -> bytes:
        """The next bytes; empty at the end."""
        piece, self._read = self._read or self._file.read(_PIECE), b""
        return piece


class _Unpacking:
    """The packed arrays after the header."""

    def __init__(self, source: _Lines, trailer: int) -> None:
        """Read from `source`, whose last `trailer` bytes follow the arrays."""
        self._source, self._trailer = source, trailer
        self._unpacker = zlib.decompressobj()
        self._left = MAX_BYTES

    def take(self, count: int, kind: str) -> "NDArray[Any]":
        """The next `count` numbers. Raises _Wrong if there are fewer, or if the total exceeds the limit."""
        length = count * np.dtype(kind).itemsize
        self.reserve(length)
        unpacked = bytearray()
        try:
            while len(unpacked) < length:
                packed = self._unpacker.unconsumed_tail or self._source.rest()
                if not packed:
                    raise _Wrong(_("it is cut short"))
                unpacked += self._unpacker.decompress(packed, length - len(unpacked))
                if self._unpacker.eof and len(unpacked) < length:
                    raise _Wrong(_("it is cut short"))
        except zlib.error:
            raise _Wrong(_("its compressed data is damaged")) from None
        return np.frombuffer(unpacked, kind).astype(kind[-2:])

    def reserve(self, count: int) -> None:
        """Count `count` bytes towards the limit. Raises _Wrong if it is exceeded."""
        self._left -= count
        if self._left < 0:
            raise _Wrong(_("it would take more than {most:,} bytes").format(most=MAX_BYTES))

    def finish(self) -> None:
        """Raise _Wrong unless everything has been read."""
        try:
            while not self._unpacker.eof:
                packed = self._unpacker.unconsumed_tail or self._source.rest()
                if not packed or self._unpacker.decompress(packed, 1):
                    raise _Wrong(_("its end is damaged"))
        except zlib.error:
            raise _Wrong(_("its end is damaged")) from None
        trailer = len(self._unpacker.unused_data)
        while trailer <= self._trailer and (more := self._source.rest()):
            trailer += len(more)
        if trailer != self._trailer:
            raise _Wrong(_("there is extra data after its end"))


class _JsonObject:
    """A JSON object with checked access. All methods raise _Wrong if a value is missing or not as expected."""

    def __init__(self, value: object) -> None:
        if not isinstance(value, dict):
            raise _Wrong(_("its header is damaged"))
        self._value = value

    def _get(self, name: str, kind: type) -> Any:
        value = self._value.get(name)
        if type(value) is not kind:
            raise _Wrong(_("its header is damaged at {name!r}").format(name=name))
        return value

    def number(self, name: str, most: int = MAX_LITERAL, least: int = 0) -> int:
        """A whole number within bounds."""
        return _number(self._get(name, int), name, most, least)

    def flag(self, name: str) -> bool:
        """True or false."""
        return bool(self._get(name, bool))

    def text(self, name: str) -> str:
        """A text of limited length, made printable."""
        text = self._get(name, str)
        if len(text) > _MAX_TEXT:
            raise _Wrong(_("its header is too long at {name!r}").format(name=name))
        return printable(text)

    def seconds(self, name: str) -> float:
        """A number of seconds."""
        value = self._value.get(name)
        if not isinstance(value, int | float) or not 0 <= value < 1e12:
            raise _Wrong(_("its header is damaged at {name!r}").format(name=name))
        return float(value)

    def object(self, name: str) -> "_JsonObject":
        """An object in it."""
        return _JsonObject(self._value.get(name))

    def objects(self, name: str) -> list["_JsonObject"]:
        """A list of objects."""
        return [_JsonObject(item) for item in self._get(name, list)]

    def texts(self, name: str) -> list[str]:
        """A list of texts."""
        items = self._get(name, list)
        if not all(isinstance(item, str) for item in items):
            raise _Wrong(_("its header is damaged at {name!r}").format(name=name))
        return list(items)

    def numbers(self, name: str) -> tuple[int, ...]:
        """A list of 32-bit numbers."""
        return tuple(_number(item, name, MAX_LITERAL, -MAX_LITERAL) for item in self._get(name, list))

    def pairs(self, name: str) -> dict[int, int]:
        """A mapping from numbers to numbers, stored as a list of pairs."""
        pairs = self._get(name, list)
        if not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
            raise _Wrong(_("its header is damaged at {name!r}").format(name=name))
        return {
            _number(key, name, MAX_LITERAL, 0): _number(value, name, MAX_LITERAL, -MAX_LITERAL) for key, value in pairs
        }


def _number(value: object, name: str, most: int, least: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise _Wrong(_("its header is damaged at {name!r}").format(name=name))
    return value


def _recording(header: _JsonObject, packed: _Unpacking, version: bytes) -> SearchRecording:
    has_notes = version != b"1" and header.flag("notes")
    formula = _formula(header.object("formula"), packed)
    heads = header.objects("lines")
    if not 1 <= len(heads) <= _MAX_LINES:
        raise _Wrong(_("a recording has 1 to {most} lines").format(most=_MAX_LINES))
    lines: list[SearchLine] = []
    for head in heads:
        lines.append(_line(head, lines, formula, packed, has_notes=has_notes))
    packed.finish()
    breakpoints = tuple(_breakpoint(breakpoint_, lines[0].trace) for breakpoint_ in header.objects("breakpoints"))
    view_header = header.object("view")
    number = view_header.number("line", len(lines) - 1)
    viewpoint = Viewpoint(
        number,
        view_header.number("position", len(lines[number].trace)),
        view_header.text("front"),
        view_header.flag("in_cells"),
    )
    return SearchRecording(tuple(lines), breakpoints, viewpoint)


def _formula(head: _JsonObject, packed: _Unpacking) -> Formula:
    variables, clauses, literals = (head.number(name) for name in ("variables", "clauses", "literals"))
    comments = tuple(map(Comment, head.texts("comments")))
    lengths = packed.take(clauses, "<i4").astype(np.int64)
    if np.any(lengths < 0) or lengths.sum() != literals:
        raise _Wrong(_("the clauses of its formula are damaged"))
    starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int32)
    if variables > most_variables(literals):
        raise _Wrong(_("its formula has too many variables for so few literals"))
    numbers = packed.take(literals, "<i4")
    if np.any(numbers == 0) or np.any(np.abs(numbers.astype(np.int64)) > variables):
        raise _Wrong(_("the literals of its formula are damaged"))
    return Formula(variables, array("i", numbers.tobytes()), array("i", starts.tobytes()), comments)


def _line(
    head: _JsonObject, lines: list[SearchLine], formula: Formula, packed: _Unpacking, *, has_notes: bool
) -> SearchLine:
    """Read the next line; `lines` are those read so far."""
    number = len(lines)
    parent = head.number("parent", max(number - 1, 0))
    shared = lines[parent].trace if number else None
    fork = head.number("fork", len(shared) - 1 if shared else 0)
    kinds, literals, clauses = (packed.take(head.number("events"), kind) for kind in ("u1", "<i4", "<i4"))
    learned = array("i", packed.take(head.number("learned"), "<i4").tobytes())
    notes = array("i", packed.take(_notes_count(kinds, literals), "<i4").tobytes() if has_notes else b"")
    if shared:
        packed.reserve(EVENT_BYTES * fork)
        kinds, literals, clauses = (
            np.concatenate((shared_column[:fork], column))
            for shared_column, column in ((shared.kinds, kinds), (shared.literals, literals), (shared.clauses, clauses))
        )
        learned = shared.learned[: _learned_before(shared, fork)] + learned
        notes = shared.notes[: shared.notes_before(fork)] + notes if has_notes else notes
    lengths = literals[kinds == EventKind.LEARNED].tolist()
    fault = first_fault(formula, kinds, literals, clauses, learned, lengths, notes if has_notes else None)
    if fault >= 0:
        raise _Wrong(_("event {fault:,} of {text!r} is impossible").format(fault=fault + 1, text=head.text("name")))
    decision = head.number("literal", least=-MAX_LITERAL)
    if number and (len(kinds) <= fork or kinds[fork] != EventKind.DECISION or literals[fork] != decision):
        raise _Wrong(_("a branch does not begin with its decision"))
    setup = Setup(
        head.number("seed", 1 << 62, -(1 << 62)),
        frozenset(head.texts("without")),
        head.numbers("prefix"),
        head.pairs("instead"),
    )
    numbers = len(learned) + len(notes)
    recorder = Recorder(2 * EVENT_BYTES * len(kinds) + 8 * numbers + (1 << 16), setup=setup)
    recorder.cut = head.text("cut")
    start = 0
    starts = np.concatenate(([0], np.cumsum(np.where(kinds == EventKind.LEARNED, literals, 0), dtype=np.int64)))
    while start < len(kinds):
        stop = min(start + _PIECE, len(kinds))
        row = slice(start, stop)
        last = notes if stop == len(kinds) else _NO_NOTES
        recorder.add(kinds[row], literals[row], clauses[row], learned[starts[start] : starts[stop]], last)
        start = stop
    trace = recorder.trace(formula, _result(head, formula, packed))
    return SearchLine(trace, head.text("name"), parent, fork, decision if number else 0)


def _notes_count(kinds: "NDArray[Any]", literals: "NDArray[Any]") -> int:
    """The number of notes that these events have. Raises _Wrong for impossible deletions."""
    deleted = literals[kinds == EventKind.DELETION].astype(np.int64)
    if np.any(deleted < 0):
        raise _Wrong(_("the clauses deleted in it are damaged"))
    return int(np.count_nonzero(kinds == EventKind.LEARNED)) + int(deleted.sum())


def _result(head: _JsonObject, formula: Formula, packed: _Unpacking) -> Result:
    solver, branching = head.text("solver"), head.text("branching")
    description = SOLVERS.get(solver)
    is_known = description is not None and branching in description.branchings and description.records
    if not is_known and (solver, branching) != (OTHER.name, ""):
        raise _Wrong(_("it is from a solver that this program can't record"))
    status = Status(head.text("status"))
    model = None
    if head.flag("model") != (status is Status.SATISFIABLE):
        raise _Wrong(_("its model is not where it should be"))
    if status is Status.SATISFIABLE:
        signs = packed.take(formula.variables, "u1")
        numbers = np.arange(1, formula.variables + 1, dtype=np.int32)
        model = array("i", np.where(signs > 0, numbers, -numbers).astype(np.int32).tobytes())
        if falsified(formula, model) is not None:
            raise _Wrong(_("its model does not satisfy the formula"))
    reason = head.text("reason")
    if status is Status.UNKNOWN and not reason:
        raise _Wrong(_("it does not say why its search has no verdict"))
    return Result(status, solver, branching, model, head.seconds("seconds"), reason=reason)


def _breakpoint(head: _JsonObject, trace: Trace) -> Breakpoint:
    breakpoint_ = Breakpoint(BreakCondition(head.text("condition")), head.numbers("numbers"), head.flag("on"))
    if not breakpoint_.fits(trace):
        raise _Wrong(_("a breakpoint is damaged"))
    return breakpoint_
