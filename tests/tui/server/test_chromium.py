"""The page in a real Chromium: by keyboard, by mouse, and across a reload. Needs Chromium and the package
playwright."""

import re
import shutil
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pyte
import pytest

playwright = pytest.importorskip("playwright.async_api")
pytest.importorskip("textual_serve")
ssh_players = pytest.importorskip("ssh_players")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="needs Chromium"),
    pytest.mark.skipif(sys.platform == "win32", reason="serve needs a Unix system"),
]
DIGITS, HOLES = ssh_players.DIGITS, ssh_players.HOLES
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
"""Nothing is fetched from elsewhere."""


class Tab:
    """A tab of the browser. The last output to its terminal is read with pyte."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self.requests: list[str] = []
        self.faults: list[str] = []
        """The browser's complaints: faults of scripts, and violations of the page's policy."""
        page.on("websocket", self._connected)
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("console", lambda entry: self.faults.append(entry.text) if entry.type == "error" else None)
        page.on("request", lambda request: self.requests.append(request.url))

    def _connected(self, socket: Any) -> None:
        size = dict(pair.split("=") for pair in socket.url.partition("?")[2].split("&"))
        self.screen.resize(int(size["height"]), int(size["width"]))
        self.screen.reset()
        socket.on("framereceived", lambda data: self._stream.feed(data) if isinstance(data, bytes) else None)

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    async def see(self, text: str, gone: bool = False) -> None:
        end = time.monotonic() + 60
        while (text in self.text) is gone:
            assert time.monotonic() < end, f"waited for {text!r} on\n{self.text}"
            await self.page.wait_for_timeout(50)

    async def click(self, column: int, row: int) -> None:
        """Click on a cell of the terminal."""
        box = await self.page.locator(".xterm-screen").bounding_box()
        x = box["x"] + (column + 0.5) * box["width"] / self.screen.columns
        y = box["y"] + (row + 0.5) * box["height"] / self.screen.lines
        await self.page.mouse.click(x, y)


@asynccontextmanager
async def tab(address: str) -> AsyncIterator[Tab]:
    async with playwright.async_playwright() as started:
        browser = await started.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = await (await browser.new_context(viewport={"width": 1000, "height": 620})).new_page()
        tab = Tab(page)
        await page.goto(address)
        yield tab
        await browser.close()


@pytest.mark.parametrize("workers", [1, 2])
async def test_a_double_is_played_to_its_end_by_keyboard_and_mouse_and_over_a_reload(start: Any) -> None:
    address = str(start("--web", 0).wait_for(r"serving browsers on (http://\S+)")[1])
    async with tab(address) as page:
        press = page.page.keyboard.press
        await page.see("tour · page 1")
        await press("Escape")
        await page.see("tour · page 1", gone=True)
        await press("Enter")
        await page.see(f"{HOLES} to fill")
        places = []
        for number in range(HOLES):  # the terminal's own cursor is at the cell
            await page.see(f"r1c{number + 1} 1")
            places.append((page.screen.cursor.x, page.screen.cursor.y))
            await press("ArrowRight")

        async def put(number: int, left: int) -> None:
            await page.click(*places[number])
            await page.see(f"r1c{number + 1} 1")
            await press(str(DIGITS[number]))
            await page.see(f"{left} to fill" if left else "Solved")

        for left, number in zip((5, 4, 3), (3, 0, 5), strict=True):
            await put(number, left)
        page.screen.reset()
        await page.page.reload()
        await page.see(f"{HOLES - 3} to fill")
        for left, number in zip((2, 1, 0), (1, 2, 4), strict=True):
            await put(number, left)
        assert {url for url in page.requests if not url.startswith((address, "data:"))} == set()
        await press("Control+q")
        await page.page.get_by_role("button", name="Continue").click(timeout=30_000)
        await page.see("enter open")
        assert page.faults == []


async def test_a_code_of_a_link_is_used_only_where_a_button_is_pressed(start: Any) -> None:
    address = str(start("--web", 0).wait_for(r"serving browsers on (http://\S+)")[1])
    async with tab(address) as alice, tab(address) as page:
        for item in (alice, page):
            await item.see("tour · page 1")
            await item.page.keyboard.press("Escape")
            await item.see("tour · page 1", gone=True)
        await alice.page.keyboard.press("Control+p")
        await alice.see("Search commands")
        await alice.page.keyboard.type("keys and")
        await alice.see("log in with another key or browser")
        await alice.page.keyboard.press("Enter")
        await alice.see("this session")
        await alice.page.keyboard.press("n")
        await alice.see("/players")
        code = re.findall(r"\b[a-z2-9]{5}-[a-z2-9]{5}\b", alice.text)[0]
        (name,) = {*re.findall(r"\bweb-[0-9a-f]{6}\b", alice.text)}
        for _ in range(2):
            await page.page.goto(f"{address}/?code={code}")
            assert "stay in this browser" in await page.page.content()
        await page.page.get_by_role("link", name="Continue as web-").click()
        await page.see("enter open")
        await page.page.goto(f"{address}/?code={code}")
        await page.page.get_by_role("button", name=f"Play as {name}").click()
        await page.see("enter open")
        await page.page.goto(f"{address}/players")
        await page.page.get_by_text(f"{name} plays in this browser now.").wait_for()
        await page.page.get_by_role("button", name="Play as web-").click()
        await page.see("enter open")
        await page.page.goto(f"{address}/players")
        await page.page.get_by_label("A code of another key").fill("nonsense")
        await page.page.keyboard.press("Enter")
        await page.page.get_by_text("This code is not valid.").wait_for()
        assert [fault for fault in page.faults if "403" not in fault] == []
