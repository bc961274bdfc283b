"""A game played by the messages of the page with the board, without a browser."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pyte
import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="serve needs a Unix system")
aiohttp = pytest.importorskip("aiohttp")
pytest.importorskip("textual_serve")
ssh_players = pytest.importorskip("ssh_players")
DIGITS, HOLES = ssh_players.DIGITS, ssh_players.HOLES
TAB = "0123456789abcdef" * 2
MAX_BYTES = 1024


class Phone:
    """A page that shows boards. It knows only what it was sent."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.setting: Any = None
        self.state: Any = None
        self.is_board = False
        self.screen = pyte.Screen(50, 44)
        self._stream = pyte.ByteStream(self.screen)
        self.sizes: list[int] = []
        """The number of characters of each piece of news."""

    @property
    def text(self) -> str:
        """The contents of its terminal."""
        return "\n".join(self.screen.display)

    async def send(self, *message: object) -> None:
        await self.socket.send_json(message)

    async def type(self, text: str) -> None:
        await self.send("stdin", text)

    async def until(self, is_so: Callable[[], object]) -> None:
        """Read messages until a condition holds."""
        async with asyncio.timeout(90):
            while not is_so():
                message = await self.socket.receive()
                if message.type is aiohttp.WSMsgType.BINARY:
                    self._stream.feed(message.data)
                else:
                    assert message.type is aiohttp.WSMsgType.TEXT, message
                    self._take(*json.loads(message.data))
                    self.sizes.append(len(message.data))

    def _take(self, kind: str, news: Any) -> None:
        assert kind == "board"
        self.is_board = news is not None
        if news is None or news is True:
            return
        if "setting" in news:
            self.setting, self.state = news["setting"], news["state"]
        for name, change in news.get("changes", {}).items():
            if isinstance(change, dict):
                entries = {**self.state[name], **change}
                self.state[name] = {key: entry for key, entry in entries.items() if entry is not None}
            else:
                self.state[name] = change


@asynccontextmanager
async def phone(client: Any, address: str, view: str = "board") -> AsyncIterator[Phone]:
    url = f"{address}/ws/{TAB}?width=50&height=44"
    async with client.ws_connect(url, headers={"Origin": address}) as socket:
        playing = Phone(socket)
        await playing.send("view", view)
        yield playing


@asynccontextmanager
async def browser(address: str) -> AsyncIterator[Any]:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as client:
        async with client.get(address):
            pass
        yield client


async def open_puzzle(playing: Phone) -> None:
    """Leave the tour and open the puzzle."""
    await playing.until(lambda: "tour" in playing.text)
    await playing.type("\x1b")
    await playing.until(lambda: "tour" not in playing.text)
    await playing.type("\r")
    await playing.until(lambda: playing.is_board)


@pytest.mark.parametrize("workers", [1, 2])
async def test_a_double_is_played_to_its_end_by_taps_and_over_a_reload(start: Any) -> None:
    address = str(start("--web", 0).wait_for(r"serving browsers on (http://\S+)")[1])
    async with browser(address) as client:
        async with phone(client, address) as playing:
            await open_puzzle(playing)
            assert playing.setting["givens"] == [0] * HOLES + [*DIGITS[HOLES:]]
            assert playing.state["values"] == {str(cell): DIGITS[cell] for cell in range(HOLES, len(DIGITS))}
            playing.sizes.clear()
            for cell in (4, 0):
                await playing.send("cell", cell)
                await playing.type(playing.setting["types"][DIGITS[cell] - 1])
                await playing.until(lambda cell=cell: playing.state["values"].get(str(cell)) == DIGITS[cell])
                assert playing.state["cursor"] == cell
            await playing.type(playing.setting["keys"]["undo"])
            await playing.until(lambda: "0" not in playing.state["values"])
            await playing.send("cell", 2)
            await playing.type(playing.setting["keys"]["notes"] + "12")
            await playing.until(lambda: playing.state["notes"] == {"2": 0b110})
            await playing.type(playing.setting["keys"]["notes"] + playing.setting["keys"]["hint"])
            await playing.until(lambda: playing.state["hint"])
            await playing.type(f"{playing.setting['keys']['why']}{DIGITS[2]}\r")
            await playing.until(lambda: (playing.state["hint"] or ["", ""])[1].startswith(f"{DIGITS[2]} in r1c3"))
            assert max(playing.sizes) < MAX_BYTES
        async with phone(client, address) as playing:
            await playing.until(lambda: playing.state)
            assert playing.state["notes"] == {"2": 0b110}
            for cell in (0, 1, 2, 3, 5):
                await playing.send("cell", cell)
                await playing.type(playing.setting["types"][DIGITS[cell] - 1])
            await playing.until(lambda: playing.state["solved"])
            await playing.until(lambda: not playing.is_board)  # the terminal shows the result


async def test_sessions_get_only_updates_of_requested_boards(start: Any) -> None:
    address = str(start("--web", 0).wait_for(r"serving browsers on (http://\S+)")[1])
    async with (
        browser(address) as mine,
        browser(address) as another,
        phone(mine, address) as playing,
        phone(another, address, "terminal") as other,
    ):
        await open_puzzle(playing)
        await open_puzzle(other)
        await playing.send("cell", 3)
        await playing.type(str(DIGITS[3]))
        await playing.until(lambda: "3" in playing.state["values"])
        assert other.state is None, "it shows the terminal"
        await other.send("view", "board")
        await other.until(lambda: other.state)
        assert "3" not in other.state["values"], "it is another player's"
        await other.send("view", "terminal")
        await other.type("\x1b")
        await other.until(lambda: not other.is_board)


async def test_a_paused_game_reveals_no_digits(start: Any) -> None:
    address = str(start("--web", 0).wait_for(r"serving browsers on (http://\S+)")[1])
    async with browser(address) as client, phone(client, address) as playing:
        await open_puzzle(playing)
        await playing.type(playing.setting["keys"]["pause"])
        await playing.until(lambda: playing.state["hidden"])
        assert playing.state["values"] == {}
        await playing.send("cell", 5)
        await playing.type(playing.setting["keys"]["pause"])
        await playing.until(lambda: not playing.state["hidden"])
        assert playing.state["cursor"] == 0, "no cell is gone to meanwhile"
        assert len(playing.state["values"]) == len(DIGITS) - HOLES
