"""The common elements of all screens, as values: the header, chips, and the edges of frames."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from engine.base.lazy_dataclasses import dataclass
from tui.draw.cells import Line, clip, clip_middle, width_of
from tui.draw.palette import Glyphs, Palette

FRAMED_FROM = 100
"""Minimum columns of a terminal for frames around panels; in narrower ones, titles have a raised background."""

LEVEL_INKS = {"easy": "good", "medium": "medium", "hard": "warning", "unfair": "unfair", "extreme": "bad"}
"""The style in the palette for each level, by name."""
VERDICT_INKS = {"satisfiable": "good", "unsatisfiable": "unfair", "unknown": "warning"}
"""The style in the palette for each verdict."""

_ENDS, _LAST_LEAST = 2, 24
"""How many of a path's last places stay beside facts, and the maximum columns that each of them keeps."""
_BESIDE_NOTICE = 12
"""Columns of the last place of a path beside a long notice."""


def ink_of(meaning: str, palette: Palette) -> Style:
    """Return the style of that name."""
    style: Style = getattr(palette, meaning)
    return style


@dataclass(frozen=True)
class Chip:
    """A state in a word, on a background with the same colour for the same state everywhere."""

    text: str
    meaning: str = "accent"
    """The style in the palette with the colour."""

    def drawn(self, palette: Palette) -> Segment:
        """Return the word with a blank at each side."""
        ink = ink_of(self.meaning, palette)
        if palette.raised.reverse:  # without colours, chips on reversed grounds are not reversed; others are
            return Segment(f" {self.text} ", Style(bold=True, reverse=False))
        return Segment(f" {self.text} ", Style(color=ink.color, bold=True, reverse=True))


def level_chip(level: str, text: str) -> Chip:
    """Return the chip of the level with this name, labelled in the current language."""
    return Chip(text, LEVEL_INKS.get(level, "accent"))


def level_dot(level: str, palette: Palette, glyphs: Glyphs) -> Segment:
    """Return the dot before the name of a level."""
    ink = ink_of(LEVEL_INKS.get(level, "dim"), palette)
    return Segment(glyphs.level, Style(bold=True) if ink.reverse else ink)


@dataclass(frozen=True)
class ScreenHeader:
    """The first line of a screen: the logo, the path to the screen, and the most important facts at the right."""

    path: Sequence[str]
    facts: Sequence[str] = ()
    chips: Sequence[Chip] = ()
    notice: str = ""
    """A warning in place of the facts."""

    def line(self, width: int, palette: Palette, glyphs: Glyphs) -> Line:
        """Draw the header in exactly this many columns. Facts that do not fit are left out, the last ones first."""
        ground = palette.raised
        right: Line = []
        for chip in self.chips:
            right += [chip.drawn(palette), Segment(" ", ground)]
        ends = [clip_middle(place, _LAST_LEAST, glyphs.ellipsis) for place in self.path[-_ENDS:]]
        least = cell_len(" > ".join(ends)) + 9 + width_of(right)
        texts, ink, facts = list(self.facts), ground, ""
        if self.notice:
            texts, ink = [], ground + palette.warning
            least = 5 + min(cell_len(ends[-1]) if ends else 0, _BESIDE_NOTICE) + width_of(right)
            facts = clip(self.notice, max(width - least, 1), glyphs.ellipsis)
        while texts:
            facts = f" {glyphs.dot} ".join(texts)
            if cell_len(facts) + least <= width:
                break
            texts.pop()
            facts = ""
        if facts:
            right = [Segment(f"{facts} ", ink), *right]
        left = self._left(width - width_of(right) - 1, palette, glyphs)
        return [*left, Segment(" " * max(width - width_of([*left, *right]), 0), ground), *right]

    def width_of_path(self, width: int, palette: Palette, glyphs: Glyphs) -> int:
        """Return the columns for the logo and the path in a header of that width."""
        return width_of(self.line(width, palette, glyphs)[:3])

    def _left(self, room: int, palette: Palette, glyphs: Glyphs) -> Line:
        ground, crumb = palette.raised, f" {glyphs.crumb} "
        start = [Segment(f" {glyphs.mark} ", ground + palette.accent)]
        *before, last = self.path or ("",)
        while before and cell_len(crumb.join([*before, last])) > room - 3:
            fewer = [glyphs.ellipsis, *before[1 + (before[0] == glyphs.ellipsis) :]]
            before = fewer if fewer != before else []
        earlier = "".join(f"{place}{crumb}" for place in before)
        last = clip_middle(last, max(room - 3 - cell_len(earlier), 1), glyphs.ellipsis)
        return [*start, Segment(earlier, ground), Segment(last, ground + palette.title)]


def edge_line(aside: str, keys: Sequence[tuple[str, str]], chip: Chip | None, palette: Palette, glyphs: Glyphs) -> Line:
    """Return the right end of a frame's edge: a text, keys with their descriptions, and a state."""
    line: Line = [Segment(f" {aside.strip()} ", palette.dim)] if aside else []
    for key, word in keys:
        line.append(Segment(f"{glyphs.dot} " if line else " ", palette.dim))
        line += [Segment(key, palette.key), Segment(f" {word} ", palette.dim)]
    return [*line, chip.drawn(palette)] if chip else line


_LEAST_TITLE = 13
"""Columns of a title that is cut for the state at its right."""


def title_line(title: str, aside: Line, width: int, palette: Palette, *, glyphs: Glyphs, focus: bool = False) -> Line:
    """Return the title of a panel without a frame, on a raised background, with `aside` at the right if it fits."""
    ink = Style(color=palette.accent.color, bold=True, reverse=True) if focus else palette.raised
    room = width - 2 - width_of(aside)
    if room < min(cell_len(title), _LEAST_TITLE):
        aside, room = [], width - 2
    left = f" {clip_middle(title, max(room, 1), glyphs.ellipsis)} "
    rest = max(width - cell_len(left) - width_of(aside), 0)
    right = [
        Segment(text, style if style and style.reverse else palette.raised + Style(bold=style == palette.key))
        for text, style, _unused in aside
    ]
    return [Segment(left + " " * rest, ink), *right]
