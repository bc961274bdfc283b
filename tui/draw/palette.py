"""Colours and signs by meaning.

Palettes use the terminal's default colours where possible, and indexed colours elsewhere, which keeps updates short on
a slow line.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme

from engine.base.lazy_dataclasses import dataclass
from tui.draw.contrast import MIN_TEXT_CONTRAST, contrast, luminance, number_of, triplet

_NONE = Style.null()


@dataclass(frozen=True, eq=False, repr=False)
class Palette:
    """One style for each meaning.

    `over` puts a style (ink) on a background (ground). Digits keep their colour on all grounds except those in
    `covering`, which set their own. The other grounds set a default colour for plain text, which stays readable even if
    the terminal's background is the opposite of the theme's.
    """

    plain: Style
    dim: Style
    title: Style
    key: Style
    """A key in the key bar."""
    good: Style
    warning: Style
    bad: Style
    accent: Style
    bar: Style
    selected: Style
    """The current row of a list that has the focus."""
    # the board
    line: Style
    empty: Style
    label: Style
    """Labels of rows and columns."""
    given: Style
    player: Style
    revealed: Style
    note: Style
    conflict: Style
    cursor: Style
    """Ground of the cursor."""
    tile: Style
    """Ground of every other cell where grounds separate cells."""
    box: Style
    """Ground of every other box there."""
    box_tile: Style
    """Ground of every other cell in such a box."""
    marked: Style
    """Ground of diagonals, windows and other houses that lines do not show."""
    peer: Style
    same: Style
    broken: Style
    """Ground of a house that breaks a rule."""
    clash: Style
    """Ground of the cells that break a rule."""
    premise: Style
    """Ground of the cells of a hint's premises."""
    elimination: Style
    """Ground of cells in which a hint removes candidates."""
    placement: Style
    """Ground of cells in which a hint places digits."""
    if_false: Style
    """A candidate of a chain that is false if the first one is false."""
    if_true: Style
    """A candidate of a chain that is true if the first one is false, or that a hint places."""
    eliminated: Style
    """A candidate that a hint removes."""
    strong: Style
    """A link with at least one true end."""
    weak: Style
    """A link with at least one false end."""
    colour_a: Style
    """Grounds of the player's colours for cells and candidates."""
    colour_b: Style
    colour_c: Style
    colour_d: Style
    colour_e: Style
    colour_f: Style
    colour_g: Style
    colour_h: Style
    colour_i: Style
    # a search
    true: Style
    false: Style
    open: Style
    # all screens
    raised: Style
    """Ground of headers and of titles without a frame."""
    medium: Style
    """The level between easy (`good`) and hard (`warning`)."""
    unfair: Style
    """The level between hard and extreme (`bad`)."""
    ground: Style = _NONE
    """The ground of all screens; none for the terminal's default."""

    @cached_property
    def colours(self) -> tuple[Style, ...]:
        """The player's colours by number; 0 means none. If they are all alike, letters distinguish them."""
        return (
            _NONE, self.colour_a, self.colour_b, self.colour_c, self.colour_d, self.colour_e, self.colour_f,
            self.colour_g, self.colour_h, self.colour_i,
        )  # fmt: skip

    @property
    def needs_signs(self) -> bool:
        """Whether there are too few colours to distinguish marks."""
        return self.colour_a.bgcolor is None

    @cached_property
    def covering(self) -> frozenset[Style]:
        """The grounds that set their own ink."""
        return frozenset({self.cursor, self.clash, self.placement, self.if_false, self.if_true, self.eliminated})

    @cached_property
    def ground_colours(self) -> frozenset[RichColor]:
        """The colours of all grounds."""
        return frozenset(style.bgcolor for style in vars(self).values() if isinstance(style, Style) and style.bgcolor)

    def over(self, ground: Style, ink: Style) -> Style:
        """Return an ink on a ground."""
        return ink + ground if ground in self.covering else ground + ink

    @cached_property
    def _notes(self) -> dict[Style, Style]:
        return {}

    def note_on(self, ground: Style) -> Style:
        """Return the style of a note on a ground: the weakest readable grey, so that notes do not outshine digits."""
        if ground not in self._notes:
            self._notes[ground] = self._note_on(ground)
        return self._notes[ground]

    def _note_on(self, ground: Style) -> Style:
        under = number_of(ground.bgcolor)
        if ground in self.covering or under is None:
            return self.over(ground, self.note if ground.bgcolor is None else self.plain)
        is_dark = luminance(triplet(under)) < 0.2
        inks = (248, 250, 252, 254, 231) if is_dark else (241, 239, 237, 235, 16)
        legible = (ink for ink in inks if contrast(triplet(ink), triplet(under)) >= MIN_TEXT_CONTRAST)
        return ground + Style(color=f"color({next(legible, inks[-1])})")


