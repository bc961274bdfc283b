"""The SSH server: who may come in, what each gets, and how it ends."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import asyncssh

from engine.base.text import printable
from engine.play.errors import GameError
from engine.together import records
from engine.together.database import Database
from engine.together.hub import Hub
from engine.together.member import Member
from engine.together.player import GUEST, Player
from tui.guests import confinement
from tui.server.hosted import HostedProgram, has_utf8
from tui.server.metrics import Figures, serve_figures
from tui.server.options import Guests, ServerOptions
from tui.server.players import CODE, Players
from tui.server.session import PlaySession
from tui.terminal.options import Options, has_few_colours

GUEST_PASSWORD = "guest"
LOGIN_SECONDS = 20
KEEPALIVE_SECONDS = 60
GOODBYE_SECONDS = 5.0
BLOCK_SECONDS = 2.0
"""How often it is asked whom the host keeps out."""
_THREADS = 64
"""Searches and the like that may run at once; they wait for processors, the screens do not."""
_NICE = 10
_GARBAGE = 50_000, 20, 100
"""When garbage is looked for: a look at the objects of hundreds of sessions holds up everybody's keys."""

log = logging.getLogger("satsudoku.server")


class Service:
    """The server and what it knows: the players, and who is there now."""

    def __init__(self, options: ServerOptions) -> None:
        """Raises OSError or sqlite3.Error where the state's folder can't be used."""
        self.options = options
        self.database = Database(options.database)
        self.players = Players(self.database)
        self.hub = Hub(self.database)
        self.figures = Figures()
        self.sessions: set[PlaySession] = set()
        self.addresses: Counter[str] = Counter()
        """Connections there are of each address."""
        self.waiting = 0
        """Connections that have not logged in yet."""
        self._leaving: set[asyncio.Task[None]] = set()
        """What is still to be done for sessions that are over."""
        self._guests = options.bounds.state / "guests"
        shutil.rmtree(self._guests, ignore_errors=True)

    async def run(self) -> None:
        """Listen until SIGTERM or SIGINT; then everybody is told, saved and let go."""
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(_THREADS, "work", initializer=_work_behind))
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        server = await asyncssh.create_server(
            lambda: Door(self),
            self.options.host,
            self.options.port,
            server_host_keys=[host_key(self.options.host_key)],
            reuse_port=sys.platform == "linux",
            backlog=256,
            login_timeout=LOGIN_SECONDS,
            keepalive_interval=KEEPALIVE_SECONDS,
            server_version="satsudoku",
            encoding=None,
            line_editor=False,
            allow_scp=False,
            agent_forwarding=False,
            x11_forwarding=False,
            compression_algs=None,
        )
        await self.hub.start()
        figures = await serve_figures(self.options.metrics, self._page) if self.options.metrics is not None else None
        confinement.hold(self.options.bounds)
        log.info("listening on port %d, at most %d sessions", server.get_port(), self.options.admission.sessions)
        gc.freeze()
        gc.set_threshold(*_GARBAGE)
        watch = loop.create_task(self._watch_blocks())
        await stop.wait()
        watch.cancel()
        log.info("stopping: %d sessions", len(self.sessions))
        server.close()
        if figures:
            figures.close()
        await asyncio.gather(*(session.end(GOODBYE_SECONDS) for session in list(self.sessions)))
        await asyncio.gather(*self._leaving)
        await self.hub.stop()
        log.info("stopped")

    def close(self) -> None:
        """Write what is to be written, and close the file."""
        self.database.close()

    def _page(self) -> str:
        return self.figures.page(sessions=len(self.sessions), waiting=self.waiting)

    async def _watch_blocks(self) -> None:
        """End the sessions of players whom the host keeps out from now on."""
        while True:
            await asyncio.sleep(BLOCK_SECONDS)
            blocked: frozenset[int] = frozenset()
            with suppress(GameError):  # it is in the log
                blocked = await self.hub.ask(records.kept_out)
            for session in self.sessions:
                if session.player.number in blocked:
                    log.info("%s is kept out", session.player.name)
                    session.leave()

    def has_room_for(self, player: Player) -> str:
        """Why a player can't have another session, or ""."""
        limits = self.options.admission
        if len(self.sessions) >= limits.sessions:
            return "full"
        same = sum(one.player.id == player.id for one in self.sessions)
        return "that player has enough sessions" if not player.is_guest and same >= limits.player else ""

    def begin(self, session: PlaySession, environment: Mapping[str, str]) -> HostedProgram:
        """The program of a session."""
        state = self._state_of(session.player)
        state.mkdir(parents=True, exist_ok=True)
        self.sessions.add(session)
        self.figures.begun += 1
        player = session.player
        session.member = Member(self.hub, player)
        bounds = replace(self.options.bounds, state=state)
        options = Options(
            bounds=bounds,
            ascii=not has_utf8(environment),
            few_colours=has_few_colours(environment),
            tour=session.member.current() is None and not (state / "games.db").exists(),
        )
        new_code = None if player.is_guest else lambda: self.players.new_code(player)
        return HostedProgram(options, session, environment, new_code, session.member)

    def ended(self, session: PlaySession) -> None:
        """A session is over."""
        self.sessions.discard(session)
        if session.member:
            leaving = asyncio.get_running_loop().create_task(session.member.close())
            self._leaving.add(leaving)
            leaving.add_done_callback(self._leaving.discard)
            session.member = None
        self.figures.ended += 1
        self.figures.bytes_sent += session.sent
        sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__  # Textual puts them back in the order of the beginnings
        if session.player.is_guest:
            shutil.rmtree(self._state_of(session.player), ignore_errors=True)

    def _state_of(self, player: Player) -> Path:
        if player.is_guest:
            return self._guests / player.name
        return self.options.bounds.state / "players" / str(player.number)


