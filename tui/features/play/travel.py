"""A screen of a game that goes back and forth in its history: undo, redo, bookmarks, the last correct position."""

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType

from engine.base.text import counted, printable
from engine.play.errors import GameError
from engine.play.history import Move
from tui.base.bookmarks import ask_for_bookmark
from tui.base.dialogs import Choice
from tui.base.requests import ShowHistory
from tui.features.play.game_page import GamePage


class TravellingPage(GamePage):
    """Adds the keys that travel."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u,ctrl+z", "undo", "undo", key_display="u", tooltip="undo"),
        Binding("U,ctrl+y", "redo", "redo", key_display="U", tooltip="redo, in the last branch"),
        Binding("v", "history", "history", tooltip="history: moves, branches"),
        Binding("b", "bookmark", "bookmark this position", show=False),
        Binding("B", "bookmarks", "jump to a bookmark", show=False),
        Binding("C", "last_correct", "last correct position", show=False),
    ]

    async def action_undo(self) -> None:
        await self._travel(self.game.undo, "Nothing to undo.")

    async def action_redo(self) -> None:
        """Make the move again that was undone; at a fork the branch visited last, and say so."""
        branches = len(self.game.history.children(self.game.history.position))
        where = f"Redo went on in the branch visited last of {branches}; {self.key('history')} shows the others."
        await self._travel(self.game.redo, "Nothing to redo.", where if branches > 1 else "")

    async def _travel(self, step: Callable[[], Move | None], otherwise: str, where: str = "") -> None:
        move = step()
        if move is None:
            self._say(otherwise)
            return
        if move.cell is not None:
            self.marks = replace(self.marks, cursor=move.cell)
        await self._arrive(where)

    async def _arrive(self, sentence: str) -> None:
        self._say(sentence, now=False)
        await self._keep()
        self.redraw()

    async def _go_to(self, node: int, sentence: str = "") -> None:
        """Go to a node of the history, and say this."""
        self.game.go_to(node)
        await self._arrive(sentence)

    def action_history(self) -> None:
        self.post_message(ShowHistory(self.game, self._go_to, self._keep))

    def action_bookmark(self) -> None:
        async def done(sentence: str) -> None:
            self._say(sentence)
            await self._keep()

        ask_for_bookmark(self.app, self.game.history, self.game.history.position, done)

    def action_bookmarks(self) -> None:
        """Jump to a bookmark that is chosen from all."""
        history = self.game.history
        bookmarks = list(history.bookmarks.items())
        if not bookmarks:
            self._say(f"There is no bookmark yet: {self.key('bookmark')} sets one at this position.")
            return

        async def chosen(index: int | None) -> None:
            if index is not None:
                node, label = bookmarks[index]
                await self._go_to(node, f"At bookmark {printable(label)}.")

        rows = [f"{printable(label)}   after {counted(history.moves(node), 'move')}" for node, label in bookmarks]
        self.app.push_screen(Choice("Jump to which bookmark?", rows), chosen)

    async def action_last_correct(self) -> None:
        """Take back all moves since the board was last right."""
        history = self.game.history
        try:
            node = self.game.last_correct()
        except GameError as refusal:
            self._say(str(refusal), self.palette.warning)
            return
        wrong = history.moves() - history.moves(node)
        if wrong:
            moves = counted(wrong, "move")
            again = f"{self.key('redo')} makes them again"
            await self._go_to(node, f"Took back {moves} to the last correct position; {again}.")
        else:
            await self._arrive("Right so far: this is the last correct position.")
