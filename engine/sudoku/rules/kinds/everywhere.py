"""Rules of the whole board: nonconsecutive neighbours, and disjoint groups."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.sudoku.layout import Layout
from engine.sudoku.rules.drawing import CellForm, RuleDrawing
from engine.sudoku.rules.kinds.dots import DifferenceDot, Ratio, cell_pairs
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
    """No two neighbours hold consecutive digits, except those with a dot: the pairs in `cells`, two each."""

    kind = "non-consecutive"
    title = lazy_gettext("non-consecutive neighbours")
    f_puzzles = "nonconsecutive"

    def among(self, rules: Sequence[Rule]) -> Self:
        return type(self)(
            tuple(cell for rule in rules if isinstance(rule, DifferenceDot | Ratio) for cell in rule.cells)
        )

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        marked = cell_pairs(self.cells)
        return [
            pair(a, b, layout.size, lambda first, second: abs(first - second) != 1)
            for a, b in neighbours(layout)
            if {a, b} not in marked
        ]

    def name(self, layout: Layout) -> str:
        return _("the non-consecutive rule")

    def sentence(self, layout: Layout) -> str:
        if self.cells:
            return _("No two neighbours without a dot hold consecutive digits.")
        return _("No two neighbours hold consecutive digits.")


@dataclass(frozen=True)
class DisjointGroups(BoardRule):
    """Cells at the same place in the boxes of a grid hold different digits; for boxes of a regular shape."""

    kind = "disjoint groups"
    title = lazy_gettext("disjoint groups")
    f_puzzles = "disjointgroups"

    @classmethod
    def drawn(cls, layout: Layout, parts: Sequence[tuple[int, ...]], text: str) -> Self:
        if not cls.groups(layout):
            raise InputError(_("disjoint groups need boxes of a regular shape"))
        return cls()

    @classmethod
    def groups(cls, layout: Layout) -> list[tuple[int, ...]]:
        """The cells at the same place in the boxes of a grid; none if the boxes differ in shape."""
        boxes = [
            sorted(house.cells, key=lambda cell: layout.cells[cell]) for house in layout.houses if house.kind == "box"
        ]
        shapes = set[tuple[tuple[int, int], ...]]()
        for box in boxes:
            top, left = layout.cells[box[0]]
            shapes.add(tuple((layout.cells[cell][0] - top, layout.cells[cell][1] - left) for cell in box))
        if len(shapes) != 1:
            return []
        grids = [{*grid.cells} for grid in layout.grids] or [{*range(len(layout.cells))}]
        inside = [[box for box in boxes if grid.issuperset(box)] for grid in grids]
        return [group for grid_boxes in inside for group in zip(*grid_boxes, strict=True)]

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        return [AllDifferent(group) for group in self.groups(layout)]

    def name(self, layout: Layout) -> str:
        return _("the disjoint groups")

    def sentence(self, layout: Layout) -> str:
        return _("Cells at the same place in their boxes hold different digits.")
