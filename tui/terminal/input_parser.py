"""Converts the bytes from a terminal to Textual's events: no bytes can end the program, and a paste is only text.

It uses Textual's own parser, which takes text, finds keys inside of pastes, waits forever for the end of a paste, and
fails on numbers that are no character's.
"""

import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Generator, Iterator

from textual import constants
from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.events import Key, Paste, Resize
from textual.geometry import Size
from textual.keys import Keys
from textual.message import Message

from engine.base.patterns import pattern
from tui.terminal.ground import GroundAnswer

MAX_PASTED = 1_000_000
"""Maximum characters of a paste; a longer one is refused."""
PASTE_SECONDS = 1.0
"""Seconds without input after which an unfinished paste is refused, because half a puzzle is another puzzle."""
MAX_SIZE = Size(2000, 1000)
"""The largest size that a terminal may report."""

_UNDECODABLE = "\N{REPLACEMENT CHARACTER}"
_CONTROL = pattern(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""Control characters other than tabs and line ends."""


class PasteRefused(Message):
    """Posted when a paste is dropped: it was too long, or its end did not arrive."""

    def __init__(self, is_too_long: bool) -> None:
        super().__init__()
        self.is_too_long = is_too_long


class InputParser:
    """Converts bytes to events. Bytes that are not UTF-8 are dropped; in pasted text U+FFFD replaces them.

    A paste is a single event, without control characters, or `PasteRefused` if it is too long or does not end.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic, ground: GroundAnswer | None = None) -> None:
        """`now` is a clock in seconds for timeouts of pastes; `ground` filters out the answer to a terminal query."""
        self._now = now
        self._ground = ground
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._keys = _KeyParser()
        self._tail = ""
        """The last characters, which may begin a mark of a paste's start or end."""
        self._paste: list[str] | None = None
        """The pieces of the current paste; None outside of one."""
        self._length = 0
        """Number of characters in that paste, including dropped ones."""
        self._last_input = 0.0
        """The time of the last input."""

    @property
    def delay(self) -> float:
        """Seconds without input after which `tick` must be called."""
        if self._ground and self._ground.held:
            return self._ground.delay
        return constants.ESCAPE_DELAY if self._paste is None else PASTE_SECONDS

    def feed(self, data: bytes) -> Iterator[Message]:
        """Return the events that these bytes complete. Consume all of them before feeding more."""
        if data:
            self._last_input = self._now()
        text = self._decode(data)
        if text and self._ground:
            if self._paste is None:
                text, message = self._ground.feed(text)
                if message:
                    yield message
            else:
                text = self._ground.release() + text
        while text:
            text = yield from (self._parse_typed(text) if self._paste is None else self._parse_paste(text))

    def tick(self) -> Iterator[Message]:
        """Return the events due because no input has followed: a lone escape, or a refused paste."""
        if self._ground and self._ground.held and self._now() - self._last_input >= self._ground.delay:
            yield from self._parse_released(self._ground.release())
        if self._paste is not None and self._now() - self._last_input >= PASTE_SECONDS:
            self._paste, self._tail = None, ""
            yield PasteRefused(is_too_long=False)
        yield from self._keys.tick()

    def _parse_released(self, held: str) -> Iterator[Message]:
        """Return the events of held text that could have begun an answer; an incomplete answer is dropped."""
        if self._paste is not None:
            yield from self._parse_paste(held)
        elif held == "\x1b":
            yield Key("escape", held)  # the timeout has passed
        elif len(held) == len("\x1b]"):
            yield from self._keys.feed(held)

    def _parse_typed(self, text: str) -> Generator[Message, None, str]:
        """Yield the events of text before the start of a paste; returns the rest."""
        end = self._end_of(BRACKETED_PASTE_START, text)
        yield from filter(_is_possible, self._keys.feed(text if end is None else text[:end]))
        if end is None:
            return ""
        for _empty in self._keys.feed(BRACKETED_PASTE_END):  # this method reads the text between the marks
            pass
        self._paste, self._length = [], 0
        return text[end:]

    def _parse_paste(self, text: str) -> Generator[Message, None, str]:
        """Yield the event of a paste if it ends in the text; returns the rest."""
        assert self._paste is not None
        end = self._end_of(BRACKETED_PASTE_END, text)
        piece = text if end is None else text[:end]
        self._length += len(piece)
        if self._length <= MAX_PASTED + len(BRACKETED_PASTE_END):
            self._paste.append(piece)
        else:
            self._paste.clear()
        if end is None:
            return ""
        pasted = "".join(self._paste)[: -len(BRACKETED_PASTE_END)]
        is_too_long = self._length > MAX_PASTED + len(BRACKETED_PASTE_END)
        self._paste = None
        yield PasteRefused(is_too_long=True) if is_too_long else Paste(_CONTROL.sub("", pasted))
        return text[end:]

    def _end_of(self, mark: str, text: str) -> int | None:
        """Return the end of a mark in the text, which may have begun in earlier text; None if it does not end there."""
        buffer = self._tail + text
        start = buffer.find(mark)
        if start < 0:
            self._tail = buffer[1 - len(mark) :]
            return None
        end = start + len(mark) - len(self._tail)
        self._tail = ""
        return end


def _is_possible(message: Message) -> bool:
    """Return whether a working terminal sends this: a decodable character, or a size that can be drawn."""
    if isinstance(message, Resize):
        return 0 < message.size.width <= MAX_SIZE.width and 0 < message.size.height <= MAX_SIZE.height
    return not (isinstance(message, Key) and message.character == _UNDECODABLE)


class _KeyParser(XTermParser):
    """Textual's parser, which ignores the input it would fail on: keys and sizes with impossible numbers."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterator[Key]:
        try:
            yield from super()._sequence_to_key_events(sequence, alt)
        except (ValueError, OverflowError):  # no such character
            yield Key(Keys.Ignore, sequence)

    def parse_mouse_code(self, code: str) -> Message | None:
        try:
            return super().parse_mouse_code(code)
        except (ZeroDivisionError, OverflowError):  # from a terminal without a size
            return None
