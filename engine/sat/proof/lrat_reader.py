"""Reads LRAT proofs, text or binary; see `engine.sat.proof.lrat`.

A line of text adds a clause (its number, its literals, 0, its antecedents, 0) or deletes clauses (a number, the letter
d, their numbers, 0). In the binary form, CaDiCaL's default, a step begins with the letter a or d; a deletion has no
number of its own. Literals and numbers of clauses alike are stored as in binary DRAT (see `engine.sat.proof.proof`).
"""

import io
import re
from collections.abc import Callable
from os import PathLike
from typing import NoReturn

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.base.polling import poll
from engine.base.streams import Source, open_regular
from engine.base.text import printable
from engine.sat.formula.dimacs import MAX_LINE
from engine.sat.formula.formula import MAX_LITERAL
from engine.sat.proof.binary_numbers import BinaryNumberError, numbers_of
from engine.sat.proof.lrat_proof import LratProof
from engine.sat.proof.reader import is_binary_drat

ADVICE = lazy_gettext("give an LRAT proof, text or binary")
_LINE = re.compile(rb"[0-9]+ (d( [0-9]+)*|(-?[1-9][0-9]* )*0( -?[1-9][0-9]*)*) 0")
_NAME = re.compile(r"\.lr[ai]t(\.(gz|bz2|xz))?$", re.IGNORECASE)
_LINE_BYTES = b"-0123456789 \t\v\f\r\nd"
_SAMPLE_LINES = 20  # number of lines examined to detect LRAT
_PIECE = 1 << 20  # bytes
_ADD, _DELETE = b"ad"

Cancel = Callable[[], bool] | None
Progress = Callable[[int, int], None] | None


def looks_like_lrat(head: bytes, name: str = "") -> bool:
    """Whether the first bytes of a file are lines or binary steps of LRAT, or its name ends in .lrat or .lrit."""
    if _NAME.search(name):
        return True
    if b"\0" in head:
        return not is_binary_drat(head) and _is_binary_lrat(head)
    lines = [line.strip() for line in head.splitlines()[:_SAMPLE_LINES]]
    lines = [line for line in lines if line and not line.startswith(b"c")]
    complete = lines[:-1] if len(lines) > 1 else lines
    return bool(complete) and all(_LINE.fullmatch(line) for line in complete)


def _is_binary_lrat(head: bytes) -> bool:
    try:
        return len(_LratBinary(LratProof(), None).take(head, False)) < len(head)
    except InputError:
        return False


def read(path: "str | PathLike[str]", *, on_progress: Progress = None, cancel: Cancel = None) -> LratProof:
    """Read a proof from a file (plain, gzip, bzip2 or xz).

    `on_progress` gets the bytes read and their total. Raises InputError with the line if the file is not LRAT, and
    Cancelled.
    """
    with open_regular(path) as file:
        return _read(Source(file, path), path, on_progress, cancel)


def parse(data: bytes, *, path: "str | PathLike[str] | None" = None) -> LratProof:
    """Read a proof from the bytes of a file, packed or not; `path` is for messages. See `read`."""
    return _read(Source(io.BytesIO(data), path), path, None, None)


def _read(source: Source, path: "str | PathLike[str] | None", on_progress: Progress, cancel: Cancel) -> LratProof:
    proof, unparsed, ended = LratProof(), b"", False
    steps: _LratBinary | _LratText | None = None
    while not ended:
        poll(cancel)
        piece = source.read(max(_PIECE, len(unparsed)))
        ended = not piece
        if steps is None:
            proof.binary = piece[:1] in (b"a", b"d")
            steps = (_LratBinary if proof.binary else _LratText)(proof, path)
        unparsed = steps.take(unparsed + piece, ended)
        if max(len(proof.literals), len(proof.hints)) > MAX_LITERAL - 2 * MAX_LINE:
            raise InputError(_("more numbers than 2^31-1"), path=path, advice=ADVICE)
        if on_progress is not None:
            on_progress(source.done, source.size)
    return proof


