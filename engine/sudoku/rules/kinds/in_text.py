"""Rules given only as text for the player: shown, but not checked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from engine.base.language import _, lazy_gettext
from engine.base.text import printable
from engine.sudoku.layout import Layout
from engine.sudoku.rules.drawing import CellForm, RuleDrawing
from engine.sudoku.rules.kinds.everywhere import BoardRule
from engine.sudoku.rules.primitives import Primitive


@dataclass(frozen=True)
class RuleInText(BoardRule):
    """A text for the player. It has no constraints, so it is not checked."""

    kind = "rule in text"
    title = lazy_gettext("rules in a text, not checked")
    drawing = RuleDrawing(CellForm.BOARD, parameter=lazy_gettext("Rule for the player, which is not checked"))
    is_generated = False

    text: str = ""

    @classmethod
    def drawn(cls, layout: Layout, parts: Sequence[tuple[int, ...]], text: str) -> Self:
        return cls(text=text)

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        return []

    def name(self, layout: Layout) -> str:
        return _("the rule in the text")

    def sentence(self, layout: Layout) -> str:
        return _("Not checked: {rule}.").format(rule=printable(" ".join(self.text.split()).rstrip(".")))
