"""A screen whose puzzle can be shared: as text, as a file, as a page to be printed."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from engine.sudoku.puzzle import Digits, Puzzle
from tui.dialogs import Confirm
from tui.messages import PlayPuzzle, SharePuzzle
from tui.pages.game_page import GamePage
from tui.pages.pasting import PastingPage


class SharingPage(PastingPage):
    """Adds the key that shares, on a screen that takes pasted puzzles too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("E", "share", "share", tooltip="share: copy, save, print", show=False),
    ]

    def shared(self) -> tuple[Puzzle, Digits]:
        """The puzzle, and the digits on the board: the givens and what was found."""
        raise NotImplementedError

    def action_share(self) -> None:
        self.post_message(SharePuzzle(*self.shared()))


class GameSharingPage(SharingPage, GamePage):
    """Shares a game, and leaves it for a pasted puzzle if the player agrees."""

    def shared(self) -> tuple[Puzzle, Digits]:
        return self.game.puzzle, self.game.values

    def take_pasted(self, puzzle: Puzzle) -> None:
        async def answered(agreed: bool | None) -> None:
            if agreed:
                await self.leave()
                self.dismiss()
                self.app.post_message(PlayPuzzle(puzzle))

        kept = "is not saved and will be lost" if self.unsaved else "is kept"
        question = f"Leave this game, which {kept}, and play the pasted puzzle?"
        self.app.push_screen(Confirm(question, "play it"), answered)
