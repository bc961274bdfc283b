"""Which variables somebody means who types a number, or a cell of the board."""

import re

from engine.base.errors import InputError
from engine.sudoku.as_sat.cell_words import CellWords
from engine.sudoku.layout.cell_notation import CellError, read_cell
from engine.sudoku.signs import sign

_NUMBER = re.compile(r"[-x]?(\d{1,10})")


def variables_named(text: str, variables: int, cells: CellWords | None) -> frozenset[int]:
    """The variables that `12`, `-12`, `r3c4` (of each digit) or `r3c4 = 5` is about. Raises InputError."""
    typed = text.strip().lower().replace(",", "")
    if found := _NUMBER.fullmatch(typed):
        number = int(found[1])
        if not 1 <= number <= variables:
            raise InputError(f"variables are 1 to {variables:,}")
        return frozenset((number,))
    try:
        written = read_cell(text, cells.sudoku.puzzle.layout) if cells else None
    except CellError as error:
        raise InputError(str(error)) from None
    if written is None or cells is None:
        raise InputError("a variable is a number" + (", or a cell as r3c4 or r3c4 = 5" if cells else ""))
    candidates = cells.sudoku.candidates(written.cell)
    meant = frozenset(v for digit, v in candidates if written.digit in (None, digit))
    if not meant:
        what = f" = {sign(written.digit)}" if written.digit else ""
        raise InputError(f"the formula has no variable for {cells.sudoku.puzzle.layout.cell_name(written.cell)}{what}")
    return meant
