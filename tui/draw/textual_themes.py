"""Textual's own themes as palettes of readable colours out of 256.

The theme's primary colour is the accent, its secondary one the ink of the player's digits. Its success, warning and
error are the green, yellow and red of the palette. Lines and raised grounds lie between its background and its
foreground. Grounds of boards are hues mixed with the background. An ink that is too weak on one of its grounds is
replaced by the nearest readable one.
"""

from collections.abc import Collection
from math import dist

from rich.color_triplet import ColorTriplet
from rich.style import Style
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from tui.draw.contrast import (
    MIN_LINE_CONTRAST,
    MIN_TEXT_CONTRAST,
    contrast,
    distance,
    lab,
    legible,
    luminance,
    mixed,
    nearest,
    triplet,
)
from tui.draw.palette import Palette

TEXTUAL_THEMES = tuple(name for name, theme in BUILTIN_THEMES.items() if not theme.ansi and theme.background)
"""The names of Textual's themes, without those that use the terminal's background."""

_MIN_GROUND_DISTANCE = 9.0
"""Minimum `distance` of the grounds of a board."""
_COLOUR_DISTANCES = (24.0, 20.0, 16.0)
"""The `distance` of two of the player's colours: the largest that some colour reaches."""
_RED, _YELLOW, _BLUE = ColorTriplet(208, 32, 32), ColorTriplet(190, 160, 0), ColorTriplet(48, 112, 255)
_WHITE, _BLACK = ColorTriplet(255, 255, 255), ColorTriplet(0, 0, 0)
_HUES = ("#ff3080", "#c0a000", "#30b040", "#20b0b0", "#3070ff", "#8040ff", "#e040e0", "#8080b0", "#909090")
"""The player's colours before mixing with the background."""


def palette_of(theme: Theme) -> Palette:
    """Return the palette of one of `TEXTUAL_THEMES`."""
    return _Mixer(theme).palette()


