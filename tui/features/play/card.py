"""The card of a hint in the panel: its technique and level, what it says, the legend of a chain, and the next stage."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment

from engine.base.language import lazy_gettext as _
from engine.sudoku.techniques.catalogue import Level
from tui.draw.cells import Line, clip, pad
from tui.draw.face import level_chip
from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture

IF_FALSE, IF_TRUE, GONE = _("if this is false"), _("this is true"), _("falls")
HINT = _("Hint")
STRONG, WEAK = _("one of both is true"), _("not both are true")

FRAMED = 28
"""Columns from which a card has a frame; a narrower one has its title on a raised ground."""
EDGES = 2
"""Rows of a card beside its text."""
LEGEND = 5
"""Rows of the legend of a chain."""


@dataclass(frozen=True)
class HintCard:
    """A hint in a panel: `text` are its lines, `again` what its key does next, `has_chain` that links are drawn."""

    title: str
    level: Level | None
    text: Sequence[str]
    again: str
    has_chain: bool = False


def text_width(width: int) -> int:
    """Columns of text in a card of that width."""
    return width - 4 if width >= FRAMED else width


def legend(palette: Palette, glyphs: Glyphs) -> list[Line]:
    """What the marks and lines of a chain mean."""
    strong, weak = glyphs.links[0] * 3, glyphs.links[-2] * 3
    return [
        [Segment(" 1 ", palette.if_false), Segment(f" {IF_FALSE}", palette.dim)],
        [Segment(" 2 ", palette.if_true), Segment(f" {IF_TRUE}", palette.dim)],
        [Segment(" 3 ", palette.gone), Segment(f" {GONE}", palette.dim)],
        [Segment(strong, palette.strong), Segment(f" {STRONG}", palette.dim)],
        [Segment(weak, palette.weak), Segment(f" {WEAK}", palette.dim)],
    ]


def put_card(picture: Picture, top: int, card: HintCard, palette: Palette, glyphs: Glyphs) -> None:
    """Draw a card from that row of a panel on, in all of its columns."""
    width, is_framed = picture.width, picture.width >= FRAMED
    chip = [level_chip(card.level.value, card.level.title).drawn(palette)] if card.level else []
    room = width - 4 - sum(piece.cell_length for piece in chip)
    title = card.title if cell_len(card.title) <= room else clip(str(HINT), room, glyphs.ellipsis)
    lines: list[Line] = [[Segment(line, palette.plain)] for line in card.text]
    lines += legend(palette, glyphs) if card.has_chain else []
    left = 2 if is_framed else 0
    bottom = top + len(lines) + 1
    if is_framed:
        level, upright, *corners = list(glyphs.frame)
        picture.put(0, top, corners[0] + level * (width - 2) + corners[1], palette.accent)
        for y in range(top + 1, bottom):
            picture.put(0, y, upright, palette.accent)
            picture.put(width - 1, y, upright, palette.accent)
        picture.put(0, bottom, corners[2] + level * (width - 2) + corners[3], palette.accent)
        picture.put(2, top, f" {title} ", palette.title)
    else:
        picture.put(0, top, pad(f" {title} ", width), palette.raised + palette.title)
    for piece in chip:
        picture.put(width - piece.cell_length - is_framed * 2, top, piece.text, piece.style or palette.plain)
    picture.put_lines(left, top + 1, lines, width - 2 * left, glyphs.ellipsis)
    if card.again:
        again = clip(card.again, width - 2 * left - 2, glyphs.ellipsis)
        shown = f" {again} " if is_framed else again
        picture.put(width - cell_len(shown) - left, bottom, shown, palette.dim)
