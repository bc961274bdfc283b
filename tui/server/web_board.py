"""What the page of a session is told of the board in front: all of it once, then what has changed."""

import json
from collections.abc import Callable
from typing import Any

from tui.draw.web_board import WebBoard, web_changes
from tui.terminal.web_keys import WebView

LONGEST = 1 << 16
"""Characters of the news of a board. One of which more is to be told is left to the terminal."""


class BoardNews:
    """Remembers what a page knows. News are JSON: `["board", NEWS]`, where NEWS is

    - null: there is no board in front
    - true: there is one, and the page shows the terminal
    - {"setting": SETTING, "state": STATE}: all of it
    - {"changes": CHANGES}: what is new of the state
    """

    def __init__(self, send: Callable[[str], object]) -> None:
        self._send = send
        self._view: WebView | None = None
        self._last: WebBoard | None = None
        """What the page knows of the board that it saw last."""
        self._is_there: bool | None = None
        """What the page knows of whether there is a board in front; None for nothing."""

    def choose(self, view: WebView) -> None:
        """Take what the page shows from now on."""
        self._view, self._is_there = view, None

    def forget(self) -> None:
        """Tell all of it next time: news may have been dropped."""
        self._last = self._is_there = None

    def tell(self, board: WebBoard | None) -> None:
        """Send what is new; None where there is no board."""
        if self._view is None:
            return
        is_told, self._is_there = self._is_there, board is not None
        if board is None or self._view is WebView.TERMINAL:
            news: Any = None if board is None else True
            if is_told is not self._is_there:
                self._send(_json(news))
            return
        before, self._last = self._last, board
        if before is None or before.setting != board.setting:
            self._send_whole(board)
            return
        changes = web_changes(before.state, board.state)
        if changes or not is_told:
            self._send(_json({"changes": changes}))

    def _send_whole(self, board: WebBoard) -> None:
        text = _json({"setting": board.setting, "state": board.state})
        if len(text) > LONGEST:
            self._last, text = None, _json(None)
        self._send(text)


def _json(news: object) -> str:
    return json.dumps(["board", news], separators=(",", ":"))
