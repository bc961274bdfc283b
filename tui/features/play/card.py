"""The card of a hint in the panel: its technique and level, its text, the legend of a chain, and its stages."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment

from engine.base.language import lazy_gettext as _
from engine.sudoku.techniques.catalogue import Level
from tui.draw.cells import Line
from tui.draw.palette import Glyphs, Palette

WHERE = _("where to look")
"""The first stage of a hint about a step."""
IF_FALSE, IF_TRUE, GONE = _("if this is false"), _("this is true"), _("falls")
HINT = _("Hint")
STRONG, WEAK = _("one of them is true"), _("not both are true")

LEGEND = 5
"""Rows of the legend of a chain."""


@dataclass(frozen=True)
class HintCard:
    """A hint in a panel: `text` are its lines, `again` is its key's next effect, `has_chain` if links are drawn.

    `counts` tell the number of the stage: "2 of 5", "2/5".

    `stages` are the names of its stages if there is room for them; the current one is `number` (from 0).
    """

    title: str
    level: Level | None
    text: Sequence[str]
    again: str
    counts: Sequence[str] = ("",)
    has_chain: bool = False
    stages: Sequence[str] = ()
    number: int = 0


def legend(palette: Palette, glyphs: Glyphs) -> list[Line]:
    """Return the meaning of the marks and lines of a chain."""
    strong, weak = glyphs.links[0] * 3, glyphs.links[-2] * 3
    return [
        [Segment(" 1 ", palette.if_false), Segment(f" {IF_FALSE}", palette.dim)],
        [Segment(" 2 ", palette.if_true), Segment(f" {IF_TRUE}", palette.dim)],
        [Segment(" 3 ", palette.eliminated), Segment(f" {GONE}", palette.dim)],
        [Segment(strong, palette.strong), Segment(f" {STRONG}", palette.dim)],
        [Segment(weak, palette.weak), Segment(f" {WEAK}", palette.dim)],
    ]


def card_lines(card: HintCard, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """Return the text of a card, the legend of its chain, and its stages: those done, the current one, the others."""
    lines: list[Line] = [[Segment(line, palette.plain)] for line in card.text]
    lines += legend(palette, glyphs) if card.has_chain else []
    lines += [[]] if card.stages else []
    for number, stage in enumerate(card.stages):
        sign, ink = (glyphs.step, palette.good) if number <= card.number else (glyphs.step_open, palette.dim)
        text = palette.title if number == card.number else palette.dim
        lines.append([Segment(f"{sign} ", ink), Segment(stage, text)])
    return lines
