"""A game as a value for the web page of `serve --web`."""

from collections.abc import Iterable
from dataclasses import replace

from textual.binding import Binding

from engine.base.text import printable
from engine.play.board import NoteKind
from engine.play.game import Game
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.difficulty import Difficulty
from tui.base.web import web_keys
from tui.draw.game import Marks, board_look
from tui.draw.web_board import WebBoard, WebHint, WebStatus, web_setting, web_state
from tui.features.play.hints import UNLIMITED, describe
from tui.features.play.panel import StatusText
from tui.features.play.words import difficulty_facts

ACTIONS = ("back", "undo", "notes", "hint", "why", "clear", "pause", "help", "put")
"""Actions with a button of their own on the page."""
MENU_ACTIONS = (
    "redo", "check", "fill_notes", "candidates", "note_kind", "select", "colour", "highlight", "digit_first", "steps",
    "history", "hint_level", "last_correct", "share", "restart", "help",
)  # fmt: skip
"""Actions in the page's menu."""


def game_setting(game: Game, bindings: Iterable[Binding]) -> dict[str, object]:
    """Return what the page needs once for a game; `bindings` are the current keys."""
    title = printable(game.puzzle.name) or game.layout.label
    return web_setting(game.puzzle, title, web_keys(bindings, game.layout.size, ACTIONS, MENU_ACTIONS))


def game_hint(marks: Marks, remedy: str) -> WebHint | None:
    """Return the current hint; `remedy` is the key that its sentence names."""
    if marks.hint is None:
        return None
    text = describe(marks.hint, 0, "", UNLIMITED, remedy, card=True, drawn=True)
    assert text.card
    return WebHint(text.card.title, text.sentence, str(marks.hint.stage.next_press), _level_names(text.card.level))


def _level_names(level: Level | None) -> tuple[str, str]:
    """Return the value of a level, which the page styles, and its title; "" for each without a level."""
    return (level.value, str(level.title)) if level else ("", "")


def game_board(
    setting: dict[str, object],
    game: Game,
    marks: Marks,
    cursor: int,
    message: StatusText,
    hint: WebHint | None,
    difficulty: Difficulty | None,
    *,
    asks: bool,
    unsaved: bool,
) -> WebBoard:
    """Return the state of a game; `asks` tells whether a question waits for a digit.

    Peers are always shaded: that costs no bytes here, unlike in a terminal.
    """
    shaded = replace(marks, shaded=True)
    first_digit = (next(iter(marks.highlighted)) if len(marks.highlighted) == 1 else 0) if marks.digit_first else None
    status = WebStatus(
        int(game.clock.elapsed),
        game.clock.running,
        (message.sentence, message.ink),
        hint,
        asks,
        marks.noting,
        marks.note_kind is NoteKind.CORNER,
        first_digit,
        _level_names(difficulty.level if difficulty else None),
        difficulty_facts(difficulty),
        unsaved,
    )
    state = web_state(game.board, lambda palette: board_look(game, shaded, cursor, palette), status)
    return WebBoard(setting, state)
