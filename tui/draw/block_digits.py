"""Digits and minus signs of half blocks, three columns wide and three rows high."""

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
_SHAPE_OF = _OTHERS | {str(digit): shape for digit, shape in enumerate(_SHAPES, 1)}
SCALES = (4, 2, 1)
"""The factors of large numbers, the largest first."""


def block_number(text: str, scale: int) -> tuple[str, ...] | None:
    """Return the rows of text of a number, magnified `scale` times; None for other texts."""
    if not text or any(sign not in _SHAPE_OF for sign in text):
        return None
    if scale == 1:
        return tuple(" ".join(_rows(_SHAPE_OF[sign])[row] for sign in text) for row in range(HEIGHT))
    shapes = [_SHAPE_OF[sign] for sign in text]
    lines = ("".join(dot * scale for dot in " ".join(shape[row] for shape in shapes)) for row in range(len(shapes[0])))
    return tuple(line for line in lines for _ in range(scale // 2))
