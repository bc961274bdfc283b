"""A line of a puzzle file as symbols, and whether it can be a certain row of a shape."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.sudoku.shapes import Row, Shape

CORNER = "-1"
EMPTY = (".", "0", "_", "*")

_UPRIGHTS = re.compile(r"[|!\u2500-\u257f]")
_RULER = re.compile(r"(?=.*(--|==|[\u2500\u2501\u2550]{2}))[-=+|:.'`,*!\s\u2500-\u257f]+")


class Line:
    """One line of a puzzle, without the upright lines that may be drawn between its boxes.

    `number` counts from 1; `indent` is the number of blanks before the first symbol; `ruled` if there were upright
    lines. `cuts` are the ways to part it into symbols: words, if all are short, and single characters.
    """

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.ruled = bool(_UPRIGHTS.search(text))
        text = (_UPRIGHTS.sub(" ", text) if self.ruled else text).expandtabs()
        words = text.split()
        self.indent = len(text) - len(text.lstrip())
        self.cuts: list[Cut] = []
        if (len(words) > 1 or words == [CORNER]) and all(len(word) <= 2 for word in words):
            self.cuts.append(Cut(text, words, spaced=True))
        if len("".join(words)) > len(words) or not self.cuts:
            self.cuts.append(Cut(text, "".join(words), spaced=False))

    def pick(self, row: Row, width: int, indent: int) -> "Pick | None":
        """What to read of the line if it is that row; None if it can't be.

        `width` is that of the whole shape, `indent` how far the whole puzzle stands to the right.
        """
        for cut in self.cuts:
            places = self._places(cut, row, width, self.indent - indent)
            if places is not None:
                return Pick(cut, places)
        return None

    def _places(self, cut: "Cut", row: Row, width: int, indent: int) -> Sequence[int] | None:
        count = len(cut.symbols)
        if cut.spaced and indent == 1:  # a digit right-aligned in a column of width two
            indent = 0
        if 0 < count == len(row.cells) and (not cut.spaced or CORNER not in cut.symbols):
            left = row.columns[0]
            return range(count) if indent in (0, left) or ((cut.spaced or self.ruled) and left) else None
        if count == width and indent == 0:
            corners = {cut.symbols[place] for place in range(width) if place not in row.columns}
            if corners <= {CORNER} or (corners <= set(EMPTY) and CORNER not in cut.symbols):
                return row.columns
        return None


@dataclass(frozen=True)
class Cut:
    """A line's text parted into symbols: the words between blanks (`spaced`), or the characters without the blanks."""

    text: str
    symbols: Sequence[str]
    spaced: bool

    def column(self, place: int) -> int:
        """The column (from 1) in which a symbol begins."""
        return [match.start() for match in re.finditer(r"\S+" if self.spaced else r"\S", self.text)][place] + 1


@dataclass(frozen=True)
class Pick:
    """The symbols of a line that are the cells of a row, by their places in a cut."""

    cut: Cut
    places: Sequence[int]

    @cached_property
    def symbols(self) -> list[str]:
        """The symbols from left to right."""
        return [self.cut.symbols[place] for place in self.places]


def is_ruler(text: str) -> bool:
    """Whether a line is nothing but drawn: `+-------+-------+`, `*---*`, or box-drawing characters."""
    return bool(_RULER.fullmatch(text))


def pick(lines: Sequence[Line], shape: Shape, indent: int) -> list[Pick]:
    """What to read of each line if the lines are puzzles of the shape, as far as the first line that can't be."""
    picks = []
    for number, line in enumerate(lines):
        picked = line.pick(shape.rows[number % len(shape.rows)], shape.columns, indent)
        if picked is None:
            break
        picks.append(picked)
    return picks


def value_of(symbol: str, size: int) -> int | None:
    """The digit that a symbol means, 0 for an empty cell; None if it means none.

    With more than nine digits, letters go on from 9: A or a is 10. A number may be larger than `size`.
    """
    if symbol in EMPTY:
        return 0
    if symbol.isascii() and symbol.isdigit():
        return int(symbol)
    return ord(symbol.upper()) - 55 if size > 9 and symbol.isascii() and symbol.isalpha() and len(symbol) == 1 else None
