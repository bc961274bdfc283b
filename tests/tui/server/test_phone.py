"""The page on a phone, in a real Chromium with a touch screen. Needs Chromium and the package playwright."""

import shutil
import sys
import time
from collections.abc import AsyncIterator, Sequence
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
PATIENCE_MS = 60_000


class Phone:
    """A tab that is touched. The last output to its terminal is read with pyte."""

    def __init__(self, page: Any) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE_MS)
        self.screen = pyte.Screen(50, 44)
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
        """Wait until the terminal shows a text, or no longer shows it."""
        end = time.monotonic() + PATIENCE_MS / 1000
        while (text in self.text) is gone:
            assert time.monotonic() < end, f"waited for {text!r} on\n{self.text}"
            await self.page.wait_for_timeout(50)

    async def tap_terminal(self, column: int, row: int) -> None:
        box = await self.page.locator(".xterm-screen").bounding_box()
        x = box["x"] + (column + 0.5) * box["width"] / self.screen.columns
        y = box["y"] + (row + 0.5) * box["height"] / self.screen.lines
        await self.page.touchscreen.tap(x, y)

    async def tap(self, selector: str) -> None:
        await self.page.locator(selector).tap()

    async def put(self, cell: int, digit: int, left: int) -> None:
        """Tap a cell and a digit. The page shows how many cells of the grid are left."""
        await self.tap(f'#cells [data-cell="{cell}"]')
        await self.page.locator(f'#cells [data-cell="{cell}"][aria-current="true"]').wait_for()
        await self.tap(f"#numbers button:nth-child({digit})")
        if left:
            await self.page.get_by_text(f"{left} left", exact=True).first.wait_for()

    async def sizes(self, selector: str) -> Sequence[Sequence[float]]:
        """Widths and heights in CSS pixels of all matches."""
        boxes = "all => all.map((one) => { const box = one.getBoundingClientRect(); return [box.width, box.height]; })"
        sizes: Sequence[Sequence[float]] = await self.page.locator(selector).evaluate_all(boxes)
        return sizes


@asynccontextmanager
async def phone(address: str, width: int = 390, height: int = 844, touch: bool = True) -> AsyncIterator[Phone]:
    async with playwright.async_playwright() as started:
        browser = await started.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        context = await browser.new_context(
            viewport={"width": width, "height": height}, device_scale_factor=1, is_mobile=touch, has_touch=touch
        )
        page = Phone(await context.new_page())
        await page.page.goto(address)
        yield page
        await browser.close()


async def open_puzzle(page: Phone) -> None:
    """By taps: leave the tour, and open the only puzzle, whose row is selected."""
    await page.see("tour")
    await page.tap_terminal(3, 1)  # outside the tour
    await page.see("tour", gone=True)
    row = next(number for number, line in enumerate(page.screen.display) if "nearly" in line)
    await page.tap_terminal(6, row)
    await page.page.locator("#board").wait_for()


