"""The structure of a formula as rows of the list: a heading with a count for each kind, then its parts."""

from bisect import bisect_left, bisect_right
from itertools import accumulate

from rich.segment import Segment

from engine.base.text import printable
from engine.sat.formula.selection import ClauseFilter
from engine.sat.structure import Structure
from tui.draw.cells import Line, clip
from tui.draw.palette import Glyphs, Palette
from tui.features.inspect import words as say

_LONGEST = 1000
"""Maximum number of characters used of a part: more do not fit in a row."""


class StructureView:
    """All parts, one a row; rows are created when they are drawn, because there may be a million."""

    def __init__(self, structure: Structure, key: str) -> None:
        """`key` is the key that shows the clauses of a part."""
        self.columns = f"  {say.STRUCTURE.format(key=key)}"
        """The heading above the rows."""
        self.cursor = 0
        self.top = 0
        found = structure.parts.items()
        self._parts = [(say.PARTS[kind.value].format(count=len(parts)), parts) for kind, parts in found]
        self._starts = [0, *accumulate(1 + len(parts) for _, parts in self._parts)]
        equal = structure.equivalences
        remarks = (
            str(structure.propagation),
            str(say.INCONSISTENT) if structure.inconsistent else "",
            str(equal) if equal.equal else "",
            str(say.OPPOSITE) if equal.refuted else "",
        )
        self._remarks = [remark for remark in remarks if remark]

    def __len__(self) -> int:
        return self._starts[-1] + len(self._remarks)

    def part(self, row: int) -> ClauseFilter | None:
        """The part in a row; None for headings and blank rows."""
        if row >= self._starts[-1]:
            return None
        kind = bisect_right(self._starts, row) - 1
        place = row - self._starts[kind] - 1
        return None if place < 0 else self._parts[kind][1][place]

    def heading(self, row: int, by: int) -> int:
        """Return the row of the next heading after a row (`by` 1), or before it (`by` -1)."""
        kind = bisect_right(self._starts, row) if by > 0 else bisect_left(self._starts, row) - 1
        return self._starts[max(0, min(kind, len(self._parts) - 1))]

    def text(self, row: int) -> str:
        """The text of a row."""
        part = self.part(row)
        if part is not None:
            return printable(str(part)[:_LONGEST])
        if row >= self._starts[-1]:
            return self._remarks[row - self._starts[-1]]
        return str(self._parts[bisect_right(self._starts, row) - 1][0])

    def line(self, row: int) -> int:
        """Return 0: parts have no line in the file."""
        return 0

    def draw(self, index: int, width: int, is_selected: bool, palette: Palette, glyphs: Glyphs) -> Line:
        """Return the text of a row in at most `width` cells."""
        part = self.part(index)
        text = clip("  " * (1 + (part is not None)) + self.text(index), width, glyphs.ellipsis)
        return [Segment(text, palette.selected if is_selected else palette.plain if part is not None else palette.dim)]
