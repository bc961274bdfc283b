"""Colours and signs by meaning. The terminal's own ground and ink where nothing is said, indexed tints elsewhere:
that is what keeps updates short on a slow line."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rich.style import Style
from textual.theme import Theme


@dataclass(frozen=True)
class Palette:
    """One style for each meaning.

    A ground (background) is laid under an ink as `ground + ink`: it brings the colour for inks that name none, so that
    these stay readable when the terminal's own ground is the opposite of what the theme expects.
    """

    plain: Style
    dim: Style
    title: Style
    key: Style
    """A key in the line at the foot."""
    good: Style
    warning: Style
    bad: Style
    accent: Style
    bar: Style
    selected: Style
    """The chosen row of a list that has the focus."""
    # the board
    line: Style
    empty: Style
    given: Style
    player: Style
    revealed: Style
    note: Style
    conflict: Style
    cursor: Style
    """Ground under the cursor."""
    marked: Style
    """Ground of diagonals, windows and what other houses the lines do not show."""
    peer: Style
    same: Style
    broken: Style
    """Ground of a house that breaks a rule."""
    clash: Style
    """Ground of the cells that break it."""
    proves: Style
    """Ground of what a hint rests on."""
    falls: Style
    """Ground of what a hint removes."""
    follows: Style
    """Ground of what a hint places."""
    colour_a: Style
    """Grounds of the colours that the player gives to cells and candidates."""
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
    # what all screens share
    raised: Style
    """Ground of headers and of titles without a frame."""
    medium: Style
    """The level between easy (`good`) and hard (`warning`)."""
    unfair: Style
    """The level between hard and extreme (`bad`)."""

    @cached_property
    def colours(self) -> tuple[Style, ...]:
        """The player's colours by number; 0 is none. Where they are all alike, letters tell them apart."""
        return (
            Style.null(), self.colour_a, self.colour_b, self.colour_c, self.colour_d, self.colour_e, self.colour_f,
            self.colour_g, self.colour_h, self.colour_i,
        )  # fmt: skip


def _palette(*inks: Mapping[str, str]) -> Palette:
    """A palette of the styles by name; later ones count."""
    merged = {name: style for each in inks for name, style in each.items()}
    return Palette(**{name: Style.parse(style) if style else Style.null() for name, style in merged.items()})


def _colours(ink: str, *grounds: int) -> dict[str, str]:
    """The player's colours: that ink on each of these grounds; without grounds there is no colour."""
    return {f"colour_{letter}": "" for letter in "abcdefghi"} | {
        f"colour_{letter}": f"{ink} on color({ground})" for letter, ground in zip("abcdefghi", grounds, strict=False)
    }


