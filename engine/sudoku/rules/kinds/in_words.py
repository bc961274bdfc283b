"""Rules that a setter writes in words: see `docs/rule-language.md`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from engine.base.language import _, lazy_gettext
from engine.sudoku.layout import Layout
from engine.sudoku.rules.drawing import CellForm, RuleDrawing
from engine.sudoku.rules.primitives import Primitive
from engine.sudoku.rules.rule import Rule, place
from engine.sudoku.rules.rule_compiler import compiled
from engine.sudoku.rules.rule_parser import parse_rule
from engine.sudoku.rules.rule_terms import RuleWords
from engine.sudoku.rules.shapes import CellMark, LineStyle, Outline, OutsideClue, Path, Shape


@dataclass(frozen=True)
class RuleInWords(Rule):
    """A rule in words. `cells` are the cells it applies to if its text names none."""

    kind = "rule in words"
    title = lazy_gettext("rules in words")
    drawing = RuleDrawing(
        CellForm.CELLS, least=0, parameter=lazy_gettext("Rule in words, such as: sum = 12"), default="sum = 12"
    )
    is_generated = False

    text: str

    def words(self, layout: Layout) -> RuleWords:
        """The parsed text. Raises InputError."""
        return parse_rule(self.text, layout, self.cells)

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        return compiled(self.words(layout).demands, layout.size)

    def name(self, layout: Layout) -> str:
        name = self.words(layout).name
        return _("the rule {name}").format(name=name or f"“{self._line}”")

    def sentence(self, layout: Layout) -> str:
        prefix = f"{place(layout, self.cells)}: " if self.cells else ""
        return _("Rule: {rule}.").format(rule=f"{prefix}{self._line}")

    @property
    def _line(self) -> str:
        return " ".join(self.text.split()).rstrip(".")

    def scope(self, layout: Layout) -> tuple[int, ...]:
        return self.words(layout).cells

    def shapes(self, layout: Layout) -> Sequence[Shape]:
        drawing = self.words(layout).drawing
        match drawing.form:
            case "line":
                return [Path(drawing.cells, LineStyle.SEQUENCE, "-" * len(drawing.cells))]
            case "cage":
                return [Outline(drawing.cells, drawing.text)]
            case "mark":
                return [CellMark(cell, drawing.text[:1] or "?") for cell in drawing.cells]
            case "clue":
                return [OutsideClue(drawing.cells, drawing.text)]
        return []

    @classmethod
    def drawn(cls, layout: Layout, parts: Sequence[tuple[int, ...]], text: str) -> Self:
        rule = cls(parts[0], text)
        rule.primitives(layout)
        return rule

    @classmethod
    def parameter(cls, layout: Layout, parts: Sequence[tuple[int, ...]], digits: Sequence[int]) -> str:
        return f"sum = {sum(digits[cell] for cell in parts[0])}"
