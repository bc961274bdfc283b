"""The colours are readable and distinguishable for everybody, with 256 colours, 16 and none."""

from dataclasses import fields
from itertools import combinations
from typing import Any

import pytest
from rich._palettes import STANDARD_PALETTE
from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.style import Style
from screens import settled, until, until_shown

from tui.app import SatSudoku
from tui.draw.palette import PALETTES, SIXTEEN_COLOURS, Palette, theme_variant
from tui.draw.textual_themes import TEXTUAL_THEMES
from tui.terminal.config import Config, stored_theme
from tui.terminal.ground import GroundAnswer
from tui.terminal.options import THEMES, Options

Rgb = tuple[float, float, float]
DECORATION = ("line", "empty")
"""Lines and the dots of empty cells: only need to be visible."""
BLIND = {  # G. M. Machado, M. M. Oliveira, L. A. F. Fernandes: A physiologically-based model (2009), severity 1
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
DARK_GROUNDS = ["000000", "1e1e1e", "002b36", "300a24", "282c34"]
LIGHT_GROUNDS = ["ffffff", "fdf6e3", "fafafa", "eff1f5"]
"""Common terminal backgrounds: black, white, Solarized, Ubuntu, One, Catppuccin."""
COLOURS = {name: palette for name, palette in PALETTES.items() if not name.startswith("mono")}


def triplet(colour: Color | None, otherwise: ColorTriplet) -> ColorTriplet:
    if colour is None or colour.is_default:
        return otherwise
    if colour.number is not None and colour.number < 16:
        return STANDARD_PALETTE[colour.number]  # as in the Linux console and PuTTY
    return colour.get_truecolor()


def linear(colour: ColorTriplet) -> Rgb:
    """The linear light of each primary, 0 to 1, of an sRGB colour."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return red, green, blue


def luminance(light: Rgb) -> float:
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def contrast(first: ColorTriplet, other: ColorTriplet) -> float:
    """The contrast ratio of WCAG 2, from 1 to 21."""
    dark, bright = sorted((luminance(linear(first)), luminance(linear(other))))
    return (bright + 0.05) / (dark + 0.05)


def lab(light: Rgb) -> Rgb:
    """CIELAB (D65)."""
    red, green, blue = (min(max(part, 0), 1) for part in light)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(first: ColorTriplet, other: ColorTriplet, blindness: str) -> float:
    """The perceived distance of two colours with this kind of colour blindness (CIE 1976; 2.3 is just noticeable)."""
    seen = []
    for colour in (first, other):
        light = linear(colour)
        red, green, blue = (sum(a * b for a, b in zip(row, light, strict=True)) for row in BLIND[blindness])
        seen.append(lab((red, green, blue)))
    return float(sum((a - b) ** 2 for a, b in zip(*seen, strict=True)) ** 0.5)


def paper(theme: str) -> tuple[ColorTriplet, ColorTriplet]:
    """Text colour and background of the terminal for which the theme is made."""
    white, black = ColorTriplet(255, 255, 255), ColorTriplet(0, 0, 0)
    return (black, white) if theme.startswith("light") else (ColorTriplet(204, 204, 204), black)


def readable(theme: str, style: Style) -> float:
    """The contrast of a style; the terminal's own colours replace missing ones."""
    ink, ground = paper(theme)
    return contrast(triplet(style.color, ink), triplet(style.bgcolor, ground))


def styles(palette: Palette) -> dict[str, Style]:
    return {field.name: getattr(palette, field.name) for field in fields(palette)}


@pytest.mark.parametrize("few", ["", SIXTEEN_COLOURS])
@pytest.mark.parametrize("ground", [*DARK_GROUNDS, *LIGHT_GROUNDS])
def test_the_theme_that_a_ground_decides_can_be_read_on_it(ground: str, few: str) -> None:
    answer = "\x1b]11;rgb:" + "/".join(2 * ground[at : at + 2] for at in (0, 2, 4)) + "\x07"
    report = GroundAnswer().feed(answer)[1]
    assert report
    assert report.is_light == (ground in LIGHT_GROUNDS)
    theme = ("light" if report.is_light else "dark") + few
    palette, own = styles(COLOURS[theme]), ColorTriplet(*bytes.fromhex(ground))
    if COLOURS[theme].ground:  # it is painted
        own = triplet(COLOURS[theme].ground.bgcolor, own)
    inks = {name: style.color for name, style in palette.items() if style.color and not style.bgcolor}
    least = 3 if few else 4  # every terminal has its own 16 colours
    weak = {name: contrast(triplet(ink, own), own) for name, ink in inks.items() if name not in DECORATION}
    assert {name: round(ratio, 1) for name, ratio in weak.items() if ratio < least} == {}


@pytest.mark.parametrize(("theme", "least"), [("contrast", 6), ("contrast" + SIXTEEN_COLOURS, 5)])
def test_high_contrast_is_higher(theme: str, least: float) -> None:
    palette = styles(PALETTES[theme])
    assert {name for name, style in palette.items() if readable(theme, style) < least} == set()


@pytest.mark.parametrize("blindness", BLIND)
@pytest.mark.parametrize("theme", ["colour-blind", "colour-blind" + SIXTEEN_COLOURS])
def test_opposites_are_distinguishable_for_the_colour_blind(theme: str, blindness: str) -> None:
    palette = styles(PALETTES[theme])
    ink, ground = paper(theme)
    for first, other in [("true", "false"), ("good", "bad"), ("true", "open")]:
        gap = distance(triplet(palette[first].color, ink), triplet(palette[other].color, ink), blindness)
        assert gap > 20, f"{first} and {other}: {gap:.0f}"
    hints = combinations(("premise", "elimination", "placement"), 2)
    for first, other in [*hints, ("broken", "clash"), ("cursor", "peer"), ("cursor", "clash")]:
        gap = distance(triplet(palette[first].bgcolor, ground), triplet(palette[other].bgcolor, ground), blindness)
        assert gap > 20, f"ground of {first} and {other}: {gap:.0f}"


@pytest.mark.parametrize("theme", [name for name in PALETTES if name.endswith(SIXTEEN_COLOURS)])
def test_sixteen_colours_are_those_that_every_terminal_has(theme: str) -> None:
    """No indexed colour is mistaken for another, and no background is so dark that it becomes black."""
    colours = [item for style in styles(PALETTES[theme]).values() for item in (style.color, style.bgcolor) if item]
    assert all(colour.number is not None and colour.number < 16 for colour in colours)
    grounds = [style.bgcolor for style in styles(PALETTES[theme]).values() if style.bgcolor]
    assert all(max(triplet(ground, paper(theme)[1])) > 0x30 for ground in grounds)


@pytest.mark.parametrize("theme", ["mono", "mono" + SIXTEEN_COLOURS])
def test_no_colour_is_no_colour(theme: str) -> None:
    palette = styles(PALETTES[theme])
    assert not any(style.color or style.bgcolor for style in palette.values())
    assert len({palette[name] for name in ("given", "player", "conflict", "cursor")}) == 4


def test_there_are_both_kinds_of_every_theme() -> None:
    ours = set(THEMES) - set(TEXTUAL_THEMES)
    assert set(PALETTES) == {name + end for name in ours for end in ("", SIXTEEN_COLOURS)}
    assert {theme_variant("light", few_colours=few, no_color=False) for few in (True, False)} == {
        "light",
        "light" + SIXTEEN_COLOURS,
    }
    assert {theme_variant("nord", few_colours=few, no_color=False) for few in (True, False)} == {
        "nord",
        "dark" + SIXTEEN_COLOURS,
    }
    assert theme_variant("light", few_colours=True, no_color=True) == "mono"


@pytest.mark.long
async def test_a_theme_is_previewed_while_selected_in_the_palette(app: Any) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p", *"theme gruvbox")
        await until_shown(pilot, THEMES["gruvbox"][:20])
        await until(pilot, lambda: app.theme == "gruvbox")
        await pilot.press("escape")
        await until(pilot, lambda: app.theme == "dark")
        assert stored_theme(Config()) is None


async def test_a_light_theme_paints_the_whole_screen(app: Any) -> None:
    async with SatSudoku(Options(path=app.options.path, theme="light")).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        strips = pilot.app.screen._compositor.render_strips(pilot.app.size)
        grounds = {piece.style and piece.style.bgcolor for strip in strips for piece in strip if piece.text}
        assert None not in grounds
        assert PALETTES["light"].ground.bgcolor in grounds
        assert all(piece.style.color for strip in strips for piece in strip if piece.style and piece.text.strip())


@pytest.mark.long
@pytest.mark.parametrize("theme", ["colour-blind"])
async def test_a_theme_chosen_in_the_palette_is_taken_and_remembered(app: Any, theme: str) -> None:
    app = SatSudoku(Options(path=app.options.path, few_colours=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p", *f"theme {theme}")
        await until_shown(pilot, THEMES[theme][:20])
        await pilot.press("down", "enter")
        await pilot.pause()
        assert app.theme == theme + SIXTEEN_COLOURS
        assert stored_theme(Config()) == theme
