"""The picture of a new game: its size and techniques beside an empty board, and the progress of making it."""

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

MIN_TEXT = 30
"""Minimum columns of the text beside the board."""
GAP = 3
"""Columns between the text and the board."""
MORE = _("{count} more")
TECHNIQUES = _("Steps of this level: {techniques}.")
ONE_TECHNIQUE = _("The puzzle needs this technique: {technique}.")


@dataclass(frozen=True)
class OrderPicture:
    """The options as a panel, with the status of generating the puzzle."""

    order: GameOrder
    status: str
    """A sentence on the generation; "" for none."""
    share: float | None
    """The finished share of the work from 0 to 1; None if it is unknown or there is none."""
    palette: Palette
    glyphs: Glyphs

    @property
    def layout(self) -> Layout:
        """The layout of the puzzle."""
        return self.order.full_layout

    @property
    def level(self) -> Level | None:
        """The level of the puzzle; None for BY_HOLES and ANY_LEVEL."""
        return None if self.order.level in (BY_HOLES, ANY_LEVEL) else Level(self.order.level)

    @property
    def title(self) -> str:
        """The name of the layout."""
        return self.layout.label

    @property
    def chip(self) -> Chip:
        """The requested level or number of holes."""
        if level := self.level:
            return level_chip(level.value, str(level.title))
        if self.order.level == ANY_LEVEL:
            return Chip(str(_(ANY_LEVEL)))
        return Chip(pluralized(self.order.holes, "hole"))

    def draw(self, width: int, height: int) -> list[Line]:
        """Draw the text, and the board at its right if there is room for both."""
        puzzle = Puzzle(self.layout, (0,) * len(self.layout.cells))
        board = puzzle_lines(puzzle, self.palette, self.glyphs, max(width - MIN_TEXT - GAP, 1), height)
        columns = max(map(width_of, board), default=0)
        fits = columns <= width - MIN_TEXT - GAP and self.layout.rows <= len(board) <= height
        text_width = width - columns - GAP if fits else width
        status: list[Line] = [[Segment(self.status, self.palette.dim)]] if self.status else []
        if self.share is not None:
            status.insert(0, progress(self.share, text_width, self.palette, self.glyphs))
        room = max(height - len(status) - bool(status), 0)
        text = [*self._text(text_width, room)[:room], *[[]] * bool(status), *status]
        return side_by_side(text, board, text_width + GAP) if fits else text

    def _text(self, width: int, room: int) -> list[Line]:
        """Return the size of the layout, and the requested technique or as many techniques of the level as fit."""
        palette, layout = self.palette, self.layout
        size = joined([pluralized(len(layout.cells), "cell"), pluralized(layout.size, "digit")])
        lines: list[Line] = [[Segment(size, palette.dim)], []]
        if self.order.technique:
            text = ONE_TECHNIQUE.format(technique=Technique[self.order.technique].title)
            return [*lines, *wrap_line([Segment(text, palette.plain)], width)]
        titles = [str(technique.title) for technique in possible_techniques(layout) if technique.level is self.level]
        for left_out in range(len(titles)):
            more = [MORE.format(count=left_out)] if left_out else []
            text = TECHNIQUES.format(techniques=joined([*titles[: len(titles) - left_out], *more]))
            technique_lines = wrap_line([Segment(text, palette.plain)], width)
            if len(lines) + len(technique_lines) <= room:
                return [*lines, *technique_lines]
        return lines
