"""Decorations: drawings of a setter that belong to no known kind of rule. They are shown, but not checked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from engine.base.language import _, lazy_gettext
from engine.base.text import printable
from engine.sudoku.layout import Layout
from engine.sudoku.rules.drawing import CellForm, RuleDrawing, block
from engine.sudoku.rules.neighbours import neighbours
from engine.sudoku.rules.primitives import Primitive
from engine.sudoku.rules.rule import Rule, place
from engine.sudoku.rules.shapes import CellMark, CornerMark, EdgeMark, LineStyle, Outline, OutsideClue, Path, Shape

LINE, CAGE, MARK, CLUE = "line", "cage", "mark", "clue"
"""The forms: a line through cells; cells outlined or shaded; a mark in, between or among cells; a clue outside the grid
before its cells.
"""


@dataclass(frozen=True)
class Decoration(Rule):
    """Cells with something drawn on them, in one of the forms, and its text. It has no constraints."""

    kind = "decoration"
    title = lazy_gettext("drawings, not checked")
    drawing = RuleDrawing(CellForm.CELLS, least=1, parameter=lazy_gettext("Text in the cells, which is not checked"))
    is_generated = False

    form: str = CAGE
    text: str = ""

    @classmethod
    def drawn(cls, layout: Layout, parts: Sequence[tuple[int, ...]], text: str) -> Self:
        return cls(parts[0], CAGE, text)

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        return []

    def name(self, layout: Layout) -> str:
        return _("the drawing at {cells}").format(cells=place(layout, self.cells))

    def sentence(self, layout: Layout) -> str:
        cells, text = place(layout, self.cells), printable(" ".join(self.text.split()))
        if text:
            return _("Not checked: “{text}” at {cells}.").format(text=text, cells=cells)
        if self.form == LINE:
            return _("Not checked: the line {way}.").format(way=cells)
        return _("Not checked: the drawing at {cells}.").format(cells=cells)

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        # Texts are cut to the columns that boards draw for each shape.
        cells, text = self.cells, printable(" ".join(self.text.split()))
        if self.form == LINE:
            return [Path(cells, LineStyle.SEQUENCE, "-" * len(cells))]
        if self.form == CLUE:
            return [OutsideClue(cells, text[:3])]
        if self.form == MARK:
            if len(cells) == 2 and tuple(sorted(cells)) in neighbours(layout):
                return [EdgeMark((cells[0], cells[1]), text[:2] or "◇")]
            if len(cells) == 4 and cells == block(layout, cells[0]):
                return [CornerMark(cells, text or "◇")]
            return [CellMark(cell, text[:1] or "◇") for cell in cells]
        return [Outline(cells, text[:4])]


def decorations(rule: Rule, layout: Layout) -> Iterator[Decoration]:
    """The drawings of a rule without its meaning."""
    for shape in rule.shapes(layout):
        match shape:
            case Path():
                yield Decoration(shape.cells, LINE)
            case OutsideClue():
                yield Decoration(shape.cells, CLUE, shape.text)
            case CellMark():
                yield Decoration((shape.cell,), MARK, shape.text)
            case Outline():
                yield Decoration(shape.cells, CAGE, shape.text)
            case EdgeMark() | CornerMark():
                yield Decoration(shape.cells, MARK, shape.text)
