"""A screen into which puzzles can be pasted; only until no screen is built of pages (see `paste`)."""

from textual.events import Paste as PasteEvent

from engine.sudoku.puzzle import Puzzle
from tui.base.page import Page
from tui.base.paste import Paste


class PastingPage(Page):
    """Hands what is pasted on. Subclasses say what is done with a puzzle (`take_pasted`)."""

    def __init__(self) -> None:
        super().__init__()
        self._paste = Paste(self, self.take_pasted)

    def take_pasted(self, puzzle: Puzzle) -> None:
        """Do with a pasted puzzle what is to be done on this screen."""
        raise NotImplementedError

    def on_paste(self, event: PasteEvent) -> None:
        self._paste.read(event)
