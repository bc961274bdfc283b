"""A rule while it is drawn: its kind, and the marked cells of its parts."""

from collections.abc import Sequence

from engine.base.errors import InputError
from engine.sudoku.layout import Layout
from engine.sudoku.rules import Rule
from engine.sudoku.rules.drawing import CellForm, is_next_to


class RulePen:
    """Marks cells for a rule. While it draws, each cell that the cursor reaches is marked.

    Going back to the cell before the last one unmarks the last.
    """

    def __init__(self, kind: type[Rule], layout: Layout) -> None:
        self.kind = kind
        self._layout = layout
        self.parts: list[list[int]] = [[]]
        """The marked cells of each part so far, the present part last."""
        self.draws = False
        """Whether cells are marked as the cursor moves."""

    @property
    def cells(self) -> Sequence[int]:
        """All marked cells."""
        return [cell for part in self.parts for cell in part]

    @property
    def part(self) -> int:
        """The index of the present part."""
        return len(self.parts) - 1

    @property
    def has_more_parts(self) -> bool:
        """Whether another part comes after the present one."""
        return len(self.parts) < len(self.kind.drawing.parts)

    @property
    def is_full(self) -> bool:
        """Whether the present part can take no more cells."""
        most = self.kind.drawing.most
        return most is not None and len(self.parts[-1]) >= most

    def press(self, cell: int) -> None:
        """Mark a cell and begin to draw there, or stop drawing; a marked cell is unmarked."""
        present = self.parts[-1]
        if self.draws and present[-1:] == [cell]:
            self.draws = False
        elif cell in present:
            present.remove(cell)
            self.draws = False
        elif not self.is_full and self._may_follow(cell):
            present.append(cell)
            self.draws = True

    def follow(self, cell: int) -> None:
        """Follow the cursor to a cell."""
        present = self.parts[-1]
        if not self.draws:
            return
        if present[-2:-1] == [cell]:
            present.pop()
        elif cell not in present and not self.is_full and self._may_follow(cell):
            present.append(cell)

    def unmark_last(self) -> int | None:
        """Unmark the last cell of the present part, and return the one before it, if any."""
        present = self.parts[-1]
        if present:
            present.pop()
        self.draws = self.draws and bool(present)
        return present[-1] if present else None

    def begin_part(self) -> None:
        """Begin the next part; a line continues from the cursor."""
        self.parts.append([])
        self.draws = self.kind.drawing.form is CellForm.LINE

    def preview(self) -> Rule | None:
        """The rule drawn so far; None if it has too few cells."""
        try:
            if len(self.parts) < max(1, len(self.kind.drawing.parts)):
                return None
            return self.kind.draw(self._layout, self.parts, self.kind.drawing.default)
        except InputError:
            return None

    def _may_follow(self, cell: int) -> bool:
        present = self.parts[-1]
        return not present or self.kind.drawing.form is not CellForm.LINE or is_next_to(self._layout, present[-1], cell)
