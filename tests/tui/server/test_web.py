"""The page for browsers from outside: admission, playing, and refusals."""

import asyncio
import re
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import pyte
import pytest
from random_input import random_input

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="serve needs a Unix system")
aiohttp = pytest.importorskip("aiohttp")
pytest.importorskip("textual_serve")
ssh_players = pytest.importorskip("ssh_players")
DIGITS, HOLES = ssh_players.DIGITS, ssh_players.HOLES
MARK = "▚"
"""The beginning of the header of every screen; the tour is shown only at the first start."""
KEYS = {"enter": "\r", "escape": "\x1b", "right": "\x1b[C", "quit": "\x11"}


class Browser:
    """The terminal of the page, and its contents."""

    def __init__(self, socket: Any, size: tuple[int, int]) -> None:
        self.socket = socket
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    async def see(self, text: str, gone: bool = False) -> None:
        """Wait until the terminal shows a text, or no longer shows it."""
        try:
            async with asyncio.timeout(60):  # a timeout of `receive` would restart with every ping
                while (text in self.text) is gone:
                    message = await self.socket.receive()
                    if message.type is not aiohttp.WSMsgType.BINARY:
                        pytest.fail(f"the session ended before {text!r}: {message}\n{self.text}")
                    self._stream.feed(message.data)
        except TimeoutError:
            pytest.fail(f"waited for {text!r} on\n{self.text}")

    async def rest(self) -> bytes:
        """Read the remaining messages until the session ends."""
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
async def test_a_game_is_played_and_continues_after_a_reload_in_the_same_browser_only(start: Any) -> None:
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


async def whose(client: Any, address: str) -> list[str]:
    """The names on the players' page: the current player, then the others."""
    async with client.get(f"{address}/players") as response:
        text = await response.text()
    plays = re.findall(r"<p>(\S+) plays in this browser now", text)
    return plays + re.findall(r'name="choose" value="\d+">Play as ([^<]+)<', text)


async def send(client: Any, address: str, origin: str | None = None, **fields: str) -> Any:
    """Submit a form of that page like a browser, with its token unless another is given."""
    if "form" not in fields:
        async with client.get(f"{address}/players") as response:
            fields["form"] = re.findall(r'name="form" value="([^"]+)"', await response.text())[0]
    headers = {"Origin": address if origin is None else origin}
    async with client.post(f"{address}/players", data=fields, headers=headers, allow_redirects=False) as response:
        return response.status, await response.text()


async def choose(client: Any, address: str, name: str) -> None:
    """Play as another player of the browser."""
    async with client.get(f"{address}/players") as response:
        (number,) = re.findall(rf'name="choose" value="(\d+)">Play as {name}<', await response.text())
    assert (await send(client, address, choose=number))[0] == 303


@asynccontextmanager
async def logged_in(server: Any, name: str, key: Any) -> AsyncIterator[Any]:
    """A player over SSH, at the list of keys."""
    async with server.connect(name, key) as connection, ssh_players.playing(connection) as player:
        await player.see("enter open")
        await at_keys(player)
        yield player


async def at_keys(player: Any) -> None:
    player.press("\x10")
    await player.see("Search commands")
    player.press(*"keys and")
    await player.see("log in with another key or browser")
    player.press("enter")
    await player.see("this session")


async def shown_code(player: Any, key: str, groups: int) -> str:
    player.press(key)
    await player.see("/players")
    (code,) = set(re.findall("-".join(["[a-z2-9]{5}"] * groups) + r"(?![-a-z])", player.text))
    await player.press_away("enter", "/players")
    return str(code)


async def newcomer(server: Any, name: str, key: Any) -> None:
    async with server.connect(name, key) as connection, ssh_players.playing(connection) as player:
        await player.leave_tour()


