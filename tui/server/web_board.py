"""The board in front as sent to the page of a session: all of it once, then its changes."""

import json
from collections.abc import Callable
from typing import Any

from tui.draw.web_board import WebBoard, web_changes
from tui.terminal.web_keys import WebView

MAX_LENGTH = 1 << 16
"""Maximum characters of a message about a board; for a larger one, the page shows the terminal."""


class BoardNews:
    """Sends a page the changes of a board. Messages are JSON: `["board", NEWS]`, where NEWS is

    - null: there is no board in front
    - true: there is one, and the page shows the terminal
    - {"setting": SETTING, "state": STATE}: the whole board
    - {"changes": CHANGES}: the changes of the state
    """

    def __init__(self, send: Callable[[str], object]) -> None:
        self._send = send
        self._view: WebView | None = None
        self._last: WebBoard | None = None
        """The last board sent to the page."""
        self._has_board: bool | None = None
        """Whether there is a board in front, as last sent to the page; None if nothing was sent."""

    def choose(self, view: WebView) -> None:
        """Set the view of the page."""
        self._view, self._has_board = view, None

    def forget(self) -> None:
        """Send the whole board next time: changes may have been dropped."""
        self._last = self._has_board = None

    def update(self, board: WebBoard | None) -> None:
        """Send the changes; None if there is no board."""
        if self._view is None:
            return
        had_board, self._has_board = self._has_board, board is not None
        if board is None or self._view is WebView.TERMINAL:
            news: Any = None if board is None else True
            if had_board is not self._has_board:
                self._send(_json(news))
            return
        before, self._last = self._last, board
        if before is None or before.setting != board.setting:
            self._send_whole(board)
            return
        changes = web_changes(before.state, board.state)
        if changes or not had_board:
            self._send(_json({"changes": changes}))

    def _send_whole(self, board: WebBoard) -> None:
        text = _json({"setting": board.setting, "state": board.state})
        if len(text) > MAX_LENGTH:
            self._last, text = None, _json(None)
        self._send(text)


def _json(news: object) -> str:
    return json.dumps(["board", news], separators=(",", ":"))
