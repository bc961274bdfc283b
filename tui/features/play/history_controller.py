"""Moving through the history of a game: undo, redo, branches, bookmarks."""

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from engine.base.language import lazy_gettext
from engine.base.text import pluralized, printable
from engine.play.errors import GameError
from engine.play.history import Move
from tui.base.controller import Controller, in_worker
from tui.base.dialogs import Choice
from tui.base.questions import ask_for_bookmark
from tui.base.requests import ShowHistory
from tui.features.play import words

if TYPE_CHECKING:
    from tui.features.play.screen import BoardScreen


class HistoryController(Controller):
    """Moves through the history of the game on the screen."""

    page: "BoardScreen"

    HEADING = lazy_gettext("history")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u,ctrl+z", "undo", "undo", key_display="u", tooltip="undo"),
        Binding("U,ctrl+y", "redo", "redo", key_display="U", tooltip="redo, in the last branch"),
        Binding("v", "history", "history", tooltip="history: moves, branches"),
        Binding("b", "bookmark", "bookmark this position", show=False),
        Binding("B", "bookmarks", "jump to a bookmark", show=False),
        Binding("C", "last_correct", "last correct position", show=False),
    ]

    async def action_undo(self) -> None:
        await self._show_move(self.page.game.undo(), "", str(words.NOTHING_TO_UNDO))

    async def action_redo(self) -> None:
        """Redo the last undone move; at a fork, follow the branch visited last, and say so."""
        history = self.page.game.history
        branches = len(history.children(history.position))
        message = words.REDONE.format(branches=branches, history=self.page.key("history")) if branches > 1 else ""
        await self._show_move(self.page.game.redo(), message, str(words.NOTHING_TO_REDO))

    async def _show_move(self, move: Move | None, message: str, refusal: str) -> None:
        """Show the cell of a move and `message`, or `refusal` if there was no move to undo or redo."""
        if move is None:
            self.page.say(refusal)
            return
        if move.cell is not None:
            self.page.board.cursor = move.cell
        await self.page.keep(message)

    async def go_to(self, node: int, sentence: str = "") -> None:
        """Move the game to a node of its history, and show a sentence."""
        self.page.game.go_to(node)
        await self.page.keep(sentence)

    def action_history(self) -> None:
        self.page.post_message(ShowHistory(self.page.game, self.go_to, self.page.keep))

    @in_worker
    async def action_bookmark(self) -> None:
        history = self.page.game.history
        sentence = await ask_for_bookmark(self.page, history, history.position)
        if sentence:
            await self.page.keep(sentence)

    @in_worker
    async def action_bookmarks(self) -> None:
        history = self.page.game.history
        bookmarks = list(history.bookmarks.items())
        if not bookmarks:
            self.page.say(words.NO_BOOKMARK.format(bookmark=self.page.key("bookmark")))
            return
        rows = [words.bookmark_row(history, node, label) for node, label in bookmarks]
        choice = await self.page.ask(Choice(str(words.WHICH_BOOKMARK), rows))
        if choice is not None:
            node, label = bookmarks[choice]
            await self.go_to(node, words.AT_BOOKMARK.format(label=printable(label)))

    async def action_last_correct(self) -> None:
        """Undo all moves after the last correct position."""
        history = self.page.game.history
        try:
            node = self.page.game.last_correct_node()
        except GameError as error:
            self.page.say(str(error), "warning")
            return
        count = history.moves() - history.moves(node)
        sentence = words.TOOK_BACK.format(moves=pluralized(count, "move"), redo=self.page.key("redo"))
        await self.go_to(node, sentence if count else str(words.RIGHT_SO_FAR))
