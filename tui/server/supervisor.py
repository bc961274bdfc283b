"""The supervisor: owns the listening sockets, so that servers can be replaced without closing them.

It serves no connections itself. If a server ends along with its template, the supervisor starts another. On SIGHUP it
starts a server from the currently installed program; once that is ready, the old server releases the sockets and lets
its sessions finish. Connections wait in the accept queue meanwhile, so none is refused. If the new server does not
become ready, the old one continues.

Systemd could own the sockets and restart the server, but it could not upgrade a server while its sessions continue, nor
restart one in a container or a terminal. A restart of the whole unit takes 4 to 5 s until the first screen, a fork of
the template half a second.
"""

import asyncio
import logging
import os
import signal
import socket
import subprocess
import sys
from dataclasses import replace

from tui.server.sockets import Sockets

LOG_FORMAT, LOG_DATES = "%(asctime)s %(message)s", "%Y-%m-%d %H:%M:%S"
READY, ACCEPT, HAND_OVER, HANDED_OVER = b"r", b"g", b"w", b"m"
"""Messages: the server is ready; it may accept connections; it must stop accepting them; it has stopped."""
HANDOVER_SECONDS = 30.0
"""How long a server may take to hand over the sockets before it is terminated."""
READY_SECONDS = 120.0
"""How long a new server may take to become ready."""
RESTART_SECONDS = 1.0
"""How long to wait before an ended server is restarted."""
_FINAL = (0, 2)
"""Exit codes after a stop signal or a usage error, for which the server is not restarted."""

log = logging.getLogger("satsudoku.server")


class SupervisorChannel:
    """One end of the connection between server and supervisor."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, end: socket.socket) -> "SupervisorChannel":
        """Open a channel over one of a pair of sockets."""
        return cls(*await asyncio.open_connection(sock=end))

    def send(self, message: bytes) -> None:
        """Send a message."""
        self._writer.write(message)

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()

    async def receive(self) -> bytes:
        """Return the next message; b"" at the end of the connection."""
        try:
            return await self._reader.read(1)
        except OSError:
            return b""


class _Server:
    """A running server and its state."""

    def __init__(self, process: "subprocess.Popen[bytes]", channel: SupervisorChannel, accepts: bool) -> None:
        """`accepts` tells the server to accept connections as soon as it is ready."""
        self.is_ready, self.has_handed_over = asyncio.Event(), asyncio.Event()
        self._process = process
        self._channel = channel
        self._accepts = accepts
        self._is_old = False
        self.ended = asyncio.create_task(asyncio.to_thread(process.wait))
        self._messages = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, sockets: Sockets, *, accepts: bool) -> "_Server":
        """Start a server with this process's own command line."""
        own_end, peer_end = socket.socketpair()
        with peer_end:
            inherited = replace(sockets, supervisor=(peer_end,))
            process = subprocess.Popen(
                sys.orig_argv,
                executable=sys.executable,
                env=os.environ | inherited.variables(),
                pass_fds=[socket_.fileno() for _, socket_ in inherited.named()],
            )
        return cls(process, await SupervisorChannel.open(own_end), accepts)

    async def _listen(self) -> None:
        """Handle the server's messages. READY comes again whenever the template forks a new process."""
        while message := await self._channel.receive():
            if message == HANDED_OVER:
                self.has_handed_over.set()
            elif self._is_old:
                self.terminate()
            else:
                self.is_ready.set()
                if self._accepts:
                    self._channel.send(ACCEPT)

    def accept(self) -> None:
        """Tell the server to accept connections."""
        self._accepts = True
        self._channel.send(ACCEPT)

    async def hand_over(self) -> None:
        """Stop the server from accepting connections, by termination if it does not within HANDOVER_SECONDS."""
        self._is_old = True
        self._channel.send(HAND_OVER)
        await _wait_for(self.has_handed_over, self.ended, HANDOVER_SECONDS)
        if not self.has_handed_over.is_set():
            await self.end()

    def terminate(self) -> None:
        """Signal the server to notify and save all sessions and exit."""
        self._process.terminate()

    async def end(self) -> None:
        """Terminate the server and wait for its exit."""
        self.terminate()
        await self.ended

    def close(self) -> None:
        """Close the channel to an ended server."""
        self._messages.cancel()
        self._channel.close()


class Supervisor:
    """Owns the running servers: the current one, and the old ones that have handed over."""

    def __init__(self, sockets: Sockets) -> None:
        self._sockets = sockets
        self._old: set[_Server] = set()

    async def run(self) -> int:
        """Run until SIGTERM, SIGINT or a final exit of the server; returns the server's exit code."""
        loop = asyncio.get_running_loop()
        stop, upgrade = asyncio.Event(), asyncio.Event()
        loop.add_signal_handler(signal.SIGTERM, stop.set)
        loop.add_signal_handler(signal.SIGINT, stop.set)
        loop.add_signal_handler(signal.SIGHUP, stop.set if os.isatty(0) else upgrade.set)  # of a terminal: stop
        server = await _Server.start(self._sockets, accepts=True)
        stop_task = asyncio.create_task(stop.wait())
        while not stop_task.done():
            upgrade_task = asyncio.create_task(upgrade.wait())
            await asyncio.wait([server.ended, stop_task, upgrade_task], return_when=asyncio.FIRST_COMPLETED)
            if stop_task.done():
                pass
            elif server.ended.done():
                if await server.ended in _FINAL or not server.is_ready.is_set():
                    break
                server = await self._restart(server)
            else:
                upgrade.clear()
                server = await self._upgrade(server)
            upgrade_task.cancel()
        stop_task.cancel()
        for child in (server, *self._old):
            child.terminate()
        await asyncio.gather(*(old_server.ended for old_server in self._old))
        return await server.ended

    async def _restart(self, dead: _Server) -> _Server:
        """Start a replacement for a dead server."""
        log.error("the server ended with exit code %d; restarting it", await dead.ended)
        dead.close()
        await asyncio.sleep(RESTART_SECONDS)
        return await _Server.start(self._sockets, accepts=True)

    async def _upgrade(self, server: _Server) -> _Server:
        """Replace the server by a new one; returns the old one if the new one does not become ready."""
        new = await _Server.start(self._sockets, accepts=False)
        await _wait_for(new.is_ready, new.ended, READY_SECONDS)
        if new.ended.done() or not new.is_ready.is_set():
            log.error("the new server did not become ready; the old one continues")
            new.terminate()
            return server
        await server.hand_over()
        new.accept()
        self._old.add(server)
        server.ended.add_done_callback(lambda _: self._old.discard(server))
        return new


async def _wait_for(event: asyncio.Event, end: "asyncio.Task[int]", seconds: float) -> None:
    """Wait for the event, the process's end or the timeout."""
    waiting = asyncio.create_task(event.wait())
    await asyncio.wait([waiting, end], timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()


def supervise(sockets: Sockets) -> int:
    """Run a supervisor for these sockets; returns the exit code."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format=LOG_FORMAT, datefmt=LOG_DATES)
    return asyncio.run(Supervisor(sockets).run())
