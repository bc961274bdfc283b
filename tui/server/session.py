"""A session: connects a program to a terminal that may read slowly, flood, or disconnect."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from textual.geometry import Size

from engine.base.language import LOCALE, VARIABLE, Sentence, current, lazy_gettext, preferred_language, speaking
from engine.together.player import Player
from tui.app import FAULT
from tui.server.metrics import Event, KeyMetrics, event_fields
from tui.server.watchdog import working_for

if TYPE_CHECKING:
    from engine.together.member import HubMember

MAX_UNSENT = 1 << 20
"""Size of the send buffer in bytes. Above half of it, output is dropped; the screen is repainted once it drains."""

STALLED_SECONDS = 30.0
"""How long a terminal may stop reading before its session ends."""

MAX_TYPED = 4096
"""Maximum number of unparsed input bytes; above it, reading pauses until most of them are parsed."""

PROBE_SECONDS = 1.0
"""Interval at which the other end of a flood is probed."""
_BURST_PIECES = 50
"""Number of pieces of input within PROBE_SECONDS beyond which they count as a flood."""
_PROBING_SECONDS = 60.0
"""How long the other end is probed after such a burst. Its last pieces may wait that long for their turns."""

_MAX_COLUMNS, _MAX_ROWS = 400, 120
"""Maximum size that is drawn, in columns and rows: larger screens cost memory and show no more."""

GOODBYE = lazy_gettext("The server is being restarted. Your games are saved.")

log = logging.getLogger("satsudoku.server")


class SessionProgram(Protocol):
    """The program of a session, in this process or in a worker."""

    @property
    def fault(self) -> BaseException | None:
        """The exception that ended it; None for a normal end."""

    @property
    def return_code(self) -> int | None:
        """Its exit code; None while it runs."""

    async def run_to_end(self) -> None:
        """Run until the program has ended and its games are saved."""

    def received(self, data: bytes) -> None:
        """Receive input."""

    def resized(self) -> None:
        """Handle a new size of the terminal."""

    def action_redraw(self) -> None:
        """Repaint the whole screen."""

    def show_message(self, sentence: str) -> None:
        """Show a message of the server to the player."""

    def leave(self) -> None:
        """Save, and end."""


ProgramStart = Callable[["PlaySession", Mapping[str, str]], SessionProgram]
"""Creates the program of a session, given the environment of its terminal."""


class TerminalChannel(Protocol):
    """The connection to a terminal, over SSH or in a browser."""

    connection_kind: str
    """The kind of connection, such as "SSH"."""

    def write(self, data: bytes) -> None:
        """Queue data to be sent."""

    def unsent(self) -> int:
        """Return the number of queued bytes."""

    def is_closing(self) -> bool:
        """Whether the channel is closed or closing."""

    def exit(self, code: int) -> None:
        """Close the channel once everything is sent; `code` is the program's exit code."""

    def abort(self) -> None:
        """Close the channel at once."""

    def is_gone(self) -> bool:
        """Whether the other end has closed, checked without reading. May send data to provoke a reset."""

    def pause_reading(self) -> None:
        """Stop reading until `resume_reading`."""

    def resume_reading(self) -> None:
        """Read again."""


@runtime_checkable
class PageChannel(TerminalChannel, Protocol):
    """The connection to a page in a browser, which shows boards too."""

    def show(self, news: str) -> None:
        """Queue changes of the board in front, after all queued output."""


