"""Lines with a relation between any two digits, or adjacent ones: whispers, renban, palindromes and others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from operator import eq
from typing import Any, Self

from engine.base.language import _, lazy_gettext
from engine.sudoku.layout import Layout
from engine.sudoku.rules.drawing import CellForm, RuleDrawing, typed_number
from engine.sudoku.rules.primitives import DigitSets, PairRule, Primitive, pair, pairs
from engine.sudoku.rules.rule import Entry, LineRule
from engine.sudoku.rules.shapes import LineStyle

_GERMAN = 5
"""Minimum difference of two adjacent digits on German whispers, the default."""


@dataclass(frozen=True)
class Whispers(LineRule):
    """Adjacent digits on the line differ by at least `difference`: 5 on German whispers, 4 on Dutch ones."""

    kind = "whispers"
    title = lazy_gettext("whisper lines")
    f_puzzles = "whispers"
    drawing = RuleDrawing(
        CellForm.LINE, parameter=lazy_gettext("Minimum difference of two adjacent digits"), default=str(_GERMAN)
    )
    style = LineStyle.WHISPER

    difference: int = _GERMAN

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        return [
            pair(first, second, layout.size, lambda a, b: abs(a - b) >= self.difference)
            for first, second in pairwise(self.cells)
        ]

    def name(self, layout: Layout) -> str:
        return _("the whispers {way}").format(way=self.way(layout))

    def sentence(self, layout: Layout) -> str:
        return _("Whispers {way}: adjacent digits differ by at least {difference}.").format(
            way=self.way(layout), difference=self.difference
        )

    @classmethod
    def drawn(cls, layout: Layout, parts: Sequence[tuple[int, ...]], text: str) -> Self:
        return cls(parts[0], typed_number(text or cls.drawing.default, 1, layout.size - 1))

    @classmethod
    def parameter(cls, layout: Layout, parts: Sequence[tuple[int, ...]], digits: Sequence[int]) -> str:
        return str(max(1, (layout.size + 1) // 2))

    @classmethod
    def read(cls, entry: Entry) -> Iterable[Self]:
        return [cls(cells, entry.number(_GERMAN)) for cells in entry.lines()]

    def write(self, layout: Layout) -> dict[str, Any]:
        value = {} if self.difference == _GERMAN else {"value": str(self.difference)}
        return super().write(layout) | value


@dataclass(frozen=True)
class Renban(LineRule):
    """The digits are consecutive in some order, and none repeats."""

    kind = "renban"
    title = lazy_gettext("renban lines")
    f_puzzles = "renban"
    style = LineStyle.RENBAN

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        cells = tuple(dict.fromkeys(self.cells))  # a closed line names its first cell again
        first = (2 << len(cells)) - 2
        return [DigitSets(cells, tuple(first << least for least in range(layout.size - len(cells) + 1)))]

    def name(self, layout: Layout) -> str:
        return _("the renban line {way}").format(way=self.way(layout))

    def sentence(self, layout: Layout) -> str:
        return _("Renban line {way}: the digits are consecutive in any order.").format(way=self.way(layout))


@dataclass(frozen=True)
class Nabner(LineRule):
    """No two digits are equal or consecutive."""

    kind = "nabner"
    title = lazy_gettext("nabner lines")
    f_puzzles = "nabner"
    style = LineStyle.RENBAN

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        return pairs(tuple(dict.fromkeys(self.cells)), layout.size, lambda a, b: abs(a - b) > 1)

    def name(self, layout: Layout) -> str:
        return _("the nabner line {way}").format(way=self.way(layout))

    def sentence(self, layout: Layout) -> str:
        return _("Nabner line {way}: no two digits are equal or consecutive.").format(way=self.way(layout))


@dataclass(frozen=True)
class Palindrome(LineRule):
    """The line reads the same from both ends."""

    kind = "palindrome"
    title = lazy_gettext("palindromes")
    f_puzzles = "palindrome"

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        half = len(self.cells) // 2
        mirrored = zip(self.cells[:half], reversed(self.cells), strict=False)
        return [pair(first, second, layout.size, eq) for first, second in mirrored]

    def name(self, layout: Layout) -> str:
        return _("the palindrome {way}").format(way=self.way(layout))

    def sentence(self, layout: Layout) -> str:
        return _("Palindrome {way}: it reads the same from both ends.").format(way=self.way(layout))


@dataclass(frozen=True)
class Entropic(LineRule):
    """Any three digits in a row come from different thirds of the digits."""

    kind = "entropic line"
    title = lazy_gettext("entropic lines")
    f_puzzles = "entropicline"

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        third = -(-layout.size // 3)
        return _in_threes(self.cells, layout.size, lambda a, b: (a - 1) // third != (b - 1) // third)

    def name(self, layout: Layout) -> str:
        return _("the entropic line {way}").format(way=self.way(layout))

    def sentence(self, layout: Layout) -> str:
        return _("Entropic line {way}: any three digits in a row are a low, a middle and a high one.").format(
            way=self.way(layout)
        )


@dataclass(frozen=True)
class Modular(LineRule):
    """Any three digits in a row have different remainders modulo 3."""

    kind = "modular line"
    title = lazy_gettext("modular lines")
    f_puzzles = "modularline"

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        return _in_threes(self.cells, layout.size, lambda a, b: (a - b) % 3 != 0)

    def name(self, layout: Layout) -> str:
        return _("the modular line {way}").format(way=self.way(layout))

    def sentence(self, layout: Layout) -> str:
        return _("Modular line {way}: any three digits in a row have different remainders when divided by 3.").format(
            way=self.way(layout)
        )


def _in_threes(cells: tuple[int, ...], size: int, allowed: PairRule) -> list[Primitive]:
    """A table for each two cells that are at most two places apart."""
    near = chain(pairwise(cells), zip(cells, cells[2:], strict=False))
    return [pair(first, second, size, allowed) for first, second in near]
