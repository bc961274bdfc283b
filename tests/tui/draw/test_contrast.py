"""In every theme each colour is readable on each of its backgrounds, and adjacent backgrounds differ visibly."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from rich._palettes import STANDARD_PALETTE
from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.style import Style
from textual.theme import BUILTIN_THEMES

from tui.draw.contrast import MIN_INK_DISTANCE, MIN_LINE_CONTRAST, MIN_TEXT_CONTRAST, contrast, distance, luminance
from tui.draw.palette import PALETTES, SIXTEEN_COLOURS, Palette, palette_named
from tui.draw.textual_themes import TEXTUAL_THEMES
from tui.terminal.options import LIGHT_GROUND, THEMES

COLOURED = [name for name in (*PALETTES, *TEXTUAL_THEMES) if not name.startswith("mono")]
TEXT = (
    "plain", "dim", "title", "key", "good", "warning", "bad", "accent", "bar", "label", "given", "player", "revealed",
    "note", "true", "false", "open", "medium", "unfair",
)  # fmt: skip
LINES = ("line", "empty", "strong", "weak")
BOXED = ("selected", "raised", "cursor", "clash", "placement", "if_false", "if_true", "eliminated")
"""Text colours with their own background."""
DIGITS = ("given", "player", "revealed")
GROUNDS = (
    "tile", "box", "box_tile", "marked", "peer", "same", "broken", "premise", "elimination", "clash", "placement",
    "cursor", *(f"colour_{letter}" for letter in "abcdefghi"),
)  # fmt: skip
TOGETHER = ("peer", "same", "broken", "clash", "premise", "elimination", "placement", "cursor")
"""Backgrounds with different meanings on one board."""


def page(name: str) -> tuple[ColorTriplet, ColorTriplet]:
    """Colours of a terminal, where the palette does not define them."""
    palette = palette_named(name)
    if palette.ground.bgcolor:
        return colour(palette.plain.color), colour(palette.ground.bgcolor)
    return ColorTriplet(204, 204, 204), ColorTriplet(0, 0, 0)


def colour(value: Color | None) -> ColorTriplet:
    assert value is not None
    return STANDARD_PALETTE[value.number] if value.number is not None and value.number < 16 else value.get_truecolor()


def ratio(name: str, style: Style) -> float:
    ink, ground = page(name)
    fore = ink if style.color is None else colour(style.color)
    back = ground if style.bgcolor is None else colour(style.bgcolor)
    return contrast(fore, back)


def styles(palette: Palette, *names: str) -> Iterator[tuple[str, Style]]:
    return ((name, getattr(palette, name)) for name in names)


@pytest.mark.parametrize("name", COLOURED)
def test_text_and_lines_of_every_theme(name: str) -> None:
    palette = palette_named(name)
    weak = {
        ink: round(ratio(name, style), 2)
        for ink, style in styles(palette, *TEXT, *BOXED)
        if ratio(name, style) < MIN_TEXT_CONTRAST
    }
    least = 2 if name.endswith(SIXTEEN_COLOURS) else MIN_LINE_CONTRAST  # every terminal has its own 16 colours
    weak |= {ink: round(ratio(name, style), 2) for ink, style in styles(palette, *LINES) if ratio(name, style) < least}
    assert weak == {}


@pytest.mark.parametrize("name", COLOURED)
def test_digits_and_notes_on_every_ground_of_a_board(name: str) -> None:
    palette = palette_named(name)
    weak = {}
    for ground, under in styles(palette, *GROUNDS):
        if not under:
            continue
        note = ratio(name, palette.note_on(under))
        digits = {ink: ratio(name, palette.over(under, style)) for ink, style in styles(palette, *DIGITS)}
        mark = under if under.color else palette.over(under, palette.plain)
        found = {**digits, "note": note, "mark": ratio(name, mark)}
        weak |= {f"{ink} on {ground}": round(value, 2) for ink, value in found.items() if value < MIN_TEXT_CONTRAST}
        assert note <= digits["given"] + 0.01, f"a note on {ground} is brighter than a digit"
    assert weak == {}


@pytest.mark.parametrize("name", [name for name in COLOURED if not name.endswith(SIXTEEN_COLOURS)])
def test_grounds_of_a_board_differ(name: str) -> None:
    palette = palette_named(name)
    _ink, base = page(name)
    grounds = {ground: colour(style.bgcolor) for ground, style in styles(palette, *TOGETHER)}
    tiles = {"none": base, **{ground: colour(style.bgcolor) for ground, style in styles(palette, "tile", "box_tile")}}
    players = {f"colour {number}": colour(style.bgcolor) for number, style in enumerate(palette.colours) if number}
    pairs = [
        *combinations(grounds.items(), 2),
        *((ground, other) for ground in grounds.items() for other in tiles.items()),
    ]
    pairs += [(player, other) for player in players.items() for other in tiles.items()]
    assert min(distance(first, other) for first, other in combinations(players.values(), 2)) >= 14
    alike = {
        (a, b): round(distance(first, other), 1) for (a, first), (b, other) in pairs if distance(first, other) < 5.5
    }
    assert alike == {}


@pytest.mark.parametrize("name", TEXTUAL_THEMES)
def test_no_mark_on_a_board_is_a_hole_in_the_background(name: str) -> None:
    palette = palette_named(name)
    _ink, base = page(name)
    marks = styles(palette, "tile", "box", "box_tile", "peer", "marked", "same", "premise")
    is_dark = luminance(base) < 0.2
    wrong = [mark for mark, style in marks if (luminance(colour(style.bgcolor)) < luminance(base)) == is_dark]
    assert wrong == []


@pytest.mark.parametrize("name", TEXTUAL_THEMES)
def test_placed_digits_differ_clearly_from_givens_and_shown_ones(name: str) -> None:
    palette = palette_named(name)
    given, player, revealed = (colour(style.color) for style in (palette.given, palette.player, palette.revealed))
    assert (
        min(distance(first, other) for first, other in combinations((given, player, revealed), 2)) >= MIN_INK_DISTANCE
    )


def test_every_theme_of_textual_with_a_ground_is_listed() -> None:
    assert set(THEMES) == {name for name in PALETTES if not name.endswith(SIXTEEN_COLOURS)} | set(TEXTUAL_THEMES)
    light = {name for name in TEXTUAL_THEMES if not BUILTIN_THEMES[name].dark}
    assert {name for name, purpose in THEMES.items() if purpose == LIGHT_GROUND} == light