@pytest.mark.parametrize("workers", [1, 2])
async def test_a_link_with_a_code_asks_and_both_players_stay_in_the_browser(start: Any) -> None:
    import asyncssh

    server = start("--web", 0)
    address, key = page(server), asyncssh.generate_private_key("ssh-ed25519")
    await newcomer(server, "alice", key)
    async with logged_in(server, "alice", key) as alice, browsing(address) as client:
        code = await shown_code(alice, "c", 2)
        async with playing(client, address) as browser:
            await leave_tour(browser)
        (before,) = await whose(client, address)
        for method in ("HEAD", "GET", "GET"):  # like previews of links
            async with client.request(method, address, params={"code": code}) as response:
                assert response.status == 200
                assert "players" not in response.cookies
                text = await response.text()
        assert "Play as alice in this browser?" in text
        assert f"{before} and all games of that player stay in this browser" in text
        assert f'<a href="/">Continue as {before}</a>' in text
        assert await whose(client, address) == [before]
        assert (await send(client, address, code=code.upper().replace("-", " ")))[0] == 303
        assert await whose(client, address) == ["alice", before]
        async with playing(client, address) as browser:
            await browser.see("enter open")
            assert "tour" not in browser.text
        assert len(re.findall("the session of alice starts", server.log)) == 3
        for name in (before, "alice"):
            await choose(client, address, name)
            assert (await whose(client, address))[0] == name
        async with client.get(address, params={"code": code}) as response:
            assert (response.status, "not valid" in await response.text()) == (403, True)
        assert (await send(client, address, code=code))[0] == 403
        assert await whose(client, address) == ["alice", before]
        assert (await send(client, address, new="1"))[0] == 303
        async with playing(client, address) as browser:
            await leave_tour(browser)
        assert (await whose(client, address))[1:] == ["alice", before]


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
async def test_a_recovery_code_brings_a_player_back_and_a_revoked_browser_is_out(start: Any) -> None:
    import asyncssh

    server = start("--web", 0)
    address, key = page(server), asyncssh.generate_private_key("ssh-ed25519")
    await newcomer(server, "alice", key)
    async with logged_in(server, "alice", key) as alice, browsing(address) as client:
        await alice.see("You have no recovery code")
        code = await shown_code(alice, "w", 5)
        await alice.see("recovery code was made on")
        assert (await send(client, address, code=code))[0] == 303
        headers = {"Origin": address, "User-Agent": "X Linux Firefox/1"}
        async with client.ws_connect(f"{address}/ws?width=80&height=24", headers=headers) as socket:
            await Browser(socket, (80, 24)).see("enter open")
            alice.press("escape")
            await alice.see("enter open")
            await at_keys(alice)
            await alice.see("Firefox, Linux")
            if "> browser" not in alice.text:
                alice.press("home")
            await alice.see("browser Firefox, Linux. Added")
            alice.press("x")
            await alice.see("Revoke browser Firefox, Linux?")
            alice.press("y")
            await alice.see("Revoked: browser Firefox, Linux.")
            await asyncio.wait_for(Browser(socket, (80, 24)).rest(), 20)
        assert await whose(client, address) == []
        async with playing(client, address) as browser:  # as a new player
            await leave_tour(browser)
        assert (await send(client, address, code=code))[0] == 303
        assert (await whose(client, address))[0] == "alice"
    assert "its key was revoked" in server.log


async def test_forms_of_other_pages_change_nothing(start: Any) -> None:
    server = start("--web", 0)
    address = page(server)
    async with browsing(address) as client:
        async with playing(client, address) as browser:
            await leave_tour(browser)
        before = await whose(client, address)
        assert (await send(client, address, "http://elsewhere.example", new="1"))[0] == 403
        assert (await send(client, address, "null", new="1"))[0] == 403
        assert (await send(client, address, "", new="1"))[0] == 403
        for forged in ("", "x" * 43, "é"):
            assert (await send(client, address, form=forged, new="1"))[0] == 403
        assert await whose(client, address) == before
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as stranger:
        assert (await send(stranger, address, new="1"))[0] == 403
    assert "it is not from the page of this server" in server.log


async def test_a_visitor_from_a_link_elsewhere_is_known_and_the_token_of_older_versions_stays(start: Any) -> None:
    address, old = page(start("--web", 0)), "a" * 43
    async with aiohttp.ClientSession(cookies={"player": old}) as client, client.get(address) as response:
        assert response.cookies["players"].value == old
        assert response.cookies["players"]["samesite"] == "Lax"
        assert response.cookies["players"]["httponly"]
        assert response.cookies["player"].value == "", "it is in the other by now"
    for cookies in ({"player": old, "players": "b" * 43}, {"players": f"{old}.{'b' * 43}.nonsense.<"}):
        async with aiohttp.ClientSession(cookies=cookies) as client, client.get(address) as response:
            assert response.cookies["players"].value == f"{old}.{'b' * 43}"


