"""The other end of an SSH session as Textual sees a terminal."""

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import Any, Protocol, cast

from textual.app import App
from textual.driver import Driver
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message

from tui.server.fair_queue import FairQueue, Flow
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
MOST_HELD = 500
"""Keys that may wait for a screen that is still to come; then nothing more is parsed."""
_LOOK_SECONDS = 0.05
"""How often it is seen whether fewer keys wait."""
_TURN_SECONDS = 0.01
"""How long events of a flood follow each other in one turn."""
_RESIZE_SECONDS = 0.5
"""Sizes that come sooner after each other are treated as a flood."""
_PIECE = 1024
"""Bytes that are parsed at a time, as far as no event comes of them."""


class TerminalLine(Protocol):
    """What carries the bytes: to be written to; its size in columns and rows."""

    size: Size

    def send(self, data: str) -> None:
        """Send what the terminal is to show."""

    def took(self, count: int) -> None:
        """So many bytes that were typed have been parsed: there is room for as many more."""


class InputApp(Protocol):
    """What a driver needs of the app beside what Textual does."""

    @property
    def keys_held(self) -> int:
        """How many keys and pastes have come that are not handed on."""

    def after_input(self, callback: Callable[[], object]) -> None:
        """Call back once what has come so far has had its effect, or is held."""

    def after_paint(self, callback: Callable[[], object]) -> None:
        """Call back once the effect of all that is painted."""


class LineDriver(Driver):
    """Writes what the app shows to a line, and hands on as events what comes from there. Runs in the event loop.

    Input is parsed one event at a time, each in its turn of the queue that all sessions of the process share.
    """

    line: TerminalLine
    queue: FairQueue
    """Both are set by a class made for each session (`driver_for`)."""

    def __init__(self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: object = None) -> None:
        super().__init__(app, debug=debug, mouse=mouse)
        self._parser = InputParser(ground=GroundAnswer() if getattr(app, "asks_ground", False) else None)
        self._timer: asyncio.TimerHandle | None = None
        self._flow = Flow()
        self._typed = bytearray()
        """What has come and is not parsed yet."""
        self._events: Iterator[Message] | None = None
        """What comes of the piece that is parsed at the moment."""
        self._is_resized = False
        self._resized_at = -_RESIZE_SECONDS
        self._is_waiting = False
        """Whether the queue, or the app with the event before, is to call back."""

    def write(self, data: str) -> None:
        self.line.send(data)

    def start_application_mode(self) -> None:
        for mode in _BEGIN:
            self.write(mode)
        if self._mouse:
            self.write(_MOUSE_ON)
        self.send_message(Resize(self.line.size, self.line.size))

    def send_message(self, message: Message) -> None:
        """Hand on a message. (Textual makes a task of each, as its drivers run in threads.)"""
        self._app.post_message(message)

    def resized(self) -> None:
        """Tell the app the terminal's size. Each costs more than many keys."""
        now = time.monotonic()
        if now - self._resized_at < _RESIZE_SECONDS:
            self._flow.mark_flood()
        self._resized_at = now
        self._is_resized = True
        self._ask()

    def received(self, data: bytes) -> None:
        """What was typed or pasted there, in any pieces."""
        self._typed += data
        self._ask()

    def discard(self) -> None:
        """Forget what has come and was not parsed yet."""
        self._typed.clear()
        self._events = None

    def _ask(self) -> None:
        """Ask for a turn if there is anything to parse."""
        if self._is_waiting or not self._has_input:
            return
        self._is_waiting = True
        if self._has_room:
            self.queue.submit(self._flow, self._take)
        else:
            self._loop.call_later(_LOOK_SECONDS, self._ask_again)

    def _ask_again(self) -> None:
        self._is_waiting = False
        self._ask()

    def _take(self, end: Callable[[], None]) -> None:
        """Hand on the next event; of a flood as many as there is time for, and end when they are painted."""
        start = time.monotonic()

        def ended() -> None:
            end()
            self._ask_again()

        def resume() -> None:
            if not self._flow.is_flood:
                ended()
            elif time.monotonic() - start < _TURN_SECONDS and self._has_input and self._has_room:
                take()
            else:
                self._input_app.after_paint(ended)

        def take() -> None:
            message = self._next_message()
            if message:
                self.process_message(message)
                self._input_app.after_input(resume)
            else:
                self._loop.call_soon(ended)

        take()

    def _next_message(self) -> Message | None:
        """What is to be handed on next; None if nothing comes of what is parsed at the moment."""
        if self._is_resized:
            self._is_resized = False
            return Resize(self.line.size, self.line.size)
        try:
            return self._next_event()
        except Exception as error:  # noqa: BLE001 (as any fault of the program)
            self.discard()
            self._app._handle_exception(error)
            return None

    @property
    def _has_input(self) -> bool:
        """Whether there is anything to hand on."""
        return self._is_resized or bool(self._typed) or self._events is not None

    @property
    def _has_room(self) -> bool:
        """Whether the app holds no more keys than it should."""
        return self._input_app.keys_held < MOST_HELD

    def _next_event(self) -> Message | None:
        """What comes next of the input; None if nothing comes of this piece any more."""
        if self._events is None:
            piece = bytes(self._typed[:_PIECE])
            del self._typed[:_PIECE]
            self.line.took(len(piece))
            self._events = self._parsed(piece)
        message = next(self._events, None)
        if message is None:
            self._events = None
            if self._timer:
                self._timer.cancel()
            self._timer = self._loop.call_later(self._parser.delay + _AFTER, self._tick)
        return message

    def _parsed(self, data: bytes) -> Iterator[Message]:
        """The events that these bytes complete, but no size: that is the line's."""
        return (message for message in self._parser.feed(data) if not isinstance(message, Resize))

    @property
    def _input_app(self) -> InputApp:
        return cast(InputApp, self._app)

    def _tick(self) -> None:
        """Hand on what counts once nothing has come for a while, such as a lone escape."""
        if self._typed or self._events:
            return  # more has come, and is parsed first
        for message in self._parser.tick():
            if not isinstance(message, Resize):
                self.process_message(message)

    def disable_input(self) -> None:
        self.discard()
        if self._timer:
            self._timer.cancel()

    def stop_application_mode(self) -> None:
        self.disable_input()
        self.write((_MOUSE_OFF if self._mouse else "") + _END)


def driver_for(line: TerminalLine, queue: FairQueue) -> type[LineDriver]:
    """The driver class of one session: Textual makes the driver itself."""
    return type("SessionDriver", (LineDriver,), {"line": line, "queue": queue})
