"""The server: admission, sessions, limits, figures and shutdown."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import os
import shutil
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

import psutil

from engine.base.language import lazy_gettext as _
from engine.base.text import pluralized
from engine.play.errors import GameError
from engine.together import keys, records
from engine.together.database import ServerDatabase
from engine.together.hub import Hub
from engine.together.member import HubMember, Member
from engine.together.player import GUEST, Player
from engine.together.server_folder import player_folder, players_with_games
from tui.guests import confinement
from tui.server import ssh
from tui.server.driver import RemoteTerminal
from tui.server.fair_queue import FairQueue
from tui.server.hosted import SessionParameters, collect_rarely, collect_when_quiet, has_utf8
from tui.server.metrics import (
    Event,
    Figures,
    Load,
    LoopMonitor,
    event_fields,
    quantile,
    serve_figures,
    serve_status,
)
from tui.server.options import ServerOptions
from tui.server.places import terminal_place
from tui.server.players import Players
from tui.server.session import PlaySession, SessionProgram
from tui.server.sockets import Sockets
from tui.server.state_folder import StateFolder
from tui.server.supervisor import ACCEPT, HAND_OVER, HANDED_OVER, READY, SupervisorChannel
from tui.server.tries import Tries
from tui.terminal.options import Options, has_few_colours

if TYPE_CHECKING:
    from aiohttp.web import AppRunner
    from asyncssh import SSHAcceptor, SSHKey

GOODBYE_SECONDS = 5.0
BLOCK_SECONDS = 2.0
"""Interval at which blocked players and revoked keys are checked, in seconds."""
_MEMORY_SECONDS = 1.0
"""Interval at which the memory is checked, in seconds."""
_SPARE_BYTES = 1 << 20
"""Size of the block of memory without which no session can continue."""
CROWD = 60
"""With more sessions than this, clocks tick every ten seconds: most repaints would be clocks otherwise."""

HANDOVER_MESSAGE = _(
    "The server is being upgraded: this session ends within {minutes}. Your games are saved. Log in again to continue."
)
ELSEWHERE = _("This tab continues in another session.")

UNSAVED = _("The server can't write its files. Nothing is saved until that changes.")
SAVED_AGAIN = _("The server can write its files again.")

log = logging.getLogger("satsudoku.server")


class Connection(Protocol):
    """A connection that has not logged in yet."""

    def abort(self) -> None:
        """Close the connection at once."""


class Programs(Protocol):
    """Runs the programs of sessions and their jobs, in this process or in workers."""

    async def start(self) -> None:
        """Prepare for the first program. Raises OSError."""

    def start_program(self, parameters: SessionParameters, terminal: RemoteTerminal, member: Member) -> SessionProgram:
        """Start the program of a session."""

    def set_crowded(self, is_crowded: bool) -> None:
        """Turn optional work off while many sessions run, or on again."""

    async def call(self, player: Hashable, function: Callable[..., Any], *arguments: object) -> Any:
        """Call a function in a job of a player. Raises what it raises, and InputError if the job is killed."""

    async def load(self) -> Load:
        """Return the current load of all processes."""

    def close(self) -> None:
        """Stop the programs and jobs, and finish pending writes."""


class Service:
    """The server: its players, sessions and connections."""

    def __init__(self, options: ServerOptions, programs: Programs, figures: Figures) -> None:
        """`figures` counts the events in the log. Raises OSError or sqlite3.Error if the state can't be used."""
        self.options = options
        self.database = ServerDatabase(options.database, lambda: players_with_games(options.bounds.state))
        self.players = Players(self.database)
        self.tries = Tries()
        self.hub = Hub(self.database, run_job=programs.call)
        self.figures = figures
        self._ended_keys = self._ended_bytes = 0
        """Totals of ended sessions."""
        self._loop_monitor = LoopMonitor(self._keys)
        self.queue = FairQueue(slots=1)
        """Turns in which the input of connections is read."""
        self.sessions: set[PlaySession] = set()
        self.addresses: Counter[str] = Counter()
        """Number of open connections by network."""
        self._ended_connections = 0
        """Number of ended connections."""
        self._newcomers: Counter[tuple[date, str]] = Counter()
        """Number of new players by day and network."""
        self.waiting: dict[Connection, str] = {}
        """Connections that have not logged in yet and their networks, oldest first."""
        self._leaving: set[asyncio.Task[None]] = set()
        """Cleanup tasks of ended sessions."""
        self._programs = programs
        state = options.bounds.state
        self._state = StateFolder(state, (options.database, player_folder(state, 0).parent))
        self._state_problem = ""
        """The result of the last check of the state folder, "" if it can be used."""
        self._is_handing_over = False
        """Whether another server is taking over the connections."""
        self._guests = options.bounds.state / "guests"
        _remove_old_guests(self._guests)

    async def run(self, sockets: Sockets) -> None:
        """Serve from the supervisor's ACCEPT until SIGTERM or SIGINT; then notify, save and end all sessions.

        When another server takes over, only sessions in a match end at once; the match continues there.
        """
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(_end_without_memory)
        _watch_memory()
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        await self._programs.start()
        key = ssh.host_key(self.options.host_key)
        if sockets.web:
            import tui.server.web  # noqa: F401 (the import reads system files, which the bounds forbid)
        confinement.enforce(self.options.bounds)
        supervisor = await SupervisorChannel.open(sockets.supervisor[0])
        supervisor.send(READY)
        if await supervisor.receive() != ACCEPT:
            return
        await self.hub.start()
        listeners = await self._listen(sockets, key)
        runner = await self._listen_web(sockets)
        port = sockets.ssh[0].getsockname()[1]
        log.info("listening on port %d, at most %d sessions", port, self.options.admission.sessions)
        collect_rarely()
        await self._serve(supervisor, stop, listeners, runner)
        log.info("stopping: %d sessions", len(self.sessions))
        await asyncio.gather(*(session.end(GOODBYE_SECONDS) for session in list(self.sessions)))
        await asyncio.gather(*self._leaving)
        await self.hub.stop()
        if runner:
            await runner.cleanup()
        log.info("stopped")

    async def _listen(self, sockets: Sockets, key: SSHKey) -> list[asyncio.Server | SSHAcceptor]:
        """Accept connections over SSH, and requests for figures and the status."""
        return [
            *[await ssh.listen(self, listener, key) for listener in sockets.ssh],
            *[await serve_figures(listener, self._page) for listener in sockets.metrics],
            *[await serve_status(listener, self._status) for listener in sockets.control],
        ]

    async def _serve(
        self,
        supervisor: SupervisorChannel,
        stop: asyncio.Event,
        listeners: list[asyncio.Server | SSHAcceptor],
        runner: AppRunner | None,
    ) -> None:
        """Serve until `stop` or a message of the supervisor; then close the listeners, and hand over if requested."""
        loop = asyncio.get_running_loop()
        watch, monitor = loop.create_task(self._watch_blocks()), loop.create_task(self._loop_monitor.run())
        collection = loop.create_task(collect_when_quiet(lambda: len(self.sessions), lambda: self._ended_connections))
        message, stopped = loop.create_task(supervisor.receive()), loop.create_task(stop.wait())
        await asyncio.wait([message, stopped], return_when=asyncio.FIRST_COMPLETED)
        for listener in listeners:
            listener.close()
        for site in list(runner.sites) if runner else ():
            await site.stop()
        if message.done() and message.result() == HAND_OVER:
            await self._hand_over(supervisor, stopped)
        for task in (watch, monitor, collection, message, stopped):
            task.cancel()

    async def _hand_over(self, supervisor: SupervisorChannel, stopped: asyncio.Task[bool]) -> None:
        """Leave the sockets and matches to another server; single-player sessions get a grace period."""
        self._is_handing_over = True
        in_matches = [session for session in self.sessions if session.member and session.member.current() is not None]
        await asyncio.gather(*(session.end(GOODBYE_SECONDS) for session in in_matches))
        await asyncio.gather(*self._leaving)
        await self.hub.stop()
        supervisor.send(HANDED_OVER)
        log.info("handing over: %d sessions", len(self.sessions))
        for session in self.sessions:
            minutes = pluralized(math.ceil(self.options.grace / 60), "minute")
            session.show_message(HANDOVER_MESSAGE.format(minutes=minutes))
        deadline = time.monotonic() + self.options.grace
        supervisor_gone = asyncio.get_running_loop().create_task(supervisor.receive())
        while self.sessions and not stopped.done() and not supervisor_gone.done() and time.monotonic() < deadline:
            await asyncio.wait([stopped, supervisor_gone], timeout=0.2, return_when=asyncio.FIRST_COMPLETED)
        supervisor_gone.cancel()

    def close(self) -> None:
        """Stop all jobs, finish pending writes and close the files."""
        self._programs.close()
        self.database.close()

    async def _listen_web(self, sockets: Sockets) -> AppRunner | None:
        """Serve browsers too, if the options ask for it."""
        if not sockets.web:
            return None
        from tui.server import web

        return await web.listen(self, sockets.web)

    async def _page(self) -> str:
        load = await self._programs.load()
        gauges = {
            "sessions": len(self.sessions),
            "connections_waiting": len(self.waiting),
            "jobs": load.jobs,
            "jobs_waiting": load.jobs_waiting,
            "memory_bytes": load.memory,
            "disk_free_bytes": self._disk_free(),
            "latency_seconds_median": round(quantile(self._answers(), 0.5), 4),
            "latency_seconds_p95": round(quantile(self._answers(), 0.95), 4),
            "loop_late_seconds": round(self._loop_monitor.lateness, 4),
        }
        totals = {
            "keys": self._keys(),
            "sessions_held_loop": load.blocked,
            "bytes_sent": self._ended_bytes + sum(session.sent for session in self.sessions),
            "processor_seconds": round(load.seconds, 2),
        }
        return self.figures.page(gauges, totals)

    async def _status(self) -> str:
        """Return the data for `serve --status` as JSON."""
        load, now, figures = await self._programs.load(), time.monotonic(), self.figures
        return json.dumps(
            {
                "seconds": figures.seconds,
                "most_sessions": self.options.admission.sessions,
                "waiting": len(self.waiting),
                "jobs": load.jobs,
                "jobs_waiting": load.jobs_waiting,
                "memory": load.memory,
                "processor_seconds": load.seconds,
                "disk_free": self._disk_free(),
                "jail": figures.jail.value,
                "keys_a_second": self._loop_monitor.keys_a_second,
                "latency_ms": {
                    "median": 1000 * quantile(self._answers(), 0.5),
                    "p95": 1000 * quantile(self._answers(), 0.95),
                    "loop": 1000 * self._loop_monitor.lateness,
                },
                "counts": figures.counts,
                "errors": list(figures.last),
                "sessions": [
                    {
                        "player": session.player.name,
                        "door": session.connection_kind,
                        "terminal": f"{session.size.width}x{session.size.height}",
                        "seconds": session.seconds,
                        "idle": now - session.key_metrics.last_key,
                        "keys": session.key_metrics.keys,
                        "sent": session.sent,
                    }
                    for session in self.sessions
                ],
            }
        )

    def _keys(self) -> int:
        return self._ended_keys + sum(session.key_metrics.keys for session in self.sessions)

    def _answers(self) -> list[float]:
        """Response times to the last keys of all sessions, in seconds."""
        return [seconds for session in self.sessions for seconds in session.key_metrics.answers]

    def _disk_free(self) -> int:
        """Free disk space in bytes; 0 if the state folder is gone."""
        with suppress(OSError):
            return shutil.disk_usage(self.options.bounds.state).free
        return 0

    async def _watch_blocks(self) -> None:
        """Check periodically for blocked players and revoked keys, whose sessions end, and check the state folder."""
        while True:
            await asyncio.sleep(BLOCK_SECONDS)
            self._check_state()
            blocked: frozenset[int] = frozenset()
            revoked: frozenset[str] = frozenset()
            current_keys = frozenset(session.key for session in self.sessions if session.key)
            with suppress(GameError):  # the hub has logged it
                blocked = await self.hub.ask(records.blocked_players)
                await self.hub.block(blocked)
                revoked = await self.hub.ask(partial(keys.unknown_keys, fingerprints=current_keys))
            for session in self.sessions:
                if session.player.number in blocked:
                    log.info("the session of %s ends: the player is blocked", session.player.name)
                    session.leave()
                elif session.key in revoked:
                    log.info("the session of %s ends: its key was revoked", session.player.name)
                    session.leave()

    def _check_state(self) -> None:
        """Log and notify all players when the state folder becomes unusable, and when it is usable again."""
        problem = self._state.problem()
        if bool(problem) != bool(self._state_problem):
            if problem:
                log.error("the state folder %s can't be used, so nothing is saved: %s", self._state.path, problem)
            else:
                log.info("the state folder %s can be used again", self._state.path)
            for session in self.sessions:
                session.show_message(str(UNSAVED if problem else SAVED_AGAIN))
        self._state_problem = problem

    def add_connection(self, address: str) -> bool:
        """Count a new connection; returns whether its network is within the limit.

        Call `remove_connection` at its end, whatever the answer.
        """
        network = self._network(address)
        self.addresses[network] += 1
        is_within_limit = self.addresses[network] <= self.options.admission.address
        if not is_within_limit:
            self._refuse("a connection from %s is refused: too many at once", address)
        return is_within_limit

    @staticmethod
    def _refuse(sentence: str, *about: object) -> None:
        """Log a refusal and count it."""
        log.info(sentence, *about, extra=event_fields(Event.REFUSED))

    def add_waiting(self, connection: Connection, address: str) -> None:
        """Register a connection that has not logged in yet.

        Above the limit, the oldest connection of the network with the most is closed, so that newcomers can log in
        even while a flood of connections never does.
        """
        self.waiting[connection] = self._network(address)
        if len(self.waiting) > self.options.admission.waiting:
            ((busiest, _),) = Counter(self.waiting.values()).most_common(1)
            oldest = next(other for other, network in self.waiting.items() if network == busiest)
            del self.waiting[oldest]
            self._refuse("a connection from %s is refused: too many have not logged in", busiest)
            oldest.abort()

    def remove_connection(self, address: str) -> None:
        """Count a closed connection."""
        network = self._network(address)
        self._ended_connections += 1
        self.addresses[network] -= 1
        if not self.addresses[network]:
            del self.addresses[network]

    def _network(self, address: str) -> str:
        return self.options.admission.network(address)

    def player_of_key(self, fingerprint: str, preferred_name: str, address: str, label: str = "") -> Player | None:
        """Return the owner of a key or browser, or a new player.

        Returns None for a blocked player. New players are refused too if one of their network is blocked, or if it has
        brought too many today, since each may fill a share of the disk.
        """
        if not self.players.knows(fingerprint):
            if self._refuses(address):
                return None
            today, network = date.today(), self._network(address)
            self._newcomers = Counter({entry: count for entry, count in self._newcomers.items() if entry[0] == today})
            self._newcomers[today, network] += 1
            if self._newcomers[today, network] > self.options.admission.newcomers:
                self._refuse("a new player from %s is refused: too many today", address)
                return None
        try:
            player = self.players.player_of_key(fingerprint, preferred_name, label)
        except sqlite3.Error as error:
            log.error(
                "a player from %s is refused, the server's file fails: %s",
                address,
                error,
                extra=event_fields(Event.DATABASE),
            )
            return None
        number = player.number if player else self.database.run(partial(records.owner_of_key, fingerprint=fingerprint))
        if number is not None:
            self.hub.record_address(number, self._network(address))
        if player is None:
            self._refuse("a player from %s is refused: blocked", address)
        return player

    def guest(self, address: str) -> Player | None:
        """Return a guest, a player without a key; None if a player of that network is blocked."""
        if self._refuses(address):
            return None
        guest = Player(f"{GUEST}-{os.urandom(4).hex()}")
        self.hub.record_address(guest.id, self._network(address))
        return guest

    def _refuses(self, address: str) -> bool:
        """Whether newcomers of an address are refused because a player of its network is blocked."""
        is_kept_out = self.hub.is_blocked_address(self._network(address))
        if is_kept_out:
            self._refuse("a new player from %s is refused: a player of that network is blocked", address)
        return is_kept_out

    def has_no_tries(self, address: str) -> bool:
        """Whether the address's network has entered too many wrong codes."""
        return self.tries.are_used_up(self._network(address))

    def owner_of_code(self, code: str, address: str) -> Player | None:
        """Return the player of a code without using it up; None if it is invalid or the address must wait."""
        if self.has_no_tries(address):
            self._refuse("a code from %s is refused: too many wrong ones", address)
            return None
        player = self.players.owner_of_code(code)
        if player is None:
            self._refuse("a code from %s is refused: it is not valid", address)
            self.tries.count(self._network(address))
        return player

    def redeem(self, code: str, fingerprint: str, address: str, label: str = "") -> Player | None:
        """Add a key or browser to the player of a code; None if the code is refused.

        Raises GameError if the player has too many keys.
        """
        if self.owner_of_code(code, address) is None:
            return None
        player = self.players.redeem(code, fingerprint, label)
        if player:
            log.info("%s adds a key from %s", player.name, address)
        return player

    def refusal(self, player: Player) -> str:
        """Return the reason, for the log, why a player can't open another session; "" if they can."""
        limits = self.options.admission
        if self._is_handing_over:
            return "another server takes over"
        if self._state.problem():
            return "the state folder can't be used"
        if len(self.sessions) >= limits.sessions:
            return "the server is full"
        same = sum(session.player.id == player.id for session in self.sessions)
        return "too many sessions of this player" if not player.is_guest and same >= limits.player else ""

    def free_place(self, player: Player) -> str:
        """Return a terminal place that no other session of the player uses; "" for guests."""
        places = {session.place for session in self.sessions if session.player.id == player.id}
        return "" if player.is_guest else next(name for name in map(terminal_place, count()) if name not in places)

    async def end_earlier_session(self, key: str, place: str) -> None:
        """End the earlier session of a browser tab, so that no two sessions play the same game."""
        before = [session for session in self.sessions if place and (session.key, session.place) == (key, place)]
        await asyncio.gather(*(session.end(GOODBYE_SECONDS, ELSEWHERE) for session in before))

    def admit(self, player: Player, key: str = "", place: str = "") -> PlaySession | None:
        """Return a new session for a player, or None if there is no room, after logging the reason."""
        reason = self.refusal(player)
        if reason:
            self._refuse("%s is refused: %s", player.name, reason)
            return None
        return PlaySession(player, self.start_program, self.remove_session, key, place)

    def start_program(self, session: PlaySession, environment: Mapping[str, str]) -> SessionProgram:
        """Start the program of a session."""
        state = self._state_of(session.player)
        state.mkdir(parents=True, exist_ok=True)
        self.sessions.add(session)
        self._programs.set_crowded(len(self.sessions) > CROWD)
        player = session.player
        session.member = HubMember(self.hub, player, session.key)
        match = session.member.current()
        bounds = replace(self.options.bounds, state=state)
        options = Options(
            bounds=bounds,
            remote=True,
            ascii=not has_utf8(environment),
            few_colours=has_few_colours(environment),
            tour=match is None and not (state / "games.db").exists(),
            lessons=self.options.lessons,
            is_player=not player.is_guest,
        )
        parameters = SessionParameters(player, options, environment, match, session.place)
        return self._programs.start_program(parameters, session, session.member)

    def remove_session(self, session: PlaySession) -> None:
        """Remove an ended session and add its totals."""
        self.sessions.discard(session)
        self._programs.set_crowded(len(self.sessions) > CROWD)
        leaving = asyncio.get_running_loop().create_task(self._leave(session.player, session.member))
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)
        session.member = None
        self._ended_keys += session.key_metrics.keys
        self._ended_bytes += session.sent

    async def _leave(self, player: Player, member: HubMember | None) -> None:
        """Close the session's member, and delete a guest's files."""
        if member:
            await member.close()
        if player.is_guest:
            await asyncio.to_thread(_remove, self._state_of(player))

    def _state_of(self, player: Player) -> Path:
        if player.number is None:
            return self._guests / str(os.getpid()) / player.name
        return player_folder(self.options.bounds.state, player.number)


