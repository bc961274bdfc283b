"""The program in one session of the server: the same app at the other end of a line, not the owner of the process."""

import asyncio
import ctypes
import gc
import os
import socket
import sys
import threading
from collections.abc import Callable, Hashable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from rich.color import ColorSystem
from rich.console import Console
from textual.app import SystemCommand
from textual.driver import Driver
from textual.geometry import Size
from textual.screen import Screen

from engine.base.language import _
from engine.together.member import Member
from engine.together.player import Player
from tui.app import STYLES, SatSudoku
from tui.base.background import Executor
from tui.base.requests import PlayTogether
from tui.features.together.access import AccessScreen
from tui.features.together.board import MatchScreen
from tui.server.driver import LineDriver, TerminalLine, driver_for
from tui.server.fair_queue import FairQueue
from tui.server.metrics import Load
from tui.server.places import Played, outlasts_leaving, played_at, remember
from tui.server.pool import Pool
from tui.server.styles import SharedStylesheet
from tui.server.watchdog import Watchdog
from tui.terminal.ground import can_answer, usual_theme
from tui.terminal.options import Options

TOLD_SECONDS = 30.0
"""How long the server's own messages stay on the screen."""
_THREADS = 64
"""What is done on threads at once: looking at files, and packing what goes to the pool and comes from there."""
STARTS = 1
"""Programs that begin at the same time: many logins at once delay each other, and nobody who plays."""
_NICE = 10
_GARBAGE = 50_000, 20, 100
"""When garbage is looked for."""
_FEW, _QUIET_SECONDS, _CROWDED_SECONDS = 20, 5.0, 300.0
"""With up to so many sessions the garbage of all is looked for so often, with more so rarely."""
_C_LIBRARY = ctypes.CDLL(None)

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Opening:
    """How the program of a session begins: whose it is, how it was set up, what the terminal says of itself, and the
    match that the player is in, to go back to. `place` is what a reload has in common with the session before it
    (`places`), "" for nothing.
    """

    player: Player
    options: Options
    environment: Mapping[str, str]
    match: int | None
    place: str = ""


class Host:
    """The programs of this process, and what they share: a thread on which their games are read and written, and the
    processes for jobs.
    """

    def __init__(self, forker: socket.socket, jobs: int) -> None:
        """`forker` leads to the process that begins jobs, of which so many run at a time."""
        self.writer = ThreadPoolExecutor(1, "keeper")
        self.pool = Pool(forker, jobs)
        self.queue = FairQueue()
        """In which the programs take what is typed."""
        self.starts = asyncio.Semaphore(STARTS)
        """Taken by each program until its first screen is there."""
        self._watchdog = Watchdog()
        self.is_crowded = False
        """Whether so many play that what nobody asked for is left."""

    async def start(self) -> None:
        """Be ready for the first program."""
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(_THREADS, "work", initializer=_work_behind))
        self.pool.start()
        self._watchdog.start()

    def begin(self, opening: Opening, line: TerminalLine, member: Member) -> "HostedProgram":
        """The program of a session."""
        return HostedProgram(opening, line, member, self, self.pool.place(opening.player.id))

    def crowd(self, is_crowded: bool) -> None:
        """From now on so many play, or no longer."""
        self.is_crowded = is_crowded

    async def call(self, player: Hashable, function: Callable[..., Answer], *arguments: object) -> Answer:
        """Have a function called in the pool, for a player. Raises what it raises, and InputError if it was ended."""
        return await self.pool.call(player, function, *arguments)

    async def load(self) -> Load:
        """What is done here at the moment."""
        return Load.here(self.pool.running, self.pool.waiting, self._watchdog.ended)

    def close(self) -> None:
        """End all jobs, and write what is to be written."""
        self._watchdog.stop()
        self.pool.close()
        self.writer.shutdown()


def collect_rarely() -> None:
    """Look for garbage rarely from now on: a look at the objects of hundreds of sessions holds up everybody's keys."""
    gc.freeze()
    gc.set_threshold(*_GARBAGE)


async def collect_when_quiet(live: Callable[[], int], ended: Callable[[], int]) -> None:
    """Look for what ended sessions and connections have left, for as long as this runs: every few seconds while few
    sessions are live, rarely with many. Their objects refer to each other, and would stay for thousands of sessions.
    """
    before = ended()
    while True:
        await asyncio.sleep(_QUIET_SECONDS if live() <= _FEW else _CROWDED_SECONDS)
        if ended() != before:
            before = ended()
            gc.collect()
            _return_memory()


def _return_memory() -> None:
    """Give the system back the memory that is free, where the C library can."""
    trim = getattr(_C_LIBRARY, "malloc_trim", None)
    if trim:
        trim(0)