class PlaySession:
    """Owns a terminal's channel and its program, with flow control in both directions."""

    def __init__(
        self, player: Player, start: ProgramStart, on_end: Callable[[PlaySession], None], key: str = "", place: str = ""
    ) -> None:
        """`on_end` is called when the session has ended, whatever the reason. `key` is the fingerprint of the player's
        key, and `place` identifies the tab or terminal (`places`); either is "" for none.
        """
        self.player = player
        self.key = key
        self.place = place
        self.size = Size(80, 24)
        self.sent = 0
        """Number of bytes sent."""
        self.member: HubMember | None = None
        """The player's access to matches, while the program runs."""
        self.key_metrics = KeyMetrics()
        self._start = start
        self._on_end = on_end
        self._start_time = time.monotonic()
        self._channel: TerminalChannel | None = None
        self._program: SessionProgram | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_stale = False
        """Whether output was dropped and a full repaint is due."""
        self._unparsed = 0
        """Number of input bytes not yet parsed."""
        self._is_reading = True
        self._is_flood_logged = False
        """Whether the log mentions that input came too fast."""
        self._pieces = 0
        """Number of pieces of input since the last probe."""
        self._probe_end = 0.0
        """When probing stops, on the clock of `time.monotonic`."""
        self._probe_timer: asyncio.TimerHandle | None = None
        self._stall_timer: asyncio.TimerHandle | None = None
        self._goodbye: Sentence | None = None

    def open(self, channel: TerminalChannel, size: Size, environment: Mapping[str, str]) -> None:
        """Start the program on the channel. `environment` is that of the terminal."""
        self._channel = channel
        self.size = bounded(size.width, size.height)
        with speaking(language_of(environment)), working_for(self.player.name):
            try:
                self._program = self._start(self, environment)
            except Exception as error:  # noqa: BLE001 (a fault of one session must not end the others)
                self._finish(error, 1)
                return
            self._task = asyncio.get_running_loop().create_task(self._run(self._program))

    async def _run(self, program: SessionProgram) -> None:
        """Run the program to its end. An exception ends this session only."""
        start_fields = event_fields(Event.SESSION_STARTED)
        log.info("the session of %s starts, %dx%d", self.player.name, *self.size, extra=start_fields)
        fault: BaseException | None = None
        try:
            await program.run_to_end()
            fault = program.fault
        except Exception as error:  # noqa: BLE001 (a fault of one session must not end the others)
            fault = error
        finally:
            self._finish(fault, program.return_code or 0)

    def _finish(self, fault: BaseException | None, code: int) -> None:
        """Log the end of the program and its fault, if any, and close the channel."""
        if fault:
            fields = event_fields(Event.FAULT)
            log.error("the session of %s ended with a fault", self.player.name, exc_info=fault, extra=fields)
        if self._stall_timer:
            self._stall_timer.cancel()
        if self._probe_timer:
            self._probe_timer.cancel()
        self._program = None
        minutes = (time.monotonic() - self._start_time) / 60
        end_fields = event_fields(Event.SESSION_ENDED)
        sentence = "the session of %s ends after %.1f minutes, %d bytes"
        log.info(sentence, self.player.name, minutes, self.sent, extra=end_fields)
        self._on_end(self)
        if self._channel and not self._channel.is_closing():
            farewell = FAULT if fault else self._goodbye
            self._channel.write(f"{farewell}\r\n".encode() if farewell else b"")
            self._channel.exit(1 if fault else code)

    @property
    def seconds(self) -> float:
        """Age of the session in seconds."""
        return time.monotonic() - self._start_time

    @property
    def connection_kind(self) -> str:
        """The kind of connection; "" once the channel is gone."""
        return self._channel.connection_kind if self._channel else ""

    # output

    def send(self, data: str) -> None:
        """Send output, or drop it until a later repaint if the send buffer is half full."""
        if self._channel is None or self._channel.is_closing():
            return
        if self._is_stale or self._channel.unsent() > MAX_UNSENT // 2:
            self._is_stale = True
            self._watch_stall()
            return
        self.key_metrics.answer()
        output = data.encode()
        self.sent += len(output)
        self._channel.write(output)

    def show(self, news: str) -> None:
        """Send changes of the board in front to a page, or drop them like output: the repaint sends the whole board."""
        if isinstance(self._channel, PageChannel) and not (self._is_stale or self._channel.is_closing()):
            self.sent += len(news)
            self._channel.show(news)

    def _watch_stall(self) -> None:
        """After output was dropped: repaint once the buffer has drained, or disconnect after STALLED_SECONDS."""
        if self._stall_timer is None:
            since = time.monotonic()
            loop = asyncio.get_running_loop()

            def check() -> None:
                self._stall_timer = None
                if self._program is None or self._channel is None or self._channel.is_closing():
                    return
                if self._channel.unsent() < MAX_UNSENT // 8:
                    self._is_stale = False
                    self._program.action_redraw()
                elif time.monotonic() - since > STALLED_SECONDS:
                    log.warning("%s has stopped reading", self.player.name, extra=event_fields(Event.STALLED))
                    self._channel.abort()
                else:
                    self._stall_timer = loop.call_later(0.1, check)

            self._stall_timer = loop.call_later(0.1, check)

    # input

    def resized(self, width: int, height: int) -> None:
        """Handle a new size of the terminal."""
        self.size = bounded(width, height)
        if self._program:
            self._program.resized()

    def received(self, data: bytes) -> None:
        """Pass input to the program, and pause reading while too much is unparsed."""
        if self._program is None:
            return
        self.key_metrics.key()
        self._pieces += 1
        if self._probe_timer is None:
            self._probe_timer = asyncio.get_running_loop().call_later(PROBE_SECONDS, self._check_peer)
        self._unparsed += len(data)
        if self._unparsed > MAX_TYPED and self._is_reading and self._channel:
            self._is_reading = False
            self._channel.pause_reading()
            if not self._is_flood_logged:
                self._is_flood_logged = True
                log.info("%s types faster than the program reads", self.player.name, extra=event_fields(Event.FLOOD))
        self._program.received(data)

    def acknowledge(self, count: int) -> None:
        """Count parsed bytes, and resume reading when few are left."""
        self._unparsed -= count
        if self._unparsed <= MAX_TYPED // 4 and not self._is_reading and self._channel:
            self._is_reading = True
            self._channel.resume_reading()

    def idle(self) -> None:
        """Record that all input has taken effect on the screen."""
        self.key_metrics.idle()

    def _check_peer(self) -> None:
        """During a flood, end the session if the other end is gone: nothing else notices while its input waits."""
        self._probe_timer = None
        now = time.monotonic()
        if self._pieces > _BURST_PIECES or not self._is_reading:
            self._probe_end = now + _PROBING_SECONDS
        self._pieces = 0
        if self._program is None or self._channel is None:
            return
        if self._channel.is_closing() or (now < self._probe_end and self._channel.is_gone()):
            self._channel.abort()
            self.disconnect()
        elif now < self._probe_end:
            self._probe_timer = asyncio.get_running_loop().call_later(PROBE_SECONDS, self._check_peer)

    def disconnect(self) -> None:
        """End the session after the channel was lost."""
        self.leave()
        self._channel = None

    # end

    def show_message(self, sentence: str) -> None:
        """Show a message to the player."""
        if self._program:
            self._program.show_message(sentence)

    def leave(self) -> None:
        """Make the program save and end."""
        if self._program:
            self._program.leave()

    async def end(self, seconds: float, goodbye: Sentence | None = GOODBYE) -> None:
        """End the session with a goodbye message; wait at most `seconds` for the program to save."""
        if self._task is None or self._task.done():
            return
        self._goodbye = goodbye
        self.leave()
        await asyncio.wait([self._task], timeout=seconds)


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language of a terminal's environment; the server's own if it sets none."""
    return preferred_language(environment) if any(map(environment.get, (VARIABLE, "LANGUAGE", *LOCALE))) else current()


def bounded(width: int, height: int) -> Size:
    """Limit a terminal's size to the maximum; 0 columns mean 80, 0 rows 24."""
    return Size(min(width, _MAX_COLUMNS) or 80, min(height, _MAX_ROWS) or 24)
