"""Clones: two groups of cells that hold the same digits in the same order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import eq
from typing import Any, Self

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.sudoku.layout import Layout
from engine.sudoku.rules.drawing import CellForm, RuleDrawing
from engine.sudoku.rules.primitives import Primitive, pair
from engine.sudoku.rules.rule import Entry, Rule, names, place
from engine.sudoku.rules.shapes import LineStyle, Path, Shape


@dataclass(frozen=True)
class Clone(Rule):
    """Each cell holds the digit of the cell at the same place in `copy`."""

    kind = "clone"
    title = lazy_gettext("clones")
    f_puzzles = "clone"
    drawing = RuleDrawing(CellForm.CELLS, least=1, parts=(lazy_gettext("first group"), lazy_gettext("second group")))

    copy: tuple[int, ...] = ()

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        return [pair(cell, other, layout.size, eq) for cell, other in zip(self.cells, self.copy, strict=True)]

    def scope(self, layout: Layout) -> tuple[int, ...]:
        return (*self.cells, *self.copy)

    def name(self, layout: Layout) -> str:
        return _("the clone of {cells}").format(cells=place(layout, self.cells))

    def sentence(self, layout: Layout) -> str:
        return _("Clone: {cells} and {copy} hold the same digits in the same order.").format(
            cells=place(layout, self.cells), copy=place(layout, self.copy)
        )

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        return [Path(cells, LineStyle.SEQUENCE, "-" * len(cells)) for cells in (self.cells, self.copy)]

    @classmethod
    def drawn(cls, layout: Layout, parts: Sequence[tuple[int, ...]], text: str) -> Self:
        if len(parts[0]) != len(parts[1]):
            raise InputError(_("the two groups have different numbers of cells"))
        return cls(parts[0], parts[1])

    @classmethod
    def read(cls, entry: Entry) -> Iterable[Self]:
        cells, copy = entry.cells(), entry.cells("cloneCells")
        if len(cells) != len(copy):
            entry.fail()
        return [cls(cells, copy)]

    def write(self, layout: Layout) -> dict[str, Any]:
        return {"cells": names(layout, self.cells), "cloneCells": names(layout, self.copy)}
