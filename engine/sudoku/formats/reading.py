"""Reads puzzles in any format, recognised by the content, one at a time in little memory."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from engine.base.errors import InputError
from engine.base.language import _
from engine.sudoku.formats import json_reader, ksudoku, links
from engine.sudoku.formats.markup import elements
from engine.sudoku.formats.registry import FORMATS
from engine.sudoku.formats.text_reader import FilePath, TextReader
from engine.sudoku.layout import LAYOUTS, Layout, describe, is_description
from engine.sudoku.puzzle import Puzzle

_BOM = b"\xef\xbb\xbf"
_MIN_HEAD = 64  # bytes after blanks that show the kind of a file
_MAX_BLANKS = 1 << 16  # number of blank bytes after which a file is text


def read_puzzles(
    chunks: Iterable[bytes], *, path: FilePath = None, layout: Layout | None = None
) -> Iterator[Puzzle | InputError]:
    """The puzzles of a file in order; an unreadable one is an error that says why and where.

    `chunks` are its bytes in parts of any length, such as an open binary file. At most one puzzle is in memory. With
    `layout`, text is read as that layout; formats that specify a layout keep it. Never raises InputError; after an
    error, reading continues with the next puzzle that can be found.
    """
    source = iter(chunks)
    head = _head(source)
    start = head[:_MAX_BLANKS].lstrip()
    reader = next((reader for pattern, reader in _READERS if pattern.match(start)), _read_text)
    return _until_error(reader(chain([head], source), layout, path))


def parse(data: bytes, *, path: FilePath = None, layout: Layout | None = None) -> list[Puzzle]:
    """The puzzles of a file in order, each named by its title or the comment above it.

    With `layout`, text is read as that layout, even if it names another. Puzzles of several lines may follow each other
    without an empty line. If lines could be one puzzle or several, they are the puzzle of most lines in which they make
    sense: two grids one below the other share a box unless most of the shared cells differ. `path` is only for
    messages. Raises InputError with the line of the first error, or if there is no puzzle.
    """
    puzzles = []
    for puzzle in read_puzzles([data], path=path, layout=layout):
        if isinstance(puzzle, InputError):
            raise puzzle
        puzzles.append(puzzle)
    if not puzzles:
        raise InputError(
            _("it contains no puzzle"), path=path, advice=_("give a file with at least one grid of digits")
        )
    return puzzles


def parse_layout(data: bytes, *, path: FilePath = None) -> Layout:
    """The layout of a file: a description (`engine.sudoku.layout.description`) or KSudoku's XML. Raises InputError."""
    if data.removeprefix(_BOM).lstrip().startswith(b"<"):
        return ksudoku.read_layout(elements([data.removeprefix(_BOM)], path), path)
    text = _decoded(data.removeprefix(_BOM))
    if not is_description(text):
        raise InputError(
            _("this does not describe a layout"), path=path, advice=_("its first line must be: layout NAME")
        )
    return describe(text, path=path)


def _until_error(puzzles: Iterator[Puzzle | InputError]) -> Iterator[Puzzle | InputError]:
    """The puzzles; an error that ends the reading is the last of them."""
    try:
        yield from puzzles
    except InputError as error:
        yield error


def _head(source: Iterator[bytes]) -> bytes:
    """The beginning of a file without its byte order mark, long enough to show the kind of file."""
    head = b""
    for chunk in source:
        head += chunk
        if len(head) > _MAX_BLANKS or len(head.removeprefix(_BOM).lstrip()) >= _MIN_HEAD:
            break
    return head.removeprefix(_BOM)


def _read_text(chunks: Iterable[bytes], layout: Layout | None, path: FilePath) -> Iterator[Puzzle | InputError]:
    return TextReader(_layouts(layout), path).read(_lines(chunks, links.MAX_LINK))


def _layouts(layout: Layout | None) -> list[Layout]:
    """The layouts that text may have."""
    return [layout] if layout else [make() for make in LAYOUTS.values()]


_XML = {form.name: form.read_markup for form in FORMATS.values() if form.read_markup}
"""The readers of XML by the names of the roots."""


def _read_markup(chunks: Iterable[bytes], layout: Layout | None, path: FilePath) -> Iterator[Puzzle | InputError]:
    """The puzzles of an XML file."""
    xml_elements = elements(chunks, path)
    root = next(xml_elements)
    if root.name in _XML:
        yield from _XML[root.name](xml_elements, layout, path)
    elif root.name == ksudoku.LAYOUT_ROOT:
        raise InputError(_("a layout, not a puzzle"), path=path, line=root.line, advice=_("use it with --layout"))
    else:
        problem = _("unknown kind of XML, {name!r}").format(name=root.name[:30])
        raise InputError(
            problem, path=path, line=root.line, advice=_("{list} can be read").format(list=" and ".join(_XML))
        )


def _read_json(chunks: Iterable[bytes], layout: Layout | None, path: FilePath) -> Iterator[Puzzle | InputError]:
    return json_reader.read(_lines(chunks, json_reader.MAX_VALUE), _layouts(layout), path)


_READERS = ((re.compile(rb"<(?!https?:)"), _read_markup), (re.compile(rb"\{|\[\s*([\[{\"0-9]|null)"), _read_json))
"""Readers by the beginning of a file after blanks; any other file is text."""


def _lines(chunks: Iterable[bytes], max_length: int) -> Iterator[str]:
    """The lines of a file without their ends; a line of more than `max_length` characters is cut after one more."""
    max_bytes = 4 * max_length + 4  # maximum bytes of that many characters
    buffer = bytearray()  # never copied within a line, which would take quadratic time
    after_return = False  # the last chunk ended with a CR, and a LF may follow
    for chunk in chunks:
        data = chunk.removeprefix(b"\n") if after_return else chunk
        after_return = chunk.endswith(b"\r") if chunk else after_return
        for line in data.splitlines(keepends=True):
            text = line.rstrip(b"\r\n")
            buffer += text[: max_bytes - len(buffer)]
            if len(text) < len(line):
                yield _decoded(bytes(buffer))[: max_length + 1]
                buffer.clear()
    if buffer:
        yield _decoded(bytes(buffer))[: max_length + 1]


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")
