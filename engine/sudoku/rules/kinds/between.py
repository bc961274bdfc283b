"""Between and lockout lines: the digits inside lie between the digits at the ends, or outside this range."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.base.language import _, lazy_gettext
from engine.sudoku.layout import Layout
from engine.sudoku.rules.drawing import CellForm, RuleDrawing
from engine.sudoku.rules.primitives import Primitive, automaton, pair
from engine.sudoku.rules.rule import LineRule
from engine.sudoku.rules.shapes import LineStyle

_LOCKOUT = 4
"""Minimum difference between the ends of a lockout line."""


@dataclass(frozen=True)
class Between(LineRule):
    """Each digit inside lies strictly between the digits at the two ends."""

    kind = "between line"
    title = lazy_gettext("between lines")
    f_puzzles = "betweenline"
    drawing = RuleDrawing(CellForm.LINE, least=3)
    style, ends = LineStyle.SEQUENCE, "oo"

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        first, *inner, last = self.cells
        return [automaton((first, last, *inner), layout.size, None, self._step, lambda state: True)]

    def _step(self, state: tuple[int, ...] | None, digit: int, place: int) -> tuple[int, ...] | None:
        """The next state, or None. The ends come first; the state holds the ends so far, the smaller one first."""
        if state is None:
            return (digit,)
        if place == 1:
            low, high = min(state[0], digit), max(state[0], digit)
            return (low, high) if self._may_end(low, high) else None
        return state if self._may_hold(state[0], state[1], digit) else None

    def _may_end(self, low: int, high: int) -> bool:
        return True

    def _may_hold(self, low: int, high: int, digit: int) -> bool:
        return low < digit < high

    def name(self, layout: Layout) -> str:
        return _("the between line {way}").format(way=self.way(layout))

    def sentence(self, layout: Layout) -> str:
        return _("Between line {way}: the digits inside lie between those in the circles.").format(way=self.way(layout))


@dataclass(frozen=True)
class Lockout(Between):
    """The digits at the ends differ by at least 4, and each digit inside lies strictly outside their range."""

    kind = "lockout line"
    title = lazy_gettext("lockout lines")
    f_puzzles = "lockout"

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        ends = pair(self.cells[0], self.cells[-1], layout.size, self._differ_enough)
        return [ends, *super().primitives(layout)]

    def _differ_enough(self, first: int, second: int) -> bool:
        return abs(first - second) >= _LOCKOUT

    def _may_end(self, low: int, high: int) -> bool:
        return self._differ_enough(low, high)

    def _may_hold(self, low: int, high: int, digit: int) -> bool:
        return digit < low or digit > high

    def name(self, layout: Layout) -> str:
        return _("the lockout line {way}").format(way=self.way(layout))

    def sentence(self, layout: Layout) -> str:
        return _(
            "Lockout line {way}: the ends differ by at least 4, and the digits inside do not lie between them."
        ).format(way=self.way(layout))
