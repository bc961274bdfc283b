"""Reads DRAT proofs, text or binary; see `engine.sat.proof.proof`.

The content tells the form: every step of a binary proof ends with a zero byte, and text has none. A binary file that is
cut off before its first zero byte begins with the letter a, unlike text, or is refused as text.
"""

import io
import re
from collections.abc import Callable
from os import PathLike
from typing import TYPE_CHECKING, NoReturn, Protocol

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.base.polling import poll
from engine.base.streams import Source, open_regular
from engine.base.text import printable
from engine.sat.formula.dimacs import MAX_CLAUSE, MAX_LINE
from engine.sat.formula.formula import MAX_LITERAL
from engine.sat.formula.scanner import SLICE, Scanner
from engine.sat.proof.binary_numbers import BinaryNumberError, numbers_of
from engine.sat.proof.proof import Proof

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ADVICE = lazy_gettext("give a DRAT proof, text or binary")
_WORD = re.compile(rb"[^ \t\n\v\f\r]+")
_LINE_END = re.compile(rb"[\r\n]")
_MAX_WORD = 4096  # bytes; longer words are refused without reading to their end
_ADD, _DELETE = b"ad"
_MAX_STEP = 2 * MAX_CLAUSE  # bytes of binary
_MAX_LITERALS = MAX_LITERAL - SLICE


class Readable(Protocol):
    """A source of bytes, such as `engine.base.streams.Source`."""

    @property
    def done(self) -> int:
        """The number of bytes of the file read so far."""

    @property
    def size(self) -> int:
        """The size of the file in bytes."""

    def read(self, count: int, /) -> bytes:
        """The next bytes; empty at the end."""


