"""The SSH server: authentication and terminal sessions. No shell, commands, file transfer or forwarding."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import tempfile
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asyncssh
from asyncssh.connection import SSHConnection
from asyncssh.constants import MSG_IGNORE
from asyncssh.packet import String
from textual.geometry import Size

from engine.base.text import printable
from engine.play.errors import GameError
from engine.together.keys import parse_code
from engine.together.player import Player
from tui.server.gate import ReadGate, is_closed
from tui.server.metrics import Event, event_fields
from tui.server.options import GuestPolicy
from tui.server.session import MAX_UNSENT, PlaySession
from tui.server.sockets import BACKLOG

if TYPE_CHECKING:
    from tui.server.service import Service

GUEST_PASSWORD = "guest"
LOGIN_SECONDS = 20
"""How long a login may take."""
WINDOW_BYTES = 1 << 16
"""Size of a session's receive window."""
MAX_ACCEPTED = 16
"""Maximum number of connections accepted in a row before running sessions get a turn."""
KEEPALIVE_SECONDS = 60
"""Interval at which a silent client is probed."""
NO_TERMINAL = "This needs a terminal: ssh without a command, or with -t.\r\n"
DUMB_TERMINAL = "This terminal can't place text (TERM={term}).\r\n"

log = logging.getLogger("satsudoku.server")


async def listen(service: Service, sock: socket.socket, key: asyncssh.SSHKey) -> asyncssh.SSHAcceptor:
    """Accept connections on this socket; `key` is the host key. Raises OSError."""
    acceptor = await asyncssh.create_server(
        lambda: SshConnection(service),
        sock=sock,
        server_host_keys=[key],
        backlog=MAX_ACCEPTED,
        login_timeout=LOGIN_SECONDS,
        keepalive_interval=KEEPALIVE_SECONDS,
        server_version="satsudoku",
        encoding=None,
        window=WINDOW_BYTES,
        line_editor=False,
        allow_scp=False,
        agent_forwarding=False,
        x11_forwarding=False,
        compression_algs=None,
    )
    sock.listen(BACKLOG)  # asyncio uses one number for the queue and for the connections accepted at once
    return acceptor