def _work_behind() -> None:
    """Let this thread's work stand behind that of the event loop."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)


class HostedProgram(SatSudoku):
    """The program for one player."""

    CSS_PATH = STYLES
    owns_process = False

    def __init__(
        self, opening: Opening, line: TerminalLine, member: Member, host: Host, place: Executor | None
    ) -> None:
        """`member` is what the player may do with others; `place` is where work is done for them, None for threads."""
        self._line = line
        self._host = host
        self._match = opening.match
        self._place_name = opening.place
        self._played: Played | None = None
        """What is on the screen, as it was written down."""
        self._has_begun = False
        """Whether the first screen is there."""
        self._is_to_leave = False
        self._is_starting = False
        """Whether it has one of the host's starts."""
        self._typed = b""
        """Before there was anything to take it."""
        super().__init__(opening.options)
        self.member = member
        self.place = place
        self.stylesheet = SharedStylesheet()
        self.stylesheet.set_variables(self.get_css_variables())
        self.error_console.quiet = True  # what goes wrong stands in the log once, without what was typed
        self.no_color = bool(opening.environment.get("NO_COLOR"))
        self.console._color_system = colours(opening.environment)  # Textual asks the server's own environment
        self.asks_ground = self.options.theme is None and can_answer(opening.environment)
        self._take_theme(self.options.theme or usual_theme(opening.environment))

    async def _after_first_frame(self) -> None:
        """Whoever lost the connection in a race or at a shared board is back there."""
        await super()._after_first_frame()
        self._has_begun = True
        if self._place_name and self._match is None:
            self.hold_keys()  # what is typed is for the screen that comes back
        self._end_start()
        self.received(b"")
        if self._is_to_leave:
            self.leave()
        elif self._match is not None and self.is_running:
            self.post_message(PlayTogether(self._match))
        elif self._place_name and self.is_running:
            await self._come_back()
        self.screen_change_signal.subscribe(self, lambda _: self.call_later(self._remember_place))

    async def _come_back(self) -> None:
        """Show what was on the screen at this place, unless the player already goes on to something else."""
        before = self.front
        played = self._played = await self._on_writer(partial(played_at, place=self._place_name))
        if played and not played.is_match and self.front is before:
            await self.games.resume(played.number)
            return
        if played and self.front is before:
            self.post_message(PlayTogether(played.number))
        self.release_keys()

    async def _remember_place(self) -> None:
        """Write down what is on the screen."""
        number = self.games.number
        matches = [screen.played for screen in self.screen_stack if isinstance(screen, MatchScreen)]
        played = Played(number) if number is not None else None
        for match in matches:
            played = Played(match, is_match=True) if match is not None else played
        await self._keep_place(played)

    async def _keep_place(self, played: Played | None) -> None:
        if self._place_name and played != self._played:
            self._played = played
            with suppress(OSError):  # then a reload comes to the list of files
                await self._on_writer(partial(remember, place=self._place_name, played=played))

    async def _on_writer(self, work: Callable[[Path], Answer]) -> Answer:
        """Do something with the player's folder, on the thread that writes."""
        assert self.options.bounds
        return await asyncio.wrap_future(self._host.writer.submit(work, self.options.bounds.state))

    @property
    def comes_back(self) -> bool:
        return outlasts_leaving(self._place_name) and self._is_to_leave

    async def run_to_end(self) -> None:
        """Run; it is over once its games are in their file and that is closed."""
        await self._host.starts.acquire()
        self._is_starting = True
        try:
            if not self._is_to_leave:
                await self.run_async()
        finally:
            self._end_start()
            sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__  # Textual puts them back in the order of beginnings
            if not self.comes_back:
                await self._keep_place(None)
            await asyncio.wrap_future(self._host.writer.submit(_nothing))

    def _end_start(self) -> None:
        """Let the next program begin."""
        if self._is_starting:
            self._is_starting = False
            self._host.starts.release()

    def terminal_driver(self) -> type[Driver]:
        return driver_for(self._line, self._host.queue)

    def game_writer(self) -> ThreadPoolExecutor:
        return self._host.writer

    @property
    def is_crowded(self) -> bool:
        return self._host.is_crowded

    def terminal_size(self) -> Size:
        return self._line.size

    def panic(self, *renderables: Any) -> None:
        """End after a fault; what it was is the server's to tell."""
        self.exit(return_code=1)

    @property
    def fault(self) -> Exception | None:
        """What ended the program, if that was a fault of its own."""
        return self._exception

    def received(self, data: bytes) -> None:
        """This was typed."""
        self._typed += data
        if isinstance(self._driver, LineDriver):
            data, self._typed = self._typed, b""
            self._driver.received(data)

    def resized(self) -> None:
        """The line has another size now."""
        if isinstance(self._driver, LineDriver):
            self._driver.resized()  # after the size that it may have told just now

    def tell(self, sentence: str) -> None:
        """Tell the player something of the server's, on the screen."""
        if self.is_running:
            self.notify(sentence, severity="warning", timeout=TOLD_SECONDS)

    def leave(self) -> None:
        """Save what is known, and end; once the first screen is there, if it is not yet. What was typed is dropped."""
        self._is_to_leave = True
        self._typed = b""
        self._ahead.clear()
        if isinstance(self._driver, LineDriver):
            self._driver.discard()
        if self._has_begun and self.is_running:
            self.leave_soon(0)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        yield from super().get_system_commands(screen)
        if self.member and not self.member.player.is_guest:
            show = partial(self.push_screen, AccessScreen(self.member))
            yield SystemCommand(_("keys and browsers"), _("log in with another key or browser; codes; revoke"), show)


def _nothing() -> None:
    """Comes after all that was to be written before."""


def colours(environment: Mapping[str, str]) -> ColorSystem | None:
    """The colours of a terminal that says this of itself, as Rich sees it."""
    console = Console(_environ=dict(environment), force_terminal=True)
    return console._color_system


def has_utf8(environment: Mapping[str, str]) -> bool:
    """Whether the terminal shows more than ASCII: it does unless its locale says that it does not."""
    locale_name = environment.get("LC_ALL") or environment.get("LC_CTYPE") or environment.get("LANG") or ""
    return not locale_name or "utf" in locale_name.lower().replace("-", "")
