"""Reads DRAT proofs, text or binary; see `engine.sat.proof.proof`.

The content shows the form: every step of a binary proof ends with a zero byte, and text has none. A binary file that is
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
from engine.sat.proof.groups import BinaryNumberError, numbers_of
from engine.sat.proof.proof import Proof

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ADVICE = lazy_gettext("give a DRAT proof, text or binary")
_WORD = re.compile(rb"[^ \t\n\v\f\r]+")
_LINE_END = re.compile(rb"[\r\n]")
_LONGEST_WORD = 4096  # longer words are refused without reading to their end
_ADD, _DELETE = b"ad"
_LONGEST_STEP = 2 * MAX_CLAUSE  # bytes; twice as long in text
_ROOM = MAX_LITERAL - SLICE


class Readable(Protocol):
    """A source of a proof, such as `engine.base.streams.Source`."""

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
    reader: _ProofText | _Binary | None = None
    rest, ended = b"", False
    while not ended:
        poll(cancel)
        # Reading as much as is left over keeps the cost linear when a step spans many pieces.
        piece = source.read(max(SLICE, len(rest)))
        ended = not piece
        if reader is None:
            binary = b"\0" in piece or piece.startswith(b"a")
            reader = _Binary(path) if binary else _ProofText(path)
        rest = reader.take(rest + piece, ended)
        if on_progress is not None:
            on_progress(source.done, source.size)
    assert reader is not None
    return reader.proof


def is_binary_drat(head: bytes) -> bool:
    """Whether the first bytes of a file are steps of binary DRAT."""
    if b"\0" not in head:
        return False
    try:
        return len(_Binary(None).take(head, False)) < len(head)
    except InputError:
        return False


def line_of_step(path: "str | PathLike[str]", step: int) -> int | None:
    """The line (from 1) on which a step (from 1) of a text proof ends; None for a binary file.

    Raises InputError if the file can't be read again.
    """
    with open_regular(path) as file:
        source, rest, line = Source(file, path), b"", 0
        while piece := source.read(SLICE):
            if b"\0" in piece or (not line and not rest and piece.startswith(b"a")):
                return None
            *lines, rest = (rest + piece).split(b"\n")
            for text in lines:
                line += 1
                step -= 0 if text.lstrip().startswith(b"c") else text.split().count(b"0")
                if step <= 0:
                    return line
    return line + 1


class _ProofText:
    """Parses text in pieces: the scanner reads the numbers, the methods here everything else."""

    def __init__(self, path: "str | PathLike[str] | None") -> None:
        self.proof = Proof()
        self._path = path
        self._scanner = Scanner()
        self._deletes = False  # whether the current step is a deletion

    def take(self, text: bytes, ended: bool) -> bytes:
        """Parse the complete part of the text and return the rest."""
        if ended:
            text += b"\n"
        position: int | None = 0
        while position is not None:
            place, stop = position, min(len(text), position + SLICE)
            place = self._scanner.scan(text, place, stop)
            self._collect()
            if self._scanner.odd:
                position = self._other(text, place)
            else:
                position = place if stop < len(text) else None
        if ended and (self._deletes or len(self.proof.literals) > self.proof.starts[-1]):
            raise self._error(_("the proof is cut off: its last clause has no 0 at its end"), self._scanner.last_line)
        return text[place:]

    def _collect(self) -> None:
        """Take the numbers that the scanner found since the last call."""
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
        if scanner.total > _ROOM:
            raise self._error(_("more literals than 2^31-1"))

    def _other(self, text: bytes, at: int) -> int | None:
        """Parse a word that is not a number; returns its end, or None if it may continue beyond the text."""
        if text[at] == ord("c") and self._scanner.fresh:
            end = _LINE_END.search(text, at, at + MAX_LINE)
            if end is None and len(text) - at >= MAX_LINE:
                raise self._error(_("a line of more than {most} bytes").format(most=MAX_LINE))
            return None if end is None else end.start()
        found = _WORD.match(text, at)
        assert found is not None, "the scanner stops at no blank"
        if found.end() == len(text) and len(found[0]) <= _LONGEST_WORD:
            return None
        between = len(self.proof.literals) == self.proof.starts[-1] and not self._deletes
        if found[0] != b"d" or not between:
            excerpt = printable(found[0][:40].decode("latin-1"))
            problem = _("'{excerpt}' is neither a literal nor the d that begins a deletion").format(excerpt=excerpt)
            raise self._error(problem)
        self._deletes = True
        return found.end()

    def _error(self, problem: str, line: int | None = None) -> InputError:
        return InputError(problem, path=self._path, line=line or self._scanner.line, advice=_ADVICE)


class _Binary:
    """Parses a binary proof in pieces."""

    def __init__(self, path: "str | PathLike[str] | None") -> None:
        self.proof = Proof()
        self._path = path
        self._done = 0  # bytes of the file

    def take(self, data: bytes, ended: bool) -> bytes:
        """Parse the complete steps and return the rest."""
        import numpy as np

        whole = data.rfind(b"\0") + 1
        if len(data) - whole > _LONGEST_STEP:
            self._refuse(whole, _("a step of more than {most} bytes").format(most=_LONGEST_STEP))
        if ended and whole < len(data):
            self._refuse(len(data), _("the proof is cut off within a step"))
        if not whole:
            return data
        try:
            numbers, places = numbers_of(np.frombuffer(data, np.uint8, whole))
        except BinaryNumberError as fault:
            self._refuse(fault.place, fault.problem)
        ends = np.flatnonzero(numbers == 0)
        letters = np.concatenate(([0], ends[:-1] + 1))
        deletes = numbers[letters] == _DELETE
        self._check(~deletes & (numbers[letters] != _ADD), places[letters], _("a step begins with neither a nor d"))
        within = numbers > 0
        within[letters] = False
        self._check(within & (numbers == 1), places, _("1 stands for no literal"))
        self._check(
            within & (numbers > 2 * MAX_LITERAL + 1), places, _("a literal is beyond {most}").format(most=MAX_LITERAL)
        )
        literals = np.where(numbers & 1, -(numbers >> 1), numbers >> 1)[within]
        self._append(literals, np.cumsum(ends - letters - 1), deletes)
        self._done += whole
        return data[whole:]

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
