"""What the pages of a game share: the game, what is marked, and what they ask of the screen that shows them."""

from collections.abc import Callable
from typing import Any

from rich.style import Style

from engine.play.errors import GameError
from engine.play.game import Game
from engine.play.history import Move
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits
from tui.base.cursor import CursorPage
from tui.draw.game import Marks


class GamePage(CursorPage):
    """A part of the screen of a game: keys for one purpose. The screen that is made of them shows the game."""

    game: Game
    marks: Marks

    @property
    def board_layout(self) -> Layout:
        return self.game.layout

    @property
    def values(self) -> Digits:
        return self.game.values

    @property
    def cursor(self) -> int:
        return self.marks.cursor

    def point_at(self, cell: int) -> None:
        self._mark(cursor=cell)

    def _say(self, sentence: str, style: Style | None = None, again: str = "", *, now: bool = True) -> None:
        """Show a sentence and take a hint's marks off; `again` is what the same key does next.

        What is not to be shown `now` is shown by the next redraw: a move is first kept.
        """
        raise NotImplementedError

    def _mark(self, **changes: Any) -> None:
        """Change the cursor or a mark, and show it."""
        raise NotImplementedError

    async def _keep(self) -> None:
        """Write the game down before the screen shows it: what was seen is never lost. Says so if that failed."""
        raise NotImplementedError

    def _tell_solved(self) -> None:
        """Say that the game is won."""
        raise NotImplementedError

    async def _act(self, act: Callable[[], Move | None], otherwise: str = "") -> None:
        """Make a move of the game, keep it, then show it; a refusal, or what is said of no move, is the message."""
        history, solved_before = self.game.history, self.game.is_solved
        undone, known = history.can_redo, len(history)
        try:
            move = act()
        except GameError as refusal:
            self._say(str(refusal), self.palette.warning)
            return
        if move:
            branches = undone and len(history) > known
            beside = f"the moves undone stay beside it; {self.key('history')} shows them"
            self._say(f"A branch begins here: {beside}." if branches else "", now=False)
            await self._keep()
            self.redraw()
            if self.game.is_solved and not solved_before:
                self._tell_solved()
        elif otherwise:
            self._say(otherwise)
