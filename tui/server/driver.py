"""The other end of an SSH session as Textual sees a terminal."""

import asyncio
from collections.abc import Iterable
from typing import Any, Protocol

from textual.app import App
from textual.driver import Driver
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message

from tui.terminal.ground import GroundAnswer
from tui.terminal.input_parser import InputParser

_MOUSE_ON, _MOUSE_OFF = "\x1b[?1000h\x1b[?1003h\x1b[?1006h", "\x1b[?1000l\x1b[?1003l\x1b[?1006l"
_BEGIN = "\x1b[?1049h", "\x1b[>1u", "\x1b[?2004h", "\x1b[?7l"
"""The alternate screen, keys told apart, pastes in brackets, no wrapping."""
_END = "\x1b[?2004l\x1b[?7h\x1b[<u\x1b[?1049l"
RESTORE = _MOUSE_OFF + _END
"""Puts a terminal back in order, whatever the program had turned on."""

_AFTER = 0.01
"""Seconds after which it is seen for sure that nothing has come for a while."""


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
        self._parser = InputParser(ground=GroundAnswer() if getattr(app, "asks_ground", False) else None)
        self._timer: asyncio.TimerHandle | None = None

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
        self._hand_on(self._parser.feed(data))
        if self._timer:
            self._timer.cancel()
        self._timer = self._loop.call_later(self._parser.delay + _AFTER, self._tick)

    def _tick(self) -> None:
        """Hand on what counts once nothing has come for a while."""
        self._hand_on(self._parser.tick())

    def _hand_on(self, messages: Iterable[Message]) -> None:
        """Hand on messages, but no size: that is the line's."""
        for message in messages:
            if not isinstance(message, Resize):
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