class _LratText:
    """Parses text in pieces and appends its steps to `proof`."""

    def __init__(self, proof: LratProof, path: "str | PathLike[str] | None") -> None:
        self._proof = proof
        self._path = path
        self._line = 0

    def take(self, data: bytes, ended: bool) -> bytes:
        """Parse the complete lines and return the rest. Raises InputError with the line of a fault."""
        lines = (data + b"\n" * ended).split(b"\n")
        unparsed = lines.pop()
        for line in lines:
            self._line += 1
            if not line.strip() or line.startswith(b"c"):
                continue
            try:
                self._append(line)
            except (ValueError, OverflowError):
                excerpt = printable(line[:60].decode("utf-8", "replace"))
                raise self._error(_("not an LRAT step: {line}").format(line=excerpt)) from None
        if len(unparsed) > MAX_LINE:
            self._line += 1
            raise self._error(_("a line of more than {most} bytes").format(most=MAX_LINE))
        return unparsed

    def _append(self, line: bytes) -> None:
        """Parse a line and append its step. Raises ValueError or OverflowError if it is not a step."""
        if line.translate(None, _LINE_BYTES):
            raise ValueError("a character of no number")
        words = line.split()
        deletes = words[1:2] == [b"d"]
        number, numbers = int(words[0]), list(map(int, words[1 + deletes :]))
        if number < (not deletes) or numbers[-1:] != [0] or min(numbers) < -MAX_LITERAL:
            raise ValueError("no 0 at the end, or a number out of range")
        middle = 0 if deletes else numbers.index(0)
        hints = numbers[middle + (not deletes) : -1]
        if 0 in hints or (not deletes and middle == len(numbers) - 1) or (deletes and min(hints, default=1) < 0):
            raise ValueError("a 0 too many or too few, or a deletion of a negative number")
        self._proof.append(self._line, number, deletes, numbers[:middle], hints)

    def _error(self, problem: str) -> InputError:
        return InputError(problem, path=self._path, line=self._line, advice=ADVICE)


class _LratBinary:
    """Parses a binary proof in pieces and appends its steps to `proof`."""

    def __init__(self, proof: LratProof, path: "str | PathLike[str] | None") -> None:
        self._proof = proof
        self._path = path
        self._done = 0  # bytes of the file

    def take(self, data: bytes, ended: bool) -> bytes:
        """Parse the complete steps and return the rest. Raises InputError with the byte (from 0) of a fault."""
        import numpy as np

        size = len(data)
        while size and data[size - 1] >= 128:
            size -= 1
        end = 0
        if size:
            try:
                numbers, places = numbers_of(np.frombuffer(data, np.uint8, size))
            except BinaryNumberError as fault:
                self._refuse(fault.place, fault.problem)
            count = self._append(numbers.tolist(), np.flatnonzero(numbers == 0).tolist(), places.tolist())
            end = int(places[count]) if count < len(places) else size
        if ended and end < len(data):
            self._refuse(len(data), _("the proof is cut off within a step"))
        self._done += end
        return data[end:]

    def _append(self, numbers: list[int], zeros: list[int], places: list[int]) -> int:
        """Append the complete steps; return how many of the numbers they have."""
        begin = zero = 0
        while zero < len(zeros):
            adds = numbers[begin] == _ADD
            if not adds and numbers[begin] != _DELETE:
                self._refuse(places[begin], _("a step begins with neither a nor d"))
            if zero + adds == len(zeros):
                break
            middle, end = zeros[zero], zeros[zero + adds]
            line = len(self._proof) + 1
            if adds:
                [number] = self._signed(numbers, places, begin + 1, begin + 2)
                if number <= 0:
                    self._refuse(places[begin + 1], _("a clause has no number above 0"))
                literals = self._signed(numbers, places, begin + 2, middle)
                self._proof.append(line, number, False, literals, self._signed(numbers, places, middle + 1, end))
            else:
                hints = self._signed(numbers, places, begin + 1, end)
                if min(hints, default=1) < 0:
                    self._refuse(places[begin], _("a number below 0 is deleted"))
                self._proof.append(line, 0, True, (), hints)
            begin, zero = end + 1, zero + 1 + adds
        return begin

    def _signed(self, numbers: list[int], places: list[int], begin: int, end: int) -> list[int]:
        """The numbers from `begin` to `end`, with their signs."""
        part = numbers[begin:end]
        if part and (max(part) > 2 * MAX_LITERAL + 1 or 1 in part):
            wrong = next(place for place, number in enumerate(part) if number == 1 or number > 2 * MAX_LITERAL + 1)
            self._refuse(places[begin + wrong], _("a number is 0 or beyond {most}").format(most=MAX_LITERAL))
        return [-(number >> 1) if number & 1 else number >> 1 for number in part]

    def _refuse(self, place: int, problem: str) -> NoReturn:
        problem = _("byte {place}: {problem}").format(place=self._done + place, problem=problem)
        raise InputError(problem, path=self._path, advice=ADVICE)
