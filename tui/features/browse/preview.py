"""The browser's preview of the item under the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual import work
from textual.events import Resize
from textual.message import Message

from engine.base.language import lazy_gettext
from engine.base.lazy_dataclasses import dataclass
from tui.base.background import Background, cancellable
from tui.base.frame import put_frame
from tui.base.rating import Difficulties, Ratings
from tui.base.text_block import TextBlock
from tui.draw.face import edge_line
from tui.features.browse.files import Files
from tui.features.browse.pack import RATING_SECONDS
from tui.features.browse.words import READING

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.files.reading import Glance
    from engine.play.store import SavedState
    from engine.sudoku.puzzle import Puzzle
    from engine.sudoku.techniques.difficulty import Difficulty
    from tui.features.browse.outlines import Recognition
    from tui.features.browse.preview_drawing import PlayedState
    from tui.features.browse.summary import FileSummary

PREVIEW_DELAY = 0.12
"""Seconds between a move of the cursor and its preview, so that a held arrow key never waits."""
STRUCTURE_DELAY = 0.5
"""Seconds between the preview of a formula and the search for its structure."""

PREVIEW = lazy_gettext("preview")


class Preview(TextBlock):
    """The summary of the item under the cursor: of a path by `show_path`, of anything else by `show_soon`."""

    @dataclass
    class PreviewRead(Message):
        """Posted when the file of a preview has been identified."""

        path: Path
        glance: Glance

    def __init__(self, shipped: Path, files: Files) -> None:
        super().__init__()
        self._shipped = shipped
        self._files = files
        self._background = Background(self)
        self._summary: FileSummary | None = None
        self._ratings = Ratings(self, self.program.ratings)
        self._rating: Difficulty | None = None
        self._state: PlayedState | None = None
        self._recognition: Recognition | None = None
        self._difficulties: Difficulties = {}
        self._standings: dict[str, SavedState] = {}
        self.put_keys(())

    def put_keys(self, keys: Sequence[tuple[str, str]]) -> None:
        """Show keys with their effects in the frame."""
        put_frame(self, PREVIEW, keys=edge_line("", keys, None, self.palette, self.glyphs))

    def show(self, summary: FileSummary | None) -> None:
        """Show a summary, or nothing."""
        is_same = summary == self._summary
        self._summary = summary
        if not is_same:
            self._rating = self._state = None
            self._recognition = None
            self._ratings.cancel()
            self._background.cancel("structure")
            from engine.sudoku.puzzle import Puzzle
            from tui.features.browse.summary import FolderFacts

            self._difficulties, self._standings = {}, {}
            match summary.facts if summary is not None else None:
                case Puzzle() as puzzle:
                    self._ratings.ask({"": puzzle}, RATING_SECONDS, self._show_difficulty)
                    self._read_state(puzzle)
                case FolderFacts() as facts if facts.puzzles:
                    self._ratings.ask(facts.puzzles, RATING_SECONDS, self._show_difficulties)
                    self._read_standings(facts.puzzles)
        self.redraw()

    def _show_difficulty(self, difficulties: Difficulties) -> None:
        self._rating = difficulties[""]
        self.redraw()

    def _show_structure(self, recognition: Recognition) -> None:
        self._recognition = recognition
        self.redraw()

    def _show_difficulties(self, difficulties: Difficulties) -> None:
        self._difficulties |= difficulties
        self.redraw()

    @work(exclusive=True)
    async def _read_standings(self, puzzles: dict[str, Puzzle]) -> None:
        """Read and show the saved games of the puzzles of a folder, if it is still in the preview then."""
        default: dict[str, SavedState] = {}
        standings = await self.program.saved.ask(
            lambda store: {name: store.saved_state(puzzle) for name, puzzle in puzzles.items()}, default
        )
        if self._summary is not None and getattr(self._summary.facts, "puzzles", None) == puzzles:
            self._standings = standings
            self.redraw()

    @work(exclusive=True)
    async def _read_state(self, puzzle: Puzzle) -> None:
        """Read and show the saved games of a puzzle, if it is still in the preview then."""
        from tui.features.browse.preview_drawing import played_state

        state = await self.program.saved.ask(partial(played_state, puzzle), None)
        if self._summary is not None and self._summary.facts is puzzle:
            self._state = state
            self.redraw()

    def show_soon(self, summary: FileSummary | None) -> None:
        """Show a summary after PREVIEW_DELAY, unless another one is requested meanwhile."""
        self._background.start("read", lambda _: summary, self.show, after=PREVIEW_DELAY, here=True)

    def show_path(self, path: Path) -> None:
        """Show the summary of a path as by `show_soon`, and post PreviewRead; then find the structure of a formula."""
        from tui.features.browse.summary import FileSummary, FormulaFacts, structure_of, summary_of

        def show(result: tuple[Glance, FileSummary]) -> None:
            glance, summary = result
            self.show(summary)
            if isinstance(summary.facts, FormulaFacts) and summary.facts.lengths:
                work = cancellable(structure_of, path, self._files)
                self._background.start("structure", work, self._show_structure, after=STRUCTURE_DELAY)
            self.post_message(self.PreviewRead(path, glance))

        self._background.start(
            "read",
            cancellable(summary_of, path, self._shipped, self._files),
            show,
            slow=lambda: self.show(FileSummary(path.name, str(READING), ())),
            after=PREVIEW_DELAY,
        )

    def redraw(self) -> None:
        """Redraw the summary with the current colours and size."""
        width, height = self.size
        if self._summary is None or not width:
            self.put([])
        else:
            from tui.features.browse.folder_preview import draw_folder
            from tui.features.browse.preview_drawing import draw
            from tui.features.browse.summary import FolderFacts

            facts, palette, glyphs = self._summary.facts, self.palette, self.glyphs
            if isinstance(facts, FolderFacts) and facts.items:
                ratings, standings = self._difficulties, self._standings
                lines = draw_folder(self._summary, facts, ratings, standings, palette, glyphs, self.size)
            else:
                details = self._rating, self._state, self._recognition
                lines = draw(self._summary, palette, glyphs, width, height, *details)
            self.put(lines[:height])

    def on_resize(self, event: Resize) -> None:
        self.redraw()
