"""The bytes that a terminal sends, as Textual's events: no bytes end the program, and a paste is nothing but text.

Textual's own parser does the rest. It takes text, finds keys inside of pastes, waits for ever for the end of a paste,
and fails on numbers that are no character's.
"""

import re
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Generator, Iterator

from textual import constants
from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.events import Key, Paste, Resize
from textual.geometry import Size
from textual.keys import Keys
from textual.message import Message

from tui.terminal.ground import GroundAnswer

MOST_PASTED = 1_000_000
"""Characters of a paste. Of a longer one nothing is taken."""
PASTE_SECONDS = 1.0
"""Seconds without more of a paste after which it is given up. Nothing of it is taken: half a puzzle is another one."""
LARGEST = Size(2000, 1000)
"""The largest terminal whose own word for its size is taken."""

_UNDECODABLE = "\N{REPLACEMENT CHARACTER}"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""The control characters that no text needs: all but tabs and the ends of lines."""


class PasteRefused(Message):
    """Nothing was taken of a paste: it was too long, or else its end did not come."""

    def __init__(self, is_too_long: bool) -> None:
        super().__init__()
        self.is_too_long = is_too_long


class InputParser:
    """Turns bytes into events. Bytes that are no UTF-8 are left out; in pasted text U+FFFD takes their place.

    A paste is one event, without control characters, or `PasteRefused` if it is too long or does not end.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic, ground: GroundAnswer | None = None) -> None:
        """`now` is the clock, in seconds, by which a paste is given up; `ground` takes out the answer to what the
        terminal was asked.
        """
        self._now = now
        self._ground = ground
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._keys = _KeyParser()
        self._edge = ""
        """The last characters: the mark of a paste's begin or end may have begun with them."""
        self._paste: list[str] | None = None
        """The pieces of the paste that has begun; None outside of one."""
        self._length = 0
        """Characters of that paste, those that were not kept included."""
        self._latest = 0.0
        """When anything came last."""

    @property
    def delay(self) -> float:
        """Seconds without input after which `tick` has something to do."""
        if self._ground and self._ground.held:
            return self._ground.delay
        return constants.ESCAPE_DELAY if self._paste is None else PASTE_SECONDS

    def feed(self, data: bytes) -> Iterator[Message]:
        """The events that these bytes complete. Take all of them before feeding more."""
        if data:
            self._latest = self._now()
        text = self._decode(data)
        if text and self._ground:
            if self._paste is None:
                text, message = self._ground.feed(text)
                if message:
                    yield message
            else:
                text = self._ground.release() + text
        while text:
            text = yield from (self._typed(text) if self._paste is None else self._pasted(text))

    def tick(self) -> Iterator[Message]:
        """The events that are due because nothing has followed: a lone escape, and the end of a paste without one."""
        if self._ground and self._ground.held and self._now() - self._latest >= self._ground.delay:
            yield from self._released(self._ground.release())
        if self._paste is not None and self._now() - self._latest >= PASTE_SECONDS:
            self._paste, self._edge = None, ""
            yield PasteRefused(is_too_long=False)
        yield from self._keys.tick()

    def _released(self, held: str) -> Iterator[Message]:
        """The events of what could have begun an answer; nothing comes of an answer that has no end."""
        if self._paste is not None:
            yield from self._pasted(held)
        elif held == "\x1b":
            yield Key("escape", held)  # it has waited long enough
        elif len(held) == len("\x1b]"):
            yield from self._keys.feed(held)

    def _typed(self, text: str) -> Generator[Message, None, str]:
        """The events of text up to the begin of a paste; returns the rest."""
        end = self._end_of(BRACKETED_PASTE_START, text)
        yield from filter(_is_possible, self._keys.feed(text if end is None else text[:end]))
        if end is None:
            return ""
        for _empty in self._keys.feed(BRACKETED_PASTE_END):  # the text between the marks is read here
            pass
        self._paste, self._length = [], 0
        return text[end:]

    def _pasted(self, text: str) -> Generator[Message, None, str]:
        """The event of a paste that ends in the text, if it does; returns the rest."""
        assert self._paste is not None
        end = self._end_of(BRACKETED_PASTE_END, text)
        piece = text if end is None else text[:end]
        self._length += len(piece)
        if self._length <= MOST_PASTED + len(BRACKETED_PASTE_END):
            self._paste.append(piece)
        else:
            self._paste.clear()
        if end is None:
            return ""
        pasted = "".join(self._paste)[: -len(BRACKETED_PASTE_END)]
        is_too_long = self._length > MOST_PASTED + len(BRACKETED_PASTE_END)
        self._paste = None
        yield PasteRefused(is_too_long=True) if is_too_long else Paste(_CONTROL.sub("", pasted))
        return text[end:]

    def _end_of(self, mark: str, text: str) -> int | None:
        """Where in the text a mark ends that may have begun before it; None if it does not."""
        buffer = self._edge + text
        at = buffer.find(mark)
        if at < 0:
            self._edge = buffer[1 - len(mark) :]
            return None
        end = at + len(mark) - len(self._edge)
        self._edge = ""
        return end


def _is_possible(message: Message) -> bool:
    """Whether a terminal in order sends this: characters that are decoded, and a size that can be drawn for."""
    if isinstance(message, Resize):
        return 0 < message.size.width <= LARGEST.width and 0 < message.size.height <= LARGEST.height
    return not (isinstance(message, Key) and message.character == _UNDECODABLE)


class _KeyParser(XTermParser):
    """Textual's parser, which ignores what it would fail on: keys and sizes with impossible numbers."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterator[Key]:
        try:
            yield from super()._sequence_to_key_events(sequence, alt)
        except (ValueError, OverflowError):  # no character has that number
            yield Key(Keys.Ignore, sequence)

    def parse_mouse_code(self, code: str) -> Message | None:
        try:
            return super().parse_mouse_code(code)
        except (ZeroDivisionError, OverflowError):  # of a terminal without a size
            return None