_DARK = {
    "plain": "", "dim": "color(245)", "title": "bold", "key": "bold color(80)", "good": "color(77)",
    "warning": "color(221)", "bad": "bold color(203)", "accent": "color(80)", "bar": "color(80)",
    "selected": "bold reverse", "line": "bright_black", "empty": "bright_black", "given": "bold",
    "player": "color(123)", "revealed": "color(228)", "note": "color(245)", "conflict": "bold",
    "cursor": "bright_white on color(19)", "marked": "bright_white on color(235)",
    "peer": "bright_white on color(238)", "same": "bright_white on color(94)",
    "broken": "bright_white on color(52)", "clash": "bright_white on color(124)", "proves": "bright_white on color(24)",
    "falls": "bright_white on color(90)", "follows": "bright_white on color(22)", "true": "color(77)",
    "false": "color(203)", "open": "color(245)", "raised": "color(250) on color(236)", "medium": "color(75)",
    "unfair": "color(215)", **_colours("bright_white", 125, 95, 58, 22, 23, 25, 55, 127, 60),
}  # fmt: skip
_LIGHT = {
    "plain": "", "dim": "color(242)", "title": "bold", "key": "bold color(20)", "good": "color(22)",
    "warning": "color(94)", "bad": "bold color(124)", "accent": "color(20)", "bar": "color(20)",
    "selected": "bold reverse", "line": "color(246)", "empty": "color(246)", "given": "bold",
    "player": "color(19)", "revealed": "color(53)", "note": "color(242)", "conflict": "bold",
    "cursor": "black on color(153)", "marked": "black on color(195)", "peer": "black on color(254)",
    "same": "black on color(222)",
    "broken": "black on color(217)", "clash": "black on color(210)", "proves": "black on color(117)",
    "falls": "black on color(219)", "follows": "black on color(120)", "true": "color(22)", "false": "color(124)",
    "open": "color(242)", "raised": "color(238) on color(254)", "medium": "color(25)", "unfair": "color(130)",
    **_colours("black", 217, 216, 229, 157, 159, 189, 183, 225, 250),
}  # fmt: skip
_CONTRAST = {
    "dim": "", "key": "bold color(228)", "good": "bold color(120)", "warning": "bold color(228)",
    "bad": "bold color(217)", "accent": "bold color(228)", "bar": "color(228)", "line": "", "empty": "", "note": "",
    "player": "bold color(123)", "revealed": "bold color(228)", "cursor": "bold color(231) on color(19)",
    "peer": "color(231) on color(238)", "same": "color(231) on color(58)",
    "true": "bold color(120)", "false": "bold color(217)", "open": "", "raised": "color(231) on color(238)",
    **_colours("color(231)", 89, 88, 58, 22, 23, 18, 55, 90, 59),
}  # fmt: skip
_COLOUR_BLIND = {
    "good": "color(117)", "warning": "color(227)", "bad": "bold color(214)", "same": "color(255) on color(58)",
    "broken": "color(255) on color(53)", "clash": "color(231) on color(94)", "proves": "color(255) on color(240)",
    "falls": "color(255) on color(94)", "follows": "color(255) on color(25)", "true": "color(117)",
    "false": "color(214)",
}  # fmt: skip
"""Blue against orange, which everybody tells apart: after M. Okabe and K. Ito, Color Universal Design (2008)."""
_MONO = {
    "plain": "", "dim": "", "title": "bold", "key": "bold", "good": "bold", "warning": "bold", "bad": "bold reverse",
    "accent": "bold", "bar": "", "selected": "reverse", "line": "", "empty": "", "given": "bold",
    "player": "underline", "revealed": "italic underline", "note": "", "conflict": "bold reverse",
    "cursor": "reverse", "marked": "", "peer": "", "same": "bold underline", "broken": "", "clash": "",
    "proves": "bold",
    "falls": "underline", "follows": "bold underline", "true": "bold", "false": "", "open": "",
    "raised": "reverse", "medium": "bold", "unfair": "bold", **_colours(""),
}  # fmt: skip

# Of 16 colours few are dark enough to lie under all inks. What shares a ground has signs that tell it apart.
_DARK_16 = {
    "dim": "white", "key": "bold cyan", "good": "green", "warning": "bright_yellow", "bad": "bold bright_red",
    "accent": "cyan", "bar": "cyan", "player": "bright_cyan", "revealed": "bright_yellow", "note": "white",
    "cursor": "bright_white on blue", "marked": "", "peer": "bright_white on bright_black",
    "same": "underline bright_white on bright_black", "broken": "bright_white on magenta",
    "clash": "bright_white on red", "proves": "bright_white on bright_black", "falls": "bright_white on magenta",
    "follows": "bold bright_white on blue", "true": "green", "false": "bright_red", "open": "white",
    "raised": "bright_white on bright_black", "medium": "bright_cyan", "unfair": "bright_magenta", **_colours(""),
}  # fmt: skip
_LIGHT_16 = {
    "dim": "bright_black", "key": "bold blue", "good": "blue", "warning": "magenta", "bad": "bold red",
    "accent": "blue", "bar": "blue", "line": "bright_black", "empty": "bright_black", "player": "blue",
    "revealed": "underline blue", "note": "bright_black", "cursor": "black on bright_cyan", "marked": "",
    "peer": "black on white", "same": "black on bright_yellow", "broken": "black on bright_magenta",
    "clash": "bold underline black on bright_magenta", "proves": "black on bright_cyan",
    "falls": "black on bright_magenta", "follows": "black on bright_green", "true": "blue", "false": "red",
    "open": "bright_black", "raised": "black on white", "medium": "blue", "unfair": "magenta", **_colours(""),
}  # fmt: skip
_CONTRAST_16 = {
    "dim": "", "note": "", "open": "", "key": "bold bright_yellow", "good": "bold bright_green",
    "accent": "bold bright_yellow", "bar": "bright_yellow", "true": "bold bright_green",
}  # fmt: skip
_COLOUR_BLIND_16 = {
    "good": "bright_cyan", "bad": "bold bright_yellow", "broken": "bright_white on bright_black",
    "clash": "bold bright_white on magenta", "true": "bright_cyan", "false": "bright_yellow",
}  # fmt: skip

FEW = "-16"
"""What the name of a theme ends with when it is made of 16 colours."""

