"""Widgets in front of others: wide characters, and what is rendered."""

from collections import Counter

import pytest
from screens import screen_text
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.geometry import Region
from textual.strip import Strip
from textual.widgets import Static

from tui.base import base_app

value = "此链接只指明题目名称，而本程序不从网络获取任何内容"


class Over(App[None]):
    """Two adjacent widgets, the left one of that width, and a line over both."""

    CSS = """
    Screen { layers: below above; }
    Horizontal { layer: below; height: 3; }
    .over { layer: above; dock: top; width: 56; height: 1; offset: 2 1; }
    """

    def __init__(self, left: int, message: str) -> None:
        super().__init__()
        self._left, self._message = left, message

    def compose(self) -> ComposeResult:
        with Horizontal():
            for width in (self._left, 60 - self._left):
                beside = Static("左右" * 60)
                beside.styles.width = width
                yield beside
        yield Static(self._message, classes="over")


@pytest.mark.parametrize("left", [17, 18, 19, 20])
@pytest.mark.parametrize("message", [value, f"a{value}", f"ab {value}", "plain " * 9])
async def test_boxes_in_front_are_complete_where_boxes_behind_meet(left: int, message: str) -> None:
    assert base_app.BaseApp
    app = Over(left, message)
    async with app.run_test(size=(60, 4)) as pilot:
        await pilot.pause()
        line = screen_text(app).split("\n")[1]
        assert message.strip() in line
        over = app.query_one(".over", Static)
        over.update(message.replace("a", "b"))
        await pilot.pause()
        assert message.strip().replace("a", "b") in screen_text(app)


class Rendered(Static):
    """A widget that counts how often each of its lines is rendered."""

    def __init__(self, content: str, **options: str) -> None:
        super().__init__(content, **options)
        self.lines: Counter[int] = Counter()

    def render_lines(self, crop: Region) -> list[Strip]:
        self.lines.update(crop.line_range)
        return super().render_lines(crop)


class Stack(App[None]):
    """Three widgets of four lines behind one of three lines."""

    CSS = """
    Screen { layers: below above; }
    Rendered { layer: below; dock: top; height: 4; width: 30; }
    #covered { height: 3; width: 20; }
    #front { layer: above; height: 3; width: 20; }
    """

    def compose(self) -> ComposeResult:
        yield Rendered("a\nb\nc\nd", id="behind")
        yield Rendered("e\nf\ng\nh", id="covered")
        yield Rendered("i\nj\nk", id="front")


async def test_only_visible_lines_are_rendered() -> None:
    assert base_app.BaseApp
    app = Stack()
    async with app.run_test(size=(60, 8)) as pilot:
        await pilot.pause()
        behind, covered, front = (app.query_one(f"#{name}", Rendered).lines for name in ("behind", "covered", "front"))
        assert {*behind} == {0, 1, 2, 3}
        assert not covered
        assert {*front} == {0, 1, 2}
        app.query_one("#front").display = False
        await pilot.pause()
        assert {*covered} == {0, 1, 2}
        assert screen_text(app).split("\n")[1].startswith("f")
