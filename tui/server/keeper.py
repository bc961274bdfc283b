"""The process that keeps the listening sockets, so that one server can make way for the next without closing them.

It serves nobody itself. SIGHUP has it begin another server, with the program as it is installed by then; once that one
is ready, the old one gives up the sockets and lets those who are playing come to an end. Until the new one accepts
them, connections wait in the system's queue: none is refused. A server that does not become ready changes nothing.
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

READY, GO, MAKE_WAY, MADE_WAY = b"r", b"g", b"w", b"m"
"""What server and keeper tell each other: the server is ready to accept; it is to; it is to no longer; it does not."""
WAY_SECONDS = 30.0
"""How long a server may take to make way; then it is ended."""

log = logging.getLogger("satsudoku.server")


class Line:
    """One end of what server and keeper tell each other."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def over(cls, end: socket.socket) -> "Line":
        """The end of a pair of sockets."""
        return cls(*await asyncio.open_connection(sock=end))

    def tell(self, word: bytes) -> None:
        """Tell a word."""
        self._writer.write(word)

    async def hear(self) -> bytes:
        """The next word; b"" if there is nobody any more."""
        try:
            return await self._reader.read(1)
        except OSError:
            return b""


class _Server:
    """A server that was begun."""

    def __init__(self, process: "subprocess.Popen[bytes]", line: Line) -> None:
        self.line = line
        self._process = process
        self.ended = asyncio.create_task(asyncio.to_thread(process.wait))

    @classmethod
    async def begin(cls, sockets: Sockets) -> "_Server":
        """Begin one as this process was begun."""
        ours, theirs = socket.socketpair()
        with theirs:
            passed = replace(sockets, keeper=(theirs,))
            process = subprocess.Popen(
                sys.orig_argv,
                executable=sys.executable,
                env=os.environ | passed.variables(),
                pass_fds=[one.fileno() for _, one in passed.named()],
            )
        return cls(process, await Line.over(ours))

    def terminate(self) -> None:
        """Have it tell everybody, save, and end."""
        self._process.terminate()


class Keeper:
    """Owns the servers that run: the one that accepts, and those that have made way."""

    def __init__(self, sockets: Sockets) -> None:
        self._sockets = sockets
        self._old: set[_Server] = set()

    async def run(self) -> int:
        """Serve until told to stop by SIGTERM or SIGINT, or until the server ends; returns its exit code."""
        loop = asyncio.get_running_loop()
        stop, renew = asyncio.Event(), asyncio.Event()
        loop.add_signal_handler(signal.SIGTERM, stop.set)
        loop.add_signal_handler(signal.SIGINT, stop.set)
        loop.add_signal_handler(signal.SIGHUP, stop.set if os.isatty(0) else renew.set)  # else a terminal went away
        server = await _Server.begin(self._sockets)
        if await server.line.hear() == READY:
            server.line.tell(GO)
        stopping = asyncio.create_task(stop.wait())
        while not stopping.done() and not server.ended.done():
            renewing = asyncio.create_task(renew.wait())
            await asyncio.wait([server.ended, stopping, renewing], return_when=asyncio.FIRST_COMPLETED)
            if renewing.done() and not stopping.done():
                renew.clear()
                server = await self._replaced(server)
            renewing.cancel()
        stopping.cancel()
        for one in (server, *self._old):
            one.terminate()
        await asyncio.gather(*(one.ended for one in self._old))
        return await server.ended

    async def _replaced(self, server: _Server) -> _Server:
        """Another server in the place of this one; this one itself if the other does not become ready."""
        new = await _Server.begin(self._sockets)
        if await new.line.hear() != READY:
            log.error("the new server did not begin; the old one goes on")
            return server
        server.line.tell(MAKE_WAY)
        try:
            await asyncio.wait_for(server.line.hear(), WAY_SECONDS)
        except TimeoutError:
            server.terminate()
            await server.ended
        new.line.tell(GO)
        self._old.add(server)
        server.ended.add_done_callback(lambda _: self._old.discard(server))
        return new


def keep(sockets: Sockets) -> int:
    """Serve on these sockets; returns the exit code."""
    return asyncio.run(Keeper(sockets).run())
