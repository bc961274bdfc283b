"""Dots, X and V on the edge between two cells: difference, ratio or sum; and rules that all marks are given."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from engine.base.language import Sentence, _, lazy_gettext
from engine.sudoku.layout import Layout
from engine.sudoku.rules.drawing import CellForm, RuleDrawing, typed_number
from engine.sudoku.rules.neighbours import neighbours
from engine.sudoku.rules.primitives import Primitive, pair
from engine.sudoku.rules.rule import Entry, Rule, names, place
from engine.sudoku.rules.shapes import EdgeMark, Shape


@dataclass(frozen=True)
class EdgeRule(Rule):
    """Two neighbours whose digits are in a relation with a `value`."""

    default: ClassVar[int]

    value: int

    @classmethod
    def drawn(cls, layout: Layout, parts: Sequence[tuple[int, ...]], text: str) -> Self:
        return cls(parts[0], typed_number(text or cls.drawing.default, 1, 2 * layout.size))

    @classmethod
    def measure(cls, first: int, second: int) -> int:
        """The value for which two digits are in the relation."""
        raise NotImplementedError

    @classmethod
    def parameter(cls, layout: Layout, parts: Sequence[tuple[int, ...]], digits: Sequence[int]) -> str:
        return str(cls.measure(digits[parts[0][0]], digits[parts[0][1]]))

    def holds(self, first: int, second: int) -> bool:
        """Whether two digits are in the relation."""
        raise NotImplementedError

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        return [pair(self.cells[0], self.cells[1], layout.size, self.holds)]

    @classmethod
    def read(cls, entry: Entry) -> Iterable[Self]:
        cells = entry.cells()
        if len(cells) != 2 or cells[0] == cells[1]:
            entry.fail()
        return [cls(cells, cls.value_of(entry))]

    @classmethod
    def value_of(cls, entry: Entry) -> int:
        """The value of an f-puzzles entry."""
        return entry.number(cls.default)

    def write(self, layout: Layout) -> dict[str, Any]:
        value = {} if self.value == self.default else {"value": str(self.value)}
        return {"cells": names(layout, self.cells)} | value


@dataclass(frozen=True)
class DifferenceDot(EdgeRule):
    """A white dot: the two digits differ by `value`."""

    kind = "difference"
    title = lazy_gettext("white dots")
    f_puzzles = "difference"
    default = 1
    drawing = RuleDrawing(CellForm.PAIR, parameter=lazy_gettext("Difference of the two digits"), default="1")

    @classmethod
    def measure(cls, first: int, second: int) -> int:
        return abs(first - second)

    def holds(self, first: int, second: int) -> bool:
        return abs(first - second) == self.value

    def name(self, layout: Layout) -> str:
        return _("the white dot {cells}").format(cells=place(layout, self.cells))

    def sentence(self, layout: Layout) -> str:
        return _("White dot {cells}: the digits differ by {value}.").format(
            cells=place(layout, self.cells), value=self.value
        )

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        return [EdgeMark((self.cells[0], self.cells[1]), "○" if self.value == 1 else str(self.value))]


@dataclass(frozen=True)
class Ratio(EdgeRule):
    """A black dot: one of the two digits is `value` times the other."""

    kind = "ratio"
    title = lazy_gettext("black dots")
    f_puzzles = "ratio"
    default = 2
    drawing = RuleDrawing(CellForm.PAIR, parameter=lazy_gettext("Ratio of the two digits"), default="2")

    @classmethod
    def measure(cls, first: int, second: int) -> int:
        return max(first, second) // min(first, second)

    def holds(self, first: int, second: int) -> bool:
        return max(first, second) == self.value * min(first, second)

    def name(self, layout: Layout) -> str:
        return _("the black dot {cells}").format(cells=place(layout, self.cells))

    def sentence(self, layout: Layout) -> str:
        return _("Black dot {cells}: one digit is {value} times the other.").format(
            cells=place(layout, self.cells), value=self.value
        )

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        return [EdgeMark((self.cells[0], self.cells[1]), "●")]


@dataclass(frozen=True)
class PairSum(EdgeRule):
    """An X or a V: the two digits add up to `value`, 10 or 5."""

    kind = "pair sum"
    title = lazy_gettext("XV pairs")
    f_puzzles = "xv"
    default = 10
    drawing = RuleDrawing(CellForm.PAIR, parameter=lazy_gettext("Sum of the two digits: 10 is X, 5 is V"), default="10")

    @classmethod
    def drawn(cls, layout: Layout, parts: Sequence[tuple[int, ...]], text: str) -> Self:
        return super().drawn(layout, parts, {"X": "10", "V": "5"}.get(text.upper(), text))

    @classmethod
    def measure(cls, first: int, second: int) -> int:
        return first + second

    def holds(self, first: int, second: int) -> bool:
        return first + second == self.value

    def name(self, layout: Layout) -> str:
        return _("the {sign} {cells}").format(sign=self._sign, cells=place(layout, self.cells))

    def sentence(self, layout: Layout) -> str:
        return _("{sign} {cells}: the digits add up to {value}.").format(
            sign=self._sign, cells=place(layout, self.cells), value=self.value
        )

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        return [EdgeMark((self.cells[0], self.cells[1]), self._sign)]

    @property
    def _sign(self) -> str:
        return {5: "V", 10: "X"}.get(self.value, str(self.value))

    @classmethod
    def value_of(cls, entry: Entry) -> int:
        return {"V": 5, "X": 10, "": 10}.get(entry.text().upper()) or entry.number()

    def write(self, layout: Layout) -> dict[str, Any]:
        return {"cells": names(layout, self.cells), "value": self._sign}


def cell_pairs(cells: Sequence[int]) -> set[frozenset[int]]:
    """The pairs in a list with two cells for each pair."""
    return {frozenset(two) for two in zip(cells[::2], cells[1::2], strict=False)}


@dataclass(frozen=True)
class NoMarks(Rule):
    """No two neighbours are in the relation of a mark with one of `values`, except the pairs in `cells`, two each."""

    drawing = RuleDrawing(CellForm.BOARD)
    mark: ClassVar[type[EdgeRule]]
    related: ClassVar[tuple[type[EdgeRule], ...]]
    """The marks that exempt a pair, as in f-puzzles: any dot."""
    all_values: ClassVar[tuple[int, ...]] = ()
    """The values of the relation; empty for the values of the marks."""
    words: ClassVar[Sentence]

    values: tuple[int, ...]

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> Self:
        """The rule that all marks are given, for the marks among these rules."""
        marks = [rule for rule in rules if isinstance(rule, EdgeRule)]
        values = {rule.value for rule in marks if isinstance(rule, cls.mark)} or {cls.mark.default}
        marked = [cell for rule in marks if isinstance(rule, cls.related) for cell in rule.cells]
        return cls(tuple(marked), cls.all_values or tuple(sorted(values)))

    def among(self, rules: Sequence[Rule]) -> Self:
        return self.of(rules)

    @classmethod
    def drawn(cls, layout: Layout, parts: Sequence[tuple[int, ...]], text: str) -> Self:
        return cls.of(())

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        marked = cell_pairs(self.cells)
        marks = [self.mark((), value) for value in self.values]
        return [
            pair(first, second, layout.size, lambda a, b: not any(mark.holds(a, b) for mark in marks))
            for first, second in neighbours(layout)
            if {first, second} not in marked
        ]

    def name(self, layout: Layout) -> str:
        return _("the negative rule")

    def sentence(self, layout: Layout) -> str:
        return self.words.format(values=", ".join(map(str, self.values)))

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        return []

    def scope(self, layout: Layout) -> tuple[int, ...]:
        return tuple(range(len(layout.cells)))


@dataclass(frozen=True)
class NoDifferences(NoMarks):
    """All white dots are given."""

    kind = "no other difference"
    title = lazy_gettext("negative constraint: all white dots are given")
    mark, related = DifferenceDot, (DifferenceDot, Ratio)
    words = lazy_gettext("Neighbours without a dot do not differ by {values}.")


@dataclass(frozen=True)
class NoRatios(NoMarks):
    """All black dots are given."""

    kind = "no other ratio"
    title = lazy_gettext("negative constraint: all black dots are given")
    mark, related = Ratio, (DifferenceDot, Ratio)
    words = lazy_gettext("Neighbours without a dot are not in the ratio {values}.")


@dataclass(frozen=True)
class NoPairSums(NoMarks):
    """All X and V are given."""

    kind = "no other sum"
    title = lazy_gettext("negative constraint: all X and V are given")
    mark, related, all_values = PairSum, (PairSum,), (5, 10)
    words = lazy_gettext("Neighbours without a mark do not add up to {values}.")
