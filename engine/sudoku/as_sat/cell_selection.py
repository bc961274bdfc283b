"""Selects clauses of a sudoku's formula by cells and digits instead of variables."""

from engine.sat.formula.selection import ContainsLiteral
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from engine.sudoku.layout import CellError, read_cell

EXAMPLES = ("r3c4", "r3c4=5", "r3c4!=5")
"""Examples of the words."""


def cell_condition(sudoku: SudokuFormula, cell: int) -> ContainsLiteral:
    """The condition that a clause contains a literal of the cell."""
    variables = [variable for _, variable in sudoku.candidates(cell)]
    return ContainsLiteral(frozenset((*variables, *(-v for v in variables))), sudoku.puzzle.layout.cell_name(cell))


def named_condition(sudoku: SudokuFormula, word: str) -> ContainsLiteral | None:
    """The condition of a word like `r3c4`, `r3c4=5` or `r3c4!=5`; None for other words, or if there is no such cell."""
    try:
        notation = read_cell(word, sudoku.puzzle.layout)
    except CellError:
        return None
    if notation is None:
        return None
    if notation.digit is None:
        return cell_condition(sudoku, notation.cell)
    sign = 1 if notation.equal else -1
    literals = (sign * variable for digit, variable in sudoku.candidates(notation.cell) if digit == notation.digit)
    return ContainsLiteral(frozenset(literals), word)