def _end_without_memory(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Exit at once if shared code runs out of memory: every move is saved, and another server starts."""
    if isinstance(context.get("exception"), MemoryError):
        _exit_without_memory()
    loop.default_exception_handler(context)


def _exit_without_memory() -> NoReturn:
    try:
        log.critical("no memory is left")
    finally:  # the log needs memory, too
        os._exit(1)


def _watch_memory() -> None:
    """Exit if there is no memory left, which libraries may hide: they catch all exceptions of a connection."""
    try:
        bytearray(_SPARE_BYTES)
    except MemoryError:
        _exit_without_memory()
    asyncio.get_running_loop().call_later(_MEMORY_SECONDS, _watch_memory)


def _remove_old_guests(folder: Path) -> None:
    """Remove the guests' folders of servers that no longer run, such as killed ones."""
    for server in folder.glob("*"):
        if server.name == str(os.getpid()) or not psutil.pid_exists(int(server.name) if server.name.isdigit() else 0):
            _remove(server)


def _remove(folder: Path) -> None:
    """Remove a folder and its contents. (The audit hook refuses the relative paths of `shutil.rmtree`.)"""
    with suppress(OSError):
        for path in sorted(folder.rglob("*"), reverse=True):
            if path.is_dir():
                path.rmdir()
            else:
                path.unlink()
        folder.rmdir()
