"""Killer cages: cells whose digits add up to a sum and do not repeat."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from engine.base.language import _, lazy_gettext
from engine.sudoku.layout import Layout
from engine.sudoku.rules.drawing import CellForm, RuleDrawing, typed_number
from engine.sudoku.rules.primitives import AllDifferent, Primitive, sum_of
from engine.sudoku.rules.rule import Entry, Rule, names
from engine.sudoku.rules.shapes import Outline, Shape

_SUM = lazy_gettext("Cage at {cell}: {count} different digits add up to {total}.")
_ONE_CELL = lazy_gettext("Cage at {cell}: its only cell holds {total}.")
_REPEATS = lazy_gettext("Cage at {cell}: {count} digits add up to {total} and may repeat.")
_NO_SUM = lazy_gettext("Cage at {cell}: {count} digits differ.")


@dataclass(frozen=True)
class KillerCage(Rule):
    """The digits of the cells add up to `total` (0: to any sum) and, if not `repeats`, differ."""

    kind = "killer cage"
    title = lazy_gettext("killer cages")
    f_puzzles = "killercage"
    drawing = RuleDrawing(
        CellForm.CELLS, least=1, parameter=lazy_gettext("Sum of the cage; with * digits may repeat, empty for any sum")
    )

    total: int = 0
    repeats: bool = False

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        different = [] if self.repeats else [AllDifferent(self.cells)]
        return [*different, *[sum_of(self.cells, self.total, layout.size)] * (self.total > 0)]

    def name(self, layout: Layout) -> str:
        if not self.total:
            return _("the cage at {cell}").format(cell=layout.cell_name(self.cells[0]))
        return _("the cage of {total} at {cell}").format(total=self.total, cell=layout.cell_name(self.cells[0]))

    def sentence(self, layout: Layout) -> str:
        sentence = _NO_SUM if not self.total else _REPEATS if self.repeats else _SUM
        cell, count = layout.cell_name(self.cells[0]), len(self.cells)
        if count == 1 and self.total:
            sentence = _ONE_CELL
        return sentence.format(cell=cell, count=count, total=self.total)

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        return [Outline(self.cells, str(self.total or ""))]

    @classmethod
    def drawn(cls, layout: Layout, parts: Sequence[tuple[int, ...]], text: str) -> Self:
        cells, number = tuple(sorted(parts[0])), text.rstrip("*").strip()
        repeats = text.endswith("*")
        total = typed_number(number, 1, layout.size * len(cells)) if number or repeats else 0
        return cls(cells, total, repeats)

    @classmethod
    def parameter(cls, layout: Layout, parts: Sequence[tuple[int, ...]], digits: Sequence[int]) -> str:
        return str(sum(digits[cell] for cell in parts[0]))

    @classmethod
    def read(cls, entry: Entry) -> Iterable[Self]:
        return [cls(tuple(sorted({*entry.cells()})), entry.number(0))]

    def write(self, layout: Layout) -> dict[str, Any]:
        value = {"value": str(self.total)} if self.total else {}
        return {"cells": names(layout, self.cells)} | value