PALETTES = {
    "dark": _palette(_DARK),
    "light": _palette(_LIGHT),
    "contrast": _palette(_DARK, _CONTRAST),
    "colour-blind": _palette(_DARK, _COLOUR_BLIND),
    "mono": _palette(_MONO),
    "dark-16": _palette(_DARK, _DARK_16),
    "light-16": _palette(_LIGHT, _LIGHT_16),
    "contrast-16": _palette(_DARK, _CONTRAST, _DARK_16, _CONTRAST_16),
    "colour-blind-16": _palette(_DARK, _DARK_16, _COLOUR_BLIND_16),
    "mono-16": _palette(_MONO),
}
"""Each theme as it is with 256 colours or more, and as it is with 16."""


def shade(theme: str, *, few_colours: bool, no_color: bool) -> str:
    """The theme of the name as a terminal of few or no colours can show it."""
    return "mono" if no_color else theme + FEW * few_colours


_VARIABLES = {
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
_ACCENTS = {"light": "ansi_blue", "contrast": "ansi_bright_yellow", "mono": "ansi_default"}


def themes() -> list[Theme]:
    """The Textual themes of the names in PALETTES; all leave the ground to the terminal."""
    found = []
    for name in PALETTES:
        accent = _ACCENTS.get(name.removesuffix(FEW), "ansi_cyan")
        found.append(Theme(
            name, accent, secondary=accent, accent=accent, warning="ansi_yellow", error="ansi_red",
            success="ansi_green", foreground="ansi_default", background="ansi_default", surface="ansi_default",
            panel="ansi_default", boost="ansi_default", dark=not name.startswith("light"), ansi=True,
            variables=_VARIABLES | _raised(PALETTES[name]),
        ))  # fmt: skip
    return found


def _raised(palette: Palette) -> dict[str, str]:
    """The raised ground, and inks on it and on the accent, as colours of a stylesheet."""
    ink, ground = palette.raised.color, palette.raised.bgcolor
    if ink is None or ground is None:  # no colours: Textual turns such titles round
        return dict.fromkeys(("raised", "raised-ink", "accent-ink"), "ansi_default")
    return {"raised": ground.get_truecolor().hex, "raised-ink": ink.get_truecolor().hex, "accent-ink": "ansi_black"}


@dataclass(frozen=True)
class Glyphs:
    """The signs that have no place in ASCII, and what stands for them there."""

    empty_cell: str = "·"
    marked_cell: str = "+"
    """An empty cell in a house that the lines do not show."""
    diagonals: str = "╲╱╳"
    """Beside what stands in the cells of such houses: downwards, upwards, both."""
    region: str = "░"
    """The same for those of other shapes."""
    links: str = "¹²³⁴⁵⁶⁷⁸⁹abcdefghijklmnopqrstuvwxyz"
    """The numbers of the links of a chain."""
    folder: str = "▸"
    folder_open: str = "▾"
    times: str = "×"
    ellipsis: str = "…"
    bar_full: str = "━"
    bar_end: str = "╸"
    bar_rest: str = "─"
    block: str = "█"
    part_blocks: str = "▏▎▍▌▋▊▉"
    shades: str = " ░▒▓█"
    """From nothing to all."""
    heights: str = " ▁▂▃▄▅▆▇█"
    """From nothing to a whole row."""
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
    """The program's own: two squares that share a corner."""
    crumb: str = "›"
    """Between the places of a path."""
    level: str = "●"
    """Before the name of a level."""
    series: str = "●◆▲■✶"
    """The signs of the series of a plot."""
    frame: str = "─│╭╮╰╯"
    """Horizontal, vertical, four corners."""
    box: str = "─│┌┐└┘├┤┬┴┼"
    """Horizontal, vertical, four corners, tees to the right, left, down and up, cross."""
    heavy_box: str = "━┃┏┓┗┛┣┫┳┻╋"
    """The same, drawn heavy."""


UNICODE = Glyphs()
ASCII = Glyphs(
    empty_cell=".", diagonals="\\/X", region='"', links="abcdefghijklmnopqrstuvwxyz",
    folder=">", folder_open="v", times="x", ellipsis="...", bar_full="=", bar_end="=", bar_rest="-", block="#",
    part_blocks="#", shades=" .:*#", heights=" .:#", right="+",
    wrong="x", true="#", false="-", open=".", right_arrow="->", arrows="^v<>", dot="-", unequal="!=",
    mark="#", crumb=">", level="*", series="oxv#*", frame="-|++++",
    box="-|+++++++++", heavy_box="=H#########",
)