def read(
    path: "str | PathLike[str]",
    *,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Proof:
    """Read a proof from a file (plain, gzip, bzip2 or xz).

    `on_progress` gets the bytes read and their total about every 256 KiB; `cancel` is polled as often. Raises
    InputError, with the line of a text or the byte (from 0) of a binary file, if the file is not a proof or ends within
    a step, and Cancelled if `cancel` returns True.
    """
    with open_regular(path) as file:
        return read_rest(Source(file, path), path, on_progress=on_progress, cancel=cancel)


def parse(data: bytes, *, path: "str | PathLike[str] | None" = None) -> Proof:
    """Read a proof from the bytes of a file, packed or not; `path` is for messages. See `read`."""
    return read_rest(Source(io.BytesIO(data), path), path)


def read_rest(
    source: Readable,
    path: "str | PathLike[str] | None",
    *,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Proof:
    """Read a proof from the current position of a source; `path` is for messages. See `read`."""
    steps: _DratText | _DratBinary | None = None
    unparsed, ended = b"", False
    while not ended:
        poll(cancel)
        # If a step spans many pieces, each is as long as the unparsed rest, so that the cost stays linear.
        piece = source.read(max(SLICE, len(unparsed)))
        ended = not piece
        if steps is None:
            is_binary = b"\0" in piece or piece.startswith(b"a")
            steps = _DratBinary(path) if is_binary else _DratText(path)
        unparsed = steps.take(unparsed + piece, ended)
        if on_progress is not None:
            on_progress(source.done, source.size)
    assert steps is not None, "an empty proof is text"
    return steps.proof


def is_binary_drat(head: bytes) -> bool:
    """Whether the first bytes of a file are steps of binary DRAT."""
    if b"\0" not in head:
        return False
    try:
        return len(_DratBinary(None).take(head, False)) < len(head)
    except InputError:
        return False


def line_of_step(path: "str | PathLike[str]", step: int) -> int | None:
    """The line (from 1) on which a step (from 1) of a text proof ends; None for a binary file.

    Raises InputError if the file can't be read again.
    """
    with open_regular(path) as file:
        source, unparsed, line = Source(file, path), b"", 0
        while piece := source.read(SLICE):
            if b"\0" in piece or (not line and not unparsed and piece.startswith(b"a")):
                return None
            *lines, unparsed = (unparsed + piece).split(b"\n")
            for text in lines:
                line += 1
                step -= 0 if text.lstrip().startswith(b"c") else text.split().count(b"0")
                if step <= 0:
                    return line
    return line + 1


class _DratText:
    """Parses a text proof in pieces: the scanner reads the numbers, the methods here everything else."""

    def __init__(self, path: "str | PathLike[str] | None") -> None:
        self.proof = Proof()
        self._path = path
        self._scanner = Scanner()
        self._deletes = False  # whether the current step is a deletion

    def take(self, text: bytes, ended: bool) -> bytes:
        """Parse the complete words and return the rest. Raises InputError with the line of a fault."""
        if ended:
            text += b"\n"
        position: int | None = 0
        while position is not None:
            place, stop = position, min(len(text), position + SLICE)
            place = self._scanner.scan(text, place, stop)
            self._collect()
            if self._scanner.odd:
                position = self._parse_word(text, place)
            else:
                position = place if stop < len(text) else None
        if ended and (self._deletes or len(self.proof.literals) > self.proof.starts[-1]):
            raise self._error(_("the proof is cut off: its last clause has no 0 at its end"), self._scanner.last_line)
        return text[place:]

    def _collect(self) -> None:
        """Append the numbers that the scanner has read since the last call."""
        scanner, proof = self._scanner, self.proof
        proof.literals.extend(scanner.literals[: scanner.literal_count])
        proof.starts.extend(scanner.ends[: scanner.end_count])
        proof.deletions.frombytes(bytes(scanner.end_count))
        if scanner.end_count:
            proof.deletions[-scanner.end_count] = self._deletes
            self._deletes = False
        scanner.literal_count = scanner.end_count = 0
        if len(proof.literals) - proof.starts[-1] > MAX_CLAUSE:
            raise self._error(_("a step of more than {most} literals").format(most=MAX_CLAUSE))
        if scanner.total > _MAX_LITERALS:
            raise self._error(_("more literals than 2^31-1"))

    def _parse_word(self, text: bytes, place: int) -> int | None:
        """Parse a `d` or a comment; return its end, or None if it may continue beyond the text."""
        if text[place] == ord("c") and self._scanner.fresh:
            end = _LINE_END.search(text, place, place + MAX_LINE)
            if end is None and len(text) - place >= MAX_LINE:
                raise self._error(_("a line of more than {most} bytes").format(most=MAX_LINE))
            return None if end is None else end.start()
        word = _WORD.match(text, place)
        assert word is not None, "the scanner stops at no blank"
        if word.end() == len(text) and len(word[0]) <= _MAX_WORD:
            return None
        is_between_steps = len(self.proof.literals) == self.proof.starts[-1] and not self._deletes
        if word[0] != b"d" or not is_between_steps:
            excerpt = printable(word[0][:40].decode("latin-1"))
            problem = _("'{excerpt}' is neither a literal nor the d that begins a deletion").format(excerpt=excerpt)
            raise self._error(problem)
        self._deletes = True
        return word.end()

    def _error(self, problem: str, line: int | None = None) -> InputError:
        return InputError(problem, path=self._path, line=line or self._scanner.line, advice=_ADVICE)


class _DratBinary:
    """Parses a binary proof in pieces."""

    def __init__(self, path: "str | PathLike[str] | None") -> None:
        self.proof = Proof()
        self._path = path
        self._done = 0  # bytes of the file

    def take(self, data: bytes, ended: bool) -> bytes:
        """Parse the complete steps and return the rest. Raises InputError with the byte (from 0) of a fault."""
        import numpy as np

        end = data.rfind(b"\0") + 1
        if len(data) - end > _MAX_STEP:
            self._refuse(end, _("a step of more than {most} bytes").format(most=_MAX_STEP))
        if ended and end < len(data):
            self._refuse(len(data), _("the proof is cut off within a step"))
        if not end:
            return data
        try:
            numbers, places = numbers_of(np.frombuffer(data, np.uint8, end))
        except BinaryNumberError as fault:
            self._refuse(fault.place, fault.problem)
        ends = np.flatnonzero(numbers == 0)
        letters = np.concatenate(([0], ends[:-1] + 1))
        deletes = numbers[letters] == _DELETE
        self._check(~deletes & (numbers[letters] != _ADD), places[letters], _("a step begins with neither a nor d"))
        is_literal = numbers > 0
        is_literal[letters] = False
        self._check(is_literal & (numbers == 1), places, _("1 stands for no literal"))
        too_high = numbers > 2 * MAX_LITERAL + 1
        self._check(is_literal & too_high, places, _("a literal is beyond {most}").format(most=MAX_LITERAL))
        literals = np.where(numbers & 1, -(numbers >> 1), numbers >> 1)[is_literal]
        self._append(literals, np.cumsum(ends - letters - 1), deletes)
        self._done += end
        return data[end:]

    def _append(self, literals: "NDArray[np.int64]", ends: "NDArray[np.int64]", deletes: "NDArray[np.bool_]") -> None:
        import numpy as np

        proof, before = self.proof, len(self.proof.literals)
        if before + len(literals) > MAX_LITERAL:
            self._refuse(0, _("more literals than 2^31-1"))
        proof.literals.frombytes(literals.astype(np.int32).tobytes())
        proof.starts.frombytes((before + ends).astype(np.int32).tobytes())
        proof.deletions.frombytes(deletes.tobytes())

    def _check(self, wrong: "NDArray[np.bool_]", places: "NDArray[np.int64]", problem: str) -> None:
        """Refuse the proof if any entry of `wrong` is true."""
        if wrong.any():
            self._refuse(int(places[wrong.argmax()]), problem)

    def _refuse(self, place: int, problem: str) -> NoReturn:
        problem = _("byte {place}: {problem}").format(place=self._done + place, problem=problem)
        raise InputError(problem, path=self._path, advice=_ADVICE)
