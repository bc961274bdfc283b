"""The card of a hint in the panel: technique and level, text, the legend of a chain, and stages."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment

from engine.base.language import lazy_gettext as _
from engine.sudoku.techniques.catalogue import Level
from tui.draw.cells import Line
from tui.draw.palette import Glyphs, Palette

WHERE = _("where to look")
"""The name of the first stage of a hint about a step."""
HINT_TITLE = _("Hint")
IF_FALSE, IF_TRUE, ELIMINATED = _("if this is false"), _("this is true"), _("falls")
STRONG, WEAK = _("one of them is true"), _("not both are true")

LEGEND_ROWS = 5
"""Rows of the legend of a chain."""


@dataclass(frozen=True)
class HintCard:
    """One page of a hint in a panel."""

    title: str
    level: Level | None
    text: Sequence[str]
    """The lines of the page."""
    next_press: str
    """The next effect of the hint's key."""
    counts: Sequence[str] = ("",)
    """Names of the current stage by its number, the longest first: "2 of 5", "2/5"; one "" if it is the only one."""
    has_chain: bool = False
    """Whether the links of a chain are lines on the board, which the legend explains."""
    stages: Sequence[str] = ()
    """The names of all stages; empty if there is no room for them."""
    number: int = 0
    """The index of the current stage."""


def legend(palette: Palette, glyphs: Glyphs) -> list[Line]:
    """Return the meaning of the marks and lines of a chain."""
    strong, weak = glyphs.links[0] * 3, glyphs.links[-2] * 3
    return [
        [Segment(" 1 ", palette.if_false), Segment(f" {IF_FALSE}", palette.dim)],
        [Segment(" 2 ", palette.if_true), Segment(f" {IF_TRUE}", palette.dim)],
        [Segment(" 3 ", palette.eliminated), Segment(f" {ELIMINATED}", palette.dim)],
        [Segment(strong, palette.strong), Segment(f" {STRONG}", palette.dim)],
        [Segment(weak, palette.weak), Segment(f" {WEAK}", palette.dim)],
    ]


def card_lines(card: HintCard, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """Return the text of a card, the legend of its chain, and its stages with a sign at those reached."""
    lines: list[Line] = [[Segment(line, palette.plain)] for line in card.text]
    lines += legend(palette, glyphs) if card.has_chain else []
    lines += [[]] if card.stages else []
    for number, stage in enumerate(card.stages):
        sign, ink = (glyphs.step, palette.good) if number <= card.number else (glyphs.step_open, palette.dim)
        text = palette.title if number == card.number else palette.dim
        lines.append([Segment(f"{sign} ", ink), Segment(stage, text)])
    return lines
