"""The other end of an SSH session as Textual sees a terminal."""

import asyncio
from codecs import getincrementaldecoder
from typing import Any, Protocol

from textual import constants
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver
from textual.events import Resize
from textual.geometry import Size

_MOUSE_ON, _MOUSE_OFF = "\x1b[?1000h\x1b[?1003h\x1b[?1006h", "\x1b[?1000l\x1b[?1003l\x1b[?1006l"
_BEGIN = "\x1b[?1049h", "\x1b[>1u", "\x1b[?2004h", "\x1b[?7l"
"""The alternate screen, keys told apart, pastes in brackets, no wrapping."""
_END = "\x1b[?2004l\x1b[?7h\x1b[<u\x1b[?1049l"
RESTORE = _MOUSE_OFF + _END
"""Puts a terminal back in order, whatever the program had turned on."""


_PASTE_ENDS = "\x1b[201~"
MOST_UNREAD = 2_000_000
"""Characters that a paste may have; of a longer one nothing is taken."""


class TerminalLine(Protocol):
    """What carries the bytes: to be written to; its size in columns and rows."""

    size: Size

    def send(self, data: str) -> None:
        """Send what the terminal is to show."""


class LineDriver(Driver):
    """Writes what the app shows to a line, and hands on as events what comes from there. Runs in the event loop."""

    line: TerminalLine
    """Set by a class made for each session (`driver_for`)."""

    def __init__(self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: object = None) -> None:
        super().__init__(app, debug=debug, mouse=mouse)
        self._parser = XTermParser()
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._timer: asyncio.TimerHandle | None = None
        self._unread = 0
        """Characters since the parser made anything of them."""
        self._skipped: str | None = None
        """The end of what is passed over of a paste that is too long; None outside of such a one."""

    def write(self, data: str) -> None:
        self.line.send(data)

    def start_application_mode(self) -> None:
        for mode in _BEGIN:
            self.write(mode)
        if self._mouse:
            self.write(_MOUSE_ON)
        self.resized()

    def resized(self) -> None:
        """Tell the app the terminal's size."""
        self.send_message(Resize(self.line.size, self.line.size))

    def received(self, data: bytes) -> None:
        """What was typed or pasted there, in any pieces."""
        text = self._after_skipped(self._decode(data))
        for message in self._parser.feed(text) if text else ():  # the parser takes nothing for the end
            self._unread = 0
            self.process_message(message)
        self._unread += len(text)
        if self._unread > MOST_UNREAD:  # a paste without an end, all of which the parser would keep
            self._parser, self._unread, self._skipped = XTermParser(), 0, ""
        if self._timer:
            self._timer.cancel()
        self._timer = self._loop.call_later(constants.ESCAPE_DELAY + 0.01, self._tick)

    def _after_skipped(self, text: str) -> str:
        """What of the text comes after a paste that is too long."""
        if self._skipped is None:
            return text
        seen, end, after = (self._skipped + text).partition(_PASTE_ENDS)
        self._skipped = None if end else seen[1 - len(_PASTE_ENDS) :]
        return after

    def _tick(self) -> None:
        """A lone escape is a key once nothing has come after it for so long."""
        for message in self._parser.tick():
            self.process_message(message)

    def disable_input(self) -> None:
        if self._timer:
            self._timer.cancel()

    def stop_application_mode(self) -> None:
        self.disable_input()
        self.write((_MOUSE_OFF if self._mouse else "") + _END)


def driver_for(line: TerminalLine) -> type[LineDriver]:
    """The driver class of one session: Textual makes the driver itself."""
    return type("SessionDriver", (LineDriver,), {"line": line})
