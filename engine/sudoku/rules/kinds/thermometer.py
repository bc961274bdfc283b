"""Thermometers: digits rise from the bulb, or never fall on a slow one."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import le, lt

from engine.base.language import _, lazy_gettext
from engine.sudoku.layout import Layout
from engine.sudoku.rules.primitives import PairRule, Primitive, pair
from engine.sudoku.rules.rule import LineRule
from engine.sudoku.rules.shapes import LineStyle


@dataclass(frozen=True)
class Thermometer(LineRule):
    """Digits strictly increase from the bulb."""

    kind = "thermometer"
    title = lazy_gettext("thermometers")
    f_puzzles = "thermometer"
    style, ends = LineStyle.THERMOMETER, "o>"

    @property
    def _allowed(self) -> PairRule:
        return lt

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        return [pair(first, second, layout.size, self._allowed) for first, second in pairwise(self.cells)]

    def name(self, layout: Layout) -> str:
        return _("the thermometer from {cell}").format(cell=layout.cell_name(self.cells[0]))

    def sentence(self, layout: Layout) -> str:
        return _("Thermometer {way}: the digits rise from the bulb.").format(way=self.way(layout))


@dataclass(frozen=True)
class SlowThermometer(Thermometer):
    """Digits never decrease from the bulb."""

    kind = "slow thermometer"
    title = lazy_gettext("slow thermometers")
    f_puzzles = "slowthermometer"

    @property
    def _allowed(self) -> PairRule:
        return le

    def sentence(self, layout: Layout) -> str:
        return _("Slow thermometer {way}: the digits rise or stay equal from the bulb.").format(way=self.way(layout))
