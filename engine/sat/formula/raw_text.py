"""The positions of the clauses of a formula in the text of its file.

The text is divided into blocks at line ends. For each block its offset, its line, and the number of clauses ended
before it are stored: a few bytes per 64 KiB, packed or not. Positions inside a block are found by reading it again. The
syntax is that of `engine.sat.formula.dimacs`.
"""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from os import PathLike
from typing import NamedTuple

from engine.base.errors import InputError
from engine.base.polling import poll
from engine.base.streams import Source, open_regular
from engine.sat.formula.scanner import Scanner

BLOCK = 1 << 16
"""Maximum size of a block in bytes of unpacked text; less than a scanner takes at once."""

_CACHED_BLOCKS = 16
"""Number of blocks cached after reading them again."""

_BOM = b"\xef\xbb\xbf"
_TOKEN = re.compile(rb"[^ \t\n\v\f\r]+")
_NUMBER = re.compile(rb"\+?[0-9]+|-0*[1-9][0-9]*")
_LINE_END = re.compile(rb"\r\n|\n|\r")

Cancel = Callable[[], bool]


class Span(NamedTuple):
    """From byte `start` (from 0) of line `first` (from 1) up to, but not including, byte `end` of line `last`."""

    first: int
    start: int
    last: int
    end: int


class _Mark(NamedTuple):
    """The beginning of a block: byte `column` of `line`, and whether a comment or header continues there.

    `fresh`: only blanks precede it on the line.
    """

    offset: int
    line: int
    column: int
    fresh: bool
    skips: bool


@dataclass(frozen=True)
class _Block:
    """The text of a block, the offsets of its lines, and the tokens of clauses as (start, end, whether it is the 0)."""

    text: bytes
    lines: tuple[int, ...]
    tokens: tuple[tuple[int, int, bool], ...]


class RawText:
    """The text of a file and the positions of its clauses; reading may be slow for packed files."""

    def __init__(
        self,
        path: "str | PathLike[str]",
        *,
        on_progress: Callable[[int, int], None] | None = None,
        cancel: Cancel | None = None,
    ) -> None:
        """Scan the text once; `on_progress` gets the bytes read and their total.

        Raises InputError if the file can't be opened, and Cancelled. A damaged file ends where the damage begins.
        """
        self.path = path
        self._marks: list[_Mark] = []
        self._steps = array("q", [0])
        """Before each block and at the end: twice the number of clauses ended, plus 1 within a clause."""
        self._stop: int | None = None
        """The offset at which clauses end; None if they continue to the end."""
        self._open = self._skips = False
        self._ended = 0
        self._cached = lru_cache(maxsize=_CACHED_BLOCKS)(self._read)
        scanner, offset, line, column = Scanner(), 0, 1, 0
        for text in _blocks(path, on_progress, cancel):
            self._marks.append(_Mark(offset, line, column, scanner.fresh, self._skips))
            if self._stop is None:
                self._count(scanner, text, offset)
            self._steps.append(2 * self._ended + self._open)
            breaks = list(_LINE_END.finditer(text)) if b"\r" in text else None
            count = text.count(b"\n") if breaks is None else len(breaks)
            end = text.rfind(b"\n") + 1 if breaks is None else breaks[-1].end()
            offset, line, column = offset + len(text), line + count, len(text) - end + (0 if count else column)
        self.size = offset
        self._ended += self._open  # a last clause without its 0
        self._steps[-1] = 2 * self._ended
        self.lines = line - 1 + (column > 0)

    @property
    def clauses(self) -> int:
        """The number of clauses."""
        return self._ended

    def span(self, clause: int) -> Span:
        """The position of a clause (from 0), including its final 0. Raises IndexError and InputError."""
        if not 0 <= clause < self.clauses:
            raise IndexError(f"clause {clause} of {self.clauses}")
        last = bisect_left(self._steps, 2 * clause + 2) - 1
        first = min(bisect_left(self._steps, 2 * clause + 1) - 1, last)
        start = self._tokens_of(first, clause)[0][0]
        while not (tokens := self._tokens_of(last, clause)):
            last -= 1  # the text after a clause without 0
        end = tokens[-1][1]
        return Span(*self._place(first, start), *self._place(last, end - 1, 1))

    def clause_at(self, line: int) -> int | None:
        """The first clause on a line, or else after it; None if there is none."""
        index = self._first_block(line)
        while index < len(self._marks):
            clause = self._steps[index] // 2
            for start, _, ends in self._block(index).tokens:
                if self._place(index, start)[0] >= line:
                    return clause if clause < self.clauses else None
                clause += ends
            index += 1
        return None

    def part(self, line: int, start: int, length: int) -> bytes:
        """At most `length` bytes of a line (from 1) from byte `start` on, without its end. Raises InputError."""
        found = b""
        index = self._first_block(line)
        while index < len(self._marks) and len(found) < length:
            mark, block = self._marks[index], self._block(index)
            if mark.line > line:
                break
            place = line - mark.line
            begins = mark.column if place == 0 else 0  # the first byte of the line in this block
            text = block.text[block.lines[place] :]
            ends = _LINE_END.search(text)
            text = text[: ends.start()] if ends else text
            found += text[max(start - begins, 0) :][: length - len(found)]
            if ends:
                break
            index += 1
        return found

    def _count(self, scanner: Scanner, text: bytes, offset: int) -> None:
        """Add the number of clauses that end in a block."""
        position = _line_end(text, 0) if self._skips else _beginning(text, offset)
        self._skips = self._skips and position == len(text)
        text += b" "  # else a number at the end of a block waits for more text
        while not self._skips:
            position = scanner.scan(text, position, len(text))
            if not scanner.odd:
                break
            if not _skipped(text, position, scanner.fresh):
                self._stop = offset + position
                break
            position = _line_end(text, position)
            self._skips = position == len(text)
        if scanner.end_count:
            self._open = scanner.total > scanner.ends[scanner.end_count - 1]
        elif scanner.literal_count:
            self._open = True
        self._ended += scanner.end_count
        scanner.literal_count = scanner.end_count = 0

    def _first_block(self, line: int) -> int:
        """The block in which a line begins."""
        index = bisect_left(self._marks, line, key=lambda mark: mark.line)
        begins = index < len(self._marks) and self._marks[index].line == line and self._marks[index].column == 0
        return index if begins else max(index - 1, 0)

    def _tokens_of(self, index: int, clause: int) -> list[tuple[int, int, bool]]:
        """The tokens of a clause in a block."""
        found, number = [], self._steps[index] // 2
        for token in self._block(index).tokens:
            if number == clause:
                found.append(token)
            number += token[2]
            if number > clause:
                break
        return found

    def _place(self, index: int, at: int, after: int = 0) -> tuple[int, int]:
        """The line and column of an offset in a block, `after` bytes further on."""
        mark, lines = self._marks[index], self._block(index).lines
        place = bisect_right(lines, at) - 1
        return mark.line + place, at - lines[place] + after + (mark.column if place == 0 else 0)

    def _block(self, index: int) -> _Block:
        return self._cached(index)

    def _read(self, index: int) -> _Block:
        mark = self._marks[index]
        end = self._marks[index + 1].offset if index + 1 < len(self._marks) else self.size
        with open_regular(self.path) as file:
            source, left = Source(file, self.path), mark.offset
            while left and (piece := source.read(min(left, BLOCK))):
                left -= len(piece)
            text = _read_full(source, end - mark.offset)
        lines = (0, *(found.end() for found in _LINE_END.finditer(text) if found.end() < len(text)))
        return _Block(text, lines, tuple(self._tokens(mark, text)))

    def _tokens(self, mark: _Mark, text: bytes) -> Iterator[tuple[int, int, bool]]:
        """Yields the tokens of clauses in the text of a block."""
        position = _line_end(text, 0) if mark.skips else _beginning(text, mark.offset)
        fresh = mark.fresh
        while (found := _TOKEN.search(text, position)) and mark.offset + found.start() != self._stop:
            if self._stop is not None and mark.offset + found.start() > self._stop:
                return
            fresh = fresh or _LINE_END.search(text, position, found.start()) is not None
            if _NUMBER.fullmatch(found[0]):
                yield found.start(), found.end(), not found[0].strip(b"+0")
                position, fresh = found.end(), False
            else:
                position = _line_end(text, found.start())


