"""One session: the program at the end of a line that somebody reads slowly, floods, or cuts."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from textual.geometry import Size

from engine.base.language import LOCALE, VARIABLE, Sentence, current, lazy_gettext, preferred_language, speaking
from engine.together.player import Player
from tui.server.metrics import Event, KeyMetrics, event_fields
from tui.server.watchdog import working_for

if TYPE_CHECKING:
    from engine.together.member import HubMember

MOST_UNSENT = 1 << 20
"""Bytes that may wait to be sent; what comes then is dropped, and all is painted again once there is room."""

STALLED_SECONDS = 30.0
"""After so long without reading, a session ends."""

MOST_TYPED = 4096
"""Bytes that may wait for the program; then no more are read until it has parsed most of them."""

PROBE_SECONDS = 1.0
"""How often it is seen whether the other end is still there while nothing is read from it."""

_WIDEST, _HIGHEST = 400, 120
"""The largest terminal that is drawn for: more costs memory and shows no more."""

FAULT = lazy_gettext(
    "A fault of the program ended this session. Your game is saved up to the last move that was shown."
)
GOODBYE = lazy_gettext("The server is being restarted. Your games are saved.")

log = logging.getLogger("satsudoku.server")


class SessionProgram(Protocol):
    """The program of a session, wherever it runs."""

    @property
    def fault(self) -> BaseException | None:
        """What ended it, if that was a fault of its own."""

    @property
    def return_code(self) -> int | None:
        """Its exit code, once it is over."""

    async def run_to_end(self) -> None:
        """Run; it is over once its games are in their file and that is closed."""

    def received(self, data: bytes) -> None:
        """This was typed."""

    def resized(self) -> None:
        """The terminal has another size now."""

    def action_redraw(self) -> None:
        """Send the whole picture."""

    def tell(self, sentence: str) -> None:
        """Tell the player something of the server's, on the screen."""

    def leave(self) -> None:
        """Save what is known, and end."""


Start = Callable[["PlaySession", Mapping[str, str]], SessionProgram]
"""Makes the program of a session from what its terminal says of itself."""


class TerminalChannel(Protocol):
    """What carries the bytes to a terminal, of whatever kind it is."""

    door: str
    """The kind, in a word."""

    def write(self, data: bytes) -> None:
        """Send this as soon as the other end takes it; keep it until then."""

    def unsent(self) -> int:
        """How many bytes are kept."""

    def is_closing(self) -> bool:
        """Whether nothing can be sent any more."""

    def exit(self, code: int) -> None:
        """Close it once all is sent; `code` is the program's exit code."""

    def abort(self) -> None:
        """Close it now."""

    def is_gone(self) -> bool:
        """Whether the other end has closed, seen without reading. Sends something that a closed one refuses."""

    def pause_reading(self) -> None:
        """Take nothing from the other end until `resume_reading`."""

    def resume_reading(self) -> None:
        """Take again what comes."""


