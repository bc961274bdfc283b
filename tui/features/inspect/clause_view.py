"""What the list of the inspector can show: clauses, drawn from the arrays, or comments and warnings."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style

from engine.base.text import printable
from engine.sat.formula.formula import Literals
from engine.sat.formula.selection import Selection
from engine.sat.formula.words import NUMBERS, Words
from tui.draw.cells import Line, clip
from tui.draw.palette import Glyphs, Palette
from tui.features.inspect.inspection import Inspection
from tui.features.inspect.words import EMPTY_CLAUSE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LENGTH_WIDTH = 5
"""Cells of the column with the lengths, at the least."""
_STATE_WIDTH = 7
"""Cells of the column with the states."""


class ClauseView:
    """All clauses of a formula, or those of a selection (their indices, ascending), as numbers or in `words`.

    `cursor` and `top` keep its place while the list shows another view.
    """

    def __init__(
        self,
        inspection: Inspection,
        selection: Selection | None = None,
        clauses: "NDArray[np.intp] | None" = None,
        words: Words = NUMBERS,
    ) -> None:
        self.selection = selection
        self.words = words
        self.cursor = 0
        self.top = 0
        self._inspection = inspection
        self._formula = inspection.formula
        self._clauses = clauses
        self._marked = selection.literals if selection else frozenset()
        self._number_width = max(len(str(len(self._formula))), 3) + 2
        self._length_width = max(len(str(max(inspection.statistics.lengths, default=0))) + 2, _LENGTH_WIDTH)

    def __len__(self) -> int:
        return len(self._formula) if self._clauses is None else len(self._clauses)

    @property
    def columns(self) -> str:
        """The heads of the columns."""
        state = "" if self._inspection.states is None else f"  {'state':<{_STATE_WIDTH - 2}}"
        what = "literals" if self.words is NUMBERS else "rules"
        return f"{'#':>{self._number_width}}{'len':>{self._length_width}}{state}  {what}"

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
        """The text of a row in at most `width` cells."""
        clause = self.clause(index)
        start, end = self._formula.starts[clause], self._formula.starts[clause + 1]
        line = [Segment(f"{clause + 1:>{self._number_width}}{end - start:>{self._length_width}}  ", palette.dim)]
        if self._inspection.states is not None:
            state = self._inspection.state(clause)
            line.append(Segment(f"{state:<{_STATE_WIDTH}}", state_style(state, palette)))
        room = width - sum(len(segment.text) for segment in line) - 1
        if start == end:
            line.append(Segment(clip(EMPTY_CLAUSE, room, glyphs.ellipsis), palette.bad))
        elif rule := self.words.rule(clause):
            line.append(Segment(clip(rule, room, glyphs.ellipsis), palette.plain))
        else:
            line += self._literals(start, end, room, palette, glyphs)
        if chosen:
            return [Segment("".join(segment.text for segment in line), palette.selected)]
        return line

    def _literals(self, start: int, end: int, room: int, palette: Palette, glyphs: Glyphs) -> Line:
        """As many whole literals as there is room for, in as few segments as there are changes of their style."""
        line: Line = []
        between, used = self.words.between, 0
        for place in range(start, end):
            literal = self._formula.literals[place]
            text = between * (place > start) + self.words.literal(literal)
            rest = len(glyphs.ellipsis) + 1 if place + 1 < end else 0
            if used + len(text) + rest > room:
                return [*line, Segment(f" {glyphs.ellipsis}" if used else glyphs.ellipsis, palette.plain)]
            used += len(text)
            style = self._style(literal, palette)
            if line and line[-1].style == style:
                line[-1] = Segment(line[-1].text + text, style)
            else:
                line.append(Segment(text, style))
        return line

    def _style(self, literal: int, palette: Palette) -> Style:
        if literal in self._marked:
            return palette.accent
        return literal_style(literal, self._inspection, palette)


class NoteView:
    """Comments or warnings, each with the number of its line (0: none), a row each."""

    def __init__(self, heading: str, notes: Sequence[tuple[int, str]], *, warn: bool = False) -> None:
        self.columns = f"    line  {heading}"
        """The heads of the columns."""
        self.notes = notes
        self.warn = warn
        """Whether they are warnings."""
        self.cursor = 0
        self.top = 0

    def __len__(self) -> int:
        return len(self.notes)

    def draw(self, index: int, width: int, chosen: bool, palette: Palette, glyphs: Glyphs) -> Line:
        """The text of a row in at most `width` cells."""
        line, text = self.notes[index]
        head = f"  {line or '':>6}  "
        body = clip(printable(text[: 2 * width]), width - len(head), glyphs.ellipsis)
        if chosen:
            return [Segment(head + body, palette.selected)]
        return [Segment(head, palette.dim), Segment(body, palette.warning if self.warn else palette.plain)]


def literal_style(literal: int, inspection: Inspection, palette: Palette) -> Style:
    """The ink of a literal by what the assignment makes of it, if there is one."""
    if inspection.assignment is None:
        return palette.plain
    return (palette.plain, palette.true, palette.false)[inspection.value(literal)]


def state_style(state: str, palette: Palette) -> Style:
    """The ink of a clause's state."""
    return {"true": palette.true, "false": palette.bad, "unit": palette.warning, "open": palette.dim}[state]
