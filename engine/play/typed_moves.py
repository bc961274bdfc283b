"""Parses typed moves: `1b4`, `b1 4`, `r1c2=4` or `1 2 4` enters 4 into row 1, column 2 of the canvas."""

import re
from typing import NamedTuple

from engine.base.language import _
from engine.play.errors import GameError
from engine.sudoku.layout import Layout
from engine.sudoku.layout.cell_notation import CellError, read_cell

_LETTERS_FIRST = re.compile(r"^\s*([a-z]{1,3})([0-9]{1,4})((?:\s|=|$).*)", re.IGNORECASE | re.ASCII)


class TypedMove(NamedTuple):
    """A digit for a cell; 0 clears the cell, and None only selects it."""

    cell: int
    digit: int | None


def parse_move(text: str, layout: Layout) -> TypedMove:
    """Parse a cell and a digit, or a cell alone, in any notation of `engine.sudoku.layout.cell_notation`.

    The letters of the column may also come first, as in a spreadsheet; `read_cell` itself does not accept that. Raises
    GameError if the text is not a move on this layout.
    """
    try:
        notation = read_cell(_LETTERS_FIRST.sub(r"\2\1\3", text), layout)
    except CellError as error:
        raise GameError(str(error)) from None
    if notation is None or not notation.equal:
        raise GameError(
            _(
                "A move is a cell and a digit, such as 1b4, r1c2=4 or 1 2 4; 0 clears. A cell alone moves the "
                "cursor there."
            )
        )
    return TypedMove(notation.cell, notation.digit)
