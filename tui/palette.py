"""Colours and signs by meaning. The terminal's own ground and ink where nothing is said, indexed tints elsewhere:
that is what keeps updates short on a slow line."""

from dataclasses import dataclass

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
    # a search
    true: Style
    false: Style
    open: Style


def _palette(**inks: str) -> Palette:
    return Palette(**{name: Style.parse(ink) if ink else Style.null() for name, ink in inks.items()})


PALETTES = {
    "dark": _palette(
        plain="", dim="bright_black", title="bold", key="bold cyan", good="green", warning="yellow", bad="bold red",
        accent="cyan", bar="cyan", selected="bold reverse", line="bright_black", empty="bright_black", given="bold",
        player="color(81)", revealed="color(179)", note="bright_black", conflict="bold",
        cursor="color(255) on color(19)", peer="color(255) on color(238)", same="color(255) on color(94)",
        broken="color(255) on color(52)", clash="color(231) on color(160)", proves="color(255) on color(24)",
        falls="color(255) on color(90)", follows="color(255) on color(28)", true="green", false="red",
        open="bright_black",
    ),
    "light": _palette(
        plain="", dim="color(242)", title="bold", key="bold blue", good="color(28)", warning="color(130)",
        bad="bold red", accent="blue", bar="blue", selected="bold reverse", line="color(246)", empty="color(246)",
        given="bold", player="color(26)", revealed="color(130)", note="color(242)", conflict="bold",
        cursor="black on color(153)", peer="black on color(254)", same="black on color(222)",
        broken="black on color(217)", clash="color(231) on color(160)", proves="black on color(117)",
        falls="black on color(219)", follows="black on color(120)", true="color(28)", false="red", open="color(246)",
    ),
    "contrast": _palette(
        plain="", dim="", title="bold", key="bold", good="bold", warning="bold", bad="bold reverse", accent="bold",
        bar="", selected="reverse", line="", empty="", given="bold", player="underline", revealed="italic underline",
        note="", conflict="bold reverse", cursor="reverse", peer="", same="bold underline", broken="", clash="",
        proves="bold", falls="underline", follows="bold underline", true="bold", false="", open="",
    ),
}


def themes() -> list[Theme]:
    """The Textual themes of the same names; all leave the ground to the terminal."""
    accents = {"dark": "ansi_cyan", "light": "ansi_blue", "contrast": "ansi_default"}
    return [
        Theme(
            name=name,
            ansi=True,
            dark=name != "light",
            primary=accent,
            secondary=accent,
            accent=accent,
            warning="ansi_yellow",
            error="ansi_red",
            success="ansi_green",
            foreground="ansi_default",
            background="ansi_default",
            surface="ansi_default",
            panel="ansi_default",
            boost="ansi_default",
            variables={
                "ansi-background": "ansi_default",
                "ansi-foreground": "ansi_default",
                "border-blurred": "ansi_bright_black",
                "block-cursor-foreground": "ansi_default",
                "block-cursor-background": "ansi_default",
                "block-cursor-text-style": "reverse",
                "input-cursor-background": "ansi_default",
                "input-cursor-foreground": "ansi_default",
                "input-cursor-text-style": "reverse",
                "input-selection-background": "ansi_bright_blue",
                "input-selection-foreground": "ansi_black",
                "screen-selection-background": "ansi_bright_blue",
                "screen-selection-foreground": "ansi_black",
            },
        )
        for name, accent in accents.items()
    ]


@dataclass(frozen=True)
class Glyphs:
    """The signs that have no place in ASCII, and what stands for them there."""

    empty_cell: str = "·"
    folder: str = "▸"
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
    pip: str = "○"
    right_arrow: str = "→"
    arrows: str = "↑↓←→"
    dot: str = "·"
    box: str = "─│┌┐└┘├┤┬┴┼"
    """Horizontal, vertical, four corners, tees to the right, left, down and up, cross."""


UNICODE = Glyphs()
ASCII = Glyphs(
    empty_cell=".", folder=">", times="x", ellipsis="...", bar_full="=", bar_end="=", bar_rest="-", block="#",
    part_blocks="#", shades=" .:*#", heights=" .:#", right="+",
    wrong="x", true="#", false="-", open=".", pip="o", right_arrow="->", arrows="^v<>", dot="-",
    box="-|+++++++++",
)
