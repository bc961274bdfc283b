"""Rules of single cells: even, odd, and below or above all neighbours."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from engine.base.language import Sentence, lazy_gettext
from engine.sudoku.bit_sets import union
from engine.sudoku.layout import MAX_DIGITS, Layout
from engine.sudoku.rules.drawing import CellForm, RuleDrawing
from engine.sudoku.rules.neighbours import neighbours
from engine.sudoku.rules.primitives import Domain, Primitive, all_digits, pair
from engine.sudoku.rules.rule import Entry, Rule, names
from engine.sudoku.rules.shapes import CellMark, Shape

_EVEN_DIGITS = union(range(0, MAX_DIGITS + 1, 2))
"""The mask of the even digits."""


@dataclass(frozen=True)
class CellRule(Rule):
    """A rule of one cell, marked with a sign."""

    drawing = RuleDrawing(CellForm.CELL)
    sign: ClassVar[str]
    name_words: ClassVar[Sentence]
    words: ClassVar[Sentence]

    def name(self, layout: Layout) -> str:
        return self.name_words.format(cell=layout.cell_name(self.cells[0]))

    def sentence(self, layout: Layout) -> str:
        return self.words.format(cell=layout.cell_name(self.cells[0]))

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        return [CellMark(self.cells[0], self.sign)]

    @classmethod
    def read(cls, entry: Entry) -> Iterable[Self]:
        return [cls((entry.cell(),))]

    def write(self, layout: Layout) -> dict[str, Any]:
        return {"cell": names(layout, self.cells)[0]}


@dataclass(frozen=True)
class Even(CellRule):
    """The cell holds an even digit."""

    kind, sign = "even", "□"
    title = lazy_gettext("even cells")
    f_puzzles = "even"
    name_words, words = lazy_gettext("the even cell {cell}"), lazy_gettext("{cell} holds an even digit.")

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        return [Domain(self.cells[0], all_digits(layout.size) & _EVEN_DIGITS)]


@dataclass(frozen=True)
class Odd(CellRule):
    """The cell holds an odd digit."""

    kind, sign = "odd", "○"
    title = lazy_gettext("odd cells")
    f_puzzles = "odd"
    name_words, words = lazy_gettext("the odd cell {cell}"), lazy_gettext("{cell} holds an odd digit.")

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        return [Domain(self.cells[0], all_digits(layout.size) & ~_EVEN_DIGITS)]


@dataclass(frozen=True)
class Extreme(CellRule):
    """A cell compared with each of its neighbours, except `exempt` ones: cells with the same mark, as in f-puzzles."""

    exempt: tuple[int, ...] = ()

    def among(self, rules: Sequence[Rule]) -> Self:
        marked = {cell for rule in rules if type(rule) is type(self) for cell in rule.cells}
        return replace(self, exempt=tuple(sorted(marked.difference(self.cells))))

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        (cell,) = self.cells
        adjacent = [first + second - cell for first, second in neighbours(layout) if cell in (first, second)]
        return [pair(cell, other, layout.size, self._precedes) for other in adjacent if other not in self.exempt]

    def _precedes(self, digit: int, other: int) -> bool:
        raise NotImplementedError


@dataclass(frozen=True)
class Minimum(Extreme):
    """The cell holds a smaller digit than each of its neighbours that are not minimum cells themselves."""

    kind, sign = "minimum", "▽"
    title = lazy_gettext("minimum cells")
    f_puzzles = "minimum"
    name_words = lazy_gettext("the minimum {cell}")
    words = lazy_gettext("{cell} holds a smaller digit than its neighbours without this mark.")

    def _precedes(self, digit: int, other: int) -> bool:
        return digit < other


@dataclass(frozen=True)
class Maximum(Extreme):
    """The cell holds a larger digit than each of its neighbours that are not maximum cells themselves."""

    kind, sign = "maximum", "△"
    title = lazy_gettext("maximum cells")
    f_puzzles = "maximum"
    name_words = lazy_gettext("the maximum {cell}")
    words = lazy_gettext("{cell} holds a larger digit than its neighbours without this mark.")

    def _precedes(self, digit: int, other: int) -> bool:
        return digit > other
