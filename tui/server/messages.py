"""Messages from the browser page: JSON lists in the protocol of textual-serve's script, and two of our own."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from textual.geometry import Size

from tui.terminal.web_keys import MAX_CELLS, WebView

MAX_COLUMNS = 10_000
"""Maximum number of columns or rows that a browser may report; fewer are drawn (`session.bounded`)."""
_MAX_PING_LENGTH = 40
_NUMBER = re.compile(r"[0-9]{1,5}", re.ASCII)


class MessageError(ValueError):
    """A message that the page of this server never sends. Its text is for the log."""


@dataclass(frozen=True)
class Typed:
    """Typed or pasted text."""

    text: str


@dataclass(frozen=True)
class Resized:
    """A new size of the terminal."""

    size: Size


@dataclass(frozen=True)
class Ping:
    """A liveness check; the answer repeats the text."""

    text: str


@dataclass(frozen=True)
class CellTapped:
    """A cell of the board that was tapped."""

    cell: int


@dataclass(frozen=True)
class ViewChange:
    """A new view of the page."""

    view: WebView


@dataclass(frozen=True)
class FocusChanged:
    """The terminal has gained or lost the focus; ignored."""


Message = Typed | Resized | Ping | CellTapped | ViewChange | FocusChanged


def parse_message(text: str) -> Message:
    """Parse a message of the page. Raises MessageError."""
    try:
        message = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise MessageError("a message is not JSON") from None
    match message:
        case ["stdin", str(typed)]:
            return Typed(typed)
        case ["resize", {"width": width, "height": height, **others}] if not others:
            return Resized(_size(width, height))
        case ["ping", str(sent)] if len(sent) <= _MAX_PING_LENGTH:
            return Ping(sent)
        case ["cell", int(cell)] if type(cell) is int and 0 <= cell < MAX_CELLS:
            return CellTapped(cell)
        case ["view", ("terminal" | "board") as view]:
            return ViewChange(WebView(view))
        case ["focus" | "blur"]:
            return FocusChanged()
    raise MessageError("a message has an unknown form")


def size_of(query: Mapping[str, str]) -> Size:
    """Return the terminal size in the query of a session's address. Raises MessageError."""
    numbers = [query.get(name, "") for name in ("width", "height")]
    if not all(map(_NUMBER.fullmatch, numbers)):
        raise MessageError("the address has no terminal size")
    return _size(*map(int, numbers))


def _size(*numbers: Any) -> Size:
    if not all(type(number) is int and 0 <= number <= MAX_COLUMNS for number in numbers):
        raise MessageError(f"a size is not two whole numbers from 0 to {MAX_COLUMNS}")
    return Size(*numbers)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)
