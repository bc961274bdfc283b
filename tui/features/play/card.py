"""The card of a hint in the panel: its technique and level, its text, the legend of a chain, and the next stage."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment

from engine.base.language import lazy_gettext as _
from engine.sudoku.techniques.catalogue import Level
from tui.draw.cells import Line
from tui.draw.palette import Glyphs, Palette

IF_FALSE, IF_TRUE, GONE = _("if this is false"), _("this is true"), _("falls")
HINT = _("Hint")
STRONG, WEAK = _("one of them is true"), _("not both are true")

LEGEND = 5
"""Rows of the legend of a chain."""


@dataclass(frozen=True)
class HintCard:
    """A hint in a panel: `text` are its lines, `again` is its key's next effect, `has_chain` if links are drawn."""

    title: str
    level: Level | None
    text: Sequence[str]
    again: str
    has_chain: bool = False


def legend(palette: Palette, glyphs: Glyphs) -> list[Line]:
    """Return the meaning of the marks and lines of a chain."""
    strong, weak = glyphs.links[0] * 3, glyphs.links[-2] * 3
    return [
        [Segment(" 1 ", palette.if_false), Segment(f" {IF_FALSE}", palette.dim)],
        [Segment(" 2 ", palette.if_true), Segment(f" {IF_TRUE}", palette.dim)],
        [Segment(" 3 ", palette.gone), Segment(f" {GONE}", palette.dim)],
        [Segment(strong, palette.strong), Segment(f" {STRONG}", palette.dim)],
        [Segment(weak, palette.weak), Segment(f" {WEAK}", palette.dim)],
    ]


def card_lines(card: HintCard, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """Return the text of a card, and the legend of its chain."""
    lines: list[Line] = [[Segment(line, palette.plain)] for line in card.text]
    return [*lines, *legend(palette, glyphs)] if card.has_chain else lines
