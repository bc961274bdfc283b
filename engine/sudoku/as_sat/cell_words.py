"""The names of literals and clauses if the formula is a sudoku: by cells, digits and rules."""

from functools import cached_property, lru_cache
from itertools import accumulate

from engine.base import values
from engine.base.language import _
from engine.sat.formula.formula import Formula
from engine.sat.formula.names import variable_names
from engine.sat.formula.words import NUMBERS, Words
from engine.sudoku.as_sat.recognition import recognise
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from engine.sudoku.signs import sign


@values.plain(sudoku=object, _unequal=str, _rule=object)
class CellWords(Words):
    """Names a literal like `r3c4 = 5`, and a clause by its rule.

    If each grid has its own copy of a shared cell, the name includes the grid: `r7c7 = 5 in grid 2`. A variable of a
    rule keeps its number, and names the rule.
    """

    between = ", "
    rules = True

    def __init__(self, sudoku: SudokuFormula, unequal: str) -> None:
        """`unequal` is the sign between a cell and a digit it does not hold."""
        self.sudoku = sudoku
        self._unequal = unequal
        self._rule = lru_cache(1 << 12)(sudoku.rule)

    def literal(self, literal: int) -> str:
        if abs(literal) > self.sudoku.candidate_variables and (rule := self.sudoku.rule_of(abs(literal))):
            return f"{'' if literal > 0 else '-'}{abs(literal)} ({rule.name(self.sudoku.layout)})"
        cell, digit = self.sudoku.meaning(abs(literal))
        name = self.sudoku.puzzle.layout.cell_name(cell)
        return self.in_grid(abs(literal), f"{name} {'=' if literal > 0 else self._unequal} {sign(digit)}")

    def rule(self, clause: int) -> str:
        return self._rule(clause)

    def in_grid(self, variable: int, name_in_grid: str) -> str:
        """The digit of a variable and, if its cell has several copies, the grid: `5 in grid 2`."""
        if variable > self.sudoku.candidate_variables:
            return name_in_grid
        frame = self.sudoku.reading.frame
        place = (self.sudoku.reading.frame_variables[variable - 1] - 1) // frame.layout.size
        has_copies = len(frame.copies[frame.places[place]]) > 1
        if not has_copies:
            return name_in_grid
        return _("{digit} in grid {number}").format(
            digit=name_in_grid, number=1 + sum(end <= place for end in self._ends)
        )

    @cached_property
    def _ends(self) -> list[int]:
        """The first place after the places of each grid."""
        return list(accumulate(len(grid.cells) for grid in self.sudoku.puzzle.layout.grids))


def words_of(formula: Formula, unequal: str) -> Words:
    """The words for a formula: cells if it is a sudoku, else the names in its comments, if any, else numbers."""
    sudoku = recognise(formula)
    return CellWords(sudoku, unequal) if sudoku else variable_names(formula) or NUMBERS