def _palette(*inks: Mapping[str, str]) -> Palette:
    """Create a palette from styles by name; later ones override earlier ones."""
    merged = {name: style for styles in inks for name, style in styles.items()}
    return Palette(**{name: Style.parse(style) if style else _NONE for name, style in merged.items()})


def _colours(ink: str, *grounds: int) -> dict[str, str]:
    """Return the player's colours: the ink on each of these grounds; without grounds there are no colours."""
    return {f"colour_{letter}": "" for letter in "abcdefghi"} | {
        f"colour_{letter}": f"{ink} on color({ground})" for letter, ground in zip("abcdefghi", grounds, strict=False)
    }


_DARK = {
    "plain": "", "dim": "color(245)", "title": "bold", "key": "bold color(80)", "good": "color(77)",
    "warning": "color(221)", "bad": "bold color(203)", "accent": "color(80)", "bar": "color(80)",
    "selected": "bold reverse", "line": "color(241)", "empty": "color(241)", "label": "color(73)",
    "given": "bold bright_white", "player": "color(123)", "revealed": "color(228)", "note": "color(246)",
    "conflict": "bold bright_white", "cursor": "black on color(80)", "tile": "on color(233)",
    "box": "on color(235)", "box_tile": "on color(236)", "marked": "bright_white on color(17)",
    "peer": "bright_white on color(239)", "same": "bright_white on color(94)",
    "broken": "bright_white on color(52)", "clash": "bright_white on color(160)",
    "premise": "bright_white on color(19)", "elimination": "bright_white on color(88)",
    "placement": "color(16) on color(71)", "if_false": "color(16) on color(75)", "if_true": "color(16) on color(78)",
    "eliminated": "color(16) on color(210)", "strong": "color(78)", "weak": "color(221)", "true": "color(77)",
    "false": "color(203)", "open": "color(245)", "raised": "color(250) on color(236)", "medium": "color(75)",
    "unfair": "color(215)", **_colours("bright_white", 125, 58, 22, 23, 25, 55, 127, 60, 240),
}  # fmt: skip
_LIGHT = {
    "ground": "on color(231)", "plain": "color(16)", "dim": "color(241)", "title": "bold color(16)",
    "key": "bold color(20)", "good": "color(22)", "warning": "color(94)", "bad": "bold color(124)",
    "accent": "color(20)", "bar": "color(20)", "selected": "bold color(231) on color(25)", "line": "color(245)",
    "empty": "color(245)", "label": "color(24)", "given": "bold color(16)", "player": "color(19)",
    "revealed": "color(53)", "note": "color(241)", "conflict": "bold color(16)", "cursor": "color(231) on color(25)",
    "tile": "on color(255)", "box": "on color(254)", "box_tile": "on color(253)",
    "marked": "color(16) on color(195)", "peer": "color(16) on color(189)",
    "same": "color(16) on color(222)", "broken": "color(16) on color(224)", "clash": "color(231) on color(160)",
    "premise": "color(16) on color(153)", "elimination": "color(16) on color(217)",
    "placement": "color(231) on color(28)", "if_false": "color(231) on color(26)",
    "if_true": "color(231) on color(28)", "eliminated": "color(231) on color(124)",
    "strong": "color(28)", "weak": "color(130)", "true": "color(22)", "false": "color(124)",
    "open": "color(241)", "raised": "color(237) on color(254)", "medium": "color(25)", "unfair": "color(130)",
    **_colours("color(16)", 218, 216, 229, 157, 159, 117, 183, 225, 250),
}  # fmt: skip
_CONTRAST = {
    "dim": "", "key": "bold color(228)", "good": "bold color(120)", "warning": "bold color(228)",
    "bad": "bold color(217)", "accent": "bold color(228)", "bar": "color(228)", "line": "", "empty": "", "label": "",
    "note": "", "given": "bold color(231)", "player": "bold color(123)", "revealed": "bold color(228)",
    "cursor": "color(16) on color(123)", "marked": "color(231) on color(17)", "peer": "color(231) on color(238)",
    "same": "color(231) on color(58)", "premise": "color(231) on color(19)", "elimination": "color(231) on color(88)",
    "clash": "color(231) on color(124)", "placement": "color(16) on color(120)", "if_false": "color(16) on color(117)",
    "if_true": "color(16) on color(120)", "eliminated": "color(16) on color(217)", "strong": "color(120)",
    "weak": "color(228)", "medium": "color(117)", "unfair": "color(222)",
    "true": "bold color(120)", "false": "bold color(217)", "open": "", "raised": "color(231) on color(238)",
    **_colours("color(231)", 89, 58, 22, 23, 18, 55, 90, 54, 240),
}  # fmt: skip
_COLOUR_BLIND = {
    "good": "color(117)", "warning": "color(227)", "bad": "bold color(214)", "same": "color(255) on color(58)",
    "broken": "color(255) on color(53)", "clash": "color(16) on color(208)", "premise": "color(255) on color(19)",
    "elimination": "color(255) on color(94)", "placement": "color(231) on color(25)",
    "if_false": "color(16) on color(252)", "if_true": "color(16) on color(75)",
    "eliminated": "color(16) on color(214)", "strong": "color(75)", "weak": "color(214)",
    "true": "color(117)", "false": "color(214)", **_colours("bright_white", 125, 52, 22, 23, 24, 55, 127, 60, 240),
}  # fmt: skip
"""Blue and orange, which everybody can distinguish: after M. Okabe and K. Ito, Color Universal Design (2008)."""
_MONO = {
    "plain": "", "dim": "", "title": "bold", "key": "bold", "good": "bold", "warning": "bold", "bad": "bold reverse",
    "accent": "bold", "bar": "", "selected": "reverse", "line": "", "empty": "", "label": "", "given": "bold",
    "player": "underline", "revealed": "italic underline", "note": "", "conflict": "bold reverse",
    "cursor": "reverse", "tile": "", "box": "", "box_tile": "", "marked": "", "peer": "", "same": "bold underline",
    "broken": "", "clash": "", "premise": "bold", "elimination": "underline", "placement": "bold underline",
    "if_false": "underline", "if_true": "bold", "eliminated": "strike", "strong": "", "weak": "",
    "true": "bold", "false": "", "open": "",
    "raised": "reverse", "medium": "bold", "unfair": "bold", **_colours(""),
}  # fmt: skip

