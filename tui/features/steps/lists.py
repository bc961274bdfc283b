"""The list beside the board: steps by technique, or moves with the techniques they used."""

from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment

from engine.sudoku.techniques.catalogue import Technique
from tui.base.rows import ItemRows
from tui.draw.cells import Line, clip, pad, pad_left
from tui.draw.face import level_dot

LEVEL_COLUMNS = 9
"""Columns for the name of a level."""
MIN_WITH_LEVELS = 40
"""Minimum columns of a list that shows the levels of techniques and the scores of steps."""
MIN_TITLE = 8
"""Minimum columns of a clipped title; in a narrower list, the effect is left out instead."""


@dataclass(frozen=True)
class StepGroup:
    """The heading of a technique: its number of steps, and whether they are listed below."""

    technique: Technique
    count: int
    is_open: bool
    concerns_cell: bool = False
    """Whether a step of the group concerns the cell of the player's cursor."""

    def is_same(self, other: "ListRow") -> bool:
        """Whether the other row is the heading of the same technique, folded or not."""
        return isinstance(other, StepGroup) and other.technique is self.technique


@dataclass(frozen=True)
class StepRow:
    """A step or a move: a title, its effect, and its score."""

    title: str
    effect: str
    index: int
    """The index of the step or the move among all."""
    score: str = ""
    is_hardest: bool = False
    """Whether no other row has a harder technique, which is marked."""
    in_group: bool = False
    """Whether the row is indented below the heading of its technique."""
    concerns_cell: bool = False
    """Whether a row in a group concerns the cell of the player's cursor, which is marked."""
    is_open: bool | None = None
    """Whether its parts are listed below; None if it has none."""

    def is_same(self, other: "ListRow") -> bool:
        """Whether the other row is the same step or move."""
        return isinstance(other, StepRow) and other.index == self.index


@dataclass(frozen=True)
class PartRow:
    """A part of a step's argument, which may itself have parts."""

    sentence: str
    index: int
    """The index of the step."""
    path: tuple[int, ...]
    """The indexes that lead from the step to the part: of the outermost part first, of the part itself last."""
    is_open: bool | None
    """Whether the parts inside it are listed below; None if there are none."""

    def is_same(self, other: "ListRow") -> bool:
        """Whether the other row is the same part."""
        return isinstance(other, PartRow) and (other.index, other.path) == (self.index, self.path)


ListRow = StepGroup | StepRow | PartRow


class StepList(ItemRows[ListRow]):
    """The list of steps or moves, in which techniques, steps and their parts can be unfolded."""

    @property
    def selected_index(self) -> int | None:
        """The index of the step or the move under the cursor; None on a heading."""
        return self.item.index if isinstance(self.item, StepRow | PartRow) else None

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        row = self.items[index]
        if isinstance(row, StepGroup):
            return self._group(row, width, is_selected)
        if isinstance(row, PartRow):
            return self._part(row, width, is_selected)
        return self._step(row, width, is_selected)

    def _step(self, row: StepRow, width: int, is_selected: bool) -> Line:
        """A step or a move: its marks, score, title and effect."""
        palette = self.palette
        mark = "!" if row.is_hardest else " "
        if row.in_group:
            mark = f"  {self.glyphs.dot} " if row.concerns_cell else "    "
        if row.is_open is not None:
            mark = f"{mark[:-1]}{self._fold(row.is_open)}"
        score = f"{row.score:>4} " if row.score and width >= MIN_WITH_LEVELS else ""
        room = max(width - cell_len(mark) - len(score) - 1, 0)
        effect = row.effect if room - cell_len(row.effect) >= min(cell_len(row.title), MIN_TITLE) else ""
        room -= cell_len(effect)
        title = clip(row.title, room, self.glyphs.ellipsis)
        pieces = (
            (mark, palette.accent if row.in_group else palette.warning),
            (score, palette.dim),
            (title, palette.warning if row.is_hardest else palette.plain),
            (" " * (room - cell_len(title) + 1), palette.plain),
            (effect, palette.accent),
        )
        return self.painted(pieces, is_selected)

    def _part(self, row: PartRow, width: int, is_selected: bool) -> Line:
        """The sentence of a part, indented once for each part around it."""
        fold = " " if row.is_open is None else self._fold(row.is_open)
        indent = "  " * (len(row.path) + 1)
        room = max(width - len(indent) - 2, 0)
        pieces = (
            (f"{indent}{fold} ", self.palette.accent),
            (pad(clip(row.sentence, room, self.glyphs.ellipsis), room), self.palette.plain),
        )
        return self.painted(pieces, is_selected)

    def _fold(self, is_open: bool) -> str:
        return self.glyphs.folder_open if is_open else self.glyphs.folder

    def _group(self, row: StepGroup, width: int, is_selected: bool) -> Line:
        """The heading of a technique: its mark, title, number of steps and level."""
        palette, glyphs, level = self.palette, self.glyphs, row.technique.level
        level_pieces: Line = []
        if width >= MIN_WITH_LEVELS:
            dot = level_dot(level.value, palette, glyphs)
            level_pieces = [Segment("  "), dot, Segment(f" {pad(level.title, LEVEL_COLUMNS)}", palette.dim)]
        count = pad_left(str(row.count), 5)
        room = max(width - 2 - len(count) - sum(piece.cell_length for piece in level_pieces), 0)
        title = pad(clip(row.technique.title, room, glyphs.ellipsis), room)
        fold = self._fold(row.is_open)
        mark = glyphs.dot if row.concerns_cell else " "
        ink = palette.title if row.is_open else palette.plain
        pieces = (
            (f"{fold}{mark}", palette.accent),
            (title, ink),
            (count, palette.dim),
            *((text, style or palette.plain) for text, style, _ in level_pieces),
        )
        return self.painted(pieces, is_selected)