@pytest.mark.long
async def test_a_browser_remembers_excluded_players_up_to_a_maximum(start: Any, tmp_path: Path) -> None:
    server = start("--web", 0)
    address = page(server)
    serve = [sys.executable, "-m", "tui", "serve", "--state", str(tmp_path / "state")]
    async with browsing(address) as client:
        async with playing(client, address) as browser:
            await leave_tour(browser)
        (first,) = await whose(client, address)
        for _ in range(7):
            assert (await send(client, address, new="1"))[0] == 303
            async with playing(client, address) as browser:
                await browser.see("tour · page 1")
        subprocess.run([*serve, "--block", first], check=True, timeout=60)
        assert len(await whose(client, address)) == 7
        assert (await send(client, address, new="1"))[0] == 409
        await choose(client, address, (await whose(client, address))[3])
        subprocess.run([*serve, "--unblock", first], check=True, timeout=60)
        assert first in await whose(client, address)


async def test_codes_can_t_be_found_by_trying(start: Any) -> None:
    server = start("--web", 0)
    address = page(server)
    async with browsing(address) as client:
        statuses = [(await send(client, address, code="aaaaa-aaaaa"))[0] for _ in range(12)]
        assert statuses == [403] * 9 + [429] * 3
        async with client.get(address, params={"code": "aaaaa-aaaab"}) as response:
            assert response.status == 429
        assert (await send(client, address, code="nonsense"))[0] == 429
    assert "too many wrong ones" in server.log


async def test_a_browser_gets_its_language_or_that_of_the_address(start: Any) -> None:
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
        for origin in ("http://elsewhere.example", "", "null", address.replace("http", "ftp")):
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


NONSENSE = [
    "{", "[]", "null", "[" * 9999, '["stdin"]', '["stdin", 1]', '["exec", "x"]', '["ping", 1]', '["resize", {}]',
    '["resize", {"width": "80", "height": 1}]', '["resize", {"width": Infinity, "height": 1}]',
    '["resize", {"width": NaN, "height": 1}]', '["resize", {"width": 1e3, "height": 1}]',
    '["resize", {"width": -1, "height": 1}]', '["resize", {"width": 80, "height": 10001}]',
    '["resize", {"width": true, "height": 1}]', b"binary",
]  # fmt: skip


@pytest.mark.parametrize("workers", [1, 2])
async def test_an_unknown_message_of_a_page_ends_only_its_session(start: Any) -> None:
    server = start("--web", 0, "--most-of-a-player", 1 + len(NONSENSE))  # one that ends may still be saving
    address = page(server)
    async with browsing(address) as client, playing(client, address) as other:
        await leave_tour(other)
        for text in NONSENSE:
            async with playing(client, address) as browser:
                await browser.see("enter open")
                if isinstance(text, bytes):
                    await browser.socket.send_bytes(text)
                else:
                    await browser.socket.send_str(text)
                await browser.rest()
                assert browser.socket.closed, text
        await other.press("enter")
        await other.see(f"{HOLES} to fill")
    assert "fault" not in server.log
    assert "Traceback" not in server.log
    assert len(re.findall("a browser at 127.0.0.1 is refused: a (?:message|size) ", server.log)) == len(NONSENSE)


MALFORMED = [
    b"\x16\x03\x01\x02\x00\x01\x00", b"SSH-2.0-x\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET /\x01 HTTP/1.1\r\n\r\n",
    b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n", b"POST /players HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
    b"POST /players HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
]  # fmt: skip
"""Requests that are no HTTP."""
BODIES = {
    "Content-Type: application/x-www-form-urlencoded; charset=nope": b"form=x",
    "Content-Type: multipart/form-data; boundary=x": b"form=x",
    "Content-Type: application/x-www-form-urlencoded": b"\xff=%ff&=%",
    "Content-Encoding: gzip": b"form=x",
}
"""Headers and bodies of forms that no page of ours sends."""


