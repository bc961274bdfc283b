"""Inequality signs on the edge between two cells."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import lt
from typing import Self

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.sudoku.layout import Layout
from engine.sudoku.rules.drawing import CellForm, RuleDrawing
from engine.sudoku.rules.primitives import Primitive, pair
from engine.sudoku.rules.rule import Rule, place
from engine.sudoku.rules.shapes import EdgeMark, Shape

LESS, MORE = "<", ">"
"""The parameters: whether the first of two neighbours in reading order is smaller, or larger."""
UPRIGHT = {LESS: "^", MORE: "v"}
"""The signs between a cell and the one below."""


@dataclass(frozen=True)
class Inequality(Rule):
    """The digit of the first cell is smaller than that of the second one; the sign points to it."""

    kind = "inequality"
    title = lazy_gettext("inequality signs")
    drawing = RuleDrawing(
        CellForm.PAIR,
        parameter=lazy_gettext("< if the digit of the left or upper cell is smaller, > if it is larger"),
        default=LESS,
    )

    @classmethod
    def drawn(cls, layout: Layout, parts: Sequence[tuple[int, ...]], text: str) -> Self:
        sign = text or LESS
        if sign not in (LESS, MORE):
            raise InputError(_("type < or >"))
        return cls(parts[0] if sign == LESS else parts[0][::-1])

    @classmethod
    def parameter(cls, layout: Layout, parts: Sequence[tuple[int, ...]], digits: Sequence[int]) -> str:
        return LESS if digits[parts[0][0]] < digits[parts[0][1]] else MORE

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        return [pair(self.cells[0], self.cells[1], layout.size, lt)]

    def name(self, layout: Layout) -> str:
        return _("the inequality sign {cells}").format(cells=place(layout, sorted(self.cells)))

    def sentence(self, layout: Layout) -> str:
        smaller, larger = (layout.cell_name(cell) for cell in self.cells)
        return _("Inequality sign: the digit of {smaller} is smaller than that of {larger}.").format(
            smaller=smaller, larger=larger
        )

    def sign(self, layout: Layout) -> str:
        """The sign as it is drawn; it points to the smaller digit."""
        smaller, larger = self.cells
        sign = LESS if smaller < larger else MORE
        return sign if layout.cells[smaller][0] == layout.cells[larger][0] else UPRIGHT[sign]

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        smaller, larger = self.cells
        return [EdgeMark((min(smaller, larger), max(smaller, larger)), self.sign(layout))]
