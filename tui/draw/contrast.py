"""Contrast and distance of colours, and the nearest of a terminal's 256 colours."""

from collections.abc import Collection, Iterable
from functools import lru_cache
from math import dist

from rich.color import Color
from rich.color_triplet import ColorTriplet

MIN_TEXT_CONTRAST = 4.5
"""Contrast ratio: WCAG 2.2, criterion 1.4.3."""
MIN_LINE_CONTRAST = 3.0
"""Contrast ratio: WCAG 2.2, criterion 1.4.11."""
MIN_INK_DISTANCE = 18.0
"""The `distance` of two inks that people distinguish at a glance."""

_CUBE_LEVELS = (0, 95, 135, 175, 215, 255)
"""The intensities of a primary in the colours 16 to 231 of xterm."""


def triplet(number: int) -> ColorTriplet:
    """Return the colour of a number from 16 to 255, which is the same in all terminals."""
    if number >= 232:
        return ColorTriplet(*(8 + 10 * (number - 232),) * 3)
    red, rest = divmod(number - 16, 36)
    green, blue = divmod(rest, 6)
    return ColorTriplet(_CUBE_LEVELS[red], _CUBE_LEVELS[green], _CUBE_LEVELS[blue])


def number_of(colour: Color | None) -> int | None:
    """Return the number (16 to 255) of a colour; None for one that the terminal defines."""
    return colour.number if colour and colour.number is not None and colour.number >= 16 else None


@lru_cache(maxsize=1024)
def _linear(colour: ColorTriplet) -> tuple[float, float, float]:
    """Return the linear intensities of an sRGB colour (IEC 61966-2-1), from 0 to 1."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return red, green, blue


def luminance(colour: ColorTriplet) -> float:
    """Return the relative luminance of WCAG 2, from 0 to 1."""
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(ink: ColorTriplet, ground: ColorTriplet) -> float:
    """Return the contrast ratio of WCAG 2, from 1 to 21."""
    dark, bright = sorted((luminance(ink), luminance(ground)))
    return (bright + 0.05) / (dark + 0.05)


@lru_cache(maxsize=1024)
def lab(colour: ColorTriplet) -> tuple[float, float, float]:
    """Convert a colour to CIELAB (white point D65): lightness from 0 to 100, and two coordinates of hue."""
    red, green, blue = _linear(colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(first: ColorTriplet, other: ColorTriplet) -> float:
    """Return the distance of two colours (CIE 1976; 2.3 is just noticeable)."""
    return dist(lab(first), lab(other))


def nearest(colour: ColorTriplet, numbers: Iterable[int] = range(16, 256)) -> int:
    """Return the number of the colour nearest to another."""
    return min(numbers, key=lambda number: distance(colour, triplet(number)))


def mixed(first: ColorTriplet, other: ColorTriplet, share: float) -> ColorTriplet:
    """Mix two colours, with `share` (0 to 1) of the first."""
    return ColorTriplet(*(round(share * a + (1 - share) * b) for a, b in zip(first, other, strict=True)))


def legible(
    ink: ColorTriplet,
    grounds: Iterable[int],
    min_contrast: float = MIN_TEXT_CONTRAST,
    *,
    other_inks: Collection[int] = (),
) -> int:
    """Return the colour nearest to an ink with enough contrast on all grounds; black or white if there is none.

    With `other_inks`, it has `MIN_INK_DISTANCE` from those, and its hue matters more than its lightness.
    """
    backgrounds = [triplet(number) for number in grounds]

    def is_legible(number: int) -> bool:
        colour = triplet(number)
        return all(distance(colour, triplet(other)) >= MIN_INK_DISTANCE for other in other_inks) and all(
            contrast(colour, background) >= min_contrast for background in backgrounds
        )

    def difference(number: int) -> float:
        lightness, *hue = lab(triplet(number))
        return 0.3 * abs(lightness - ink_lightness) + dist(hue, ink_hue)

    candidates = list(filter(is_legible, range(16, 256)))
    if not candidates:
        return max((16, 231), key=lambda number: min(contrast(triplet(number), ground) for ground in backgrounds))
    ink_lightness, *ink_hue = lab(ink)
    return min(candidates, key=difference) if other_inks else nearest(ink, candidates)
