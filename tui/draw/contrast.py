"""Colours as numbers: their contrast, how far apart they look, and the nearest of the 256 that terminals have."""

from collections.abc import Iterable
from functools import lru_cache

from rich.color import Color
from rich.color_triplet import ColorTriplet

LEGIBLE = 4.5
"""The least contrast of text and its ground: WCAG 2.2, criterion 1.4.3."""
VISIBLE = 3.0
"""The least contrast of a line and its ground: criterion 1.4.11."""

_STEPS = (0, 95, 135, 175, 215, 255)


def triplet(number: int) -> ColorTriplet:
    """The colour of a number from 16 to 255, which is the same in all terminals."""
    if number >= 232:
        return ColorTriplet(*(8 + 10 * (number - 232),) * 3)
    red, rest = divmod(number - 16, 36)
    return ColorTriplet(_STEPS[red], _STEPS[rest // 6], _STEPS[rest % 6])


def number_of(colour: Color | None) -> int | None:
    """The number of a colour of the 256; None for one that each terminal has its own of."""
    return colour.number if colour and colour.number is not None and colour.number >= 16 else None


@lru_cache(maxsize=1024)
def _light(colour: ColorTriplet) -> tuple[float, float, float]:
    """The light of each primary of an sRGB colour, from 0 to 1."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return red, green, blue


def luminance(colour: ColorTriplet) -> float:
    """The relative luminance of WCAG 2, from 0 to 1."""
    red, green, blue = _light(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(ink: ColorTriplet, ground: ColorTriplet) -> float:
    """The contrast ratio of WCAG 2, from 1 to 21."""
    dark, bright = sorted((luminance(ink), luminance(ground)))
    return (bright + 0.05) / (dark + 0.05)


@lru_cache(maxsize=1024)
def lab(colour: ColorTriplet) -> tuple[float, float, float]:
    """The colour in CIELAB (D65)."""
    red, green, blue = _light(colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: ColorTriplet, other: ColorTriplet) -> float:
    """How far apart two colours look (CIE 1976; 2.3 can just be noticed)."""
    return float(sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5)


def nearest(colour: ColorTriplet, numbers: Iterable[int] = range(16, 256)) -> int:
    """The number of the colour that looks most like this one."""
    return min(numbers, key=lambda number: distance(colour, triplet(number)))


def mixed(one: ColorTriplet, other: ColorTriplet, share: float) -> ColorTriplet:
    """A colour between two, `share` (0 to 1) of it the first."""
    return ColorTriplet(*(round(share * a + (1 - share) * b) for a, b in zip(one, other, strict=True)))


def legible(ink: ColorTriplet, grounds: Iterable[int], least: float = LEGIBLE) -> int:
    """The colour most like an ink that has this contrast with all the grounds; black or white where there is none."""
    under = [triplet(number) for number in grounds]
    fitting = [number for number in range(16, 256) if all(contrast(triplet(number), one) >= least for one in under)]
    if fitting:
        return nearest(ink, fitting)
    return max((16, 231), key=lambda number: min(contrast(triplet(number), one) for one in under))
