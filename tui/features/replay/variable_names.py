"""Which variables somebody means who types a number, or a cell of the board."""

import re

from engine.base.errors import InputError
from engine.sudoku.as_sat.cell_words import CellWords
from engine.sudoku.signs import digit_of

_NUMBER = re.compile(r"[-x]?(\d{1,10})")
_CELL = re.compile(r"r(\d{1,3})c(\d{1,3})(?:[^0-9a-p]+(\d{1,2}|[a-p]))?")


def variables_named(text: str, variables: int, cells: CellWords | None) -> frozenset[int]:
    """The variables that `12`, `-12`, `r3c4` (of each digit) or `r3c4 = 5` is about. Raises InputError."""
    typed = text.strip().lower().replace(",", "")
    if found := _NUMBER.fullmatch(typed):
        number = int(found[1])
        if not 1 <= number <= variables:
            raise InputError(f"variables are 1 to {variables:,}")
        return frozenset((number,))
    found = _CELL.fullmatch(typed)
    if not found or cells is None:
        raise InputError("a variable is a number" + (", or a cell as r3c4 or r3c4 = 5" if cells else ""))
    layout = cells.sudoku.puzzle.layout
    cell = layout.index.get((int(found[1]) - 1, int(found[2]) - 1))
    if cell is None:
        raise InputError(f"there is no cell r{found[1]}c{found[2]}")
    candidates = cells.sudoku.candidates(cell)
    meant = frozenset(v for digit, v in candidates if found[3] is None or digit == digit_of(found[3]))
    if not meant:
        what = f" = {found[3].upper()}" if found[3] else ""
        raise InputError(f"the formula has no variable for {layout.cell_name(cell)}{what}")
    return meant
