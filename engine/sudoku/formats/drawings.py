"""The drawings of formats on a board: lines, symbols and cages, in colours that have usual names.

Points are rows and columns on the canvas: the centre of the upper left cell is (0.5, 0.5). Lengths are in cells.
"""

import colorsys
import re
from dataclasses import dataclass
from typing import Any

from engine.sudoku.layout import MAX_ROWS

Point = tuple[float, float]


@dataclass(frozen=True)
class LineDrawing:
    """A line through points, in a colour ("" if it is transparent); an arrow if it has a `head` at its end."""

    points: tuple[Point, ...]
    colour: str = ""
    head: bool = False


@dataclass(frozen=True)
class SymbolDrawing:
    """A shape with a text: a rectangle around a point, with `round` corners or `tilted` by 45 degrees (a diamond)."""

    centre: Point
    width: float = 1
    height: float = 1
    round: bool = False
    tilted: bool = False
    fill: str = ""
    border: str = ""
    text: str = ""


@dataclass(frozen=True)
class CageDrawing:
    """Outlined cells with a text; `adds` if the format itself says that the text is their sum."""

    cells: tuple[int, ...]
    text: str = ""
    unique: bool = True
    adds: bool = False


Drawing = LineDrawing | SymbolDrawing | CageDrawing

_SIGN_TURNS = "<∧>∨"
"""An inequality sign, each turned by 90 degrees from the one before."""

_HEX = re.compile(r"#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_RGB = re.compile(r"rgba?\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*([\d.]+)\s*)?\)")
_HUES = ((15, "red"), (45, "orange"), (68, "yellow"), (165, "green"), (255, "blue"), (345, "purple"), (361, "red"))
"""The names of hues, each up to an angle in degrees."""


def colour_name(code: Any) -> str:
    """The usual name of a colour such as `#cfcfcf`, `rgba(1, 2, 3, 0.5)` or `green`; "" if it is transparent."""
    text = str(code or "").strip().lower()
    if match := _HEX.fullmatch(text):
        digits = match[1] if len(match[1]) > 4 else "".join(2 * digit for digit in match[1])
        red, green, blue, alpha = (int((digits + "ff")[start : start + 2], 16) for start in (0, 2, 4, 6))
    elif match := _RGB.fullmatch(text):
        red, green, blue = (min(int(match[start]), 255) for start in (1, 2, 3))
        alpha = 0 if match[4] and not match[4].strip("0.") else 255
    else:
        return text if text in {name for _, name in _HUES} | {"black", "white", "grey"} else "grey" if text else ""
    if alpha == 0:
        return ""
    hue, lightness, _ = colorsys.rgb_to_hls(red / 255, green / 255, blue / 255)
    if max(red, green, blue) - min(red, green, blue) < 30:
        return "black" if lightness < 0.25 else "white" if lightness > 0.93 else "grey"
    return next(name for angle, name in _HUES if 360 * hue < angle)


def turned_sign(text: str, degrees: float) -> str:
    """The inequality sign that a text looks like when it is drawn turned clockwise; other texts stay."""
    turn = _SIGN_TURNS.find(text) if text else -1
    return text if turn < 0 or degrees % 90 else _SIGN_TURNS[(turn + int(degrees) // 90) % 4]


def length(value: Any, default: float) -> float:
    """A length in cells; the default for a value that is not a length on a canvas."""
    return float(value) if isinstance(value, int | float) and 0 <= value <= MAX_ROWS else default


def angle(value: Any) -> float:
    """An angle in degrees; 0 for a value that is not one, or beyond ten turns."""
    return float(value) if isinstance(value, int | float) and abs(value) <= 3600 else 0.0
