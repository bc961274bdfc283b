"""Saves the drafts of the puzzle editor, in a file beside the store of games."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.play.errors import StoreError
from engine.sudoku.puzzle import Puzzle
from tui.base.saved_games import SavedGames

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.play.draft import Drafts
    from engine.play.store import Store

FILE = "drafts.json"


class SavedDrafts:
    """The drafts of the player, read at first use. Those of guests are not saved, because guests share an account."""

    def __init__(self, saved: SavedGames, warn: Callable[[str], None], *, is_kept: bool) -> None:
        """`warn` shows the player a sentence."""
        self._saved, self._warn, self._is_kept = saved, warn, is_kept
        self._drafts: Drafts | None = None

    async def open(self, puzzle: Puzzle | None) -> "Drafts":
        """Return the drafts, with this puzzle as the draft of its layout if there is one."""
        from engine.play.draft import Drafts
        from engine.play.draft_file import read_drafts

        drafts, notice = self._drafts or Drafts(), ""
        if self._drafts is None and self._is_kept:
            try:
                drafts, notice = await self._saved.run(lambda store: read_drafts(_file(store)))
            except StoreError as error:
                notice = str(error)
        self._drafts = drafts
        self._warn(notice)
        if puzzle:
            drafts.take(puzzle)
            await self.keep()
        return drafts

    async def keep(self) -> None:
        """Save the drafts as they are now."""
        from engine.play.draft_file import dump_drafts, write_drafts

        if self._drafts and self._is_kept:
            text = dump_drafts(self._drafts)
            await self._saved.keep(lambda store: write_drafts(text, _file(store)))


def _file(store: "Store") -> Path:
    return store.path.with_name(FILE)
