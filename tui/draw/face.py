"""The elements that all screens share, as values: the header, chips, and the edges of frames."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from engine.base.lazy_dataclasses import dataclass
from tui.draw.cells import Line, clip, clip_middle, width_of
from tui.draw.palette import Glyphs, Palette

FRAMED_FROM = 100
"""The columns of a terminal from which on panels have frames; in narrower ones, titles have a raised background."""

LEVEL_INKS = {"easy": "good", "medium": "medium", "hard": "warning", "unfair": "unfair", "extreme": "bad"}
"""The name of the palette's style for each level, by the level's name."""
VERDICT_INKS = {"satisfiable": "good", "unsatisfiable": "unfair", "unknown": "warning"}
"""The name of the palette's style for each verdict."""


def ink_of(name: str, palette: Palette) -> Style:
    """Return the palette's style of that name."""
    style: Style = getattr(palette, name)
    return style


@dataclass(frozen=True)
class Chip:
    """A state in a word, on a ground whose colour is the same for a state on all screens."""

    text: str
    ink: str = "accent"
    """The name of the palette's style with that colour."""

    def drawn(self, palette: Palette, *, is_raised: bool = False) -> Segment:
        """Return the word with a blank at each side, for the plain ground or for a raised one."""
        ink = ink_of(self.ink, palette)
        if is_raised and palette.raised.reverse:  # without colours, headers are reversed: plain chips stand out there
            return Segment(f" {self.text} ", Style(bold=True, reverse=False))
        return Segment(f" {self.text} ", Style(color=ink.color, bold=True, reverse=True))


def choice_ground(palette: Palette) -> Style:
    """Return the style, on the plain background, of an alternative to a chip; plain without colours."""
    return palette.plain if palette.raised.reverse else palette.raised


def level_chip(level: str, text: str) -> Chip:
    """Return the chip of the level with this name; `text` is its title."""
    return Chip(text, LEVEL_INKS.get(level, "accent"))


def level_dot(level: str, palette: Palette, glyphs: Glyphs) -> Segment:
    """Return the dot before the name of a level."""
    ink = ink_of(LEVEL_INKS.get(level, "dim"), palette)
    return Segment(glyphs.level, Style(bold=True) if ink.reverse else ink)


_PROTECTED_CRUMBS, _PROTECTED_COLUMNS = 2, 24
"""How many of a path's last crumbs have precedence over facts, and the maximum columns of each."""
_NOTICE_CRUMB_COLUMNS = 12
"""Maximum columns of a path's last crumb that has precedence over a notice."""


@dataclass(frozen=True)
class ScreenHeader:
    """The first line of a screen: the logo, the path to the screen, and the most important facts at the right."""

    path: Sequence[str]
    """The crumbs, from the first screen to this one."""
    facts: Sequence[str] = ()
    """The most important one first."""
    chips: Sequence[Chip] = ()
    notice: str = ""
    """A warning in place of the facts."""

    def line(self, width: int, palette: Palette, glyphs: Glyphs) -> Line:
        """Draw the header in exactly this many columns. Facts that do not fit are left out, the last ones first."""
        ground = palette.raised
        right: Line = []
        for chip in self.chips:
            right += [chip.drawn(palette, is_raised=True), Segment(" ", ground)]
        facts, ink = self._facts(width - width_of(right), glyphs), ground
        if self.notice:
            last_crumb = cell_len(self.path[-1]) if self.path else 0
            room = width - width_of(right) - 5 - min(last_crumb, _NOTICE_CRUMB_COLUMNS)
            facts, ink = clip(self.notice, max(room, 1), glyphs.ellipsis), ground + palette.warning
        if facts:
            right = [Segment(f"{facts} ", ink), *right]
        left = self._left(width - width_of(right) - 1, palette, glyphs)
        return [*left, Segment(" " * max(width - width_of([*left, *right]), 0), ground), *right]

    def _facts(self, room: int, glyphs: Glyphs) -> str:
        """Return the facts that fit beside the last crumbs."""
        crumbs = [clip_middle(crumb, _PROTECTED_COLUMNS, glyphs.ellipsis) for crumb in self.path[-_PROTECTED_CRUMBS:]]
        room -= cell_len(" > ".join(crumbs)) + 9
        texts = list(self.facts)
        while texts and cell_len(f" {glyphs.dot} ".join(texts)) > room:
            texts.pop()
        return f" {glyphs.dot} ".join(texts)

    def width_of_path(self, width: int, palette: Palette, glyphs: Glyphs) -> int:
        """Return the columns of the logo and the path in a header of that width."""
        return width_of(self.line(width, palette, glyphs)[:3])

    def _left(self, room: int, palette: Palette, glyphs: Glyphs) -> Line:
        """Return the logo and the path; without room for all crumbs, an ellipsis replaces the first ones."""
        ground, separator = palette.raised, f" {glyphs.crumb} "
        logo = Segment(f" {glyphs.mark} ", ground + palette.accent)
        *before, last = self.path or ("",)
        while before and cell_len(separator.join([*before, last])) > room - 3:
            fewer = [glyphs.ellipsis, *before[1 + (before[0] == glyphs.ellipsis) :]]
            before = fewer if fewer != before else []
        beginning = "".join(f"{crumb}{separator}" for crumb in before)
        last = clip_middle(last, max(room - 3 - cell_len(beginning), 1), glyphs.ellipsis)
        return [logo, Segment(beginning, ground), Segment(last, ground + palette.title)]


def edge_line(aside: str, keys: Sequence[tuple[str, str]], chip: Chip | None, palette: Palette, glyphs: Glyphs) -> Line:
    """Return the right end of a frame's edge: a text, keys with their descriptions, and a chip."""
    line: Line = [Segment(f" {aside.strip()} ", palette.dim)] if aside else []
    for key, description in keys:
        line.append(Segment(f"{glyphs.dot} " if line else " ", palette.dim))
        line += [Segment(key, palette.key), Segment(f" {description} ", palette.dim)]
    return [*line, chip.drawn(palette, is_raised=True)] if chip else line


_MIN_TITLE_COLUMNS = 14
"""Columns of a title that have precedence over the text at its right."""


def title_line(title: str, end: Line, width: int, palette: Palette, *, glyphs: Glyphs, focus: bool = False) -> Line:
    """Return the title of a panel without a frame, with an `edge_line` at the right if it fits.

    It is on a raised ground, in ASCII on a line.
    """
    fill, ground = (" ", palette.raised) if glyphs.has_blocks else (glyphs.frame[0], palette.line)
    ink = Style(color=palette.accent.color, bold=True, reverse=glyphs.has_blocks) if focus else ground
    room = width - 2 - width_of(end)
    if room < min(cell_len(title), _MIN_TITLE_COLUMNS):
        end, room = [], width - 2
    text = clip_middle(title, max(room, 1), glyphs.ellipsis)
    blanks = fill * max(width - cell_len(text) - 1 - width_of(end), 0)
    if glyphs.has_blocks:  # only chips keep their ground
        end = [
            piece
            if piece.style and piece.style.reverse is not None
            else Segment(piece.text, ground + Style(bold=piece.style == palette.key))
            for piece in end
        ]
    name = ink if focus or glyphs.has_blocks else palette.plain
    return [Segment(fill, ink), Segment(text, name), Segment(blanks, ink), *end]
