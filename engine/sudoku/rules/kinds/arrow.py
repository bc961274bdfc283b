"""Arrows: the digits along the shaft add up to the number in the circle or pill."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.sudoku.layout import Layout
from engine.sudoku.rules.drawing import CellForm, RuleDrawing
from engine.sudoku.rules.primitives import Primitive, weighted
from engine.sudoku.rules.rule import Entry, LineRule, Rule, names, place
from engine.sudoku.rules.shapes import LineStyle, Path, Shape


@dataclass(frozen=True)
class Arrow(Rule):
    """The digits of `shaft` add up to the number in the cells of the circle, read from the left or from above."""

    kind = "arrow"
    title = lazy_gettext("arrows")
    f_puzzles = "arrow"
    drawing = RuleDrawing(CellForm.LINE, least=1, parts=(lazy_gettext("circle"), lazy_gettext("shaft")))

    shaft: tuple[int, ...] = ()

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        circle = [(cell, -(10**power)) for power, cell in enumerate(reversed(self.cells))]
        return [weighted([*circle, *((cell, 1) for cell in self.shaft)], 0, layout.size)]

    def scope(self, layout: Layout) -> tuple[int, ...]:
        return (*self.cells, *self.shaft)

    def name(self, layout: Layout) -> str:
        return _("the arrow from {cell}").format(cell=layout.cell_name(self.cells[0]))

    def sentence(self, layout: Layout) -> str:
        return _("Arrow: the digits of {shaft} add up to the number in {circle}.").format(
            shaft=place(layout, self.shaft), circle=place(layout, self.cells)
        )

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        signs = "o" * len(self.cells) + "-" * (len(self.shaft) - 1) + ">"
        return [Path((*self.cells, *self.shaft), LineStyle.ARROW, signs)]

    @classmethod
    def drawn(cls, layout: Layout, parts: Sequence[tuple[int, ...]], text: str) -> Self:
        circle, shaft = tuple(sorted(parts[0])), tuple(cell for cell in parts[1] if cell not in parts[0])
        if len(circle) > 3 or not shaft:
            raise InputError(_("an arrow has a circle of one to three cells, and a shaft"))
        return cls(circle, shaft)

    @classmethod
    def read(cls, entry: Entry) -> Iterable[Self]:
        circle = tuple(sorted({*entry.cells()}))
        shafts = [shaft for line in entry.lines() if (shaft := tuple(cell for cell in line if cell not in circle))]
        if shafts and len(circle) > 3:
            entry.fail()
        return [cls(circle, shaft) for shaft in shafts]

    def write(self, layout: Layout) -> dict[str, Any]:
        return {"lines": [names(layout, (self.cells[-1], *self.shaft))], "cells": names(layout, self.cells)}


@dataclass(frozen=True)
class DoubleArrow(LineRule):
    """The digits between the circles add up to the sum of the two in the circles."""

    kind = "double arrow"
    title = lazy_gettext("double arrows")
    f_puzzles = "doublearrow"
    drawing = RuleDrawing(CellForm.LINE, least=3)
    style, ends = LineStyle.ARROW, "oo"

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        first, *inner, last = self.cells
        return [weighted([(first, -1), (last, -1), *((cell, 1) for cell in inner)], 0, layout.size)]

    def name(self, layout: Layout) -> str:
        return _("the double arrow {way}").format(way=self.way(layout))

    def sentence(self, layout: Layout) -> str:
        return _("Double arrow {way}: the digits between the circles add up to the sum of both circles.").format(
            way=self.way(layout)
        )
