"""A screen whose puzzle can be shared: as text, as a file, as a page to be printed."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from engine.sudoku.puzzle import Digits, Puzzle
from tui.base.pasting import PastingPage
from tui.base.requests import SharePuzzle


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


