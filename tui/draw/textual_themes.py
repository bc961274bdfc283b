"""Textual's own themes as palettes: their colours mapped to our meanings, in readable colours out of 256.

The primary colour is the accent, the secondary one the player's digits; success, warning and error are green, yellow
and red; background and foreground are the ground and the text, with lines and raised grounds between them. Grounds of
boards are mixed from hues with the background. An ink that is too weak on one of its grounds is moved towards white or
black.
"""

from collections.abc import Collection, Iterable
from math import hypot

from rich.color_triplet import ColorTriplet
from rich.style import Style
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from tui.draw.contrast import LEGIBLE, VISIBLE, contrast, distance, lab, legible, luminance, mixed, nearest, triplet
from tui.draw.palette import Palette

MAPPED = tuple(name for name, theme in BUILTIN_THEMES.items() if not theme.ansi and theme.background)
"""The names of the themes, without those that use the terminal's background."""

_APART = 9.0
"""Minimum distance of the grounds of a board."""
_RED, _YELLOW, _BLUE = ColorTriplet(208, 32, 32), ColorTriplet(190, 160, 0), ColorTriplet(48, 112, 255)
_WHITE, _BLACK = ColorTriplet(255, 255, 255), ColorTriplet(0, 0, 0)
_HUES = ("#ff3080", "#c0a000", "#30b040", "#20b0b0", "#3070ff", "#8040ff", "#e040e0", "#8080b0", "#909090")
"""The player's colours before mixing with the background."""


def ground_of(theme: Theme) -> int:
    """Return the number of a theme's background colour."""
    return nearest(_triplet(theme.background or ""))


def palette_of(theme: Theme) -> Palette:
    """Return the palette of a theme in `MAPPED`."""
    return _Mixer(theme).palette()


