"""Clauses of a sudoku chosen by cells and digits instead of variables."""

import re

from engine.sat.formula.selection import Holds
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from engine.sudoku.signs import digit_of

ALLOWED = ("r3c4", "r3c4=5", "r3c4!=5")
"""Examples of the words."""

_NAME = re.compile(r"r(\d{1,3})c(\d{1,3})(?:(=|!=)(\d{1,2}|[A-Pa-p]))?")


def cell_condition(sudoku: SudokuFormula, cell: int) -> Holds:
    """Holds a literal about the cell."""
    variables = [variable for _, variable in sudoku.candidates(cell)]
    return Holds(frozenset((*variables, *(-v for v in variables))), sudoku.puzzle.layout.cell_name(cell))


def named_condition(sudoku: SudokuFormula, word: str) -> Holds | None:
    """What a word such as `r3c4`, `r3c4=5` or `r3c4!=5` means; None if it is no such word, or there is no such cell."""
    match = _NAME.fullmatch(word)
    cell = sudoku.puzzle.layout.index.get((int(match[1]) - 1, int(match[2]) - 1)) if match else None
    if match is None or cell is None:
        return None
    if not match[3]:
        return cell_condition(sudoku, cell)
    way = 1 if match[3] == "=" else -1
    literals = (way * variable for digit, variable in sudoku.candidates(cell) if digit == digit_of(match[4]))
    return Holds(frozenset(literals), word)
