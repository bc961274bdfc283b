"""The page for browsers from outside: who is let in, what is played there, and what is refused."""

import asyncio
import re
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pyte
import pytest
from random_input import random_input

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="serve needs a Unix system")
aiohttp = pytest.importorskip("aiohttp")
pytest.importorskip("textual_serve")
ssh_players = pytest.importorskip("ssh_players")
DIGITS, HOLES = ssh_players.DIGITS, ssh_players.HOLES
KEYS = {"enter": "\r", "escape": "\x1b", "right": "\x1b[C", "quit": "\x11"}


class Browser:
    """The terminal of the page, and what it shows."""

    def __init__(self, socket: Any, size: tuple[int, int]) -> None:
        self.socket = socket
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    async def see(self, what: str, gone: bool = False) -> None:
        """Wait until the terminal shows a text, or no longer shows it."""
        try:
            async with asyncio.timeout(60):  # one of `receive` would begin anew with every ping
                while (what in self.text) is gone:
                    message = await self.socket.receive()
                    if message.type is not aiohttp.WSMsgType.BINARY:
                        pytest.fail(f"the session ended before {what!r}: {message}\n{self.text}")
                    self._stream.feed(message.data)
        except TimeoutError:
            pytest.fail(f"waited for {what!r} on\n{self.text}")

    async def rest(self) -> bytes:
        """Whatever still comes until the session ends."""
        data = b""
        while (message := await self.socket.receive(timeout=60)).type is aiohttp.WSMsgType.BINARY:
            data += message.data
        return data

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.socket.send_json(["stdin", KEYS.get(key, key)])


def page(server: Any) -> str:
    """The address of the page."""
    return str(server.wait_for(r"serving browsers on (http://\S+)")[1])


@asynccontextmanager
async def browsing(address: str, jar: Any = None) -> AsyncIterator[Any]:
    """A browser that has opened the page; its cookies are in the jar."""
    jar = jar if jar is not None else aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar) as client:
        async with client.get(address) as response:
            assert "Content-Security-Policy" in response.headers
            named = re.findall(r'(?:href|src)="(/[^"]+)"', await response.text())
        for part in [*named, "/static/js/textual.js"]:
            async with client.get(address + part) as response:
                assert response.status == 200, part
        yield client


@asynccontextmanager
async def playing(client: Any, address: str, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Browser]:
    """A session in that browser."""
    async with client.ws_connect(
        f"{address}/ws?width={size[0]}&height={size[1]}", headers={"Origin": address}
    ) as socket:
        yield Browser(socket, size)


async def leave_tour(browser: Browser) -> None:
    await browser.see("tour · page 1")
    await browser.press("escape")
    await browser.see("tour · page 1", gone=True)


@pytest.mark.parametrize("workers", [1, 2])
async def test_a_game_is_played_and_goes_on_after_a_reload_in_the_same_browser_only(start: Any) -> None:
    address, jar = page(start("--web", 0)), aiohttp.CookieJar(unsafe=True)
    async with browsing(address, jar) as client:
        async with playing(client, address) as browser:
            await leave_tour(browser)
            await browser.press("enter")
            await browser.see(f"{HOLES} to fill")
            await browser.press(str(DIGITS[0]))
            await browser.see(f"{HOLES - 1} to fill")
        async with playing(client, address, (100, 30)) as browser:
            await browser.see("resume 1")
            await browser.press("r")
            await browser.see("nearly")
            await browser.press("enter")
            await browser.see(f"{HOLES - 1} to fill")
            for digit in DIGITS[1:HOLES]:
                await browser.press("right", str(digit))
            await browser.see("Solved")
    async with browsing(address) as client, playing(client, address) as browser:
        await leave_tour(browser)
        assert "resume" not in browser.text


async def test_another_browser_and_a_key_become_the_same_player_by_a_code(start: Any) -> None:
    import asyncssh

    server = start("--web", 0)
    address, key = page(server), asyncssh.generate_private_key("ssh-ed25519")
    async with server.connect("alice", key) as connection, ssh_players.playing(connection) as player:
        await player.leave_tour()
        player.press("\x10")
        await player.see("Search for what can be done here")
        player.press(*"another key")
        await player.see("play with another key too")
        player.press("enter")
        await player.see("ssh -p PORT")
        (code,) = set(re.findall(r"[a-z0-9]{5}-[a-z0-9]{5}", player.text))
    async with browsing(address) as client:
        async with client.get(address, params={"code": code}) as response:
            assert response.status == 200
        async with playing(client, address) as browser:
            await browser.see("enter open")
        async with client.get(address, params={"code": code}) as response:
            assert (response.status, "not in force" in await response.text()) == (403, True)
    assert len(re.findall("alice begins", server.log)) == 2


