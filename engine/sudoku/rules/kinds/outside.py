"""Clues outside the grid: little killers, sandwich sums, X-sums and skyscrapers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from engine.base.language import _, lazy_gettext
from engine.sudoku.layout import Layout
from engine.sudoku.rules.drawing import CellForm, RuleDrawing, typed_number
from engine.sudoku.rules.primitives import Primitive, automaton, sum_of
from engine.sudoku.rules.rule import Entry, Rule, place
from engine.sudoku.rules.shapes import OutsideClue, Shape


@dataclass(frozen=True)
class OutsideRule(Rule):
    """A number that restricts the cells of a row, column or diagonal, in order from the clue."""

    drawing = RuleDrawing(CellForm.RAY, parameter=lazy_gettext("Number of the clue"))

    value: int

    @classmethod
    def measure(cls, digits: Sequence[int], size: int) -> int:
        """The number of the clue if its line holds these digits."""
        raise NotImplementedError

    @classmethod
    def drawn(cls, layout: Layout, parts: Sequence[tuple[int, ...]], text: str) -> Self:
        return cls(parts[0], typed_number(text, 0, layout.size * len(parts[0])))

    @classmethod
    def parameter(cls, layout: Layout, parts: Sequence[tuple[int, ...]], digits: Sequence[int]) -> str:
        return str(cls.measure([digits[cell] for cell in parts[0]], layout.size))

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        return [OutsideClue(self.cells, str(self.value))]

    @classmethod
    def read(cls, entry: Entry) -> Iterable[Self]:
        return [cls(entry.line_from(), entry.number())] if entry.text() else []

    def write(self, layout: Layout) -> dict[str, Any]:
        row, column, down, right = heading(layout, self.cells)
        direction = {"direction": "DU"[down < 0] + "RL"[right < 0]} if down and right else {}
        return {"cell": f"R{row - down + 1}C{column - right + 1}", "value": str(self.value)} | direction


def heading(layout: Layout, cells: Sequence[int]) -> tuple[int, int, int, int]:
    """Row and column of the first cell, and the step down and to the right from there to the next."""
    (row, column), last = layout.cells[cells[0]], layout.cells[cells[-1]]
    if len(cells) > 1:
        return row, column, (last[0] > row) - (last[0] < row), (last[1] > column) - (last[1] < column)
    return row, column, 1 if row == 0 else -1, 1 if column == 0 else -1


@dataclass(frozen=True)
class LittleKiller(OutsideRule):
    """The digits along a diagonal add up to `value`, and may repeat."""

    kind = "little killer"
    title = lazy_gettext("little killer sums")
    f_puzzles = "littlekillersum"

    @classmethod
    def measure(cls, digits: Sequence[int], size: int) -> int:
        return sum(digits)

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        return [sum_of(self.cells, self.value, layout.size)]

    def name(self, layout: Layout) -> str:
        return _("the little killer of {value} along {cells}").format(value=self.value, cells=place(layout, self.cells))

    def sentence(self, layout: Layout) -> str:
        return _("Little killer {cells}: the digits of the diagonal add up to {value} and may repeat.").format(
            cells=place(layout, self.cells), value=self.value
        )


@dataclass(frozen=True)
class Sandwich(OutsideRule):
    """The digits between the smallest and the largest digit of the line add up to `value`."""

    kind = "sandwich"
    title = lazy_gettext("sandwich sums")
    f_puzzles = "sandwichsum"

    @classmethod
    def measure(cls, digits: Sequence[int], size: int) -> int:
        crusts = [place for place, digit in enumerate(digits) if digit in (1, size)]
        return sum(digits[crusts[0] + 1 : crusts[-1]]) if crusts else 0

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        crusts = (1, layout.size)

        def step(state: tuple[int, int], digit: int, place: int) -> tuple[int, int] | None:
            inside, total = state
            if digit in crusts:
                return (inside + 1, total) if inside < 2 and (inside == 0 or total == self.value) else None
            if inside != 1:
                return state
            return (1, total + digit) if total + digit <= self.value else None

        return [automaton(self.cells, layout.size, (0, 0), step, lambda state: state[0] == 2)]

    def name(self, layout: Layout) -> str:
        return _("the sandwich of {value} along {cells}").format(value=self.value, cells=place(layout, self.cells))

    def sentence(self, layout: Layout) -> str:
        return _("Sandwich {cells}: the digits between 1 and {largest} add up to {value}.").format(
            cells=place(layout, self.cells), largest=layout.size, value=self.value
        )


@dataclass(frozen=True)
class XSum(OutsideRule):
    """The first X digits of the line add up to `value`, where X is the first of them."""

    kind = "x-sum"
    title = lazy_gettext("X-sums")
    f_puzzles = "xsum"

    @classmethod
    def measure(cls, digits: Sequence[int], size: int) -> int:
        return sum(digits[: digits[0]])

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        def step(state: tuple[int, int] | None, digit: int, place: int) -> tuple[int, int] | None:
            if state is None:
                return (digit - 1, self.value - digit) if digit <= self.value else None
            cells_left, total = state
            if cells_left == 0:
                return state
            return (cells_left - 1, total - digit) if digit <= total else None

        return [automaton(self.cells, layout.size, None, step, lambda state: state == (0, 0))]

    def name(self, layout: Layout) -> str:
        return _("the X-sum of {value} along {cells}").format(value=self.value, cells=place(layout, self.cells))

    def sentence(self, layout: Layout) -> str:
        return _("X-sum {cells}: the first X digits add up to {value}, where X is the first of them.").format(
            cells=place(layout, self.cells), value=self.value
        )


@dataclass(frozen=True)
class Skyscraper(OutsideRule):
    """Exactly `value` digits are larger than all before them."""

    kind = "skyscraper"
    title = lazy_gettext("skyscrapers")
    f_puzzles = "skyscraper"

    @classmethod
    def measure(cls, digits: Sequence[int], size: int) -> int:
        return sum(digit == max(digits[: place + 1]) for place, digit in enumerate(digits))

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        def step(state: tuple[int, int], digit: int, place: int) -> tuple[int, int] | None:
            highest, visible = state
            if digit <= highest:
                return state
            return (digit, visible + 1) if visible < self.value else None

        return [automaton(self.cells, layout.size, (0, 0), step, lambda state: state[1] == self.value)]

    def name(self, layout: Layout) -> str:
        return _("the skyscraper clue {value} along {cells}").format(value=self.value, cells=place(layout, self.cells))

    def sentence(self, layout: Layout) -> str:
        return _("Skyscrapers {cells}: {value} digits are larger than all before them.").format(
            cells=place(layout, self.cells), value=self.value
        )
