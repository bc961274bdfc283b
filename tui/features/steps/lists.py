"""The list of the screen: steps by technique, or moves with what they used."""

from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment

from tui.base.rows import ItemRows
from tui.draw.cells import Line, clip, pad, pad_left
from tui.draw.face import level_dot

_LEVEL = 9
"""Columns for the name of a level."""
_WITH_LEVELS = 40
"""Columns from which there is room for the level of a technique."""


@dataclass(frozen=True)
class StepGroup:
    """The heading of a technique: its number of steps, and whether they are listed below."""

    title: str
    count: int
    level: str
    level_title: str
    is_open: bool
    concerns: bool = False
    """Whether a step of the group concerns the cell of the player's cursor."""

    def is_same(self, other: "ListRow") -> bool:
        """Whether the other one is the heading of the same technique, whatever is below it."""
        return isinstance(other, StepGroup) and other.title == self.title


@dataclass(frozen=True)
class StepRow:
    """A row: the effect, the technique, and the score; `hardest` rows have a mark.

    `index` is the number of the step or the move among all. A row in a group is indented, and marked if it `concerns`
    the cell of the player's cursor. `is_open` says whether its parts are listed below; None if it has none.
    """

    title: str
    effect: str
    index: int
    score: str = ""
    hardest: bool = False
    in_group: bool = False
    concerns: bool = False
    is_open: bool | None = None

    def is_same(self, other: "ListRow") -> bool:
        """Whether the other one is the same step or move, in any place."""
        return isinstance(other, StepRow) and other.index == self.index


@dataclass(frozen=True)
class PartRow:
    """A part of the argument of a step: `path` has its place among the parts, and those that it is inside of.

    `is_open` says whether the parts inside it are listed below; None if there are none.
    """

    sentence: str
    index: int
    path: tuple[int, ...]
    is_open: bool | None

    def is_same(self, other: "ListRow") -> bool:
        """Whether the other one is the same part."""
        return isinstance(other, PartRow) and (other.index, other.path) == (self.index, self.path)


ListRow = StepGroup | StepRow | PartRow


_LEAST_TITLE = 8
"""Columns of a title that is cut for its effect."""


class StepList(ItemRows[ListRow]):
    """Rows without headings."""

    @property
    def selected_index(self) -> int | None:
        """The number of the step or the move under the cursor; None on a heading."""
        return self.item.index if isinstance(self.item, StepRow | PartRow) else None

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        row = self.items[index]
        if isinstance(row, StepGroup):
            return self._group(row, width, is_selected)
        if isinstance(row, PartRow):
            return self._part(row, width, is_selected)
        palette = self.palette
        mark = "!" if row.hardest else " "
        if row.in_group:
            mark = f"  {self.glyphs.dot} " if row.concerns else "    "
        if row.is_open is not None:
            mark = f"{mark[:-1]}{self._fold(row.is_open)}"
        score = f"{row.score:>4} " if row.score and width >= _WITH_LEVELS else ""
        room = max(width - cell_len(mark) - len(score) - 1, 0)
        effect = row.effect if room - cell_len(row.effect) >= min(cell_len(row.title), _LEAST_TITLE) else ""
        room -= cell_len(effect)
        title = clip(row.title, room, self.glyphs.ellipsis)
        pieces = (
            (mark, palette.accent if row.in_group else palette.warning),
            (score, palette.dim),
            (title, palette.warning if row.hardest else palette.plain),
            (" " * (room - cell_len(title) + 1), palette.plain),
            (effect, palette.accent),
        )
        return self.painted(pieces, is_selected)

    def _part(self, row: PartRow, width: int, is_selected: bool) -> Line:
        """The sentence, indented once for each part around it."""
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
        palette, glyphs = self.palette, self.glyphs
        level: Line = []
        if width >= _WITH_LEVELS:
            dot = level_dot(row.level, palette, glyphs)
            level = [Segment("  "), dot, Segment(f" {pad(row.level_title, _LEVEL)}", palette.dim)]
        count = pad_left(str(row.count), 5)
        room = max(width - 2 - len(count) - sum(piece.cell_length for piece in level), 0)
        title = pad(clip(row.title, room, glyphs.ellipsis), room)
        fold = self._fold(row.is_open)
        mark = glyphs.dot if row.concerns else " "
        ink = palette.title if row.is_open else palette.plain
        pieces = (
            (f"{fold}{mark}", palette.accent),
            (title, ink),
            (count, palette.dim),
            *((text, style or palette.plain) for text, style, _ in level),
        )
        return self.painted(pieces, is_selected)