async def test_malformed_requests_get_an_answer_and_no_traceback(start: Any) -> None:
    server = start("--web", 0)
    address = page(server)
    port = int(address.rpartition(":")[2])
    host = f"Host: localhost:{port}\r\nOrigin: http://localhost:{port}"
    forms = [
        f"POST /players HTTP/1.1\r\n{host}\r\n{header}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
        for header, body in BODIES.items()
    ]
    for request in [*MALFORMED, *forms] * 5:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        async with asyncio.timeout(30):
            assert re.match(rb"HTTP/1.[01] 4\d\d ", await reader.readline()), request
        writer.close()
    assert "Traceback" not in server.log
    assert "a browser is refused: malformed request" in server.log
    assert server.log.count("malformed request") <= 20


async def test_a_session_that_no_page_of_ours_would_open_makes_no_player(start: Any, tmp_path: Path) -> None:
    server = start("--web", 0)
    address = page(server)
    queries = ["", "?width=abc&height=24", "?width=80", "?width=-1&height=24", "?width=1e9&height=24",
               "?width=Infinity&height=24", "?width=80&height=10001", "?width=%D9%A8%D9%A0&height=24"]  # fmt: skip
    async with browsing(address) as client:
        for query in queries:
            with pytest.raises(aiohttp.WSServerHandshakeError, match="400"):
                await client.ws_connect(f"{address}/ws{query}", headers={"Origin": address})
        async with client.get(f"{address}/ws?width=80&height=24", headers={"Origin": address}) as response:
            assert response.status == 400, "no WebSocket"
        for origin in (address, "http://elsewhere.example"):
            async with client.get(f"{address}/ws?width=80&height=24", headers={
                "Origin": origin, "Host": "elsewhere.example", "Connection": "Upgrade", "Upgrade": "websocket",
                "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
            }) as response:  # fmt: skip
                assert response.status == 421
    with closing(sqlite3.connect(tmp_path / "state" / "players.db")) as connection:
        assert connection.execute("SELECT count(*) FROM player").fetchone() == (0,)
    assert "Traceback" not in server.log
    assert len(re.findall("is refused: ", server.log)) == len(queries) + 3


async def test_the_page_is_there_under_its_own_names_and_connects_to_its_host_alone(start: Any) -> None:
    address = page(start("--web", 0, "--web-host", "sudoku.example"))
    port = address.rpartition(":")[2]
    async with aiohttp.ClientSession() as client:
        for host in (f"127.0.0.1:{port}", f"localhost:{port}", "sudoku.example", "SUDOKU.example:443", f"[::1]:{port}"):
            async with client.get(address, headers={"Host": host}) as response:
                assert response.status == 200, host
                policy = dict(part.split(" ", 1) for part in response.headers["Content-Security-Policy"].split("; "))
                connects = ["'self'"] if "[" in host else ["'self'", f"ws://{host}", f"wss://{host}"]
                assert policy["connect-src"].split() == connects
                assert policy["form-action"] == "'self'"
        for host in ("elsewhere.example", f"sudoku.example.elsewhere.example:{port}", "x@sudoku.example", "[", "",
                     "sudoku.example:x", "sudoku.example/", "sudoku.example; script-src *"):  # fmt: skip
            for path in ("/", "/players", "/page/page.js", "/static/js/textual.js"):
                async with client.get(address + path, headers={"Host": host}) as response:
                    assert response.status in (400, 421), (host, path)


