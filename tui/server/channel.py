"""Remote calls between processes of the server. Messages are pickled, so both ends must be trusted."""

from __future__ import annotations

import asyncio
import logging
import pickle
import socket
import struct
from collections.abc import Callable, Coroutine
from enum import IntEnum
from itertools import count
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from tui.server.job_process import portable

MAX_UNSENT = 8 << 20
"""High-water mark of the write buffer in bytes; senders should pause above it (`is_full`)."""
_HEADER = struct.Struct("!I")
"""Header of a message: the number of bytes that follow."""

log = logging.getLogger("satsudoku.server")

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class ChannelLost(Exception):
    """The other end of the channel is gone."""


class ChannelOwner(Protocol):
    """The owner of one end of a channel; it also has the methods that the other end calls."""

    def channel_lost(self) -> None:
        """Called when the other end is gone."""

    def channel_drained(self) -> None:
        """Called when the write buffer has room again."""


class _Kind(IntEnum):
    """The kind of a message: a call without an answer, a call with one, its answer, its error, its cancellation."""

    CALL = 0
    ASK = 1
    ANSWER = 2
    ERROR = 3
    CANCEL = 4


class Channel(asyncio.Protocol):
    """One end of a connection: calls methods of the object at the other end, and runs its calls here.

    Calls by `call` run in order. Callers pass the method of the remote class itself, so that mypy checks the arguments.
    """

    def __init__(self, owner: ChannelOwner) -> None:
        self._owner = owner
        self._transport: asyncio.Transport | None = None
        self._data = bytearray()
        self._numbers = count(1)
        self._requests: dict[int, asyncio.Future[Any]] = {}
        """Pending calls of this end."""
        self._answers: dict[int, asyncio.Task[None]] = {}
        self.is_full = False
        """Whether the write buffer is above MAX_UNSENT."""

    async def open(self, sock: socket.socket) -> None:
        """Connect over one of a pair of sockets."""
        await asyncio.get_running_loop().create_unix_connection(lambda: self, sock=sock)

    def close(self) -> None:
        """Close the connection."""
        if self._transport:
            self._transport.abort()

    def call(self, method: Callable[Concatenate[Any, Arguments], object], *arguments: Arguments.args) -> None:  # type: ignore[valid-type]
        """Call a method at the other end without waiting for it."""
        self._send(_Kind.CALL, 0, (method.__name__, arguments))

    async def ask(
        self,
        method: Callable[Concatenate[Any, Arguments], Coroutine[Any, Any, Answer]],
        *arguments: Arguments.args,
        **_: Arguments.kwargs,
    ) -> Answer:
        """Call a method at the other end and return its answer. Raises what it raises, and ChannelLost."""
        if self._transport is None:
            raise ChannelLost
        number = next(self._numbers)
        future = self._requests[number] = asyncio.get_running_loop().create_future()
        self._send(_Kind.ASK, number, (method.__name__, arguments))
        try:
            answer: Answer = await future
            return answer
        except asyncio.CancelledError:
            self._send(_Kind.CANCEL, number, None)
            raise
        finally:
            del self._requests[number]

    def _send(self, kind: _Kind, number: int, content: object) -> None:
        if self._transport:
            data = pickle.dumps((int(kind), number, content), pickle.HIGHEST_PROTOCOL)
            self._transport.write(_HEADER.pack(len(data)) + data)

    # asyncio.Protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.set_write_buffer_limits(high=MAX_UNSENT)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        for future in self._requests.values():
            if not future.done():
                future.set_exception(ChannelLost())
        for task in self._answers.values():
            task.cancel()
        self._owner.channel_lost()

    def pause_writing(self) -> None:
        self.is_full = True

    def resume_writing(self) -> None:
        self.is_full = False
        self._owner.channel_drained()

    def data_received(self, data: bytes) -> None:
        self._data += data
        start = 0
        while len(self._data) >= start + _HEADER.size:
            (length,) = _HEADER.unpack_from(self._data, start)
            end = start + _HEADER.size + length
            if len(self._data) < end:
                break
            self._receive(*pickle.loads(self._data[start + _HEADER.size : end]))
            start = end
        del self._data[:start]

    def _receive(self, kind: int, number: int, content: Any) -> None:
        if kind == _Kind.CALL:
            name, arguments = content
            try:
                getattr(self._owner, name)(*arguments)
            except Exception:  # a fault of one session must not affect the others
                log.exception("the call %s failed", name)
        elif kind == _Kind.ASK:
            self._answers[number] = asyncio.get_running_loop().create_task(self._answer(number, *content))
        elif kind == _Kind.CANCEL:
            if number in self._answers:
                self._answers[number].cancel()
        elif number in self._requests and not self._requests[number].done():
            if kind == _Kind.ANSWER:
                self._requests[number].set_result(content)
            else:
                self._requests[number].set_exception(content)

    async def _answer(self, number: int, name: str, arguments: tuple[Any, ...]) -> None:
        try:
            self._send(_Kind.ANSWER, number, await getattr(self._owner, name)(*arguments))
        except Exception as error:  # noqa: BLE001 (raised at the caller's end)
            self._send(_Kind.ERROR, number, portable(error))
        finally:
            del self._answers[number]
