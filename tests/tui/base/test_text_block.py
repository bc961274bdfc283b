"""Text that does not fit is scrolled between its fixed head and foot."""

from pathlib import Path

from rich.segment import Segment
from screens import screen_text, until
from textual.app import ComposeResult
from textual.pilot import Pilot

from tui.app import SatSudoku
from tui.base.page import Page
from tui.base.text_block import ScrolledText
from tui.draw.cells import Line
from tui.terminal.options import Options


def lines(*texts: str) -> list[Line]:
    return [[Segment(text)] for text in texts]


class Reading(Page):
    PARTS = (ScrolledText,)

    def content(self) -> ComposeResult:
        self.text = ScrolledText()
        yield self.text

    def redraw(self) -> None:
        self.text.put_parts(lines("above"), lines(*(f"line {number}" for number in range(40))), lines("below"))


async def reading(pilot: Pilot[None]) -> Reading:
    """The page on the screen, with its text."""
    screen = Reading()
    await pilot.app.push_screen(screen)
    await pilot.pause()
    screen.redraw()
    return screen


async def test_the_keys_scroll_between_head_and_foot(tmp_path: Path) -> None:
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await reading(pilot)
        for keys, below in (("down j", 18), ("up", 19), ("pagedown", 0), ("k", 1), ("pageup", 20)):
            await pilot.press(*keys.split())
            await pilot.pause()
            seen = [line.strip() for line in screen_text(app).splitlines()]
            assert seen[1] == "above", keys
            assert seen[22] == "below", keys
            assert screen.text.below == below, keys
            assert seen[2] == f"line {40 - 20 - below}", keys


async def test_a_larger_terminal_leaves_no_gap_at_the_end(tmp_path: Path) -> None:
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await reading(pilot)
        await pilot.press("pagedown", "pagedown")
        await pilot.resize_terminal(80, 34)
        await until(pilot, lambda: screen.text.top == 40 - 30)
        assert screen.text.below == 0
        assert "line 39" in screen_text(app)