class SshConnection(asyncssh.SSHServer):
    """A connection up to its sessions: limits and login."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._connection: asyncssh.SSHServerConnection | None = None
        self._address = ""
        self._name = ""
        self._fingerprint = ""
        self._label = ""
        self._player: Player | None = None
        self._sessions = 0
        """Number of open sessions of this connection."""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        self._address = str((conn.get_extra_info("peername") or ("?",))[0])
        if self._service.add_connection(self._address):
            self._service.add_waiting(conn, self._address)
            ReadGate.wrap(_transport(conn), self._service.queue, lambda: _probe(conn))
        else:
            conn.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._service.remove_connection(self._address)
        if self._player is None and self._name:
            log.info("login failed from %s", self._address, extra=event_fields(Event.LOGIN_FAILED))

    def _stop_waiting(self) -> None:
        if self._connection:
            self._service.waiting.pop(self._connection, None)

    # authentication

    def begin_auth(self, username: str) -> bool:
        self._name = username
        banner = self._service.options.banner
        if banner and self._connection:
            self._connection.send_auth_banner(printable(banner) + "\r\n")
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self._fingerprint, self._label = key.get_fingerprint(), key.get_algorithm()
        return True

    def password_auth_supported(self) -> bool:
        return self._service.options.guests is not GuestPolicy.NONE

    def validate_password(self, username: str, password: str) -> bool:
        self._fingerprint = ""
        return self._service.options.guests is GuestPolicy.OPEN or password == GUEST_PASSWORD

    def auth_completed(self) -> None:
        self._stop_waiting()
        self._player = self._find_player()
        if self._player:
            log.info("%s from %s", self._player.name, self._address)

    def _find_player(self) -> Player | None:
        """Return the owner of the key, or a guest."""
        if not self._fingerprint:
            return self._service.guest(self._address)
        code = parse_code(self._name)
        if code:
            try:
                return self._service.redeem(code, self._fingerprint, self._address, self._label)
            except GameError as refusal:
                log.info("a code from %s is refused: %s", self._address, refusal)
                return None
        return self._service.player_of_key(self._fingerprint, self._name, self._address, self._label)

    # sessions

    def session_requested(self) -> SshSession | bool:
        if self._player is None or self._sessions >= self._service.options.admission.player:
            return False
        place = self._service.free_place(self._player)
        session = self._service.admit(self._player, self._fingerprint, place)
        if session is None:
            return False
        self._sessions += 1
        return SshSession(session, self._session_ended)

    def _session_ended(self) -> None:
        self._sessions -= 1


class SshSession(asyncssh.SSHServerSession[bytes]):
    """A session of a connection: runs the program in the requested terminal, and nothing else."""

    def __init__(self, session: PlaySession, ended: Callable[[], None]) -> None:
        """`ended` is called at the end, whatever the reason."""
        self._session = session
        self._ended = ended
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._terminal: SshChannel | None = None
        self._size: Size | None = None
        """None until a terminal is requested."""

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        chan.set_write_buffer_limits(high=MAX_UNSENT // 4)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        self._size = Size(term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        return False

    def subsystem_requested(self, subsystem: str) -> bool:
        return False

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._session.resized(width, height)

    def session_started(self) -> None:
        channel = self._channel
        assert channel
        term = channel.get_terminal_type() or ""
        if self._size is None or term in ("", "dumb", "unknown"):
            refusal = NO_TERMINAL if self._size is None else DUMB_TERMINAL.format(term=printable(term))
            channel.write(refusal.encode())
            channel.exit(2)
            return
        environment = {name: value[:200] for name, value in list(channel.get_environment().items())[:20]}
        environment["TERM"] = term[:100]
        self._terminal = SshChannel(channel, self._session.received)
        self._session.open(self._terminal, self._size, environment)

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        if self._terminal:
            self._terminal.received(data)

    def eof_received(self) -> bool:
        self._session.leave()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended()
        self._session.disconnect()


class SshChannel:
    """An SSH channel as a session's terminal channel.

    Unread input is buffered here. Whenever asyncssh delivers any of its own buffered data, it grants the client another
    WINDOW_BYTES, so its reading may only be resumed once this buffer is empty.
    """

    connection_kind = "SSH"

    def __init__(self, channel: asyncssh.SSHServerChannel[bytes], receive: Callable[[bytes], None]) -> None:
        """`receive` is called with the input."""
        self.write = channel.write
        self.is_closing = channel.is_closing
        self.exit = channel.exit
        self._channel = channel
        self._receive = receive
        self._typed: deque[bytes] = deque()
        self._is_reading = True

    def received(self, data: bytes) -> None:
        """Buffer input and deliver it unless reading is paused."""
        self._typed.append(data)
        self._deliver()
        if self._typed:
            asyncio.get_running_loop().call_soon(self._pause)

    def _deliver(self) -> None:
        while self._typed and self._is_reading:
            self._receive(self._typed.popleft())

    def _pause(self) -> None:
        if self._typed:
            self._channel.pause_reading()

    def pause_reading(self) -> None:
        """Stop delivering input until `resume_reading`, which makes the client wait too."""
        self._is_reading = False

    def resume_reading(self) -> None:
        """Deliver input again."""
        self._is_reading = True
        self._deliver()
        if not self._typed:
            self._channel.resume_reading()

    def unsent(self) -> int:
        """Number of bytes buffered in the channel and in the transport transport it, where asyncssh sets no limit."""
        transport = _transport(self._channel.get_connection())
        return self._channel.get_write_buffer_size() + (transport.get_write_buffer_size() if transport else 0)

    def is_gone(self) -> bool:
        """Whether the client has closed the connection. Sends an ignored packet to provoke a reset otherwise."""
        connection = self._channel.get_connection()
        transport = _transport(connection)
        if transport is None or is_closed(transport):
            return True
        _probe(connection)
        return False

    def abort(self) -> None:
        """Close the whole connection."""
        self._channel.get_connection().abort()


def _transport(connection: SSHConnection) -> Any:
    """Return the transport of a connection, None once it is closed. asyncssh has no public attribute for it."""
    return getattr(connection, "_transport", None)


def _probe(connection: SSHConnection) -> None:
    """Send a packet that the client ignores."""
    connection.send_packet(MSG_IGNORE, String(b""))


def host_key(path: Path) -> asyncssh.SSHKey:
    """Read the host key, generated at the first start. Raises OSError or asyncssh.KeyImportError."""
    if not path.exists():
        key = asyncssh.generate_private_key("ssh-ed25519")
        descriptor, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(descriptor, "wb") as file:
            file.write(key.export_private_key())
        os.replace(name, path)
    return asyncssh.read_private_key(path)
