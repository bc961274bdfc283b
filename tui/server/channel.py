"""What processes of the server tell and ask each other. It is pickled: both ends must be ours."""

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

MOST_UNSENT = 8 << 20
"""Bytes that may wait to be taken by the other end; who has more to tell is to wait."""
_HEAD = struct.Struct("!I")
"""What each message begins with: how many bytes follow."""

log = logging.getLogger("satsudoku.server")

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class LinkLost(Exception):
    """There is nobody at the other end any more."""


class Hearer(Protocol):
    """What is at an end, beside the methods that the other end calls."""

    def lost(self) -> None:
        """There is nobody at the other end any more."""

    def drained(self) -> None:
        """There is room again for what is to be told."""


class _Kind(IntEnum):
    """What a message is: something told, something asked, an answer, an error, or a question that is taken back."""

    TELL = 0
    ASK = 1
    ANSWER = 2
    ERROR = 3
    CANCEL = 4


class Channel(asyncio.Protocol):
    """One end of a line: calls methods of what is at the other end, and is told what to call here.

    What is told is done in its order. Methods are named by those of the class at the other end, which so checks them.
    """

    def __init__(self, hearer: Hearer) -> None:
        self._hearer = hearer
        self._transport: asyncio.Transport | None = None
        self._data = bytearray()
        self._numbers = count(1)
        self._requests: dict[int, asyncio.Future[Any]] = {}
        """What was asked at this end, and is not answered yet."""
        self._answering: dict[int, asyncio.Task[None]] = {}
        self.is_full = False
        """Whether more waits to be taken by the other end than should."""

    async def open(self, line: socket.socket) -> None:
        """Begin, over one of a pair of sockets."""
        await asyncio.get_running_loop().create_unix_connection(lambda: self, sock=line)

    def close(self) -> None:
        """End it."""
        if self._transport:
            self._transport.abort()

    def tell(self, method: Callable[Concatenate[Any, Arguments], object], *arguments: Arguments.args) -> None:  # type: ignore[valid-type]
        """Have a method called at the other end; nothing is heard of it."""
        self._send(_Kind.TELL, 0, (method.__name__, arguments))

    async def ask(
        self,
        method: Callable[Concatenate[Any, Arguments], Coroutine[Any, Any, Answer]],
        *arguments: Arguments.args,
        **_: Arguments.kwargs,
    ) -> Answer:
        """Have a method called at the other end, and return its answer. Raises what it raises, and LinkLost."""
        if self._transport is None:
            raise LinkLost
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
            self._transport.write(_HEAD.pack(len(data)) + data)

    # what asyncio tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.set_write_buffer_limits(high=MOST_UNSENT)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        for future in self._requests.values():
            if not future.done():
                future.set_exception(LinkLost())
        for task in self._answering.values():
            task.cancel()
        self._hearer.lost()

    def pause_writing(self) -> None:
        self.is_full = True

    def resume_writing(self) -> None:
        self.is_full = False
        self._hearer.drained()

    def data_received(self, data: bytes) -> None:
        self._data += data
        start = 0
        while len(self._data) >= start + _HEAD.size:
            (length,) = _HEAD.unpack_from(self._data, start)
            end = start + _HEAD.size + length
            if len(self._data) < end:
                break
            self._receive(*pickle.loads(self._data[start + _HEAD.size : end]))
            start = end
        del self._data[:start]

    def _receive(self, kind: int, number: int, content: Any) -> None:
        if kind == _Kind.TELL:
            name, arguments = content
            try:
                getattr(self._hearer, name)(*arguments)
            except Exception:  # what was told is of one session, and no other's
                log.exception("%s can't be done", name)
        elif kind == _Kind.ASK:
            self._answering[number] = asyncio.get_running_loop().create_task(self._answer(number, *content))
        elif kind == _Kind.CANCEL:
            if number in self._answering:
                self._answering[number].cancel()
        elif number in self._requests and not self._requests[number].done():
            if kind == _Kind.ANSWER:
                self._requests[number].set_result(content)
            else:
                self._requests[number].set_exception(content)

    async def _answer(self, number: int, name: str, arguments: tuple[Any, ...]) -> None:
        try:
            self._send(_Kind.ANSWER, number, await getattr(self._hearer, name)(*arguments))
        except Exception as error:  # noqa: BLE001 (it is for whoever asked)
            self._send(_Kind.ERROR, number, portable(error))
        finally:
            del self._answering[number]
