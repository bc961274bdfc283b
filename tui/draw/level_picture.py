"""A layout and a level as a picture: what such puzzles take, beside a board."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from rich.segment import Segment

from engine.base.language import lazy_gettext as _
from engine.base.text import joined, pluralized
from engine.sudoku.layout import Layout
from engine.sudoku.making.levels import possible_techniques
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level, Technique
from tui.draw.board import puzzle_lines
from tui.draw.cells import Line, side_by_side, width_of, wrap_line
from tui.draw.palette import Glyphs, Palette
from tui.draw.thumbnail import thumbnail

MIN_TEXT = 30
"""Minimum columns of the text beside the board."""
MIN_ROWS = 6
"""Minimum rows of the text below the board."""
GAP = 3
"""Columns between the text and the board."""
MORE = _("{count} more")
TECHNIQUES = _("Steps of this level: {techniques}.")
ONE_TECHNIQUE = _("The puzzle needs this technique: {technique}.")


@dataclass(frozen=True)
class LevelPicture:
    """The size of a layout, the techniques of a level, and further lines; beside them, a board."""

    layout: Layout
    level: Level | None
    """The level; None for any."""
    technique: Technique | None
    """The technique that the puzzle needs; None for any."""
    palette: Palette
    glyphs: Glyphs
    lines: Sequence[Line] = ()
    """What is known about the player and such puzzles."""
    board: Callable[[int, int], list[Line]] | None = None
    """Draws a board in at most these columns and rows; None for an empty board."""

    def draw(self, width: int, height: int, foot: Callable[[int], Sequence[Line]] = lambda _width: ()) -> list[Line]:
        """Draw the board at the right of the text, or above it where it is larger there, or only the text.

        `foot` draws the end of the text.
        """
        beside, above = self._board(width - MIN_TEXT - GAP, height), self._board(width, height - MIN_ROWS - 1)
        is_above = len(above) > len(beside)
        board = above if is_above else beside
        columns = max(map(width_of, board), default=0) if board is not self._thumbnail else self.layout.columns
        text_width = width - columns - GAP if board and not is_above else width
        below = foot(text_width)
        room = max(height - len(below) - bool(below) - (len(board) + 1) * is_above, 0)
        text = [*self._text(text_width, room)[:room], *[[]] * bool(below), *below]
        if is_above:
            return [*board, [], *text]
        return side_by_side(text, board, text_width + GAP) if board else text

    @cached_property
    def _thumbnail(self) -> list[Line]:
        return thumbnail(self.layout, self.palette) if self.glyphs.has_blocks else []

    def _board(self, width: int, height: int) -> list[Line]:
        """Return the board, or a thumbnail if there is no room for it; nothing without room for that, and in ASCII."""
        empty = Puzzle(self.layout, (0,) * len(self.layout.cells))
        draw = self.board or (lambda *room: puzzle_lines(empty, self.palette, self.glyphs, *room))
        board = draw(max(width, 1), max(height, 1))
        if max(map(width_of, board), default=0) <= width and self.layout.rows <= len(board) <= height:
            return board
        return self._thumbnail if self.layout.columns <= width and len(self._thumbnail) <= height else []

    def _text(self, width: int, room: int) -> list[Line]:
        """Return the size of the layout, and the requested technique or as many techniques of the level as fit."""
        palette, layout = self.palette, self.layout
        size = joined([pluralized(len(layout.cells), "cell"), pluralized(layout.size, "digit")])
        lines = [[Segment(size, palette.dim)], *[[]] * bool(self.lines), *self.lines]
        if self.technique:
            text = ONE_TECHNIQUE.format(technique=self.technique.title)
            return [*lines, [], *wrap_line([Segment(text, palette.plain)], width)]
        titles = [str(technique.title) for technique in possible_techniques(layout) if technique.level is self.level]
        for left_out in range(len(titles)):
            more = [MORE.format(count=left_out)] if left_out else []
            text = TECHNIQUES.format(techniques=joined([*titles[: len(titles) - left_out], *more]))
            technique_lines = wrap_line([Segment(text, palette.plain)], width)
            if len(lines) + 1 + len(technique_lines) <= room:
                return [*lines, [], *technique_lines]
        return lines
