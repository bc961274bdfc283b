"""The base class of screens with a list beside a board, which shows the position at the list's cursor."""

from typing import Any

from rich.segment import Segment
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Resize
from textual.widget import Widget

from engine.base.text import printable
from engine.play.game import Game
from tui.base.board import BoardView, BoardWithPanel
from tui.base.page import Page
from tui.base.rows import ItemRows
from tui.base.text_block import TextLine
from tui.draw.board import BoardAppearance

LIST_WIDTH = 27
"""Minimum columns of the list."""
SMALL_LIST = 15
"""Minimum columns of the list in a terminal without room for a wider one."""


class BoardListPage(Page):
    """A screen with a list beside a board.

    Subclasses create the list, `rows` and a widget if one explains its selected row, and yield from `beside_board`.
    """

    DEFAULT_CSS = """
    BoardListPage BoardView { margin-right: 1; }
    BoardListPage Rows { height: 2fr; }
    """
    rows: ItemRows[Any]
    _message = ""

    def beside_board(self, explanation: Widget | None = None) -> ComposeResult:
        """Yield the board beside the list and the explanation, with a message below."""
        self.message = TextLine()
        layout = self.shown_game.layout
        self.board = BoardView(layout, self.look(), side_columns=LIST_WIDTH, small_side=SMALL_LIST)
        with BoardWithPanel(shows_board=False):
            yield self.board
            with Vertical():
                yield self.rows
                if explanation:
                    yield explanation
        yield self.message

    @property
    def shown_game(self) -> Game:
        """The game on the board."""
        raise NotImplementedError

    def look(self) -> BoardAppearance:
        """The board at the cursor of the list, with marks for the selected row."""
        raise NotImplementedError

    @property
    def topic(self) -> str:
        return printable(self.shown_game.puzzle.name) or self.shown_game.layout.label

    def on_resize(self, event: Resize) -> None:
        self.board.fit_terminal(event.size)
        self.call_after_refresh(self.redraw)

    def say(self, sentence: str) -> None:
        """Show a sentence below the board."""
        self._message = sentence
        self.redraw()

    def redraw(self) -> None:
        self.refresh_header()
        self.board.show_look(self.look())
        self.message.show([Segment(f" {self._message}", self.palette.accent)])
