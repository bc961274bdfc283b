"""Digits of half blocks, three columns wide and three rows high."""

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
_HALVES = {(" ", " "): " ", ("█", " "): "▀", (" ", "█"): "▄", ("█", "█"): "█"}

WIDTH, HEIGHT = 3, 3
"""The size of a digit."""


def block_digit(digit: int) -> tuple[str, ...] | None:
    """Return the rows of text of a digit from 1 to 9; None for letters."""
    return _ROWS[digit - 1] if digit <= len(_ROWS) else None


def _rows(shape: tuple[str, ...]) -> tuple[str, ...]:
    padded = (*shape, " " * WIDTH)
    return tuple(
        "".join(_HALVES[pair] for pair in zip(padded[row], padded[row + 1], strict=True))
        for row in range(0, 2 * HEIGHT, 2)
    )


_ROWS = tuple(_rows(shape) for shape in _SHAPES)