class PlaySession:
    """The line between a terminal and its program. Owns both; the rest of the server knows only that it lives."""

    def __init__(
        self, player: Player, start: Start, ended: Callable[[PlaySession], None], key: str = "", place: str = ""
    ) -> None:
        """`ended` hears of the end, whatever its reason. `key` is the fingerprint of the player's key, `place` what
        a reload comes back to (`places`); each "" for none.
        """
        self.player = player
        self.key = key
        self.place = place
        self.size = Size(80, 24)
        self.sent = 0
        """Bytes so far."""
        self.member: HubMember | None = None
        """What the player may do with others, while the program runs."""
        self.pulse = KeyMetrics()
        self._start = start
        self._ended = ended
        self._start_time = time.monotonic()
        self._channel: TerminalChannel | None = None
        self._program: SessionProgram | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_stale = False
        """Whether something was dropped, so that all must be painted again."""
        self._untaken = 0
        """Bytes that were typed and that the program has not parsed."""
        self._is_reading = True
        self._is_flood = False
        """Whether the log has a line about how much it sends."""
        self._probe: asyncio.TimerHandle | None = None
        self._watch: asyncio.TimerHandle | None = None
        self._goodbye: Sentence | None = None

    def open(self, channel: TerminalChannel, size: Size, environment: Mapping[str, str]) -> None:
        """Begin the program at the end of the channel. `environment` is what the terminal says of itself."""
        self._channel = channel
        self.size = bounded(size.width, size.height)
        with speaking(language_of(environment)), working_for(self.player.name):
            try:
                self._program = self._start(self, environment)
            except Exception as error:  # noqa: BLE001 (whatever it is, the others play on)
                self._over(error, 1)
                return
            self._task = asyncio.get_running_loop().create_task(self._run(self._program))

    async def _run(self, program: SessionProgram) -> None:
        """The program from its start to its end. What goes wrong in it ends this session alone."""
        start_fields = event_fields(Event.SESSION_BEGUN)
        log.info("%s begins, %dx%d", self.player.name, self.size.width, self.size.height, extra=start_fields)
        fault: BaseException | None = None
        try:
            await program.run_to_end()
            fault = program.fault
        except Exception as error:  # noqa: BLE001 (whatever it is, the others play on)
            fault = error
        finally:
            self._over(fault, program.return_code or 0)

    def _over(self, fault: BaseException | None, code: int) -> None:
        """Say what ended the program, if it was a fault, and close the line."""
        if fault:
            log.error(
                "%s: the session ended by a fault", self.player.name, exc_info=fault, extra=event_fields(Event.FAULT)
            )
        if self._watch:
            self._watch.cancel()
        if self._probe:
            self._probe.cancel()
        self._program = None
        minutes = (time.monotonic() - self._start_time) / 60
        ended = event_fields(Event.SESSION_ENDED)
        log.info("%s ends after %.1f minutes, %d bytes", self.player.name, minutes, self.sent, extra=ended)
        self._ended(self)
        if self._channel and not self._channel.is_closing():
            last = FAULT if fault else self._goodbye
            self._channel.write(f"{last}\r\n".encode() if last else b"")
            self._channel.exit(1 if fault else code)

    @property
    def seconds(self) -> float:
        """How long it has been there."""
        return time.monotonic() - self._start_time

    @property
    def door(self) -> str:
        """By which way the player came; "" once the channel is gone."""
        return self._channel.door if self._channel else ""

    # what goes out

    def send(self, data: str) -> None:
        """Send what the terminal is to show, unless too much waits already: then all is painted again later."""
        if self._channel is None or self._channel.is_closing():
            return
        if self._is_stale or self._channel.unsent() > MOST_UNSENT // 2:
            self._is_stale = True
            self._watch_stall()
            return
        self.pulse.answer()
        sent = data.encode()
        self.sent += len(sent)
        self._channel.write(sent)

    def _watch_stall(self) -> None:
        """Once something was dropped: paint again when there is room, or end when there is none for too long."""
        if self._watch is None:
            since = time.monotonic()
            loop = asyncio.get_running_loop()

            def look() -> None:
                self._watch = None
                if self._program is None or self._channel is None or self._channel.is_closing():
                    return
                if self._channel.unsent() < MOST_UNSENT // 8:
                    self._is_stale = False
                    self._program.action_redraw()
                elif time.monotonic() - since > STALLED_SECONDS:
                    log.warning("%s does not read any more", self.player.name, extra=event_fields(Event.STALLED))
                    self._channel.abort()
                else:
                    self._watch = loop.call_later(0.1, look)

            self._watch = loop.call_later(0.1, look)

    # what comes in

    def resized(self, width: int, height: int) -> None:
        """The terminal has another size now."""
        self.size = bounded(width, height)
        if self._program:
            self._program.resized()

    def received(self, data: bytes) -> None:
        """What was typed."""
        if self._program is None:
            return
        self.pulse.key()
        self._untaken += len(data)
        if self._untaken > MOST_TYPED and self._is_reading and self._channel:
            self._is_reading = False
            self._channel.pause_reading()
            if not self._is_flood:
                self._is_flood = True
                log.info("%s types faster than the program reads", self.player.name, extra=event_fields(Event.FLOOD))
            self._probe = asyncio.get_running_loop().call_later(PROBE_SECONDS, self._look)
        self._program.received(data)

    def took(self, count: int) -> None:
        """The program has parsed so many bytes of what was typed."""
        self._untaken -= count
        if self._untaken <= MOST_TYPED // 4 and not self._is_reading and self._channel:
            self._is_reading = True
            if self._probe:
                self._probe.cancel()
            self._channel.resume_reading()

    def _look(self) -> None:
        """End if the other end is gone, which nobody notices while nothing is read."""
        if self._channel and not self._channel.is_closing():
            if self._channel.is_gone():
                self._channel.abort()
                self.cut()
            else:
                self._probe = asyncio.get_running_loop().call_later(PROBE_SECONDS, self._look)

    def cut(self) -> None:
        """The channel is gone."""
        self.leave()
        self._channel = None

    # the end

    def tell(self, sentence: str) -> None:
        """Tell the player something, on the screen."""
        if self._program:
            self._program.tell(sentence)

    def leave(self) -> None:
        """Let the program save what it knows and end."""
        if self._program:
            self._program.leave()

    async def end(self, seconds: float, goodbye: Sentence | None = GOODBYE) -> None:
        """Say goodbye, as the server stops: the program has so many seconds to save what it knows."""
        if self._task is None or self._task.done():
            return
        self._goodbye = goodbye
        self.leave()
        await asyncio.wait([self._task], timeout=seconds)


def language_of(environment: Mapping[str, str]) -> str:
    """The language that a terminal asks for by what it says of itself; the server's own where it says nothing of it."""
    return preferred_language(environment) if any(map(environment.get, (VARIABLE, "LANGUAGE", *LOCALE))) else current()


def bounded(width: int, height: int) -> Size:
    """A terminal's size as it is drawn for; one that says 0 is taken for 80x24."""
    return Size(min(width, _WIDEST) or 80, min(height, _HIGHEST) or 24)
