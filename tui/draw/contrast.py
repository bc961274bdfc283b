"""Contrast and distance of colours, and the nearest of a terminal's 256 colours."""

from collections.abc import Collection, Iterable
from functools import lru_cache
from math import dist

from rich.color import Color
from rich.color_triplet import ColorTriplet

LEGIBLE = 4.5
"""Minimum contrast of text: WCAG 2.2, criterion 1.4.3."""
CLEARLY = 18.0
"""Minimum distance of two inks that are told apart at a glance."""
VISIBLE = 3.0
"""Minimum contrast of lines: criterion 1.4.11."""

_STEPS = (0, 95, 135, 175, 215, 255)


def triplet(number: int) -> ColorTriplet:
    """Return the colour of a number from 16 to 255, the same in all terminals."""
    if number >= 232:
        return ColorTriplet(*(8 + 10 * (number - 232),) * 3)
    red, rest = divmod(number - 16, 36)
    return ColorTriplet(_STEPS[red], _STEPS[rest // 6], _STEPS[rest % 6])


def number_of(colour: Color | None) -> int | None:
    """Return the number of a colour from 16 on; None for a terminal's own colours."""
    return colour.number if colour and colour.number is not None and colour.number >= 16 else None


@lru_cache(maxsize=1024)
def _light(colour: ColorTriplet) -> tuple[float, float, float]:
    """Return the linear intensities of an sRGB colour, from 0 to 1."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return red, green, blue


def luminance(colour: ColorTriplet) -> float:
    """Return the relative luminance of WCAG 2, from 0 to 1."""
    red, green, blue = _light(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(ink: ColorTriplet, ground: ColorTriplet) -> float:
    """Return the contrast ratio of WCAG 2, from 1 to 21."""
    dark, bright = sorted((luminance(ink), luminance(ground)))
    return (bright + 0.05) / (dark + 0.05)


@lru_cache(maxsize=1024)
def lab(colour: ColorTriplet) -> tuple[float, float, float]:
    """Convert a colour to CIELAB (D65)."""
    red, green, blue = _light(colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(first: ColorTriplet, other: ColorTriplet) -> float:
    """Return the distance of two colours (CIE 1976; 2.3 is just noticeable)."""
    return float(sum((a - b) ** 2 for a, b in zip(lab(first), lab(other), strict=True)) ** 0.5)


def nearest(colour: ColorTriplet, numbers: Iterable[int] = range(16, 256)) -> int:
    """Return the number of the nearest colour."""
    return min(numbers, key=lambda number: distance(colour, triplet(number)))


def mixed(first: ColorTriplet, other: ColorTriplet, share: float) -> ColorTriplet:
    """Mix two colours, with `share` (0 to 1) of the first."""
    return ColorTriplet(*(round(share * a + (1 - share) * b) for a, b in zip(first, other, strict=True)))


def legible(ink: ColorTriplet, grounds: Iterable[int], least: float = LEGIBLE, *, unlike: Collection[int] = ()) -> int:
    """Return the colour nearest to an ink with this contrast on all grounds; black or white if there is none.

    With `unlike`, it differs clearly from those colours, and its hue matters more than its lightness.
    """
    under = [triplet(number) for number in grounds]
    free = [n for n in range(16, 256) if all(distance(triplet(n), triplet(other)) >= CLEARLY for other in unlike)]
    fitting = [number for number in free if all(contrast(triplet(number), first) >= least for first in under)]
    if fitting and unlike:
        light, *hue = lab(ink)
        return min(fitting, key=lambda n: 0.3 * abs(lab(triplet(n))[0] - light) + dist(lab(triplet(n))[1:], hue))
    if fitting:
        return nearest(ink, fitting)
    return max((16, 231), key=lambda number: min(contrast(triplet(number), first) for first in under))
