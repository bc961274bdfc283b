"""A Textual driver for a remote terminal, over SSH or in a browser."""

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
_MODES_ON = "\x1b[?1049h", "\x1b[>1u", "\x1b[?2004h", "\x1b[?7l"
"""Alternate screen, disambiguated keys (kitty protocol), bracketed paste, no line wrapping."""
_MODES_OFF = "\x1b[?2004l\x1b[?7h\x1b[<u\x1b[?1049l"
RESTORE = _MOUSE_OFF + _MODES_OFF
"""Escape sequences that restore a terminal to its normal modes."""

_DELAY_MARGIN_SECONDS = 0.01
"""Time added to the parser's delay before a timeout counts."""
MAX_HELD = 500
"""Maximum number of keys held for the next screen; parsing pauses beyond it."""
_RETRY_SECONDS = 0.05
"""Interval at which the number of held keys is checked again, in seconds."""
_TURN_SECONDS = 0.01
"""How long one turn of a flood may last, in seconds."""
_RESIZE_SECONDS = 0.5
"""Resizes within this interval count as a flood."""
_MAX_TYPED = 256
"""Unparsed bytes beyond which input counts as a flood: more than a person types while the event loop is busy."""
_PIECE_BYTES = 1024
"""Number of bytes parsed at a time."""


class RemoteTerminal(Protocol):
    """A remote terminal, with its size in columns and rows."""

    size: Size

    def send(self, data: str) -> None:
        """Send output to the terminal."""

    def show(self, news: str) -> None:
        """Send changes of the board in front, if a page is at the other end."""

    def acknowledge(self, count: int) -> None:
        """Acknowledge `count` bytes of parsed input, to make room for more."""

    def idle(self) -> None:
        """Report that all input so far has had its effect, and that it is painted."""


class InputApp(Protocol):
    """The methods that the driver needs of the app, besides Textual's."""

    @property
    def keys_held(self) -> int:
        """Number of keys and pastes received and not yet dispatched."""

    def after_input(self, callback: Callable[[], object]) -> None:
        """Call back once all input so far has been handled or held."""

    def after_paint(self, callback: Callable[[], object]) -> None:
        """Call back once the effect of that input has been painted."""


