"""Floods of input over each protocol: other players can continue, surplus stays with the sender, no memory is lost."""

import asyncio
import re
import sys
from typing import Any

import pytest
from programs import launched

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="serve needs a Unix system")
aiohttp = pytest.importorskip("aiohttp")
asyncssh = pytest.importorskip("asyncssh")
pytest.importorskip("textual_serve")
import floods  # noqa: E402
from ssh_players import DIGITS, HOLES, playing  # noqa: E402

FLOODS = 7
"""One of each kind over SSH, most kinds from browsers."""
MAX_KEPT = 100 << 20
"""Bytes of memory that floods may leave behind."""


async def sessions(metrics: int) -> int:
    async with aiohttp.ClientSession() as client, client.get(f"http://127.0.0.1:{metrics}/") as response:
        found = re.search(r"^satsudoku_sessions (\d+)$", await response.text(), re.MULTILINE)
    assert found
    return int(found[1])


@pytest.mark.few(1)
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("door", ["ssh", "web"])
async def test_a_flood_delays_no_other_session_and_leaves_nothing(start: Any, unused_tcp_port: int, door: str) -> None:
    server = start("--web", 0, "--metrics", unused_tcp_port)
    page = server.wait_for(r"serving browsers on (http://\S+)")[1]
    port = server.port if door == "ssh" else 0
    async with server.connect() as connection, playing(connection) as player:
        await player.leave_tour()
        player.press("enter")
        await player.see(f"{HOLES} to fill")
        before = server.memory
        with launched([sys.executable, floods.__file__, FLOODS, port, "" if port else page]) as flood:
            async with asyncio.timeout(120):
                while await sessions(unused_tcp_port) < 1 + FLOODS:
                    await asyncio.sleep(0.1)
            await asyncio.sleep(floods.GATHERING)
            for place, digit in enumerate(DIGITS[: HOLES - 1]):
                player.press(str(digit))
                await player.see(f"{HOLES - 1 - place} to fill")
                player.press("right")
                assert flood.poll() is None
            flood.kill()
        async with asyncio.timeout(60):
            while await sessions(unused_tcp_port) > 1:
                await asyncio.sleep(0.1)
        assert server.memory - before < MAX_KEPT
    assert "fault" not in server.log


@pytest.mark.long
async def test_input_to_a_busy_session_stays_with_its_sender(start: Any) -> None:
    server = start()
    async with server.connect() as connection, playing(connection) as player, server.connect("flood") as sender:
        await player.leave_tour()
        process = await sender.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
        process.stdin.write(b"x" * 4_000_000)
        player.press("enter")
        await player.see(f"{HOLES} to fill")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(process.stdin.drain(), 0.5)
        sender.abort()