async def test_a_reload_shows_the_board_in_its_tab_only(start: Any) -> None:
    address = page(start("--web", 0))

    @asynccontextmanager
    async def tab(client: Any, name: str) -> AsyncIterator[Browser]:
        async with client.ws_connect(
            f"{address}/ws/{name * 32}?width=80&height=24", headers={"Origin": address}
        ) as socket:
            yield Browser(socket, (80, 24))

    async with browsing(address) as client:
        async with tab(client, "a") as browser:
            await leave_tour(browser)
            await browser.press("enter")
            await browser.see(f"{HOLES} to fill")
        async with tab(client, "a") as browser:  # nobody has played it yet
            await browser.see(f"{HOLES} to fill")
            await browser.press("right", "right", str(DIGITS[2]))
            await browser.see(f"{HOLES - 1} to fill")
            await browser.see("r1c3")
            async with tab(client, "b") as other:
                await other.see("enter open")
                assert "to fill" not in other.text
            async with tab(client, "a") as again:  # while the server does not know yet that the page is gone
                await again.see(f"{HOLES - 1} to fill")
                await again.see("r1c3")
                assert b"continues in another session" in await browser.rest()
                await again.press("escape")
                await again.see("to fill", gone=True)
                await again.see("resume 1")
        async with tab(client, "a") as browser:
            await browser.see("resume 1")
            assert "to fill" not in browser.text
            await browser.press("r")
            await browser.see("nearly")
            await browser.press("enter")
            await browser.see(f"{HOLES - 1} to fill")
            await browser.press("quit")
            await browser.rest()
        async with tab(client, "a") as browser:  # a player who quits is done with it
            await browser.see("resume 1")
            assert "to fill" not in browser.text


@pytest.mark.slow
@pytest.mark.parametrize("workers", [2])
async def test_a_reload_shows_the_board_after_a_server_restart(start: Any) -> None:
    jar = aiohttp.CookieJar(unsafe=True)
    for turn in range(2):
        server = start("--web", 0)
        address = page(server)
        async with (
            browsing(address, jar) as client,
            client.ws_connect(f"{address}/ws/{'c' * 32}?width=80&height=24", headers={"Origin": address}) as socket,
        ):
            browser = Browser(socket, (80, 24))
            if turn == 0:
                await leave_tour(browser)
                await browser.press("enter")
            await browser.see(f"{HOLES} to fill")
            server.process.terminate()
            await browser.rest()
        server.process.wait(30)


async def test_a_browser_counts_for_its_address_and_for_all(start: Any) -> None:
    address = page(start("--web", 0, "--most-of-an-address", 2))
    async with browsing(address) as client, playing(client, address) as first, playing(client, address) as two:
        await first.see(MARK)
        await two.see(MARK)
        with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
            async with playing(client, address):
                pass

    async def played() -> bool:
        """Whether another browser is let in."""
        try:
            async with browsing(address) as client, playing(client, address) as three:
                await three.see(MARK)
        except aiohttp.WSServerHandshakeError:
            return False
        return True

    while not await played():  # the sessions of the browsers that left are about to end
        await asyncio.sleep(0.05)


async def test_sizes_are_bounded_and_followed(start: Any) -> None:
    address = page(start("--web", 0))
    async with browsing(address) as client, playing(client, address, (9999, 9999)) as browser:
        await browser.socket.send_json(["resize", {"width": 80, "height": 24}])
        browser.screen.resize(24, 80)
        await leave_tour(browser)
        await browser.socket.send_json(["ping", "1"])
        await browser.press("quit")
        assert browser.socket.closed or await browser.rest() is not None


@pytest.mark.slow
async def test_sigterm_notifies_all_sessions_and_closes(start: Any) -> None:
    server = start("--web", 0)
    address = page(server)
    async with browsing(address) as client, playing(client, address) as browser:
        await browser.see("tour · page 1")
        server.process.terminate()
        assert b"The server is being restarted. Your games are saved." in await browser.rest()
    assert server.process.wait(30) == 0


@pytest.mark.parametrize("pieces", [15, pytest.param(2000, marks=pytest.mark.slow)])
async def test_random_text_and_messages_crash_no_session(start: Any, pieces: int) -> None:
    """A key may end it, and so does an invalid message: then another one starts."""
    server = start("--web", 0, "--most-of-an-address", 100)
    address, seed = page(server), 0
    async with browsing(address) as client:
        while seed < pieces:
            async with playing(client, address) as browser:
                await browser.see("puzzles")  # in the header: the tour may hide the list
                while not browser.socket.closed and seed < pieces:
                    seed += 1
                    data = random_input(seed, 400).replace(b"\x11", b"")
                    await browser.press(data.decode("latin-1"), data.decode(errors="ignore"), "\ud800\x1b[201~")
                    if seed % 20 == 0:
                        await browser.socket.send_str(data.decode("latin-1"))
                    with suppress(TimeoutError):
                        await browser.socket.receive(timeout=0.02)
    assert "fault" not in server.log, server.log
    assert "Traceback" not in server.log, server.log
