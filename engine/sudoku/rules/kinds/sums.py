"""Lines with sums: equal in each box they cross, or in pairs around the middle."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.base.language import _, lazy_gettext
from engine.sudoku.layout import Layout
from engine.sudoku.rules.drawing import CellForm, RuleDrawing
from engine.sudoku.rules.primitives import Primitive, weighted
from engine.sudoku.rules.rule import LineRule
from engine.sudoku.rules.shapes import LineStyle


@dataclass(frozen=True)
class RegionSum(LineRule):
    """The digits of the line have the same sum in each box it crosses; each visit to a box counts separately."""

    kind = "region sum line"
    title = lazy_gettext("region sum lines")
    f_puzzles = "regionsumline"
    style = LineStyle.SUM

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        boxes = {
            cell: number for number, house in enumerate(layout.houses) if house.kind == "box" for cell in house.cells
        }
        first, *others = [list(cells) for _, cells in groupby(self.cells, boxes.get)]
        return [
            weighted([*((cell, 1) for cell in first), *((cell, -1) for cell in part)], 0, layout.size)
            for part in others
        ]

    def name(self, layout: Layout) -> str:
        return _("the region sum line {way}").format(way=self.way(layout))

    def sentence(self, layout: Layout) -> str:
        return _("Region sum line {way}: the digits have the same sum in each box.").format(way=self.way(layout))


@dataclass(frozen=True)
class Zipper(LineRule):
    """Digits equally far from the middle of the line add up to the same sum: the middle digit, if there is one."""

    kind = "zipper line"
    title = lazy_gettext("zipper lines")
    f_puzzles = "zipperline"
    drawing = RuleDrawing(CellForm.LINE, least=3)
    style = LineStyle.SUM

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        half, middle = divmod(len(self.cells), 2)
        pairs = list(zip(self.cells[:half], reversed(self.cells[-half:]), strict=True)) if half else []
        total = [self.cells[half]] if middle else pairs.pop()
        return [
            weighted([(first, 1), (second, 1), *((cell, -1) for cell in total)], 0, layout.size)
            for first, second in pairs
        ]

    def name(self, layout: Layout) -> str:
        return _("the zipper line {way}").format(way=self.way(layout))

    def sentence(self, layout: Layout) -> str:
        return _("Zipper line {way}: digits equally far from the middle have the same sum.").format(
            way=self.way(layout)
        )