def _blocks(
    path: "str | PathLike[str]", on_progress: Callable[[int, int], None] | None, cancel: Cancel | None
) -> Iterator[bytes]:
    """Yields the text of a file in blocks that end with a line or, in a long line, between two tokens."""
    with open_regular(path) as file:
        source, rest = Source(file, path), b""
        while True:
            poll(cancel)
            try:
                piece = source.read(BLOCK - len(rest))
            except InputError:  # the file is damaged here
                piece = b""
            rest += piece
            if on_progress is not None:
                on_progress(source.done, source.size)
            if not piece:
                if rest:
                    yield rest
                return
            if len(rest) == BLOCK:
                cut = _cut(rest)
                yield rest[:cut]
                rest = rest[cut:]


def _cut(text: bytes) -> int:
    """Where a block that begins with this text ends: not within a token or a CRLF, if possible."""
    inner = len(text) - 1
    ends = max(text.rfind(b"\n"), text.rfind(b"\r", 0, inner)) + 1
    if ends:
        return ends
    blank = max(text.rfind(sign, 0, inner) for sign in (b" ", b"\t", b"\v", b"\f")) + 1
    return blank or inner


def _beginning(text: bytes, offset: int) -> int:
    """The offset where parsing begins in a block: after a UTF-8 byte order mark."""
    return len(_BOM) if offset == 0 and text.startswith(_BOM) else 0


def _skipped(text: bytes, at: int, fresh: bool) -> bool:
    """Whether the scanner stopped at a comment, a header, or another line that is not a clause."""
    found = _TOKEN.match(text, at)
    assert found is not None, "the scanner does not stop at a blank"
    return found[0] == b"c" or (fresh and (text[at : at + 1] in (b"c", b"x") or found[0] in (b"p", b"a")))


def _line_end(text: bytes, start: int) -> int:
    """The end of the line, or of the text."""
    found = _LINE_END.search(text, start)
    return found.start() if found else len(text)


def _read_full(source: Source, count: int) -> bytes:
    """`count` bytes, or all that are left."""
    data = b""
    while len(data) < count and (more := source.read(count - len(data))):
        data += more
    return data
