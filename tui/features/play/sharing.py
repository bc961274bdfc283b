"""Sharing the game on the screen, and leaving it for a pasted puzzle."""

from engine.sudoku.puzzle import Digits, Puzzle
from tui.base.dialogs import Confirm
from tui.base.requests import PlayPuzzle
from tui.base.sharing import SharingPage
from tui.features.play.game_page import GamePage


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
