"""The app in a session of the server: connected to a remote terminal, and one of many in its process."""

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
from textual.events import InputEvent, Key, Paste
from textual.geometry import Size
from textual.screen import Screen

from engine.base.language import _
from engine.together.member import Member
from engine.together.player import Player
from tui.app import STYLES, SatSudoku
from tui.base.background import Executor
from tui.base.base_app import ProgramScreen
from tui.base.requests import PlayTogether
from tui.features.together.access import AccessScreen
from tui.features.together.board import MatchScreen
from tui.server.driver import RemoteDriver, RemoteTerminal, driver_for
from tui.server.fair_queue import FairQueue
from tui.server.fork_server import end_without_fork_server
from tui.server.metrics import Load
from tui.server.places import PlaceEntry, entry_at, outlasts_leaving, remember
from tui.server.pool import Pool
from tui.server.watchdog import Watchdog
from tui.server.web_board import BoardNews
from tui.terminal.ground import can_answer, usual_theme
from tui.terminal.options import Options
from tui.terminal.web_keys import WebView, view_of

MESSAGE_SECONDS = 30.0
"""How long the server's messages stay on the screen, in seconds."""
_THREADS = 64
"""Size of the thread pool, which reads file lists and (un)pickles requests and answers of jobs."""
MAX_STARTS = 1
"""Number of programs that start concurrently, so that many logins delay each other but no running session."""
_NICENESS = 10
_COLLECTION_THRESHOLDS = 50_000, 20, 100
"""Thresholds of the garbage collector."""
_FEW_SESSIONS, _QUIET_SECONDS, _CROWDED_SECONDS = 20, 5.0, 300.0
"""Number of sessions up to which the short interval between collections applies, and both intervals in seconds."""
_C_LIBRARY = ctypes.CDLL(None)

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class SessionParameters:
    """The parameters of a new session.

    `environment` is that of the player's terminal, `match` the running match to return to. `place` identifies a tab or
    terminal across sessions (`places`), "" for none.
    """

    player: Player
    options: Options
    environment: Mapping[str, str]
    match: int | None
    place: str = ""


class ProgramHost:
    """The programs of this process and their shared resources: the thread that reads and writes games, and the pool."""

    def __init__(self, sock: socket.socket, jobs: int) -> None:
        """`sock` is the socket of the fork server for jobs, `jobs` the number of concurrent jobs."""
        self.writer = ThreadPoolExecutor(1, "games")
        self.pool = Pool(sock, jobs, end_without_fork_server)
        self.queue = FairQueue()
        """Turns in which the programs handle input."""
        self.starts = asyncio.Semaphore(MAX_STARTS)
        """Held by each program until its first screen is shown."""
        self._watchdog = Watchdog()
        self.is_crowded = False
        """Whether optional work is turned off because many sessions run."""

    async def start(self) -> None:
        """Start the thread pool, the job pool and the watchdog."""
        threads = ThreadPoolExecutor(_THREADS, "work", initializer=_lower_priority)
        asyncio.get_running_loop().set_default_executor(threads)
        self.pool.start()
        self._watchdog.start()

    def start_program(self, parameters: SessionParameters, terminal: RemoteTerminal, member: Member) -> "HostedProgram":
        """Create the program of a session."""
        return HostedProgram(parameters, terminal, member, self, self.pool.executor(parameters.player.id))

    def set_crowded(self, is_crowded: bool) -> None:
        """Set `is_crowded`."""
        self.is_crowded = is_crowded

    async def call(self, player: Hashable, function: Callable[..., Answer], *arguments: object) -> Answer:
        """Call a function in a job of a player. Raises what it raises, and InputError if the job is killed."""
        return await self.pool.call(player, function, *arguments)

    async def load(self) -> Load:
        """Return the current load of this process."""
        return Load.of_this_process(self.pool.running, self.pool.waiting, self._watchdog.ended)

    def close(self) -> None:
        """Kill all jobs, and finish pending writes."""
        self._watchdog.stop()
        self.pool.close()
        self.writer.shutdown()


def collect_rarely() -> None:
    """Make garbage collections rare: a collection over hundreds of sessions delays everybody's keys."""
    gc.freeze()
    gc.set_threshold(*_COLLECTION_THRESHOLDS)


