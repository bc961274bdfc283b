"""A picture of a new game: its level and techniques, its size, and an empty board."""

from dataclasses import dataclass

from rich.segment import Segment

from engine.base.language import lazy_gettext as _
from engine.base.text import joined, pluralized
from engine.sudoku.layout import Layout
from engine.sudoku.making.levels import possible_techniques
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level, Technique
from tui.draw.bars import progress
from tui.draw.board import puzzle_lines
from tui.draw.cells import Line, side_by_side, width_of, wrap_line
from tui.draw.face import Chip, level_chip
from tui.draw.palette import Glyphs, Palette
from tui.features.new_game.order import ANY_LEVEL, BY_HOLES, GameOrder

_TEXT = 30
"""Minimum columns of the text beside the board."""
_GAP = 3
MORE = _("{count} more")
TECHNIQUES = _("Steps of this level: {techniques}.")
ONE_TECHNIQUE = _("The puzzle needs this technique: {technique}.")


@dataclass(frozen=True)
class OrderPicture:
    """The options; `status` and finished `share` (0..1) while it is generated."""

    order: GameOrder
    status: str
    share: float | None
    palette: Palette
    glyphs: Glyphs

    @property
    def layout(self) -> Layout:
        """The layout of the puzzle."""
        return self.order.full_layout

    @property
    def level(self) -> Level | None:
        """The level of the puzzle; None if it is chosen by holes, or open because of rules."""
        return None if self.order.level in (BY_HOLES, ANY_LEVEL) else Level(self.order.level)

    @property
    def title(self) -> str:
        """The name of the layout."""
        return self.layout.label

    @property
    def chip(self) -> Chip:
        """The level or the number of holes."""
        if level := self.level:
            return level_chip(level.value, str(level.title))
        if self.order.level == ANY_LEVEL:
            return Chip(str(_(ANY_LEVEL)))
        return Chip(pluralized(self.order.holes, "hole"))

    def draw(self, width: int, height: int) -> list[Line]:
        """Draw the text at the left, the board at the right if there is room for both."""
        puzzle = Puzzle(self.layout, (0,) * len(self.layout.cells))
        board = puzzle_lines(puzzle, self.palette, self.glyphs, max(width - _TEXT - _GAP, 1), height)
        columns = max(map(width_of, board), default=0)
        fits = columns <= width - _TEXT - _GAP and self.layout.rows <= len(board) <= height
        left = width - columns - _GAP if fits else width
        status: list[Line] = [[Segment(self.status, self.palette.dim)]] if self.status else []
        if self.share is not None:
            status.insert(0, progress(self.share, left, self.palette, self.glyphs))
        room = max(height - len(status) - bool(status), 0)
        words = [*self._words(left, room)[:room], *[[]] * bool(status), *status]
        return side_by_side(words, board, left + _GAP) if fits else words

    def _words(self, width: int, room: int) -> list[Line]:
        """Describe the layout, and name as many steps of the level as fit."""
        palette, layout = self.palette, self.layout
        size = joined([pluralized(len(layout.cells), "cell"), pluralized(layout.size, "digit")])
        lines: list[Line] = [[Segment(size, palette.dim)], []]
        if self.order.technique:
            text = ONE_TECHNIQUE.format(technique=Technique[self.order.technique].title)
            return [*lines, *wrap_line([Segment(text, palette.plain)], width)]
        found = [str(each.title) for each in possible_techniques(layout) if each.level is self.level]
        for left_out in range(len(found)):
            more = [MORE.format(count=left_out)] if left_out else []
            text = TECHNIQUES.format(techniques=joined([*found[: len(found) - left_out], *more]))
            named = wrap_line([Segment(text, palette.plain)], width)
            if len(lines) + len(named) <= room:
                return [*lines, *named]
        return lines
