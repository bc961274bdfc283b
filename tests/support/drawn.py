"""Pictures as text, for readable differences of snapshots."""

from collections.abc import Callable
from itertools import groupby
from zlib import crc32

from tui.draw.panels import Drawing
from tui.draw.picture import Picture

ROOMS = (
    (24, 8),
    (40, 60),
    (57, 24),
    (58, 16),
    (58, 35),
    (80, 36),
    (117, 60),
    (118, 35),
    (118, 36),
    (170, 24),
    (170, 50),
)
"""Columns and rows on both sides of the sizes from which screens have more panels."""


def drawn(picture: Picture) -> str:
    """The rows of a picture, each with a checksum of its styles."""
    return "\n".join(_row(picture, y) for y in range(picture.height))


def in_rooms(draw: Callable[[int, int], Drawing], least: int = 0) -> str:
    """A checksum of the drawing in each of `ROOMS` that has at least so many columns."""
    return " ".join(
        f"{width}x{height}:{crc32(drawn(draw(width, height).picture).encode()) % 10_000}"
        for width, height in ROOMS
        if width >= least
    )


def _row(picture: Picture, y: int) -> str:
    row = slice(y * picture.width, (y + 1) * picture.width)
    runs = " ".join(f"{style}:{len(list(run))}" for style, run in groupby(picture.styles[row]))
    return f"{''.join(picture.chars[row])}|{crc32(runs.encode()) % 10_000}"
