"""Calls between two processes of the server, with both ends in one process."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from engine.base.language import lazy_gettext, speaking
from engine.play.errors import GameError

if sys.platform == "win32":
    pytest.skip("serve needs a Unix system", allow_module_level=True)

from tui.server import channel
from tui.server.channel import Channel, ChannelLost

TOO_FAST = lazy_gettext("Too fast: wait a moment.")


class End:
    """The object at one end."""

    def __init__(self) -> None:
        self.channel = Channel(self)
        self.received: list[Any] = []
        self.is_lost = asyncio.Event()
        self.has_room = asyncio.Event()
        self.waits = asyncio.Event()

    def channel_lost(self) -> None:
        self.is_lost.set()

    def channel_drained(self) -> None:
        self.has_room.set()

    def hear(self, value: object) -> None:
        self.received.append(value)

    def fail(self) -> None:
        raise ZeroDivisionError

    async def double(self, number: int) -> int:
        return 2 * number

    async def refuse(self) -> None:
        raise GameError(TOO_FAST)

    async def wait(self) -> None:
        try:
            self.waits.set()
            await asyncio.Event().wait()
        finally:
            self.waits.clear()


@pytest.fixture
async def ends() -> AsyncIterator[tuple[End, End]]:
    here, there = End(), End()
    for end, line in zip((here, there), socket.socketpair(), strict=True):
        line.setblocking(False)
        await end.channel.open(line)
    async with asyncio.timeout(60):
        yield here, there
    for end in (here, there):
        end.channel.close()


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0)


async def test_messages_arrive_whole_and_in_order_whatever_fails(
    ends: tuple[End, End], caplog: pytest.LogCaptureFixture
) -> None:
    here, there = ends
    values = [0, b"x" * 3_000_000, "é", 3]
    for value in values:
        here.channel.call(End.hear, value)
        here.channel.call(End.fail)
    await until(lambda: len(there.received) == len(values))
    assert there.received == values
    assert caplog.text.count("ZeroDivisionError") >= 3


async def test_answers_are_in_the_language_of_the_player(ends: tuple[End, End]) -> None:
    here, _ = ends
    requests = [end.channel.ask(End.double, number) for end in ends for number in (1, 2)]
    assert await asyncio.gather(*requests) == [2, 4] * 2
    with pytest.raises(GameError) as refused:
        await here.channel.ask(End.refuse)
    with speaking("de"):
        assert str(refused.value.args[0]) == str(TOO_FAST) != TOO_FAST.message


async def test_a_question_that_is_taken_back_is_not_worked_on(ends: tuple[End, End]) -> None:
    here, there = ends
    asking = asyncio.create_task(here.channel.ask(End.wait))
    await there.waits.wait()
    asking.cancel()
    await until(lambda: not there.waits.is_set())
    assert await here.channel.ask(End.double, 1) == 2


async def test_a_query_after_the_other_end_is_lost_fails(ends: tuple[End, End]) -> None:
    here, there = ends
    asking = [asyncio.create_task(end.channel.ask(End.wait)) for end in ends]
    await here.waits.wait()
    await there.waits.wait()
    there.channel.close()
    await here.is_lost.wait()
    assert [type(error) for error in await asyncio.gather(*asking, return_exceptions=True)] == [ChannelLost] * 2
    await until(lambda: not here.waits.is_set() and not there.waits.is_set())
    with pytest.raises(ChannelLost):
        await here.channel.ask(End.double, 1)


async def test_an_endpoint_knows_whether_its_peer_lags_behind(ends: tuple[End, End]) -> None:
    here, there = ends
    here.channel.call(End.hear, bytes(2 * channel.MAX_UNSENT))
    assert here.channel.is_full
    await here.has_room.wait()
    assert not here.channel.is_full
    await until(lambda: bool(there.received))
