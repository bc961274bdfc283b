"""The marks on a page: strokes, rectangles and words, in millimetres from its upper left corner."""

from dataclasses import dataclass

BLACK, GREY, TINT = 0.0, 0.45, 0.9
"""Shades, from 0 black to 1 white."""


@dataclass(frozen=True)
class Stroke:
    """A straight line with square ends."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    shade: float = BLACK


@dataclass(frozen=True)
class FilledRectangle:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    shade: float


@dataclass(frozen=True)
class Word:
    """Text with a base line that begins (`start`), is centred (`middle`) or ends (`end`) at a point."""

    x: float
    y: float
    text: str
    size: float
    anchor: str = "start"
    bold: bool = False
    shade: float = BLACK


Mark = Stroke | FilledRectangle | Word
