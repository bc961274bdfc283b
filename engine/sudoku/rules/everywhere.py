"""Rules of the whole board: nonconsecutive neighbours, and disjoint groups."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.sudoku.layout import Layout
from engine.sudoku.rules.drawing import CellForm, RuleDrawing
from engine.sudoku.rules.neighbours import neighbours
from engine.sudoku.rules.primitives import AllDifferent, Primitive, pair
from engine.sudoku.rules.rule import Rule
from engine.sudoku.rules.shapes import Shape


@dataclass(frozen=True)
class BoardRule(Rule):
    """A rule without cells of its own, a flag in f-puzzles."""

    drawing = RuleDrawing(CellForm.BOARD)

    cells: tuple[int, ...] = ()

    @classmethod
    def drawn(cls, layout: Layout, parts: Sequence[tuple[int, ...]], text: str) -> Self:
        return cls()

    def scope(self, layout: Layout) -> tuple[int, ...]:
        return tuple(range(len(layout.cells)))

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        return []


@dataclass(frozen=True)
class NonConsecutive(BoardRule):
    """No two neighbours hold consecutive digits."""

    kind = "non-consecutive"
    title = lazy_gettext("non-consecutive neighbours")
    f_puzzles = "nonconsecutive"

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        return [pair(a, b, layout.size, lambda first, second: abs(first - second) != 1) for a, b in neighbours(layout)]

    def name(self, layout: Layout) -> str:
        return _("the non-consecutive rule")

    def sentence(self, layout: Layout) -> str:
        return _("No two neighbours hold consecutive digits.")


@dataclass(frozen=True)
class DisjointGroups(BoardRule):
    """Cells at the same place in the boxes of a grid hold different digits; for boxes of a regular shape."""

    kind = "disjoint groups"
    title = lazy_gettext("disjoint groups")
    f_puzzles = "disjointgroups"

    @classmethod
    def drawn(cls, layout: Layout, parts: Sequence[tuple[int, ...]], text: str) -> Self:
        if not layout.box_rows:
            raise InputError(_("disjoint groups need boxes of a regular shape"))
        return cls()

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        down, across, found = layout.box_rows, layout.box_columns, list[Primitive]()
        for grid in layout.grids:
            groups: dict[tuple[int, int], list[int]] = {}
            for cell in grid.cells:
                row, column = layout.cells[cell]
                groups.setdefault(((row - grid.row) % down, (column - grid.column) % across), []).append(cell)
            found += [AllDifferent(tuple(cells)) for cells in groups.values()]
        return found

    def name(self, layout: Layout) -> str:
        return _("the disjoint groups")

    def sentence(self, layout: Layout) -> str:
        return _("Cells at the same place in their boxes hold different digits.")