# Few of the 16 colours are dark enough to lie under all inks. Meanings with the same ground have different signs.
_DARK_16 = {
    "dim": "white", "key": "bold cyan", "good": "green", "warning": "bright_yellow", "bad": "bold bright_red",
    "accent": "cyan", "bar": "cyan", "line": "bright_black", "empty": "bright_black", "label": "cyan",
    "player": "bright_cyan", "revealed": "bright_yellow", "note": "white",
    "cursor": "bright_white on blue", "tile": "", "box": "", "box_tile": "", "marked": "",
    "peer": "bright_white on bright_black",
    "same": "underline bright_white on bright_black", "broken": "bright_white on magenta",
    "clash": "bright_white on red", "premise": "bright_white on bright_black", "elimination": "bright_white on magenta",
    "placement": "bold bright_white on blue", "if_false": "bright_white on blue", "if_true": "black on bright_green",
    "eliminated": "bright_white on red", "strong": "green", "weak": "bright_yellow", "true": "green",
    "false": "bright_red", "open": "white",
    "raised": "bright_white on bright_black", "medium": "bright_cyan", "unfair": "bright_magenta", **_colours(""),
}  # fmt: skip
_LIGHT_16 = {
    "ground": "on bright_white", "plain": "black", "dim": "bright_black", "title": "bold black",
    "key": "bold blue", "good": "blue", "warning": "magenta", "bad": "bold red", "selected": "bold reverse black",
    "accent": "blue", "bar": "blue", "line": "bright_black", "empty": "bright_black", "label": "blue",
    "given": "bold black", "player": "blue", "conflict": "bold black",
    "revealed": "underline blue", "note": "bright_black", "cursor": "black on bright_cyan", "tile": "", "box": "",
    "box_tile": "", "marked": "",
    "peer": "black on white", "same": "black on bright_yellow", "broken": "black on bright_magenta",
    "clash": "bold underline black on bright_magenta", "premise": "black on bright_cyan",
    "elimination": "black on bright_magenta", "placement": "black on bright_green", "if_false": "black on bright_cyan",
    "if_true": "black on bright_green", "eliminated": "black on bright_magenta", "strong": "blue", "weak": "magenta",
    "true": "blue", "false": "red",
    "open": "bright_black", "raised": "black on white", "medium": "blue", "unfair": "magenta", **_colours(""),
}  # fmt: skip
_CONTRAST_16 = {
    "line": "", "empty": "", "given": "bold", "dim": "",
    "note": "", "open": "", "label": "", "key": "bold bright_yellow", "good": "bold bright_green",
    "accent": "bold bright_yellow", "bar": "bright_yellow", "true": "bold bright_green",
}  # fmt: skip
_COLOUR_BLIND_16 = {
    "good": "bright_cyan", "bad": "bold bright_yellow", "broken": "bright_white on bright_black",
    "clash": "bold bright_white on magenta", "true": "bright_cyan", "false": "bright_yellow",
}  # fmt: skip