async def collect_when_quiet(live: Callable[[], int], ended: Callable[[], int]) -> None:
    """Collect the garbage of ended sessions and connections periodically: every few seconds with few live sessions,
    rarely with many. Their objects form cycles, which would otherwise pile up.
    """
    before = ended()
    while True:
        await asyncio.sleep(_QUIET_SECONDS if live() <= _FEW_SESSIONS else _CROWDED_SECONDS)
        if ended() != before:
            before = ended()
            gc.collect()
            _return_memory()


def _return_memory() -> None:
    """Return free memory to the system, if the C library supports it."""
    trim = getattr(_C_LIBRARY, "malloc_trim", None)
    if trim:
        trim(0)


def _lower_priority() -> None:
    """Lower this thread's priority below that of the event loop."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


class HostedProgram(SatSudoku):
    """The app of one session."""

    CSS_PATH = STYLES
    owns_process = False

    def __init__(
        self,
        parameters: SessionParameters,
        terminal: RemoteTerminal,
        member: Member,
        host: ProgramHost,
        executor: Executor | None,
    ) -> None:
        """`member` is the player's access to matches; `executor` runs background jobs, None for threads."""
        self._terminal = terminal
        self._host = host
        self._match = parameters.match
        self._place_name = parameters.place
        self._entry: PlaceEntry | None = None
        """The game on the screen, as last saved."""
        self._is_started = False
        """Whether the first screen has been shown."""
        self._is_leaving = False
        self._is_starting = False
        """Whether it holds one of the host's starts."""
        self._typed = b""
        """Input received before the driver started."""
        self._news = BoardNews(terminal.show)
        self._is_update_due = False
        """Whether the page is about to receive the board in front."""
        super().__init__(parameters.options)
        self.member = member
        self.executor = executor
        self.error_console.quiet = True  # the log has each fault once, without the player's input
        self.no_color = bool(parameters.environment.get("NO_COLOR"))
        self.console._color_system = colour_system(parameters.environment)  # Textual would use the server's environment
        self.asks_ground = self.options.theme is None and can_answer(parameters.environment)
        self._take_theme(self.options.theme or usual_theme(parameters.environment))

    async def finish_start(self) -> None:
        """Return to the match or game that the player left with the last session."""
        await super().finish_start()
        self._is_started = True
        if self._place_name and self._match is None:
            self.hold_keys()  # input is for the restored screen
        self._end_start()
        self.received(b"")
        if self._is_leaving:
            self.leave()
        elif self._match is not None and self.is_running:
            self.post_message(PlayTogether(self._match))
        elif self._place_name and self.is_running:
            await self._restore_game()
        self.screen_change_signal.subscribe(self, lambda _: self.call_later(self._remember_place))
        self.screen_change_signal.subscribe(self, lambda _: self._update_page_soon())
        self._update_page_soon()

    async def _restore_game(self) -> None:
        """Restore the game last played at this place, unless the player has opened another screen meanwhile."""
        before = self.front
        entry = self._entry = await self._on_writer(partial(entry_at, place=self._place_name))
        if entry and not entry.is_match and self.front is before:
            await self.games.resume(entry.number)
            return
        if entry and self.front is before:
            self.post_message(PlayTogether(entry.number))
        self.release_keys()

    async def _remember_place(self) -> None:
        """Save which game or match is on the screen."""
        number = self.games.number
        matches = [screen.own_match for screen in self.screen_stack if isinstance(screen, MatchScreen)]
        entry = PlaceEntry(number) if number is not None else None
        for match in matches:
            entry = PlaceEntry(match, is_match=True) if match is not None else entry
        await self._save_place(entry)

    async def _save_place(self, entry: PlaceEntry | None) -> None:
        if self._place_name and entry != self._entry:
            self._entry = entry
            with suppress(OSError):  # a reload then shows the list of files
                await self._on_writer(partial(remember, place=self._place_name, entry=entry))

    async def _on_writer(self, work: Callable[[Path], Answer]) -> Answer:
        """Call `work` with the player's folder, on the writer thread."""
        assert self.options.bounds
        return await asyncio.wrap_future(self._host.writer.submit(work, self.options.bounds.state))

    @property
    def comes_back(self) -> bool:
        return outlasts_leaving(self._place_name) and self._is_leaving

    async def run_to_end(self) -> None:
        """Run until the program has ended and its games are saved."""
        await self._host.starts.acquire()
        self._is_starting = True
        try:
            if not self._is_leaving:
                await self.run_async()
        finally:
            self._end_start()
            sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__  # Textual may restore another app's
            if not self.comes_back:
                await self._save_place(None)
            await asyncio.wrap_future(self._host.writer.submit(_nothing))

    def _end_start(self) -> None:
        """Release the host's start, for the next program."""
        if self._is_starting:
            self._is_starting = False
            self._host.starts.release()

    def terminal_driver(self) -> type[Driver]:
        return driver_for(self._terminal, self._host.queue)

    def game_writer(self) -> ThreadPoolExecutor:
        return self._host.writer

    @property
    def is_crowded(self) -> bool:
        return self._host.is_crowded

    def terminal_size(self) -> Size:
        return self._terminal.size

    async def takes(self, event: InputEvent | Paste) -> bool:
        view = view_of(event.character) if isinstance(event, Key) else None
        if view is None:
            return await super().takes(event)
        self._news.choose(view)
        self.web_view = view
        self._update_page_soon()
        return False

    def board_changed(self) -> None:
        if self.web_view is WebView.BOARD:  # a page that shows the terminal already knows that there is a board
            self._update_page_soon()

    def _update_page_soon(self) -> None:
        if self.web_view and not self._is_update_due:
            self._is_update_due = self.call_later(self._update_page)

    def _update_page(self) -> None:
        """Send the page the board in front, if there is one."""
        self._is_update_due = False
        screen = self.front
        self._news.update(screen.web_board() if isinstance(screen, ProgramScreen) and screen.is_mounted else None)

    def action_redraw(self) -> None:
        super().action_redraw()
        self._news.forget()
        self._update_page_soon()

    def panic(self, *renderables: Any) -> None:
        """Exit after a fault; the server reports it."""
        self.exit(return_code=1)

    @property
    def fault(self) -> Exception | None:
        """The exception that ended the program, None for a normal end."""
        return self._exception

    def received(self, data: bytes) -> None:
        """Pass input to the driver, or keep it until the driver starts."""
        self._typed += data
        if isinstance(self._driver, RemoteDriver):
            data, self._typed = self._typed, b""
            self._driver.received(data)

    def resized(self) -> None:
        """Pass the terminal's new size to the driver."""
        if isinstance(self._driver, RemoteDriver):
            self._driver.resized()  # after the initial size, which may just have been sent

    def show_message(self, sentence: str) -> None:
        """Show a message of the server to the player."""
        if self.is_running:
            self.notify(sentence, severity="warning", timeout=MESSAGE_SECONDS)

    def leave(self) -> None:
        """Drop pending input, save and exit; before the first screen, as soon as it is shown."""
        self._is_leaving = True
        self._typed = b""
        self._ahead.clear()
        if isinstance(self._driver, RemoteDriver):
            self._driver.discard()
        if self._is_started and self.is_running:
            self.leave_soon(0)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        yield from super().get_system_commands(screen)
        if self.member and not self.member.player.is_guest:
            show = partial(self.push_screen, AccessScreen(self.member))
            yield SystemCommand(_("keys and browsers"), _("log in with another key or browser; codes; revoke"), show)


def _nothing() -> None:
    """Do nothing: a barrier behind the pending writes of the writer thread."""


def colour_system(environment: Mapping[str, str]) -> ColorSystem | None:
    """Return the colour system that Rich detects in a terminal's environment."""
    console = Console(_environ=dict(environment), force_terminal=True)
    return console._color_system


def has_utf8(environment: Mapping[str, str]) -> bool:
    """Whether the terminal supports UTF-8; assumed unless its locale says otherwise."""
    locale_name = environment.get("LC_ALL") or environment.get("LC_CTYPE") or environment.get("LANG") or ""
    return not locale_name or "utf" in locale_name.lower().replace("-", "")