class _Mixer:
    """Mixes the colours of a theme. It keeps the grounds so far, so that the next one differs from them."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._base = nearest(_triplet(theme.background or ""))
        self._is_dark = luminance(triplet(self._base)) < 0.2
        self._ink = _WHITE if self._is_dark else _BLACK
        self._grounds: list[int] = []
        """The grounds of the board so far."""

    def _ground(
        self,
        colour: ColorTriplet,
        share: float,
        min_distance: float = _MIN_GROUND_DISTANCE,
        colours: Collection[int] = (),
    ) -> int:
        """Return a ground that mixes `share` of a colour with the background, distinct from all grounds so far.

        It is as far as possible from the player's other `colours`.

        White (black in a light theme) has `MIN_TEXT_CONTRAST` on it, and a margin for notes, which are weaker. It is
        never darker (lighter in a light theme) than the background, so that marks do not look like holes.
        """
        min_tint = 0.75 if self._is_dark else 0.5  # a weak hue would look grey on a dark background
        lightness = lab(mixed(colour, triplet(self._base), share))[0]
        hue = [max(share, min_tint) * part for part in lab(colour)[1:]]

        def difference(number: int) -> float:
            candidate_lightness, *candidate_hue = lab(triplet(number))
            return 0.5 * abs(candidate_lightness - lightness) + dist(candidate_hue, hue)

        max_contrast = contrast(triplet(self._base), self._ink)
        readable = [
            number
            for number in range(16, 256)
            if MIN_TEXT_CONTRAST + 1.5 <= contrast(triplet(number), self._ink) <= max_contrast
        ]
        distinct = [number for number in readable if _is_distinct(number, (self._base, *self._grounds), min_distance)]
        far = ([n for n in distinct if _is_distinct(n, colours, apart)] for apart in _COLOUR_DISTANCES if colours)
        ground = min(next(filter(None, far), distinct or readable), key=difference)
        self._grounds.append(ground)
        return ground

    def palette(self) -> Palette:
        """Return the palette, with grounds mixed from the most important one to the least."""
        theme, base = self._theme, triplet(self._base)
        foreground = _triplet(theme.foreground or ("#e0e0e0" if self._is_dark else "#202020"))
        primary, secondary = _triplet(theme.primary), _triplet(theme.secondary or theme.primary)
        success, warning = _triplet(theme.success or "#40c060"), _triplet(theme.warning or "#e0b040")
        error, accent = _triplet(theme.error or "#e04040"), _triplet(theme.accent or theme.primary)
        tile, box = (self._ground(self._ink, share, 1.5) for share in (0.03, 0.08))
        box_tile = self._ground(self._ink, 0.12, 1.5)
        peer = self._ground(self._ink, 0.22)
        red, blue, yellow = self._ground(_RED, 0.3), self._ground(_BLUE, 0.4), self._ground(_YELLOW, 0.45)
        elimination, marked = self._ground(_RED, 0.5), self._ground(accent, 0.25)
        colours = list[int]()
        for hue in _HUES:
            colours.append(self._ground(_triplet(hue), 0.5, 6.0, colours))
        raised = nearest(mixed(self._ink, base, 0.1))
        pages, boards = [self._base, raised], [self._base, *self._grounds]

        def on_page(colour: ColorTriplet) -> str:
            return f"color({legible(colour, pages)})"

        given_ink = legible(self._ink, boards)
        player_ink = legible(secondary, boards, other_inks=(given_ink,))
        revealed_ink = legible(warning, boards, other_inks=(given_ink, player_ink))
        given = f"color({given_ink})"
        chips = {  # grounds with an ink of their own, black or white
            "cursor": primary,
            "clash": error,
            "placement": success,
            "if_false": secondary,
            "if_true": success,
            "eliminated": error,
        }
        label = nearest(mixed(foreground, base, 0.6))
        styles = {
            "ground": f"on color({self._base})",
            "plain": f"color({legible(foreground, [*pages, tile, box, box_tile])})",
            "title": f"bold {on_page(self._ink)}",
            "dim": f"color({legible(triplet(label), pages)})", "key": f"bold {on_page(primary)}",
            "good": on_page(success), "warning": on_page(warning), "bad": f"bold {on_page(error)}",
            "accent": on_page(primary), "bar": on_page(primary), "selected": _chip(primary, [], bold=True),
            "line": f"color({legible(mixed(foreground, base, 0.35), [self._base], MIN_LINE_CONTRAST)})",
            "empty": f"color({legible(mixed(foreground, base, 0.35), [self._base], MIN_LINE_CONTRAST)})",
            "label": on_page(accent), "given": f"bold {given}", "conflict": f"bold {given}",
            "player": f"color({player_ink})", "revealed": f"color({revealed_ink})",
            "note": f"color({legible(triplet(label), [self._base])})",
            "tile": f"on color({tile})", "box": f"on color({box})", "box_tile": f"on color({box_tile})",
            **{
                name: f"{given} on color({ground})"
                for name, ground in (("marked", marked), ("peer", peer), ("broken", red), ("premise", blue),
                                     ("same", yellow), ("elimination", elimination))
            },
            **{f"colour_{letter}": f"{given} on color({ground})"
               for letter, ground in zip("abcdefghi", colours, strict=True)},
            **{name: _chip(colour, boards) for name, colour in chips.items()},
            "strong": f"color({legible(success, [self._base], MIN_LINE_CONTRAST)})",
            "weak": f"color({legible(warning, [self._base], MIN_LINE_CONTRAST)})",
            "true": on_page(success), "false": on_page(error), "open": f"color({legible(triplet(label), pages)})",
            "raised": f"{on_page(foreground)} on color({raised})", "medium": on_page(secondary),
            "unfair": on_page(mixed(error, warning, 0.5)),
        }  # fmt: skip
        return Palette(**{name: Style.parse(style) for name, style in styles.items()})


def _chip(colour: ColorTriplet, grounds: Collection[int], *, bold: bool = False) -> str:
    """Return a style whose ground is near a colour and distinct from these, with black or white text."""
    distinct = [number for number in range(16, 256) if _is_distinct(number, grounds, _MIN_GROUND_DISTANCE)]
    ground = nearest(colour, distinct)
    ink = max((16, 231), key=lambda number: contrast(triplet(number), triplet(ground)))
    return f"{'bold ' * bold}color({ink}) on color({ground})"


def _is_distinct(number: int, grounds: Collection[int], min_distance: float) -> bool:
    """Return whether a colour differs from all of these grounds."""
    return all(distance(triplet(number), triplet(ground)) >= min_distance for ground in grounds)


def _triplet(colour: str) -> ColorTriplet:
    """Return a colour of a style sheet."""
    return ColorTriplet(*Color.parse(colour).rgb)
