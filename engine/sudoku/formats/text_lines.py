"""A line of a puzzle file as symbols, and whether it can be a certain row of a shape."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from engine.sudoku.formats.pencil_marks import MOST_DIGITS, mask_of
from engine.sudoku.formats.shapes import Shape, ShapeRow

CORNER = "-1"
EMPTY = (".", "0", "_", "*", "-", "?")

CROSS_SIZE = 23
"""Up to so many digits an x is an empty cell too: with more of them, written as letters from A for 1, X is a digit."""

LONGEST_NUMBER = 9
"""Characters of a number: candidates of a cell, all nine of them."""

_SYMBOL = re.compile(r"(\S)")
_WORD = re.compile(r"(\S+)")
_FIELD = re.compile(r"(?:^|[,;])\s*([^,;\s]*)")
_UPRIGHTS = re.compile(r"[|!\u2500-\u257f]")
_RULER = re.compile(r"(?=.*(--|==|[\u2500\u2501\u2550]{2}))[-=+|:.'`,*!\s\u2500-\u257f]+")


class PuzzleLine:
    """One line of a puzzle, without the upright lines that may be drawn between its boxes.

    `number` counts from 1; `is_ruler` if it may be drawn altogether; `indent` is the number of blanks before the first
    symbol; `ruled` if there were upright lines. `cuts` are the ways to part it into symbols: fields between commas or
    semicolons, where nothing is an empty cell and a last separator may end the line; or words, if all are short or
    numbers, and single characters; and where upright lines tell how wide a cell is, also blanks as empty cells.
    """

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.is_ruler = is_ruler(text)
        self.ruled = bool(_UPRIGHTS.search(text))
        drawn = text.expandtabs()
        text = _UPRIGHTS.sub(" ", drawn)
        words = text.split()
        self.indent = len(text) - len(text.lstrip())
        self.cuts: list[Cut] = []
        fields = _FIELD.findall(text) if "," in text or ";" in text else []
        if fields and len("".join(fields)) == len(re.sub(r"[\s,;]", "", text)) and max(map(len, fields)) <= 2:
            cells = [field or EMPTY[0] for field in fields]
            self.cuts += [Cut(text, cells, _FIELD)] + [Cut(text, cells[:-1], _FIELD)] * (not fields[-1])
            return
        short = all(len(word) <= 2 for word in words)
        if (len(words) > 1 or words == [CORNER]) and short:
            self.cuts.append(Cut(text, words, _WORD))
        if len("".join(words)) > len(words) or not self.cuts:
            self.cuts.append(Cut(text, "".join(words)))
        if not short and len(words) > 3 and all(map(str.isdigit, words)):
            self.cuts.append(Cut(text, words, _WORD))
        if self.ruled:
            self.cuts += _with_blank_cells(drawn)

    def pick(self, row: ShapeRow, width: int, indent: int) -> "Pick | None":
        """What to read of the line if it is that row; None if it can't be.

        `width` is that of the whole shape, `indent` how far the whole puzzle stands to the right.
        """
        for cut in self.cuts:
            places = self._places(cut, row, width, self.indent - indent)
            if places is not None:
                return Pick(cut, places)
        return None

    def _places(self, cut: "Cut", row: ShapeRow, width: int, indent: int) -> Sequence[int] | None:
        count = len(cut.symbols)
        if cut.places:  # which tell the columns
            indent = 0
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
    """A line's text parted into symbols: fields, words, or the characters without the blanks; `pattern` finds them.

    Where blanks are empty cells, no pattern does; `places` then tells where in the text the symbols stand.
    """

    text: str
    symbols: Sequence[str]
    pattern: re.Pattern[str] = _SYMBOL
    places: Sequence[int] = ()

    @property
    def spaced(self) -> bool:
        """Whether something stands between the symbols."""
        return self.pattern is not _SYMBOL or bool(self.places)

    def column(self, place: int) -> int:
        """The column (from 1) in which a symbol begins."""
        return (self.places or [match.start(1) for match in self.pattern.finditer(self.text)])[place] + 1


@dataclass(frozen=True)
class Pick:
    """The symbols of a line that are the cells of a row, by their places in a cut."""

    cut: Cut
    places: Sequence[int]

    @cached_property
    def symbols(self) -> list[str]:
        """The symbols from left to right."""
        return [self.cut.symbols[place] for place in self.places]


def _with_blank_cells(text: str) -> "list[Cut]":
    """The ways to part a line with upright lines around its boxes into cells that may be blank.

    A box holds as many cells as it is wide, or half as many with a blank before, between and after them.
    """
    uprights = [match.start() for match in _UPRIGHTS.finditer(text)]
    widths = {end - start for start, end in pairwise(uprights)}
    if len(widths) != 1 or text[: uprights[0]].strip() or text[uprights[-1] + 1 :].strip():
        return []
    (width,) = widths
    between = [place for place in range(uprights[0], uprights[-1]) if (place - uprights[0]) % width]
    spaced = [place for place in between if (place - uprights[0]) % width % 2 == 0]
    parted = width % 2 == 0 and not any(text[place].strip() for place in set(between) - set(spaced))
    ways = [places for places in ([spaced, between] if parted else [between]) if " " in {text[at] for at in places}]
    return [Cut(text, [text[place].strip() or EMPTY[0] for place in places], places=places) for places in ways]


def is_ruler(text: str) -> bool:
    """Whether a line is nothing but drawn: `+-------+-------+`, `*---*`, or box-drawing characters."""
    return bool(_RULER.fullmatch(text))


def rows_of(lines: Sequence[PuzzleLine]) -> list[PuzzleLine]:
    """The lines but for rulers. Dashes alone are a row where another, as long, has dashes for empty cells."""
    cuts = [cut for line in lines if not line.is_ruler for cut in line.cuts]
    lengths = {len(cut.symbols) for cut in cuts} if any("-" in cut.symbols for cut in cuts) else set()
    return [line for line in lines if not line.is_ruler or any(len(cut.symbols) in lengths for cut in line.cuts)]


def pick(lines: Sequence[PuzzleLine], shape: Shape, indent: int) -> list[Pick]:
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
    if symbol in EMPTY or (symbol in ("x", "X") and size <= CROSS_SIZE):
        return 0
    if symbol.isascii() and symbol.isdigit():
        return int(symbol) if len(symbol) <= LONGEST_NUMBER else None
    return ord(symbol.upper()) - 55 if size > 9 and symbol.isascii() and symbol.isalpha() and len(symbol) == 1 else None


def values_of(symbols: Sequence[str], size: int) -> list[int | None]:
    """The digits that all the symbols of a puzzle mean, as `value_of` tells for one, where the others don't change it.

    They do in three cases. Letters alone count from A for 1, if they reach beyond the last digit otherwise. Where 0
    stands beside another sign of an empty cell, and the sign of the last digit nowhere, digits count from 0. And
    numbers of several digits, each higher than the one before, are the candidates of cells that are empty.
    """
    values = {symbol: value_of(symbol, size) for symbol in set(symbols)}
    values_present = [value for value in values.values() if value is not None]
    if size > 9:
        if max(values_present, default=0) > size and _letters_only(values):
            values = {symbol: value - 9 if value else value for symbol, value in values.items()}
        elif "0" in values and len(values_present) > values_present.count(0) > 1 and max(values_present) < size:
            values |= {symbol: (value or 0) + 1 for symbol, value in values.items() if value or symbol == "0"}
    elif _are_candidates(symbols):
        values |= {symbol: 0 for symbol in values if len(symbol) > 1}
    return [values[symbol] for symbol in symbols]


def masks_of(symbols: Sequence[str], size: int) -> list[int] | None:
    """The candidates of each cell as masks, where the symbols are the candidates of cells; else None."""
    return [mask_of(symbol) for symbol in symbols] if size <= MOST_DIGITS and _are_candidates(symbols) else None


def _letters_only(symbols: Iterable[str]) -> bool:
    """Whether digits are letters from A for 1: there are letters, none after Y, and no numbers at all."""
    given = {symbol.upper() for symbol in symbols if symbol not in EMPTY}
    return bool(given) and given <= set("ABCDEFGHIJKLMNOPQRSTUVWXY")


def _are_candidates(symbols: Sequence[str]) -> bool:
    """Whether the symbols are the candidates of cells: two cells or more have several, and no cell is empty."""
    several = sum(len(symbol) > 1 for symbol in symbols)
    return several > 1 and all(symbol.isdigit() and list(symbol) == sorted({*symbol} - {"0"}) for symbol in symbols)
