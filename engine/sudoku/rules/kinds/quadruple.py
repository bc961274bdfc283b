"""Quadruples: digits that occur in the four cells around a point."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.sudoku.layout import Layout
from engine.sudoku.rules.drawing import CellForm, RuleDrawing
from engine.sudoku.rules.primitives import Multiset, Primitive
from engine.sudoku.rules.rule import Entry, Rule, names, place
from engine.sudoku.rules.shapes import CornerMark, Shape
from engine.sudoku.signs import SIGNS, sign


@dataclass(frozen=True)
class Quadruple(Rule):
    """Each of `digits` occurs in one of the cells; a digit named twice, in two of them."""

    kind = "quadruple"
    title = lazy_gettext("quadruples")
    f_puzzles = "quadruple"
    drawing = RuleDrawing(CellForm.CORNER, parameter=lazy_gettext("Digits of the quadruple, such as 1 2 3"))

    digits: tuple[int, ...] = ()

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        return [Multiset(self.cells, self.digits)]

    def name(self, layout: Layout) -> str:
        return _("the quadruple {digits} at {cell}").format(
            digits="".join(map(sign, self.digits)), cell=layout.cell_name(self.cells[0])
        )

    def sentence(self, layout: Layout) -> str:
        return _("Quadruple {cells}: the four cells hold {digits}.").format(
            cells=place(layout, self.cells), digits=", ".join(map(sign, self.digits))
        )

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        return [CornerMark(self.cells, "".join(map(sign, self.digits)))]

    @classmethod
    def drawn(cls, layout: Layout, parts: Sequence[tuple[int, ...]], text: str) -> Self:
        digits = [SIGNS.find(letter) + 1 for letter in text.upper() if letter not in " ,"]
        if not 1 <= len(digits) <= 4 or not all(1 <= digit <= layout.size for digit in digits):
            raise InputError(_("one to four digits of the board are needed"))
        return cls(tuple(sorted(parts[0])), tuple(sorted(digits)))

    @classmethod
    def parameter(cls, layout: Layout, parts: Sequence[tuple[int, ...]], digits: Sequence[int]) -> str:
        return "".join(sign(digits[cell]) for cell in parts[0])

    @classmethod
    def read(cls, entry: Entry) -> Iterable[Self]:
        digits = entry.numbers("values")
        if not all(1 <= digit <= entry.layout.size for digit in digits):
            entry.fail()
        return [cls(tuple(sorted(entry.cells())), tuple(sorted(digits)))] if digits else []

    def write(self, layout: Layout) -> dict[str, Any]:
        return {"cells": names(layout, self.cells), "values": list(self.digits)}
