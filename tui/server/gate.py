"""What connections send is read in small pieces, each in its turn, so that no flood of packets holds the event loop."""

from __future__ import annotations

import asyncio
import select
import time
from collections.abc import Callable

from tui.server.fair_queue import FairQueue, Flow

_PIECE = 2048
"""Bytes that are read from a connection in one turn."""
_PROBE_SECONDS = 1.0
"""How often it is seen whether a peer that floods is still there."""
_CLOSED = select.POLLHUP | select.POLLERR | getattr(select, "POLLRDHUP", 0)


def is_closed(transport: asyncio.BaseTransport) -> bool:
    """Whether the peer has closed the connection, seen without reading what it sent before."""
    sock = transport.get_extra_info("socket")
    if transport.is_closing() or sock is None or sock.fileno() < 0:
        return True
    poll = select.poll()
    poll.register(sock.fileno(), _CLOSED)
    return any(happened & _CLOSED for _, happened in poll.poll(0))


class ReadGate(asyncio.BufferedProtocol):
    """Stands before the protocol of a transport: what is read goes there in its turn, and nothing is read meanwhile."""

    _buffer = bytearray(_PIECE)
    """Of all gates: what is read is taken from there at once."""

    def __init__(
        self, transport: asyncio.Transport, protocol: asyncio.Protocol, queue: FairQueue, probe: Callable[[], object]
    ) -> None:
        """`probe` sends something to which a peer that is gone answers with a reset."""
        self._transport = transport
        self._protocol = protocol
        self._queue = queue
        self._probe = probe
        self._flow = Flow()
        self._data = b""
        """What was read and is not handed on."""
        self._probed = time.monotonic()
        """When the peer was known to be there: it was probed, or all that it had sent was read."""

    @classmethod
    def put_before(cls, transport: asyncio.Transport, queue: FairQueue, probe: Callable[[], object]) -> None:
        """Put a gate before the protocol of a transport that has just been connected."""
        protocol = transport.get_protocol()
        assert isinstance(protocol, asyncio.Protocol)
        transport.set_protocol(cls(transport, protocol, queue, probe))

    def get_buffer(self, sizehint: int) -> bytearray:
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        self._data += self._buffer[:nbytes]
        if nbytes < _PIECE:
            self._probed = time.monotonic()
        elif time.monotonic() - self._probed > _PROBE_SECONDS:
            self._probed = time.monotonic()
            if is_closed(self._transport):
                self._transport.abort()
                return
            self._probe()
        self._queue.submit(self._flow, self._hand_on)
        if self._data:
            self._transport.pause_reading()

    def _hand_on(self, end: Callable[[], None]) -> None:
        """Hand on what was read, and read on."""
        data, self._data = self._data, b""
        if not self._transport.is_closing():
            self._protocol.data_received(data)
        asyncio.get_running_loop().call_soon(end)
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def eof_received(self) -> bool | None:
        return self._protocol.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self._data = b""
        self._protocol.connection_lost(exc)

    def pause_writing(self) -> None:
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        self._protocol.resume_writing()
