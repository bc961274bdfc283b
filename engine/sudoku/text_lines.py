"""A line of a puzzle file as symbols, and whether it can be a certain row of a shape."""

import re
from collections.abc import Sequence

from engine.sudoku.shapes import Row, Shape

CORNER = "-1"
EMPTY = (".", "0")


class Line:
    """One line cut into symbols: what stands between blanks if that is short, else the characters without the blanks.

    `number` counts from 1; `indent` is the number of blanks before the first symbol.
    """

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text.expandtabs()
        words = self.text.split()
        self.spaced = len(words) > 1 and all(len(word) <= 2 for word in words)
        self.symbols: Sequence[str] = words if self.spaced else "".join(words)
        self.indent = len(self.text) - len(self.text.lstrip())

    def column(self, place: int) -> int:
        """The column (from 1) in which a symbol begins."""
        return [match.start() for match in re.finditer(r"\S+" if self.spaced else r"\S", self.text)][place] + 1

    def pick(self, row: Row, width: int, indent: int) -> Sequence[int] | None:
        """The places of the symbols that are the cells of the row, or None if the line can't be that row.

        `width` is that of the whole shape, `indent` how far the whole puzzle stands to the right.
        """
        count, indent = len(self.symbols), self.indent - indent
        if count == len(row.cells) and (not self.spaced or CORNER not in self.symbols):
            left = row.columns[0]
            return range(count) if indent in (0, left) or (self.spaced and left) else None
        if count == width and indent == 0:
            corners = (self.symbols[place] for place in range(width) if place not in row.columns)
            if all(symbol in (CORNER, *EMPTY) for symbol in corners):
                return row.columns
        return None

    def value(self, place: int) -> int | None:
        """The digit that a symbol means, 0 for an empty cell; None if it means none."""
        symbol = self.symbols[place]
        if symbol in EMPTY:
            return 0
        return int(symbol) if symbol.isascii() and symbol.isdigit() else None


def pick(lines: Sequence[Line], shape: Shape) -> list[Sequence[int]]:
    """What to read from each line if the lines are puzzles of the shape, as far as the first line that can't be."""
    indent = min(line.indent for line in lines)
    picks = []
    for number, line in enumerate(lines):
        places = line.pick(shape.rows[number % len(shape.rows)], shape.columns, indent)
        if places is None:
            break
        picks.append(places)
    return picks
