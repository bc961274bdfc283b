"""A formula that is a sudoku, with the meaning of its variables, clauses and models."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.sat.formula.formula import Formula
from engine.sudoku.as_sat.clauses import PositionClauses
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.rules import Rule


@dataclass(frozen=True)
class SudokuFormula:
    """A formula that is a sudoku, its puzzle, and the meaning of its variables and clauses.

    With n digits, variable n*p + d says that the cell at place p holds digit d; in a reduced formula the remaining
    variables are counted from 1. In form `shared` the places are the layout's cells. In form `course` they are the
    cells of grid 1 in reading order, then of grid 2, and so on: for row i and column j of a 9x9 grid, this is
    (i-1)81 + (j-1)9 + d, plus 729 in grid 2.

    The puzzle's rules have auxiliary variables after these: the variables of rule k (from 0) begin after
    `rule_ends[k]` and end with `rule_ends[k + 1]`. The last variables are the selectors of the rules.
    """

    formula: Formula
    puzzle: Puzzle
    reading: PositionClauses
    rule_ends: tuple[int, ...] = ()

    @property
    def layout(self) -> Layout:
        """The puzzle's layout."""
        return self.puzzle.layout

    @property
    def form(self) -> str:
        """The form of encoding that numbers its variables."""
        return self.reading.frame.form

    @property
    def is_reduced(self) -> bool:
        """Whether the clauses are reduced by the givens instead of containing them."""
        return not self.reading.is_whole

    def variable(self, cell: int, digit: int, grid: int | None = None) -> int:
        """The variable of a cell and digit; if every grid has its own, the one in grid `grid` (None: the first).

        Raises ValueError if the digit is outside 1..size, the grid does not contain the cell, or the reduced formula
        has no variable for it.
        """
        name = self.layout.cell_name(cell)
        if not 1 <= digit <= self.layout.size:
            raise ValueError(f"digit {digit} is outside 1..{self.layout.size}")
        numbers = [grid_of_cell.number for grid_of_cell in self.layout.grids_of(cell)]
        if grid not in (None, *numbers):
            raise ValueError(f"{name} is not in grid {grid}")
        copies = self.reading.frame.copies[cell]
        place = copies[numbers.index(grid)] if grid is not None and len(copies) > 1 else copies[0]
        variable = self.reading.variables.get(place * self.layout.size + digit)
        if variable is None:
            raise ValueError(f"the formula has no variable for {name} = {digit}")
        return variable

    def meaning(self, variable: int) -> tuple[int, int]:
        """The cell and digit of a variable: true if the cell holds the digit. Raises ValueError if there is none."""
        return self.reading.meaning(variable)

    @cached_property
    def candidate_variables(self) -> int:
        """The number of variables of cells and digits; later variables belong to rules."""
        return len(self.reading.frame_variables)

    def rule_of(self, variable: int) -> Rule | None:
        """The rule that a variable belongs to; None for a variable of a cell and digit."""
        if variable <= self.candidate_variables:
            return None
        last = self.rule_ends[-1]
        number = variable - last - 1 if variable > last else bisect_left(self.rule_ends, variable) - 1
        return self.puzzle.rules[number]

    def candidates(self, cell: int) -> tuple[tuple[int, int], ...]:
        """The digits left for a cell, each with its variable: several variables if the cell has several places.

        Ascending by digit, then by variable.
        """
        return self._candidates[cell]

    @cached_property
    def _candidates(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        candidates: list[list[tuple[int, int]]] = [[] for _ in self.layout.cells]
        for variable in range(1, len(self.reading.frame_variables) + 1):
            cell, digit = self.meaning(variable)
            candidates[cell].append((digit, variable))
        return tuple(tuple(sorted(pairs)) for pairs in candidates)

    def rule(self, index: int) -> str:
        """The rule of a clause (from 0), such as `5 at least once in row 3 of grid 2`. Raises IndexError."""
        clause = self.formula[index]
        rule = self.rule_of(max(map(abs, clause), default=0))
        return rule.name(self.layout) if rule else self.reading.describe(clause)

    def digits_under(self, assignment: Sequence[int]) -> Digits:
        """The digit of each cell that is fixed or true under an assignment (positive, by variable); 0 for none."""
        digits = list(self.reading.position.values)
        for variable, value in enumerate(assignment):
            if value > 0 and variable <= self.candidate_variables:
                cell, digit = self.meaning(variable)
                digits[cell] = digit
        return tuple(digits)

    def decode(self, model: Iterable[int]) -> Digits:
        """The digits of a model, given as literals. Raises ValueError if a cell gets no digit or two."""
        digits = list(self.reading.position.values)
        for literal in model:
            if 0 < literal <= self.candidate_variables:
                cell, digit = self.meaning(literal)
                if digits[cell] not in (0, digit):
                    where = self.layout.cell_name(cell)
                    raise ValueError(f"the model puts {digits[cell]} and {digit} into {where}")
                digits[cell] = digit
        if 0 in digits:
            raise ValueError(f"the model leaves {self.layout.cell_name(digits.index(0))} empty")
        return tuple(digits)
