"""Reads connections in small pieces, in turn, so that a flood of packets can't block the event loop."""

from __future__ import annotations

import asyncio
import select
from collections.abc import Callable

from tui.server.fair_queue import FairQueue, Flow

_PIECE_BYTES = 2048
"""Bytes read from a connection per turn."""
_PROBE_SECONDS = 1.0
"""Interval at which a flooding peer is probed, in seconds."""
_CLOSED_EVENTS = select.POLLHUP | select.POLLERR | getattr(select, "POLLRDHUP", 0)


def is_closed(transport: asyncio.BaseTransport) -> bool:
    """Whether the peer has closed the connection, checked without reading."""
    sock = transport.get_extra_info("socket")
    if transport.is_closing() or sock is None or sock.fileno() < 0:
        return True
    poll = select.poll()
    poll.register(sock.fileno(), _CLOSED_EVENTS)
    return any(events & _CLOSED_EVENTS for _, events in poll.poll(0))


class ReadGate(asyncio.BufferedProtocol):
    """A wrapper of a transport's protocol that delivers data in turns, with reading paused in between."""

    _buffer = bytearray(_PIECE_BYTES)
    """Shared by all gates, because data is copied out at once."""

    def __init__(
        self, transport: asyncio.Transport, protocol: asyncio.Protocol, queue: FairQueue, probe: Callable[[], object]
    ) -> None:
        """`probe` sends data that provokes a reset from a closed peer."""
        self._transport = transport
        self._protocol = protocol
        self._queue = queue
        self._probe = probe
        self._flow = Flow()
        self._data = b""
        """Data read and not yet delivered."""
        self._is_full = False
        """Whether the last read filled the buffer, so that more may wait in the socket."""
        self._check_timer: asyncio.TimerHandle | None = None
        """The timer of the next check of a peer whose data waits."""

    @classmethod
    def wrap(cls, transport: asyncio.Transport, queue: FairQueue, probe: Callable[[], object]) -> None:
        """Wrap the protocol of a newly connected transport."""
        protocol = transport.get_protocol()
        assert isinstance(protocol, asyncio.Protocol)
        transport.set_protocol(cls(transport, protocol, queue, probe))

    def get_buffer(self, sizehint: int) -> bytearray:
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        self._data += self._buffer[:nbytes]
        self._is_full = nbytes == _PIECE_BYTES
        self._queue.submit(self._flow, self._deliver)
        if self._data:
            self._transport.pause_reading()
        self._schedule_check()

    def _schedule_check(self) -> None:
        """Check the peer later if data waits: nothing else notices then that it has closed the connection."""
        if (self._data or self._is_full) and self._check_timer is None:
            self._check_timer = asyncio.get_running_loop().call_later(_PROBE_SECONDS, self._check_peer)

    def _check_peer(self) -> None:
        """Abort the connection if the peer has closed it."""
        self._check_timer = None
        if is_closed(self._transport):
            self._transport.abort()
        elif self._data or self._is_full:
            self._probe()
            self._schedule_check()

    def _deliver(self, end: Callable[[], None]) -> None:
        """Deliver the data and resume reading."""
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
        if self._check_timer:
            self._check_timer.cancel()
        self._protocol.connection_lost(exc)

    def pause_writing(self) -> None:
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        self._protocol.resume_writing()
