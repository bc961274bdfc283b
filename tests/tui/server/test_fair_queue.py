"""The order in which input is served: floods are detected by their first bytes, and wait behind people."""

import asyncio
import socket
from types import SimpleNamespace
from typing import Any

import pytest
from textual.geometry import Size

from tui.server import fair_queue, gate
from tui.server.driver import driver_for
from tui.server.fair_queue import (
    FLOOD_SLOT_SECONDS,
    FLOODS_SHARE,
    MAX_PAUSE_SECONDS,
    MAX_SLOTS,
    ONE_FLOOD_SHARE,
    FairQueue,
    Flow,
)
from tui.server.gate import ReadGate

PERSON, FLOOD = b"x", b"x" * 1000


class Line:
    size = Size(80, 24)

    def send(self, data: str) -> None:
        """Does nothing."""

    def acknowledge(self, count: int) -> None:
        """Waits for no room."""

    def idle(self) -> None:
        """Measures nothing."""


class App:
    """An app without a screen that handles each event at once."""

    keys_held = 0
    _disable_tooltips = False

    def __init__(self) -> None:
        self.count = 0

    def post_message(self, message: object) -> None:
        self.count += 1

    def after_input(self, callback: Any) -> None:
        asyncio.get_running_loop().call_soon(callback)

    after_paint = after_input


async def test_a_flood_is_detected_before_its_first_turn() -> None:
    """A few dozen flooders that each count as a person for their first keys delay everybody else by a second."""
    queue = FairQueue()
    served: list[str] = []

    def submitted(name: str, data: bytes) -> None:
        app = App()
        app.post_message = lambda _: served.append(name)  # type: ignore[method-assign]
        driver: Any = driver_for(Line(), queue)(app)  # type: ignore[arg-type]
        driver._loop = asyncio.get_running_loop()
        driver.received(data)

    for number in range(20):
        submitted(f"flood {number}", FLOOD)
    submitted("person", PERSON)
    async with asyncio.timeout(30):
        while "person" not in served:
            await asyncio.sleep(0)
    assert len({name for name in served if name != "person"}) <= 1


@pytest.mark.parametrize(
    ("flooders", "seconds", "share"), [(1, 0.02, ONE_FLOOD_SHARE), (2, 0.02, FLOODS_SHARE), (2, 0.3, None)]
)
async def test_floods_pause_in_proportion_to_their_time(
    monkeypatch: pytest.MonkeyPatch, flooders: int, seconds: float, share: float | None
) -> None:
    now, delays, ends = [100.0], [], []
    loop, queue = asyncio.get_running_loop(), FairQueue()
    monkeypatch.setattr(fair_queue, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(loop, "call_later", lambda delay, _: delays.append(delay) or SimpleNamespace(cancel=lambda: 0))
    for _ in range(flooders):
        flow = Flow()
        flow.mark_flood()
        queue.submit(flow, ends.append)
    await asyncio.sleep(0)
    assert (len(ends), delays) == (1, [FLOOD_SLOT_SECONDS]), "one at a time"
    now[0] += seconds
    ends[0]()
    ends[0]()
    pause = MAX_PAUSE_SECONDS if share is None else seconds * (1 - share) / share
    assert delays[1:] == [pytest.approx(pause)], "once"
    person: list[object] = []
    queue.submit(Flow(), person.append)
    assert person, "a person does not wait for it"


class Protocol(asyncio.Protocol):
    """A protocol that knows when its connection is lost."""

    def __init__(self) -> None:
        self.lost = asyncio.get_running_loop().create_future()

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost.set_result(exc)


async def test_a_peer_that_vanishes_is_noticed_while_its_data_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "_PROBE_SECONDS", 0.05)
    monkeypatch.setattr(fair_queue, "SLOT_SECONDS", 1000)
    queue = FairQueue()
    own, peer = socket.socketpair()
    protocol = Protocol()
    transport, _ = await asyncio.get_running_loop().create_unix_connection(lambda: protocol, sock=own)
    ReadGate.wrap(transport, queue, lambda: None)
    for _ in range(MAX_SLOTS):
        queue.submit(Flow(), lambda _: None)  # a piece that does not finish keeps its slot
    peer.send(b"x" * 10_000)
    peer.close()
    await asyncio.wait_for(protocol.lost, 20)
