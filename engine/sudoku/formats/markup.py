"""Reads XML safely, as a stream of elements.

Entity declarations are refused, so that no entity can grow without bound or name a file; nothing outside the file is
read; and tags, the text of elements and the depth are limited.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from os import PathLike
from typing import NoReturn
from xml.parsers import expat

from engine.base.errors import InputError
from engine.base.language import _

MAX_TAG, MAX_TEXT, MAX_DEPTH = 1 << 20, 1 << 20, 30
"""Maximum bytes of a tag, characters of text directly inside an element, and depth of elements."""

_BLOCK = 1 << 16
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Element:
    """The beginning (`text` is None) or end of an element: its name, attributes, the text directly inside, its line."""

    name: str
    attributes: Mapping[str, str]
    line: int
    text: str | None = None


def elements(chunks: Iterable[bytes], path: "str | PathLike[str] | None" = None) -> Iterator[Element]:
    """The elements of a file as they begin and end. Raises InputError with the line of the first unsafe or invalid
    part.
    """
    return _ElementReader(path).read(chunks)


def attribute(value: str) -> str:
    """A value in quotes, escaped for a tag."""
    return f'"{content(value)}"'


def content(text: str) -> str:
    """A text escaped for an element."""
    return escape(_NOT_XML.sub("", text))


def _blocks(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in blocks of equal length, because where the parser notices broken XML depends on the blocks."""
    buffer = bytearray()
    for chunk in chunks:
        buffer += chunk
        while len(buffer) >= _BLOCK:
            yield bytes(buffer[:_BLOCK])
            del buffer[:_BLOCK]
    yield bytes(buffer)


class _ElementReader:
    def __init__(self, path: "str | PathLike[str] | None") -> None:
        self._path = path
        self._parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._begin
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.EntityDeclHandler = self._entity
        self._open: list[tuple[Element, list[str]]] = []
        self._length = 0
        self._ready: list[Element] = []
        self._skipped = 0

    def read(self, chunks: Iterable[bytes]) -> Iterator[Element]:
        size = 0
        for block in _blocks(chunks):
            part = block
            if not size:  # the XML declaration is allowed only at the very beginning
                part = block.lstrip()
                self._skipped += block.count(b"\n", 0, len(block) - len(part))
            size += len(part)
            yield from self._feed(part, last=False)
            if size - self._parser.CurrentByteIndex > MAX_TAG:
                self._fail(_("a tag of more than {most} bytes").format(most=MAX_TAG))
        yield from self._feed(b"", last=True)

    @property
    def _line(self) -> int:
        return self._skipped + self._parser.CurrentLineNumber

    def _feed(self, part: bytes, *, last: bool) -> Iterator[Element]:
        """The beginnings and ends in this part of the file, up to the first error, which is then raised."""
        failure = None
        try:
            self._parser.Parse(part, last)
        except InputError as error:
            failure = error
        except expat.ExpatError as error:
            problem = _("this is not valid XML: {error}").format(error=expat.ErrorString(error.code))
            failure = InputError(problem, path=self._path, line=self._skipped + error.lineno)
        except (ValueError, LookupError) as error:  # an impossible encoding
            problem = _("this is not valid XML: {error}").format(error=str(error)[:80])
            failure = InputError(problem, path=self._path, line=self._line)
        ready, self._ready = self._ready, []
        yield from ready
        if failure is not None:
            raise failure

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        if len(self._open) >= MAX_DEPTH:
            self._fail(_("more than {most} nested elements").format(most=MAX_DEPTH))
        element = Element(name, attributes, self._line)
        self._open.append((element, []))
        self._length = 0
        self._ready.append(element)

    def _text(self, text: str) -> None:
        self._length += len(text)
        if self._length > MAX_TEXT:
            self._fail(_("a text of more than {most} characters").format(most=MAX_TEXT))
        self._open[-1][1].append(text)

    def _end(self, name: str) -> None:
        element, texts = self._open.pop()
        self._length = 0
        self._ready.append(Element(name, element.attributes, element.line, "".join(texts)))

    def _entity(self, name: str, *_rest: object) -> None:
        self._fail(_("it declares the entity {name!r}").format(name=name[:40]), _("remove its entity declarations"))

    def _fail(self, problem: str, advice: str = "") -> NoReturn:
        raise InputError(problem, path=self._path, line=self._line, advice=advice)
