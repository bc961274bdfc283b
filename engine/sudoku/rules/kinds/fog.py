"""Fog, for display only: cells are hidden until a lamp or a correct digit lights them and the cells around."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.base.language import _, lazy_gettext
from engine.sudoku.layout import Layout
from engine.sudoku.rules.drawing import CellForm, RuleDrawing
from engine.sudoku.rules.primitives import Primitive
from engine.sudoku.rules.rule import Rule
from engine.sudoku.rules.shapes import Shape


@dataclass(frozen=True)
class Fog(Rule):
    """Givens and rules are hidden, except near `cells`, the lamps, and near correct digits. It has no constraints."""

    kind = "fog"
    title = lazy_gettext("fog, by its lamps")
    f_puzzles = "fogofwar"
    drawing = RuleDrawing(CellForm.CELLS, least=1)
    is_generated = False

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        return []

    def name(self, layout: Layout) -> str:
        return _("the fog")

    def sentence(self, layout: Layout) -> str:
        return _("Fog: a right digit lights its cell and those around it.")

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        return []

    def lit(self, layout: Layout, right: Iterable[int]) -> frozenset[int]:
        """The lit cells if the player has placed correct digits in the cells `right`."""
        found = set[int]()
        for row, column in (layout.cells[cell] for cell in {*self.cells, *right}):
            near = (layout.index.get((row + i, column + j), -1) for i in (-1, 0, 1) for j in (-1, 0, 1))
            found.update(near)
        return frozenset(found - {-1})