@pytest.mark.parametrize("workers", [1, 2])
async def test_a_double_is_solved_by_taps_alone_and_over_a_reload(start: Any) -> None:
    address = str(start("--web", 0).wait_for(r"serving browsers on (http://\S+)")[1])
    async with phone(address) as page:
        await open_puzzle(page)
        assert min(min(size) for size in await page.sizes("#cells button")) >= 44
        assert min(min(size) for size in await page.sizes("#pad button, header button")) >= 44
        await page.put(3, DIGITS[3], 5)
        await page.put(0, DIGITS[0], 4)
        await page.tap("#undo")
        await page.page.get_by_text("5 left", exact=True).first.wait_for()
        await page.tap('#cells [data-cell="1"]')
        await page.tap("#notes")
        await page.page.locator('#notes[aria-pressed="true"]').wait_for()
        await page.tap("#numbers button:nth-child(2)")
        await page.page.locator('#cells [aria-label="r1c2, empty, notes 2"]').wait_for()
        await page.tap("#numbers button:last-child")
        await page.page.locator('#cells [aria-label="r1c2, empty"]').wait_for()
        await page.tap("#notes")
        await page.page.locator('#notes[aria-pressed="false"]').wait_for()
        await page.tap("#hint")
        await page.page.locator("#message.card").wait_for()
        await page.tap('#cells [data-cell="2"]')
        await page.tap("#why")
        await page.tap(f"#numbers button:nth-child({DIGITS[2]})")
        await page.page.get_by_text("in r1c3 follows from").wait_for()
        assert await page.page.locator("#board").is_visible()
        await page.page.reload()
        await page.page.locator("#board").wait_for()
        await page.page.locator('#cells [aria-label^="r1c4, "]').wait_for()
        await page.tap("#map button:nth-of-type(2)")
        await page.page.locator('#cells [aria-label^="r15c15, "]').wait_for()
        await page.tap("#map button:nth-of-type(1)")
        for left, cell in zip((4, 3, 2, 1, 0), (0, 1, 2, 4, 5), strict=True):
            await page.put(cell, DIGITS[cell], left)
        await page.see("Solved")
        assert {url for url in page.requests if not url.startswith((address, "data:"))} == set()
        assert page.faults == []


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (844, 390), (768, 1024)])
async def test_the_board_and_its_keys_fit_the_screen(start: Any, width: int, height: int) -> None:
    address = str(start("--web", 0).wait_for(r"serving browsers on (http://\S+)")[1])
    async with phone(address, width, height) as page:
        await page.see("tour")
        await page.tap("#keys >> text=esc")
        await page.see("tour", gone=True)
        await page.tap("#keys [aria-label=enter]")
        if await page.page.evaluate("innerWidth >= 700 && innerHeight >= 500"):  # a wide window keeps the terminal
            await page.tap("#to-board")
        await page.page.locator("#board").wait_for()
        inside = await page.page.evaluate(
            "[...document.querySelectorAll('#board button')].map((one) => one.getBoundingClientRect())"
            ".filter((box) => box.width).every((box) => box.left >= -1 && box.right <= innerWidth + 1"
            " && box.top >= -1 && box.bottom <= innerHeight + 1)"
        )
        assert inside
        assert min(size[1] for size in await page.sizes("#pad button")) >= 44
        await page.tap("#to-terminal")
        await page.page.locator("#board").wait_for(state="hidden")
        await page.tap("#to-board")
        await page.page.locator("#board").wait_for()
        assert page.faults == []


async def test_a_wide_window_shows_either_view_and_keys_work_in_both(start: Any) -> None:
    address = str(start("--web", 0).wait_for(r"serving browsers on (http://\S+)")[1])
    async with phone(address, 1280, 800, touch=False) as page:
        press = page.page.keyboard.press
        await page.see("tour")
        await press("Escape")
        await page.see("tour", gone=True)
        await press("Enter")
        await page.see(f"{HOLES} to fill")
        await press(str(DIGITS[0]))
        await page.see(f"{HOLES - 1} to fill")
        await page.page.locator("#to-board").click()
        await page.page.locator('#cells [aria-label^="r1c1, "][aria-current="true"]').wait_for()
        await page.page.locator('#cells [data-cell="3"]').click()
        await page.page.locator('#cells [data-cell="3"][aria-current="true"]').wait_for()
        await press(str(DIGITS[3]))
        await press("ArrowRight")
        await page.page.locator('#cells [data-cell="4"][aria-current="true"]').wait_for()
        assert await page.page.locator('#cells [data-cell="3"]').get_attribute("aria-label") == f"r1c4, {DIGITS[3]}"
        await press("?")
        await page.page.locator("#board").wait_for(state="hidden")  # the help is in the terminal
        await press("Escape")
        await page.page.locator("#board").wait_for()
        await page.page.locator("#to-terminal").click()
        await page.see(f"{HOLES - 2} to fill")
        assert page.faults == []
