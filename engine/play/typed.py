"""Typed moves: `1b4` puts 4 into row 1, column b of the canvas."""

import re
from typing import NamedTuple

from engine.play.errors import GameError
from engine.sudoku.layout import Layout

_MOVE = re.compile(r"\s*([0-9]{1,4})\s*([a-z]{1,3})\s*([0-9]{1,4})\s*", re.IGNORECASE)


class TypedMove(NamedTuple):
    """A digit for a cell; 0 clears the cell."""

    cell: int
    digit: int


def column_letters(column: int) -> str:
    """The letters of a canvas column (from 0) as spreadsheets count: a to z, then aa, ab, ..."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def parse_move(text: str, layout: Layout) -> TypedMove:
    """Read a row number, the letters of a column and a digit: `1b4`, `12g3`, `12g0`.

    Rows count from 1; blanks and capitals are allowed; a digit above 9 is written as a number (`3c12`).
    Raises GameError if it is not a move on this layout.
    """
    match = _MOVE.fullmatch(text)
    if match is None:
        raise GameError("A move is a row, a column letter and a digit, such as 1b4; the digit 0 clears.")
    row, letters, digit = int(match[1]), match[2].lower(), int(match[3])
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("a") + 1
    if not 1 <= row <= layout.rows:
        raise GameError(f"There is no row {row}: rows are 1 to {layout.rows}.")
    if column > layout.columns:
        raise GameError(f"There is no column {letters}: columns are a to {column_letters(layout.columns - 1)}.")
    if digit > layout.size:
        raise GameError(f"There is no digit {digit}: digits are 1 to {layout.size}, and 0 clears.")
    cell = layout.index.get((row - 1, column - 1))
    if cell is None:
        raise GameError(f"Row {row}, column {letters} lies outside the grids.")
    return TypedMove(cell, digit)
