"""A line of a puzzle file as symbols, and whether it can be a given row of a shape."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from engine.sudoku.formats.pencil_marks import MAX_WORD_DIGITS, mask_of
from engine.sudoku.formats.shapes import Shape, ShapeRow

CORNER = "-1"
EMPTY = (".", "0", "_", "*", "-", "?")

MAX_CROSS_SIZE = 23
"""Maximum number of digits for which an x is an empty cell; with more, X is a digit of those written as letters."""

MAX_NUMBER = 9
"""Maximum characters of a number: the candidates of a cell, all nine of them."""

_SYMBOL = re.compile(r"(\S)")
_WORD = re.compile(r"(\S+)")
_FIELD = re.compile(r"(?:^|[,;])\s*([^,;\s]*)")
_UPRIGHTS = re.compile(r"[|!\u2500-\u257f]")
_RULER = re.compile(r"(?=.*(--|==|[\u2500\u2501\u2550]{2}))[-=+|:.'`,*!\s\u2500-\u257f]+")


class PuzzleLine:
    """One line of a puzzle, without vertical lines between its boxes.

    `number` counts from 1. `is_ruler`: the line may be only a drawing. `indent` is the number of blanks before the
    first symbol. `has_uprights`: it had vertical lines. `cuts` are the ways to divide it into symbols: fields between
    commas or semicolons, where an empty field is an empty cell and a separator may end the line; words, if all are
    short or numbers; single characters; and, where vertical lines show the width of a cell, blanks as empty cells.
    """

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.is_ruler = is_ruler(text)
        self.has_uprights = bool(_UPRIGHTS.search(text))
        expanded = text.expandtabs()
        text = _UPRIGHTS.sub(" ", expanded)
        words = text.split()
        self.indent = len(text) - len(text.lstrip())
        self.cuts: list[Cut] = []
        fields = _FIELD.findall(text) if "," in text or ";" in text else []
        if fields and len("".join(fields)) == len(re.sub(r"[\s,;]", "", text)) and max(map(len, fields)) <= 2:
            cells = [field or EMPTY[0] for field in fields]
            self.cuts += [Cut(text, cells, _FIELD)] + [Cut(text, cells[:-1], _FIELD)] * (not fields[-1])
            return
        are_short = all(len(word) <= 2 for word in words)
        if (len(words) > 1 or words == [CORNER]) and are_short:
            self.cuts.append(Cut(text, words, _WORD))
        if len("".join(words)) > len(words) or not self.cuts:
            self.cuts.append(Cut(text, "".join(words)))
        if not are_short and len(words) > 3 and all(map(str.isdigit, words)):
            self.cuts.append(Cut(text, words, _WORD))
        if self.has_uprights:
            self.cuts += _with_blank_cells(expanded)

    def pick(self, row: ShapeRow, width: int, indent: int) -> "Pick | None":
        """The symbols of the line as this row; None if it can't be the row.

        `width` is that of the whole shape, `indent` that of the whole puzzle.
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
        if cut.has_separators and indent == 1:  # a digit right-aligned in a column of width two
            indent = 0
        if 0 < count == len(row.cells) and (not cut.has_separators or CORNER not in cut.symbols):
            left = row.columns[0]
            return range(count) if indent in (0, left) or ((cut.has_separators or self.has_uprights) and left) else None
        if count == width and indent == 0:
            corners = {cut.symbols[place] for place in range(width) if place not in row.columns}
            if corners <= {CORNER} or (corners <= set(EMPTY) and CORNER not in cut.symbols):
                return row.columns
        return None