class RemoteDriver(Driver):
    """Writes the app's output to a remote terminal, and dispatches its input as events. Runs in the event loop.

    Input is parsed one event at a time, each in a turn of the queue shared by all sessions of the process.
    """

    terminal: RemoteTerminal
    queue: FairQueue
    """Both are class attributes of a subclass made for each session (`driver_for`)."""

    def __init__(self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: object = None) -> None:
        super().__init__(app, debug=debug, mouse=mouse)
        self._parser = InputParser(ground=GroundAnswer() if getattr(app, "asks_ground", False) else None)
        self._timer: asyncio.TimerHandle | None = None
        self._flow = Flow()
        self._typed = bytearray()
        """Input not yet parsed."""
        self._events: Iterator[Message] | None = None
        """Events of the piece that is being parsed."""
        self._is_resized = False
        self._resized_at = -_RESIZE_SECONDS
        self._is_waiting = False
        """Whether a callback of the queue, the app or a timer is pending."""

    def write(self, data: str) -> None:
        self.terminal.send(data)

    def start_application_mode(self) -> None:
        for mode in _MODES_ON:
            self.write(mode)
        if self._mouse:
            self.write(_MOUSE_ON)
        self.send_message(Resize(self.terminal.size, self.terminal.size))

    def send_message(self, message: Message) -> None:
        """Post a message directly. (Textual creates a task for each, because its own drivers run in threads.)"""
        self._app.post_message(message)

    def resized(self) -> None:
        """Queue a resize event. Resizes in quick succession count as a flood, because each is expensive."""
        now = time.monotonic()
        if now - self._resized_at < _RESIZE_SECONDS:
            self._flow.mark_flood()
        self._resized_at = now
        self._is_resized = True
        self._request_turn()

    def received(self, data: bytes) -> None:
        """Receive input, in pieces of any size. More than a person types at once counts as a flood."""
        self._typed += data
        if len(self._typed) > _MAX_TYPED:
            self._flow.mark_flood()
        self._request_turn()

    def discard(self) -> None:
        """Drop the input not yet parsed."""
        self._typed.clear()
        self._events = None

    def _request_turn(self) -> None:
        """Ask the queue for a turn if there is input; try again later while the app holds too many keys."""
        if self._is_waiting or not self._has_input:
            return
        self._is_waiting = True
        if self._has_room:
            self.queue.submit(self._flow, self._run_turn)
        else:
            self._loop.call_later(_RETRY_SECONDS, self._request_turn_again)

    def _request_turn_again(self) -> None:
        self._is_waiting = False
        self._request_turn()

    def _run_turn(self, end: Callable[[], None]) -> None:
        """Dispatch the next event, or as many of a flood as fit in a turn, which ends once they are painted."""
        start = time.monotonic()

        def finish() -> None:
            end()
            self._request_turn_again()

        def resume() -> None:
            if not self._flow.is_flood:
                finish()
            elif time.monotonic() - start < _TURN_SECONDS and self._has_input and self._has_room:
                dispatch()
            else:
                self._input_app.after_paint(finish)

        def dispatch() -> None:
            message = self._next_message()
            if message:
                self.process_message(message)
                self._input_app.after_input(resume)
            else:
                self._loop.call_soon(finish)

        dispatch()

    def _next_message(self) -> Message | None:
        """Return the next message for the app; None if the current piece is exhausted."""
        if self._is_resized:
            self._is_resized = False
            return Resize(self.terminal.size, self.terminal.size)
        try:
            return self._next_event()
        except Exception as error:  # noqa: BLE001 (handled like any fault of the app)
            self.discard()
            self._app._handle_exception(error)
            return None

    @property
    def _has_input(self) -> bool:
        """Whether input or a resize is pending."""
        return self._is_resized or bool(self._typed) or self._events is not None

    @property
    def _has_room(self) -> bool:
        """Whether the app holds fewer than MAX_HELD keys."""
        return self._input_app.keys_held < MAX_HELD

    def _next_event(self) -> Message | None:
        """Return the next event of the input; None at the end of the current piece."""
        if self._events is None:
            piece = bytes(self._typed[:_PIECE_BYTES])
            del self._typed[:_PIECE_BYTES]
            self.terminal.acknowledge(len(piece))
            self._events = self._parsed(piece)
        message = next(self._events, None)
        if message is None:
            self._events = None
            if self._timer:
                self._timer.cancel()
            self._timer = self._loop.call_later(self._parser.delay + _DELAY_MARGIN_SECONDS, self._tick)
        return message

    def _parsed(self, data: bytes) -> Iterator[Message]:
        """Return the events that these bytes complete, without resizes: the terminal has the size."""
        return (message for message in self._parser.feed(data) if not isinstance(message, Resize))

    @property
    def _input_app(self) -> InputApp:
        return cast(InputApp, self._app)

    def _tick(self) -> None:
        """Dispatch the events that a timeout completes, such as a lone escape, and report when they are painted."""
        if self._typed or self._events:
            return  # newer input is parsed first
        for message in self._parser.tick():
            if not isinstance(message, Resize):
                self.process_message(message)
        app = self._input_app
        app.after_input(lambda: app.after_paint(self.terminal.idle))

    def disable_input(self) -> None:
        self.discard()
        if self._timer:
            self._timer.cancel()

    def stop_application_mode(self) -> None:
        self.disable_input()
        self.write((_MOUSE_OFF if self._mouse else "") + _MODES_OFF)


def driver_for(terminal: RemoteTerminal, queue: FairQueue) -> type[RemoteDriver]:
    """Return a driver class for one session. (Textual takes a class and creates the driver itself.)"""
    return type("SessionDriver", (RemoteDriver,), {"terminal": terminal, "queue": queue})
