"""Cuts puzzle files of any length into chunks of some hundred puzzles, for one worker or several.

The most common formats, one line per puzzle and blocks of lines separated by empty lines, are cut as text, which is
read when a chunk is iterated. Other formats are read while they are cut. Unreadable text counts as one puzzle, so that
later puzzles keep their numbers.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from operator import itemgetter

from engine.base.errors import InputError
from engine.base.language import _
from engine.sudoku.formats import FORMATS, Format, read_puzzles
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Puzzle

CHUNK_SIZE = 500
"""Number of puzzles in a chunk of a format that is read while it is cut."""

MAX_BLOCK_BYTES = 1 << 22
"""Maximum number of bytes of a line or block; a file with a longer one is read puzzle by puzzle from there on."""

Givens = bytes
"""The digit of each cell, 0 if it is empty."""

Content = Givens | Puzzle
"""A puzzle of a chunk: its givens, or the whole puzzle if it excludes candidates or has rules besides its houses."""

LINE_END, BLOCK_END = b"\n", b"\n\n"
"""The end of a puzzle that is a line, or a block of lines."""

_SAMPLE_DIGIT = 2
"""A digit that every format writes only in cells."""

_VALUES = bytes(0 if byte == ord(".") else byte - 48 if 48 <= byte <= 57 else 255 for byte in range(256))


@dataclass(frozen=True)
class TextChunk:
    """Part of a file: puzzles of the layout, each ended by `end`. It begins in line `first_line` of the file."""

    layout: Layout
    data: bytes
    first_line: int
    end: bytes

    def __iter__(self) -> Iterator[Content | InputError]:
        read, line = _exact_reader(self.layout, self.end), self.first_line
        for text in self.data.split(self.end):
            if givens := read(text):
                yield givens
            elif text.strip():
                yield from _read([text], self.layout, line)
            line += text.count(b"\n") + len(self.end)


@dataclass(frozen=True)
class PuzzleChunk:
    """Parsed puzzles of a layout."""

    layout: Layout
    puzzles: tuple[Content | InputError, ...]

    def __iter__(self) -> Iterator[Content | InputError]:
        return iter(self.puzzles)


Chunk = TextChunk | PuzzleChunk
"""The puzzles of a part of a file in order; an unreadable puzzle is an error with its line."""


def cut(parts: Iterable[bytes], layout: Layout) -> Iterator[Chunk]:
    """The chunks of a file whose puzzles all have one layout. `parts` are its bytes in parts of any length.

    The first part determines the format. Raises what `parts` raises.
    """
    parts = iter(parts)
    head = next(parts, b"")
    parts = chain([head], parts)
    for end in (LINE_END, BLOCK_END):
        if any(map(_exact_reader(layout, end), head.split(end))):
            yield from _cut_text(parts, layout, end)
            return
    yield from _cut_puzzles(_read(parts, layout), layout)


def _cut_puzzles(puzzles: Iterator[Content | InputError], layout: Layout) -> Iterator[PuzzleChunk]:
    while chunk := tuple(islice(puzzles, CHUNK_SIZE)):
        yield PuzzleChunk(layout, chunk)


def _cut_text(parts: Iterator[bytes], layout: Layout, end: bytes) -> Iterator[Chunk]:
    buffer, line = b"", 1
    for part in parts:
        buffer += part
        if end in buffer:
            size = buffer.rfind(end) + len(end)
            yield TextChunk(layout, buffer[:size], line, end)
            line += buffer.count(b"\n", 0, size)
            buffer = buffer[size:]
        elif len(buffer) > MAX_BLOCK_BYTES:  # not cut: it may be one line or many puzzles
            yield from _cut_puzzles(_read(chain([buffer], parts), layout, line), layout)
            return
    if buffer:
        yield TextChunk(layout, buffer, line, end)


def _read(parts: Iterable[bytes], layout: Layout, first_line: int = 1) -> Iterator[Content | InputError]:
    """Puzzles in any format. Line numbers count from `first_line`."""
    for puzzle in read_puzzles(parts, layout=layout):
        if isinstance(puzzle, InputError):
            line = None if puzzle.line is None else puzzle.line + first_line - 1
            yield InputError(puzzle.problem, line=line, advice=puzzle.advice)
        elif not puzzle.layout.is_like(layout):
            problem = _("a {title} among puzzles of another layout").format(title=puzzle.layout.label)
            yield InputError(
                problem,
                advice=_("all puzzles of a file must have the same layout, here {name}").format(name=layout.name),
            )
        else:
            yield bytes(puzzle.givens) if puzzle.candidates is None and not puzzle.rules else puzzle


ExactReader = Callable[[bytes], Givens]
"""Reads a puzzle in one exact form; returns b"" for any other text."""


@lru_cache(maxsize=16)
def _exact_reader(layout: Layout, end: bytes) -> ExactReader:
    """A reader for puzzles in the usual forms that have this end."""
    forms = ("line",) if end == LINE_END else ("grid", "spaced", "stack")
    readers = [_form_reader(layout, FORMATS[name]) for name in forms if layout.size <= 9]

    def read_exact(text: bytes) -> Givens:
        text = text.strip(b"\r\n")
        while text.startswith(b"#"):  # a remark above the block
            text = text.partition(b"\n")[2]
        for reader in readers:
            if givens := reader(text):
                return givens
        return b""

    return read_exact


def _form_reader(layout: Layout, form: Format) -> ExactReader:
    """A reader that accepts exactly what the format writes, with digits only in cells."""
    assert form.shape
    shape, size, mark = form.shape(layout), layout.size, str(_SAMPLE_DIGIT).encode()
    template = form.body(Puzzle(layout, (_SAMPLE_DIGIT,) * len(layout.cells))).strip("\n").encode()
    digits = [place for place, byte in enumerate(template) if byte == mark[0]]
    between = [place for place, byte in enumerate(template) if byte != mark[0]]
    arrange = itemgetter(*(digits[place] for place in shape.first))
    separate = itemgetter(*between, between[0]) if between else lambda _: ()
    template_form = separate(template)
    repeats = [(digits[place], digits[first]) for place, first in shape.repeats]

    def read(text: bytes) -> Givens:
        if len(text) != len(template) or separate(text) != template_form:
            return b""
        values = text.translate(_VALUES)
        givens = bytes(arrange(values))
        return b"" if max(givens) > size or any(values[place] != values[first] for place, first in repeats) else givens

    return read