@dataclass(frozen=True)
class Cut:
    """A line divided into symbols: fields, words, or characters without blanks; `pattern` finds them.

    If blanks are empty cells, there is no pattern, and `places` are the positions of the symbols in the text.
    """

    text: str
    symbols: Sequence[str]
    pattern: re.Pattern[str] = _SYMBOL
    places: Sequence[int] = ()

    @property
    def has_separators(self) -> bool:
        """Whether anything separates the symbols."""
        return self.pattern is not _SYMBOL or bool(self.places)

    def column(self, place: int) -> int:
        """The column (from 1) of a symbol."""
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
    """The ways to divide a line with vertical lines around its boxes into cells that may be blank.

    A box has as many cells as characters, or about half as many, with a blank before, between and after them.
    """
    uprights = [match.start() for match in _UPRIGHTS.finditer(text)]
    widths = {end - start for start, end in pairwise(uprights)}
    if len(widths) != 1 or text[: uprights[0]].strip() or text[uprights[-1] + 1 :].strip():
        return []
    (width,) = widths
    between = [place for place in range(uprights[0], uprights[-1]) if (place - uprights[0]) % width]
    every_second = [place for place in between if (place - uprights[0]) % width % 2 == 0]
    has_blanks_between = width % 2 == 0 and not any(text[place].strip() for place in set(between) - set(every_second))
    cell_places = [
        places
        for places in ([every_second, between] if has_blanks_between else [between])
        if " " in {text[place] for place in places}
    ]
    return [Cut(text, [text[place].strip() or EMPTY[0] for place in places], places=places) for places in cell_places]


def is_ruler(text: str) -> bool:
    """Whether a line is only a drawing: `+-------+-------+`, `*---*`, or box-drawing characters."""
    return bool(_RULER.fullmatch(text))


def rows_of(lines: Sequence[PuzzleLine]) -> list[PuzzleLine]:
    """The lines without rulers. A line of dashes is a row if another one of its length has dashes for empty cells."""
    cuts = [cut for line in lines if not line.is_ruler for cut in line.cuts]
    lengths = {len(cut.symbols) for cut in cuts} if any("-" in cut.symbols for cut in cuts) else set()
    return [line for line in lines if not line.is_ruler or any(len(cut.symbols) in lengths for cut in line.cuts)]


def pick(lines: Sequence[PuzzleLine], shape: Shape, indent: int) -> list[Pick]:
    """The symbols of each line as puzzles of the shape, up to the first line that does not fit."""
    picks = []
    for number, line in enumerate(lines):
        picked = line.pick(shape.rows[number % len(shape.rows)], shape.columns, indent)
        if picked is None:
            break
        picks.append(picked)
    return picks


def value_of(symbol: str, size: int) -> int | None:
    """The digit of a symbol, 0 for an empty cell; None if it is neither.

    With more than nine digits, letters continue after 9: A or a is 10. A number may be larger than `size`.
    """
    if symbol in EMPTY or (symbol in ("x", "X") and size <= MAX_CROSS_SIZE):
        return 0
    if symbol.isascii() and symbol.isdigit():
        return int(symbol) if len(symbol) <= MAX_NUMBER else None
    return ord(symbol.upper()) - 55 if size > 9 and symbol.isascii() and symbol.isalpha() and len(symbol) == 1 else None


def values_of(symbols: Sequence[str], size: int) -> list[int | None]:
    """The digits of all symbols of a puzzle: those of `value_of`, with three exceptions.

    - If there are only letters, and they would exceed the last digit, they count from A for 1.
    - If 0 and another sign of an empty cell both occur, but not the sign of the last digit, digits count from 0.
    - Numbers of several ascending digits are the candidates of empty cells.
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


def candidate_masks(symbols: Sequence[str], size: int) -> list[int] | None:
    """The candidates of each cell as masks if the symbols are candidates; otherwise None."""
    return [mask_of(symbol) for symbol in symbols] if size <= MAX_WORD_DIGITS and _are_candidates(symbols) else None


def _letters_only(symbols: Iterable[str]) -> bool:
    """Whether digits are letters from A for 1: there are letters, none after Y, and no numbers."""
    letters = {symbol.upper() for symbol in symbols if symbol not in EMPTY}
    return bool(letters) and letters <= set("ABCDEFGHIJKLMNOPQRSTUVWXY")


def _are_candidates(symbols: Sequence[str]) -> bool:
    """Whether the symbols are candidates: at least two cells have several, and no cell is empty."""
    count = sum(len(symbol) > 1 for symbol in symbols)
    return count > 1 and all(symbol.isdigit() and list(symbol) == sorted({*symbol} - {"0"}) for symbol in symbols)
