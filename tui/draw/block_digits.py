"""Pictures of half blocks, such as digits and minus signs three columns wide and three rows high."""

from collections.abc import Sequence
from functools import cache

_SHAPES = (
    (" █ ", "██ ", " █ ", " █ ", "███"),
    ("███", "  █", "███", "█  ", "███"),
    ("███", "  █", " ██", "  █", "███"),
    ("█ █", "█ █", "███", "  █", "  █"),
    ("███", "█  ", "███", "  █", "███"),
    ("███", "█  ", "███", "█ █", "███"),
    ("███", "  █", "  █", "  █", "  █"),
    ("███", "█ █", "███", "█ █", "███"),
    ("███", "█ █", "███", "  █", "███"),
)
"""The digits from 1 on; two of their rows make one row of text."""
_OTHERS = {"0": ("███", "█ █", "█ █", "█ █", "███"), "-": ("   ", "   ", "███", "   ", "   ")}
WIDTH, HEIGHT = 3, 3
"""The usual size of a digit."""
_HALVES = {(" ", " "): " ", ("█", " "): "▀", (" ", "█"): "▄", ("█", "█"): "█"}


@cache
def block_digit(digit: int, height: int = HEIGHT) -> tuple[str, ...] | None:
    """Return the rows of text of a digit from 1 to 9, in the middle of a cell of that height; None for letters."""
    if digit > len(_SHAPES):
        return None
    shape = _SHAPES[digit - 1]
    return blocks(shape if height % 2 else ("   ", *shape))


def blocks(shape: Sequence[str], scale: int = 1) -> tuple[str, ...]:
    """Return the rows of text of a picture of square dots, each `scale` columns wide (1 or an even number)."""
    if scale > 1:
        return tuple("".join(dot * scale for dot in row) for row in shape for _ in range(scale // 2))
    padded = [*shape, " " * len(shape[0])] if len(shape) % 2 else shape
    return tuple(
        "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(padded[::2], padded[1::2], strict=True)
    )


_SHAPE_OF = _OTHERS | {str(digit): shape for digit, shape in enumerate(_SHAPES, 1)}
SCALES = (4, 2, 1)
"""The factors of large numbers, the largest first."""


def block_number(text: str, scale: int) -> tuple[str, ...] | None:
    """Return the rows of text of a number, magnified `scale` times; None for other texts."""
    if not text or any(sign not in _SHAPE_OF for sign in text):
        return None
    shapes = [_SHAPE_OF[sign] for sign in text]
    return blocks([" ".join(rows) for rows in zip(*shapes, strict=True)], scale)
