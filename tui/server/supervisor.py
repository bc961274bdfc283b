"""The process that keeps the listening sockets, so that one server can make way for the next without closing them.

It serves nobody itself. Where a server is gone, template and all, it begins another. SIGHUP has it begin one with the
program as it is installed by then; once that is ready, the old one gives up the sockets and lets those who are playing
come to an end. Until a server accepts them, connections wait in the system's queue: none is refused. A new server that
does not become ready changes nothing.
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
READY, GO, MAKE_WAY, MADE_WAY = b"r", b"g", b"w", b"m"
"""What server and keeper tell each other: the server is ready to accept; it is to; it is to no longer; it does not."""
WAY_SECONDS = 30.0
"""How long a server may take to make way; then it is ended."""
READY_SECONDS = 120.0
"""How long another server may take to become ready."""
PAUSE_SECONDS = 1.0
"""Between two servers where one has ended."""
_FINAL = (0, 2)
"""Exit codes of a server that was told to stop, or that can't serve as it was asked to."""

log = logging.getLogger("satsudoku.server")


class SupervisorChannel:
    """One end of what server and keeper tell each other."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def over(cls, end: socket.socket) -> "SupervisorChannel":
        """The end of a pair of sockets."""
        return cls(*await asyncio.open_connection(sock=end))

    def tell(self, word: bytes) -> None:
        """Tell a word."""
        self._writer.write(word)

    def close(self) -> None:
        """Nothing more is told or heard."""
        self._writer.close()

    async def receive(self) -> bytes:
        """The next word; b"" if there is nobody any more."""
        try:
            return await self._reader.read(1)
        except OSError:
            return b""


class _Server:
    """A server that was begun, and what it has told."""

    def __init__(self, process: "subprocess.Popen[bytes]", line: SupervisorChannel, accepts: bool) -> None:
        """`accepts` is whether it is to accept connections as soon as it is ready."""
        self.is_ready, self.has_made_way = asyncio.Event(), asyncio.Event()
        self._process = process
        self._line = line
        self._accepts = accepts
        self._is_old = False
        self.ended = asyncio.create_task(asyncio.to_thread(process.wait))
        self._talk = asyncio.create_task(self._listen())

    @classmethod
    async def begin(cls, sockets: Sockets, *, accepts: bool) -> "_Server":
        """Begin one as this process was begun."""
        own_end, peer_end = socket.socketpair()
        with peer_end:
            passed = replace(sockets, supervisor=(peer_end,))
            process = subprocess.Popen(
                sys.orig_argv,
                executable=sys.executable,
                env=os.environ | passed.variables(),
                pass_fds=[socket_.fileno() for _, socket_ in passed.named()],
            )
        return cls(process, await SupervisorChannel.over(own_end), accepts)

    async def _listen(self) -> None:
        """Hear what it tells; it is ready several times where its process dies and the template forks another."""
        while word := await self._line.receive():
            if word == MADE_WAY:
                self.has_made_way.set()
            elif self._is_old:
                self.terminate()
            else:
                self.is_ready.set()
                if self._accepts:
                    self._line.tell(GO)

    def accept(self) -> None:
        """Have it accept connections."""
        self._accepts = True
        self._line.tell(GO)

    async def make_way(self) -> None:
        """Have it accept no more; returns when it does not."""
        self._accepts, self._is_old = False, True
        self._line.tell(MAKE_WAY)
        await _one_of(self.has_made_way, self.ended, WAY_SECONDS)
        if not self.has_made_way.is_set():
            await self.end()

    def terminate(self) -> None:
        """Have it tell everybody, save, and end."""
        self._process.terminate()

    async def end(self) -> None:
        """The same, and wait for it."""
        self.terminate()
        await self.ended

    def leave(self) -> None:
        """Tell what is left of it that nobody waits for it any more."""
        self._talk.cancel()
        self._line.close()


class Supervisor:
    """Owns the servers that run: the one that accepts, and those that have made way."""

    def __init__(self, sockets: Sockets) -> None:
        self._sockets = sockets
        self._old: set[_Server] = set()

    async def run(self) -> int:
        """Serve until told to stop by SIGTERM or SIGINT, or until the server ends by itself; returns its exit code."""
        loop = asyncio.get_running_loop()
        stop, renew = asyncio.Event(), asyncio.Event()
        loop.add_signal_handler(signal.SIGTERM, stop.set)
        loop.add_signal_handler(signal.SIGINT, stop.set)
        loop.add_signal_handler(signal.SIGHUP, stop.set if os.isatty(0) else renew.set)  # else a terminal went away
        server = await _Server.begin(self._sockets, accepts=True)
        stopping = asyncio.create_task(stop.wait())
        while not stopping.done():
            renewing = asyncio.create_task(renew.wait())
            await asyncio.wait([server.ended, stopping, renewing], return_when=asyncio.FIRST_COMPLETED)
            if stopping.done():
                pass
            elif server.ended.done():
                if await server.ended in _FINAL or not server.is_ready.is_set():
                    break
                server = await self._again(server)
            else:
                renew.clear()
                server = await self._replaced(server)
            renewing.cancel()
        stopping.cancel()
        for child in (server, *self._old):
            child.terminate()
        await asyncio.gather(*(old_server.ended for old_server in self._old))
        return await server.ended

    async def _again(self, dead: _Server) -> _Server:
        """Another server in the place of one whose process is gone."""
        log.error("the server ended by %d; another one begins", await dead.ended)
        dead.leave()
        await asyncio.sleep(PAUSE_SECONDS)
        return await _Server.begin(self._sockets, accepts=True)

    async def _replaced(self, server: _Server) -> _Server:
        """Another server in the place of this one; this one itself if the other does not become ready."""
        new = await _Server.begin(self._sockets, accepts=False)
        await _one_of(new.is_ready, new.ended, READY_SECONDS)
        if new.ended.done() or not new.is_ready.is_set():
            log.error("the new server did not begin; the old one goes on")
            new.terminate()
            return server
        await server.make_way()
        new.accept()
        self._old.add(server)
        server.ended.add_done_callback(lambda _: self._old.discard(server))
        return new


async def _one_of(event: asyncio.Event, end: "asyncio.Task[int]", seconds: float) -> None:
    """Wait for either, and no longer than that."""
    waiting = asyncio.create_task(event.wait())
    await asyncio.wait([waiting, end], timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()


def keep(sockets: Sockets) -> int:
    """Serve on these sockets; returns the exit code."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format=LOG_FORMAT, datefmt=LOG_DATES)
    return asyncio.run(Supervisor(sockets).run())
