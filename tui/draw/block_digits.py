"""Pictures of square dots, drawn with half blocks; large digits and minus signs."""

from collections.abc import Sequence
from functools import cache

_SHAPES = {
    "-": ("   ", "   ", "███", "   ", "   "),
    "0": ("███", "█ █", "█ █", "█ █", "███"),
    "1": (" █ ", "██ ", " █ ", " █ ", "███"),
    "2": ("███", "  █", "███", "█  ", "███"),
    "3": ("███", "  █", " ██", "  █", "███"),
    "4": ("█ █", "█ █", "███", "  █", "  █"),
    "5": ("███", "█  ", "███", "  █", "███"),
    "6": ("███", "█  ", "███", "█ █", "███"),
    "7": ("███", "  █", "  █", "  █", "  █"),
    "8": ("███", "█ █", "███", "█ █", "███"),
    "9": ("███", "█ █", "███", "  █", "███"),
}
"""The dots of each sign; two rows of dots make one row of text."""
_HALVES = {(" ", " "): " ", ("█", " "): "▀", (" ", "█"): "▄", ("█", "█"): "█"}
WIDTH, HEIGHT = 3, 3
"""Columns and rows of text of a digit."""
SCALES = (4, 2, 1)
"""The factors by which numbers are enlarged, the largest first."""


@cache
def block_digit(digit: int, height: int = HEIGHT) -> tuple[str, ...] | None:
    """Return the rows of text of a digit, centred in a cell of that height; None above 9."""
    shape = _SHAPES.get(str(digit))
    return blocks(shape if height % 2 else ("   ", *shape)) if shape else None


def block_number(text: str, scale: int) -> tuple[str, ...] | None:
    """Return the rows of text of a number, enlarged by one of `SCALES`; None for a text that is not a number."""
    if not text or any(sign not in _SHAPES for sign in text):
        return None
    shapes = [_SHAPES[sign] for sign in text]
    return blocks([" ".join(rows) for rows in zip(*shapes, strict=True)], scale)


def blocks(shape: Sequence[str], scale: int = 1) -> tuple[str, ...]:
    """Return the rows of text of a picture of square dots, each `scale` columns wide (1 or an even number)."""
    if scale > 1:
        return tuple("".join(dot * scale for dot in row) for row in shape for _ in range(scale // 2))
    padded = [*shape, " " * len(shape[0])] if len(shape) % 2 else shape
    return tuple(
        "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(padded[::2], padded[1::2], strict=True)
    )
