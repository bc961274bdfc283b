"""Reads a cell, alone or with a digit: the grammar of moves, filters and searches.

A cell is written in any of three ways, rows and columns of the canvas counting from 1:

    r3c4     row and column
    3d       row, and the letters of the column as spreadsheets count them
    3 4      row and column, with blanks or a comma between

A digit may follow: `r3c4=5`, `r3c4 = 5`, `r3c4 5`, `3d5`, `3 4 5`, `3,4,5`; `r3c4!=5` means any other digit. A digit
above 9 is a number or a letter (A is 10), separated from the letters of a column: `3d 12`, `3d A`. If rows, columns and
digits are all below 10, `345` is enough. Upper and lower case are the same.
"""

import re
from typing import NamedTuple

from engine.base.language import _
from engine.base.text import sanitized_input
from engine.sudoku.layout.model import Layout
from engine.sudoku.signs import digit_of

_DIGIT = r"(?P<digit>[0-9]{1,4}|[a-p])"
_RELATION = r"(?:\s*(?P<relation>=|!=|≠)\s*|\s+)"
_NOTATIONS = tuple(re.compile(rf"\s*{notation}\s*", re.IGNORECASE | re.ASCII) for notation in (
    rf"r(?P<row>[0-9]{{1,4}})c(?P<column>[0-9]{{1,4}})(?:{_RELATION}{_DIGIT})?",
    r"(?P<row>[0-9]{1,4})\s*(?P<letters>[a-z]{1,3})\s*(?P<digit>[0-9]{1,4})",
    rf"(?P<row>[0-9]{{1,4}})\s*(?P<letters>[a-z]{{1,3}})(?:{_RELATION}{_DIGIT})?",
    rf"(?P<row>[0-9]{{1,4}})(?:\s+|\s*,\s*)(?P<column>[0-9]{{1,4}})(?:(?:\s*,\s*|{_RELATION}){_DIGIT})?",
))  # fmt: skip
_COMPACT = re.compile(r"\s*(?P<row>[0-9])(?P<column>[0-9])(?P<digit>[0-9])?\s*")
_ONLY_DIGITS = re.compile(r"\s*[0-9]{2,}\s*")


class CellError(ValueError):
    """A text in the form of a cell that does not exist; the message is a sentence."""


class WrittenCell(NamedTuple):
    """A cell, the digit written after it (0: an empty cell; None: no digit), and whether they are equal or unequal."""

    cell: int
    digit: int | None = None
    equal: bool = True


def read_cell(text: str, layout: Layout) -> WrittenCell | None:
    """Parse a cell of the layout; returns None if the text does not have the form of a cell.

    Raises CellError if the layout has no such row, column, cell or digit, or if it is unclear where the numbers
    end.
    """
    text = sanitized_input(text)
    match = next(filter(None, (notation.fullmatch(text) for notation in _NOTATIONS)), None)
    if match is None:
        if not _ONLY_DIGITS.fullmatch(text):
            return None
        if max(layout.rows, layout.columns, layout.size) > 9:
            raise CellError(
                _("It is not clear where the row ends in {text}. Separate row, column and digit, as in 1 2 3.").format(
                    text=text.strip()[:20]
                )
            )
        match = _COMPACT.fullmatch(text)
        if match is None:
            return None
    parts = match.groupdict()
    cell = _cell(layout, int(parts["row"]), parts.get("letters"), parts.get("column"))
    digit = None if parts["digit"] is None else _digit(layout, parts["digit"])
    return WrittenCell(cell, digit, parts.get("relation") in (None, "="))


def column_letters(column: int) -> str:
    """The letters of a canvas column (from 0) as spreadsheets count: a to z, then aa, ab, ..."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def _cell(layout: Layout, row: int, letters: str | None, number: str | None) -> int:
    name = letters.lower() if letters else str(int(number or 0))
    column = _column_number(name) if letters else int(name)
    if not 1 <= row <= layout.rows:
        raise CellError(_("There is no row {row}: rows are 1 to {rows}.").format(row=row, rows=layout.rows))
    if not 1 <= column <= layout.columns:
        last = column_letters(layout.columns - 1) if letters else layout.columns
        raise CellError(
            _("There is no column {name}: columns are {first} to {last}.").format(
                name=name, first="a" if letters else 1, last=last
            )
        )
    cell = layout.index.get((row - 1, column - 1))
    if cell is None:
        raise CellError(_("Row {row}, column {name} lies outside the grids.").format(row=row, name=name))
    return cell


def _column_number(letters: str) -> int:
    """The number, from 1, of the column with these letters."""
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("a") + 1
    return column


def _digit(layout: Layout, text: str) -> int:
    digit = digit_of(text)
    if digit > layout.size:
        raise CellError(
            _("There is no digit {text}: digits are 1 to {size}.").format(text=text.upper(), size=layout.size)
        )
    return digit
