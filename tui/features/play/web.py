"""A game as a value for the page of `serve --web`."""

from collections.abc import Iterable

from textual.binding import Binding

from engine.base.text import printable
from engine.play.board import NoteKind
from engine.play.game import Game
from engine.sudoku.techniques.difficulty import Difficulty
from tui.base.web import web_keys
from tui.draw.game import Marks, board_look
from tui.draw.web_board import WebBoard, WebHint, WebStatus, web_setting, web_state
from tui.features.play.difficulty import difficulty_facts
from tui.features.play.hints import UNLIMITED, describe
from tui.features.play.panel import StatusText

ACTIONS = ("back", "undo", "notes", "hint", "why", "clear", "pause", "help", "put")
"""Actions with their own place on the page."""
OTHERS = (
    "redo", "check", "fill_notes", "candidates", "note_kind", "select", "colour", "highlight", "digit_first", "steps",
    "history", "hint_level", "last_correct", "share", "restart", "help",
)  # fmt: skip
"""Actions in the page's menu for more."""


def game_setting(game: Game, bindings: Iterable[Binding]) -> dict[str, object]:
    """Return the constant data of a game; `bindings` are the current keys."""
    title = printable(game.puzzle.name) or game.layout.label
    return web_setting(game.puzzle, title, web_keys(bindings, game.layout.size, ACTIONS, OTHERS))


def game_hint(marks: Marks, remedy: str) -> WebHint | None:
    """Return the current hint; `remedy` is the key that its sentence names."""
    if marks.hint is None:
        return None
    explained = describe(marks.hint, 0, "", UNLIMITED, remedy, card=True, drawn=True)
    assert explained.card
    level = explained.card.level
    return WebHint(
        explained.card.title,
        explained.sentence,
        str(marks.hint.stage.next_press),
        (level.value, str(level.title)) if level else ("", ""),
    )


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
    """Return the state of a game; peers are always shaded, which costs nothing here."""
    shaded = Marks(**{**vars(marks), "shaded": True})
    level = difficulty.level if difficulty else None
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
        (level.value, str(level.title)) if level else ("", ""),
        difficulty_facts(difficulty),
        unsaved,
    )
    state = web_state(game.board, lambda palette: board_look(game, shaded, cursor, palette), status)
    return WebBoard(setting, state)