SIXTEEN_COLOURS = "-16"
"""The end of the name of a theme's variant in 16 colours."""


class Palettes(Mapping[str, Palette]):
    """Palettes by the names of their themes, each created at first use."""

    def __init__(self, inks: Mapping[str, Sequence[Mapping[str, str]]]) -> None:
        """`inks` are styles by name; later ones override earlier ones."""
        self._inks = inks
        self._palettes: dict[str, Palette] = {}

    def __getitem__(self, name: str) -> Palette:
        if name not in self._palettes:
            self._palettes[name] = _palette(*self._inks[name])
        return self._palettes[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._inks)

    def __len__(self) -> int:
        return len(self._inks)

    def __contains__(self, name: object) -> bool:
        return name in self._inks


PALETTES: Mapping[str, Palette] = Palettes({
    "dark": (_DARK,),
    "light": (_LIGHT,),
    "contrast": (_DARK, _CONTRAST,),
    "colour-blind": (_DARK, _COLOUR_BLIND,),
    "mono": (_MONO,),
    "dark-16": (_DARK, _DARK_16,),
    "light-16": (_LIGHT, _LIGHT_16,),
    "contrast-16": (_DARK, _CONTRAST, _DARK_16, _CONTRAST_16,),
    "colour-blind-16": (_DARK, _DARK_16, _COLOUR_BLIND_16,),
    "mono-16": (_MONO,),
})  # fmt: skip
"""Each theme for 256 colours or more, and for 16."""


def theme_variant(theme: str, *, few_colours: bool, no_color: bool) -> str:
    """Return the name of a theme, or of its variant for a terminal with few or no colours."""
    if no_color:
        return "mono"
    if few_colours and theme not in PALETTES:
        from textual.theme import BUILTIN_THEMES

        theme = "dark" if BUILTIN_THEMES[theme].dark else "light"
    return theme + SIXTEEN_COLOURS * few_colours


@lru_cache(maxsize=32)
def palette_named(theme: str) -> Palette:
    """Return the palette of one of our themes, or of one of Textual's, which is computed at first use."""
    if theme in PALETTES:
        return PALETTES[theme]
    from textual.theme import BUILTIN_THEMES

    from tui.draw.textual_themes import palette_of

    return palette_of(BUILTIN_THEMES[theme])


_WIDGET_COLOURS = {
    "border-blurred": "ansi_bright_black",
    **dict.fromkeys(("block-cursor-text-style", "input-cursor-text-style"), "reverse"),
    **dict.fromkeys(("input-selection-background", "screen-selection-background"), "ansi_bright_blue"),
    **dict.fromkeys(("input-selection-foreground", "screen-selection-foreground"), "ansi_black"),
    **{
        f"{part}-{layer}": "ansi_default"
        for part in ("ansi", "block-cursor", "input-cursor")
        for layer in ("background", "foreground")
    },
}
_DARK_ACCENT = 0.18
"""The luminance of an accent below which text on it is white."""
_ACCENTS = {
    "light-16": "ansi_blue",
    "contrast-16": "ansi_bright_yellow",
    **dict.fromkeys(("mono", "mono-16"), "ansi_default"),
}
"""The accents of widgets where there are few or no colours; elsewhere they have that of the palette."""


def widget_theme(name: str) -> Theme:
    """Return the theme for Textual's own widgets. It uses the terminal's default colours; see `PaintedGround`."""
    accent, ink = _ACCENTS.get(name, "ansi_cyan"), palette_named(name).accent.color
    if ink is not None and not name.endswith(SIXTEEN_COLOURS):
        accent = ink.get_truecolor().hex
    return Theme(
        name, accent, secondary=accent, accent=accent, warning="ansi_yellow", error="ansi_red",
        success="ansi_green", foreground="ansi_default", background="ansi_default", surface="ansi_default",
        panel="ansi_default", boost="ansi_default", dark=not name.startswith("light"), ansi=True,
        variables=_WIDGET_COLOURS | _raised(palette_named(name)),
    )  # fmt: skip


