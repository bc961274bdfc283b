"""The clauses of a formula as rows of a list, drawn from the arrays."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style

from engine.sat.formula import Formula, Literals
from engine.sat.selection import Selection
from tui.palette import Glyphs, Palette
from tui.widgets.cells import Line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LENGTH_WIDTH = 5
"""Cells of the column with the lengths."""


class ClauseView:
    """All clauses of a formula, or those of a selection (their indices, ascending)."""

    def __init__(
        self, formula: Formula, selection: Selection | None = None, clauses: "NDArray[np.intp] | None" = None
    ) -> None:
        self.selection = selection
        self.cursor = 0
        self.top = 0
        self._formula = formula
        self._clauses = clauses
        self._marked = {str(literal) for literal in selection.literals} if selection else set()
        self._number_width = max(len(str(len(formula))), 3) + 2

    def __len__(self) -> int:
        return len(self._formula) if self._clauses is None else len(self._clauses)

    @property
    def columns(self) -> str:
        """The heads of the columns."""
        return f"{'#':>{self._number_width}}{'len':>{_LENGTH_WIDTH}}  literals"

    def clause(self, row: int) -> int:
        """The index of the clause in a row."""
        return row if self._clauses is None else int(self._clauses[row])

    def literals(self, row: int) -> Literals:
        """The literals of the clause in a row."""
        return self._formula[self.clause(row)]

    def row(self, clause: int) -> int:
        """The row of a clause, or of the first one after it that is shown."""
        return clause if self._clauses is None else int(self._clauses.searchsorted(clause))

    def draw(self, index: int, width: int, chosen: bool, palette: Palette, glyphs: Glyphs) -> Line:
        clause = self.clause(index)
        start, end = self._formula.starts[clause], self._formula.starts[clause + 1]
        head = f"{clause + 1:>{self._number_width}}{end - start:>{_LENGTH_WIDTH}}  "
        room = width - len(head) - 1
        literals = self._formula.literals[start : min(end, start + room)]  # a literal takes two cells at least
        text = " ".join(map(str, literals))
        if end - start > len(literals) or len(text) > room:
            whole = text[: room - len(glyphs.ellipsis) + 1].rfind(" ")  # never a part of a number
            text = text[: whole + 1] + glyphs.ellipsis
        if chosen:
            return [Segment(head + text, palette.selected)]
        if start == end:
            return [Segment(head, palette.dim), Segment("the empty clause", palette.bad)]
        if not self._marked:
            return [Segment(head, palette.dim), Segment(text, palette.plain)]
        return [Segment(head, palette.dim), *_marked(text, self._marked, palette.plain, palette.accent)]


def _marked(text: str, marked: Collection[str], plain: Style, mark: Style) -> Line:
    """The words in as few segments as there are changes between plain and marked."""
    line: Line = []
    for word in text.split(" "):
        style = mark if word in marked else plain
        if line and line[-1].style == style:
            line[-1] = Segment(f"{line[-1].text} {word}", style)
        else:
            line += [Segment(" ")] * bool(line) + [Segment(word, style)]
    return line