async def test_a_browser_is_spoken_to_in_its_language_or_in_that_of_the_address(start: Any) -> None:
    address, jar = page(start("--web", 0)), aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar) as client:
        async with client.get(address, headers={"Accept-Language": "fr, en;q=0.5, de-AT;q=0.7"}) as response:
            assert "Verbindung wird aufgebaut" in await response.text()
        async with client.get(address, params={"lang": "zh_CN"}) as response:
            assert 'lang="zh-CN"' in await response.text()
        async with playing(client, address) as browser:
            await browser.see("导览")
            await browser.press("escape")
            await browser.see("打开")
    async with browsing(address) as client, playing(client, address) as browser:
        await leave_tour(browser)


async def test_other_pages_and_visitors_without_the_cookie_get_no_session(start: Any) -> None:
    address = page(start("--web", 0))
    async with browsing(address) as client:
        for origin in ("http://elsewhere.example", ""):
            async with client.get(f"{address}/ws", headers={"Origin": origin}) as response:
                assert response.status == 403
        for path in (
            "/page/web.py",
            "/page/..%2Fweb.py",
            "/static/..%2F..%2Fserver.py",
            "/static/../server.py",
            "/etc",
        ):
            async with client.get(aiohttp.client.URL(address + path, encoded=True)) as response:
                assert response.status in (403, 404), path
    async with (
        aiohttp.ClientSession() as stranger,
        stranger.get(f"{address}/ws", headers={"Origin": address}) as response,
    ):
        assert response.status == 403


NONSENSE = ["{", "[]", '["resize", {}]', '["resize", {"width": "x", "height": 1}]', "[" * 9999]


@pytest.mark.parametrize("workers", [1, 2])
async def test_what_no_page_of_ours_says_ends_its_session_alone(start: Any) -> None:
    server = start("--web", 0, "--most-of-a-player", 1 + len(NONSENSE))  # one that ends may still be saving
    address = page(server)
    async with browsing(address) as client, playing(client, address) as other:
        await leave_tour(other)
        for said in NONSENSE:
            async with playing(client, address) as browser:
                await browser.see("enter open")
                await browser.socket.send_str(said)
                await browser.rest()
                assert browser.socket.closed, said
        await other.press("enter")
        await other.see(f"{HOLES} to fill")
    assert "fault" not in server.log


async def test_a_browser_is_one_of_an_address_and_one_of_all(start: Any) -> None:
    address = page(start("--web", 0, "--most-of-an-address", 2))
    async with browsing(address) as client, playing(client, address) as one, playing(client, address) as two:
        await one.see("tour · page 1")
        await two.see("tour · page 1")
        with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
            async with playing(client, address):
                pass
    async with browsing(address) as client, playing(client, address) as three:
        await three.see("tour · page 1")


async def test_sizes_are_bounded_and_followed(start: Any) -> None:
    address = page(start("--web", 0))
    async with browsing(address) as client, playing(client, address, (100000, 100000)) as browser:
        await browser.socket.send_json(["resize", {"width": 80, "height": 24}])
        browser.screen.resize(24, 80)
        await leave_tour(browser)
        await browser.socket.send_json(["ping", "1"])
        await browser.press("quit")
        assert browser.socket.closed or await browser.rest() is not None


async def test_sigterm_tells_everybody_and_closes(start: Any) -> None:
    server = start("--web", 0)
    address = page(server)
    async with browsing(address) as client, playing(client, address) as browser:
        await browser.see("tour · page 1")
        server.process.terminate()
        assert b"The server is being restarted. Your games are saved." in await browser.rest()
    assert server.process.wait(30) == 0


@pytest.mark.parametrize("seconds", [3, pytest.param(60, marks=pytest.mark.slow)])
async def test_random_text_and_messages_end_no_session_by_a_fault(start: Any, seconds: float) -> None:
    """It may be told to end by a key, and a message that no page sends ends it: then another one begins."""
    server = start("--web", 0, "--most-of-an-address", 100)
    address, seed, end = page(server), 0, time.monotonic() + seconds
    async with browsing(address) as client:
        while time.monotonic() < end:
            async with playing(client, address) as browser:
                await browser.see("nearly.txt")
                while not browser.socket.closed and time.monotonic() < end:
                    seed += 1
                    data = random_input(seed, 400).replace(b"\x11", b"")
                    await browser.press(data.decode("latin-1"), data.decode(errors="ignore"), "\ud800\x1b[201~")
                    if seed % 20 == 0:
                        await browser.socket.send_str(data.decode("latin-1"))
                    with suppress(TimeoutError):
                        await browser.socket.receive(timeout=0.02)
    assert seed > 3
    assert "fault" not in server.log, server.log
    assert "Traceback" not in server.log, server.log