def _raised(palette: Palette) -> dict[str, str]:
    """Return variables for style sheets: the raised ground, inks on it and on the accent, a selected row's style."""
    ink, ground = palette.raised.color, palette.raised.bgcolor
    if ink is None or ground is None:  # without colours, Textual reverses such titles
        colours = dict.fromkeys(("raised", "raised-ink", "accent-ink"), "ansi_default")
        return colours | {"selected-row-style": "bold underline"}
    accent = number_of(palette.accent.color)
    is_dark = accent is not None and luminance(triplet(accent)) < _DARK_ACCENT
    return {
        "raised": ground.get_truecolor().hex,
        "raised-ink": ink.get_truecolor().hex,
        "accent-ink": "ansi_bright_white" if is_dark else "ansi_black",
        "selected-row-style": "bold",
    }


class PaintedGround(LineFilter):
    """Paints a palette's ground and ink wherever a widget uses the terminal's defaults."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._ground, self._plain = palette.ground, palette.plain

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(text, _painted(style or _NONE, self._ground, self._plain)) for text, style, _ in segments]


@lru_cache(maxsize=4096)
def _painted(style: Style, ground: Style, plain: Style) -> Style:
    """Return a style with this ground and ink in place of defaults."""
    has_ground, has_ink = (colour and not colour.is_default for colour in (style.bgcolor, style.color))
    return style + Style(color=None if has_ink else plain.color, bgcolor=None if has_ground else ground.bgcolor)


HALVES = "▀▄"
"""The upper and the lower half of a row."""


@dataclass(frozen=True, eq=False, repr=False)
class Glyphs:
    """The signs of drawings: characters outside of ASCII, or in `ASCII` their replacements."""

    empty_cell: str = "·"
    marked_cell: str = "+"
    """An empty cell in a house that lines do not show."""
    diagonals: str = "╲╱╳"
    """Marks beside the content of cells on diagonals: downwards, upwards, both."""
    region: str = "░"
    """Mark beside the content of cells in other houses that lines do not show."""
    numbers: str = "¹²³⁴⁵⁶⁷⁸⁹abcdefghijklmnopqrstuvwxyz"
    """The numbers of the links of a chain."""
    folder: str = "▸"
    folder_open: str = "▾"
    times: str = "×"
    ellipsis: str = "…"
    bar_full: str = "━"
    bar_end: str = "╸"
    bar_rest: str = "─"
    block: str = "█"
    shades: str = " ░▒▓█"
    """From blank to full."""
    heights: str = " ▁▂▃▄▅▆▇█"
    """From blank to a full row."""
    right: str = "✓"
    wrong: str = "✗"
    true: str = "█"
    false: str = "▒"
    open: str = "·"
    right_arrow: str = "→"
    arrows: str = "↑↓←→"
    dot: str = "·"
    unequal: str = "≠"
    mark: str = "▚"
    """The program's logo: two squares that share a corner."""
    crumb: str = "›"
    """The separator of a path's places."""
    level: str = "●"
    """The dot before the name of a level."""
    queen: str = "♛"
    series: str = "●◆▲■✶"
    """The signs of a plot's series."""
    ring: str = "○"
    """The hollow counterpart of `level`."""
    step: str = "■"
    """A completed step."""
    step_open: str = "□"
    up: str = "▲"
    """Points to a cell in the row above."""
    restart: str = "↻"
    frame: str = "─│╭╮╰╯"
    """Horizontal and vertical; corners: upper left, upper right, lower left, lower right."""
    box: str = "─│┌┐└┘├┤┬┴┼╌┊"
    """As `frame`; tees to the right, left, down and up; cross; dotted horizontal and vertical."""
    links: str = "━┃┏┓┗┛╍┇"
    """Links of chains: as `frame`, dotted horizontal and vertical; "" to number the links instead."""
    has_blocks: bool = True
    """Whether half blocks can be drawn."""


UNICODE = Glyphs()
ASCII = Glyphs(
    empty_cell=".", diagonals="\\/X", region='"', numbers="abcdefghijklmnopqrstuvwxyz",
    folder=">", folder_open="v", times="x", ellipsis="...", bar_full="=", bar_end="=", bar_rest="-", block="#",
    shades=" .:*#", heights=" .:#", right="+",
    wrong="x", true="#", false="-", open=".", right_arrow="->", arrows="^v<>", dot="-", unequal="!=",
    mark="#", crumb=">", level="*", queen="Q", series="oxv#*", ring="o", step="#", step_open="-",
    up="^", restart="r", frame="-|++++", box="-|+++++++++.:", links="", has_blocks=False,
)  # fmt: skip