class Door(asyncssh.SSHServer):
    """One connection until its session begins: counted, held to the limits, and logged in."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._connection: asyncssh.SSHServerConnection | None = None
        self._address = ""
        self._name = ""
        self._fingerprint = ""
        self._is_waiting = False
        self._player: Player | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        service, self._connection = self._service, conn
        self._address = str((conn.get_extra_info("peername") or ("?",))[0])
        service.addresses[self._address] += 1
        service.waiting += 1
        self._is_waiting = True
        limits = service.options.admission
        if service.addresses[self._address] > limits.address or service.waiting > limits.waiting:
            service.figures.refused += 1
            conn.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._no_longer_waiting()
        self._service.addresses[self._address] -= 1
        if not self._service.addresses[self._address]:
            del self._service.addresses[self._address]
        if self._player is None and self._name:
            log.info("login failed from %s", self._address)

    def _no_longer_waiting(self) -> None:
        if self._is_waiting:
            self._is_waiting = False
            self._service.waiting -= 1

    # who it is

    def begin_auth(self, username: str) -> bool:
        self._name = username
        banner = self._service.options.banner
        if banner and self._connection:
            self._connection.send_auth_banner(printable(banner) + "\r\n")
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self._fingerprint = key.get_fingerprint()
        return True

    def password_auth_supported(self) -> bool:
        return self._service.options.guests is not Guests.NONE

    def validate_password(self, username: str, password: str) -> bool:
        self._fingerprint = ""
        return self._service.options.guests is Guests.OPEN or password == GUEST_PASSWORD

    def auth_completed(self) -> None:
        self._no_longer_waiting()
        self._player = self._who()
        if self._player:
            log.info("%s from %s", self._player.name, self._address)

    def _who(self) -> Player | None:
        """The owner of the key that was used, or a guest."""
        if not self._fingerprint:
            return Player(f"{GUEST}-{os.urandom(4).hex()}")
        if CODE.fullmatch(self._name):
            return self._service.players.add_key(self._name, self._fingerprint)
        return self._service.players.welcome(self._fingerprint, self._name)

    # what they get

    def session_requested(self) -> PlaySession | bool:
        service, player = self._service, self._player
        if player is None:
            return False
        reason = service.has_room_for(player)
        if reason:
            log.info("%s is refused: %s", player.name, reason)
            service.figures.refused += 1
            return False
        return PlaySession(player, service.begin, service.ended)


def host_key(path: Path) -> asyncssh.SSHKey:
    """The server's own key, made at its first start. Raises OSError or asyncssh.KeyImportError."""
    if not path.exists():
        key = asyncssh.generate_private_key("ssh-ed25519")
        descriptor, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(descriptor, "wb") as file:
            file.write(key.export_private_key())
        os.replace(name, path)
    return asyncssh.read_private_key(path)


def _work_behind() -> None:
    """Let this thread's work stand behind that of the event loop."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
