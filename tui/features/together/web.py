"""The board of a match as a value for the page of `serve --web`."""

import time
from collections.abc import Iterable, Mapping
from typing import Any

from textual.binding import Binding

from engine.play.hints import Hint
from engine.together.match import MatchView, Phase
from tui.base.web import web_keys
from tui.draw.web_board import WORDS, WebBoard, WebHint, WebStatus, web_setting, web_state
from tui.features.together import words
from tui.features.together.drawing import board_look, verdict

ACTIONS = ("back", "undo", "notes", "hint", "clear")
"""The actions that have a place of their own on the page."""
OTHERS = ("redo", "check", "say", "take_back", "remove", "other_board", "leave_match", "help")
"""The actions behind the key for more."""


def match_setting(view: MatchView, bindings: Iterable[Binding]) -> dict[str, Any]:
    """The constant data of a match; `bindings` are the keys that have an effect."""
    keys = web_keys(bindings, view.puzzle.layout.size, ACTIONS, OTHERS)
    return web_setting(view.puzzle, str(words.KINDS[view.kind]), keys)


def match_board(
    setting: Mapping[str, Any],
    view: MatchView,
    seat: int,
    cursor: int | None,
    message: str,
    hint: Hint | None,
    *,
    noting: bool,
) -> WebBoard:
    """The current board of a seat."""
    finished, level = view.seats[seat].finished, view.level
    status = WebStatus(
        int(view.elapsed_at(time.monotonic()) if finished is None else finished),
        view.phase is Phase.RUNNING and finished is None,
        ("" if hint else message or verdict(view, seat), "plain"),
        WebHint(str(WORDS["hint"]), message, "") if hint else None,
        noting=noting,
        level=(level.value, str(level.title)) if level else ("", ""),
    )
    board = view.boards[view.board_of(seat)]
    look = web_state(board, lambda palette: board_look(view, seat, cursor, palette, hint), status)
    return WebBoard(setting, look)