class _Mixer:
    """Chooses distinct grounds for a theme, one by one."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._base = ground_of(theme)
        self._is_dark = luminance(triplet(self._base)) < 0.2
        self._ink = _WHITE if self._is_dark else _BLACK
        self._grounds: list[int] = []
        """The grounds of the board, below digits and notes."""

    def _ground(self, colour: ColorTriplet, share: float, apart: float = _APART) -> int:
        """Return a ground with the hue of a colour, mixed in that share with the background, distinct from all others.

        White (or black, in a light theme) is readable on it as text on a page, with a margin for notes, which are
        weaker. It is never darker (or lighter) than the background, so that marks stand out instead of being holes.
        """
        target = lab(mixed(colour, triplet(self._base), share))
        hue = lab(colour)

        def unlike(number: int) -> float:
            light, *here = lab(triplet(number))
            tint = 0.75 if self._is_dark else 0.5  # a weak hue would look grey on a dark background
            there = [max(share, tint) * part for part in hue[1:]]
            return 0.5 * abs(light - target[0]) + hypot(here[0] - there[0], here[1] - there[1])

        most = contrast(triplet(self._base), self._ink)
        strong = [n for n in range(16, 256) if LEGIBLE + 1.5 <= contrast(triplet(n), self._ink) <= most]
        free = [n for n in strong if all(distance(triplet(n), triplet(g)) >= apart for g in self._reserved())]
        found = min(free or strong, key=unlike)
        self._grounds.append(found)
        return found

    def _reserved(self) -> Iterable[int]:
        return (self._base, *self._grounds)

    def palette(self) -> Palette:
        """Build the palette."""
        theme, base = self._theme, triplet(self._base)
        foreground = _triplet(theme.foreground or ("#e0e0e0" if self._is_dark else "#202020"))
        primary, secondary = _triplet(theme.primary), _triplet(theme.secondary or theme.primary)
        success, warning = _triplet(theme.success or "#40c060"), _triplet(theme.warning or "#e0b040")
        error, accent = _triplet(theme.error or "#e04040"), _triplet(theme.accent or theme.primary)
        tile, box = (self._ground(self._ink, share, 1.5) for share in (0.03, 0.08))
        box_tile = self._ground(self._ink, 0.12, 1.5)
        peer = self._ground(self._ink, 0.22)
        red, blue, yellow = self._ground(_RED, 0.3), self._ground(_BLUE, 0.4), self._ground(_YELLOW, 0.45)
        falls, marked = self._ground(_RED, 0.5), self._ground(accent, 0.25)
        colours = [self._ground(_triplet(hue), 0.5, 6.0) for hue in _HUES]
        raised = nearest(mixed(self._ink, base, 0.1))
        pages, boards = [self._base, raised], [self._base, *self._grounds]

        def on_page(colour: ColorTriplet) -> str:
            return f"color({legible(colour, pages)})"

        given_ink = legible(self._ink, boards)
        player_ink = legible(secondary, boards, unlike=(given_ink,))
        shown_ink = legible(warning, boards, unlike=(given_ink, player_ink))
        given = f"color({given_ink})"
        chips = {  # the ink on these is the background's colour, or the opposite if that is too weak
            "cursor": primary,
            "clash": error,
            "follows": success,
            "if_false": secondary,
            "if_true": success,
            "gone": error,
        }
        label = nearest(mixed(foreground, base, 0.6))
        styles = {
            "ground": f"on color({self._base})",
            "plain": f"color({legible(foreground, [*pages, tile, box, box_tile])})",
            "title": f"bold {on_page(self._ink)}",
            "dim": f"color({legible(triplet(label), pages)})", "key": f"bold {on_page(primary)}",
            "good": on_page(success), "warning": on_page(warning), "bad": f"bold {on_page(error)}",
            "accent": on_page(primary), "bar": on_page(primary), "selected": _chip(primary, [], bold=True),
            "line": f"color({legible(mixed(foreground, base, 0.35), [self._base], VISIBLE)})",
            "empty": f"color({legible(mixed(foreground, base, 0.35), [self._base], VISIBLE)})",
            "label": on_page(accent), "given": f"bold {given}", "conflict": f"bold {given}",
            "player": f"color({player_ink})", "revealed": f"color({shown_ink})",
            "note": f"color({legible(triplet(label), [self._base])})",
            "tile": f"on color({tile})", "box": f"on color({box})", "box_tile": f"on color({box_tile})",
            **{
                name: f"{given} on color({ground})"
                for name, ground in (("marked", marked), ("peer", peer), ("broken", red), ("proves", blue),
                                     ("same", yellow), ("falls", falls))
            },
            **{f"colour_{letter}": f"{given} on color({ground})"
               for letter, ground in zip("abcdefghi", colours, strict=True)},
            **{name: _chip(colour, boards) for name, colour in chips.items()},
            "strong": f"color({legible(success, [self._base], VISIBLE)})",
            "weak": f"color({legible(warning, [self._base], VISIBLE)})",
            "true": on_page(success), "false": on_page(error), "open": f"color({legible(triplet(label), pages)})",
            "raised": f"{on_page(foreground)} on color({raised})", "medium": on_page(secondary),
            "unfair": on_page(mixed(error, warning, 0.5)),
        }  # fmt: skip
        return Palette(**{name: Style.parse(style) for name, style in styles.items()})


def _chip(colour: ColorTriplet, grounds: Collection[int], *, bold: bool = False) -> str:
    """Return a ground for a chip, distinct from these, with black or white text, whichever reads better."""
    apart = [n for n in range(16, 256) if all(distance(triplet(n), triplet(ground)) >= _APART for ground in grounds)]
    ground = nearest(colour, apart)
    ink = max((16, 231), key=lambda number: contrast(triplet(number), triplet(ground)))
    return f"{'bold ' * bold}color({ink}) on color({ground})"


def _triplet(colour: str) -> ColorTriplet:
    return ColorTriplet(*Color.parse(colour).rgb)
