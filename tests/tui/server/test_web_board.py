"""The news about the board in front that a page receives, and the messages that it sends."""

import asyncio
import json
import sys
from typing import Any

import pytest
from textual.geometry import Size

from engine.together.player import Player
from tui.draw.web_board import WebBoard
from tui.terminal.web_keys import WebView

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="serve needs a Unix system")


class Page:
    """A page that reads its news."""

    def __init__(self) -> None:
        from tui.server.web_board import BoardNews

        self.sent: list[Any] = []
        self.news = BoardNews(lambda text: self.sent.append(json.loads(text)))

    def read(self) -> list[Any]:
        sent, self.sent = self.sent, []
        assert all(kind == "board" for kind, _news in sent)
        return [news for _kind, news in sent]


def board(cursor: int = 0, seconds: int = 0, title: str = "a") -> WebBoard:
    return WebBoard({"title": title}, {"cursor": cursor, "clock": [seconds, True], "values": {1: cursor}})


def test_nothing_is_sent_before_a_page_reports_its_view() -> None:
    page = Page()
    page.news.update(board())
    page.news.update(None)
    assert page.read() == []


def test_a_page_gets_the_full_state_once_and_then_updates() -> None:
    page = Page()
    page.news.choose(WebView.BOARD)
    page.news.update(board())
    (whole,) = page.read()
    assert whole["setting"] == {"title": "a"}
    assert whole["state"]["cursor"] == 0
    page.news.update(board(seconds=3))
    assert page.read() == []
    page.news.update(board(2, seconds=5))
    assert page.read() == [{"changes": {"cursor": 2, "clock": [5, True], "values": {"1": 2}}}]


def test_a_returning_board_reports_only_changes() -> None:
    page = Page()
    page.news.choose(WebView.BOARD)
    page.news.update(board())
    page.news.update(None)
    page.news.update(None)
    page.news.update(board())
    page.news.update(board(title="b"))
    _whole, gone, again, other = page.read()
    assert (gone, again) == (None, {"changes": {}})
    assert other["setting"] == {"title": "b"}


def test_the_full_state_is_resent_after_possibly_dropped_updates() -> None:
    page = Page()
    page.news.choose(WebView.BOARD)
    page.news.update(board())
    page.news.forget()
    page.news.update(board())
    first, second = page.read()
    assert first == second


def test_a_page_that_shows_the_terminal_learns_only_whether_there_is_a_board() -> None:
    page = Page()
    page.news.choose(WebView.TERMINAL)
    for visible in (None, board(), board(5), None):
        page.news.update(visible)
    assert page.read() == [None, True, None]


def test_a_board_too_large_to_send_is_left_to_the_terminal() -> None:
    page = Page()
    page.news.choose(WebView.BOARD)
    page.news.update(board(title="x" * 100_000))
    assert page.read() == [None]


class Terminal:
    """An SSH client's channel."""

    connection_kind = "SSH"

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.waiting = 0
        self.write = self.written.append

    def unsent(self) -> int:
        return self.waiting

    def is_closing(self) -> bool:
        return False

    def exit(self, code: int) -> None: ...

    def abort(self) -> None: ...

    def is_gone(self) -> bool:
        return False

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class Browser(Terminal):
    """The channel of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.news: list[str] = []
        self.show = self.news.append


class Idle:
    """A program that does nothing until it must leave."""

    fault = return_code = None

    def __init__(self) -> None:
        self._over = asyncio.Event()
        self.leave = self._over.set

    async def run_to_end(self) -> None:
        await self._over.wait()


@pytest.mark.parametrize("channel", [Terminal(), Browser()])
async def test_news_go_to_pages_only_and_are_dropped_with_the_output_before_a_repaint(channel: Any) -> None:
    from tui.server.session import MAX_UNSENT, PlaySession

    session = PlaySession(Player("somebody"), lambda *_: Idle(), lambda _: None)
    session.open(channel, Size(80, 24), {})
    session.show("news")
    assert (channel.written, getattr(channel, "news", [])) == ([], ["news"] * isinstance(channel, Browser))
    channel.waiting = MAX_UNSENT
    session.send("output")
    session.show("more news")
    assert (channel.written, getattr(channel, "news", [])) == ([], ["news"] * isinstance(channel, Browser))
    await session.end(1)


@pytest.mark.parametrize(
    "text",
    ['["cell"]', '["cell", -1]', '["cell", 1000]', '["cell", true]', '["cell", 1.0]', '["cell", "1"]',
     '["cell", 1, 2]', '["view"]', '["view", "both"]', '["view", 1]', '["board", null]'],
)  # fmt: skip
def test_messages_that_the_page_never_sends_are_refused(text: str) -> None:
    from tui.server.messages import MessageError, parse_message

    with pytest.raises(MessageError):
        parse_message(text)


def test_messages_of_the_page_are_accepted() -> None:
    from tui.server.messages import CellTapped, ViewChange, parse_message

    assert parse_message('["cell", 152]') == CellTapped(152)
    for view in WebView:
        assert parse_message(json.dumps(["view", view.value])) == ViewChange(view)
