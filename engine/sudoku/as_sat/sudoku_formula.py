"""A formula that is a sudoku, and what its variables, clauses and models mean."""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from engine.sat.formula.formula import Formula
from engine.sudoku.as_sat.clauses import PositionClauses
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.rules import Rule


@dataclass(frozen=True)
class SudokuFormula:
    """A formula that is a sudoku, its puzzle, and what its variables and clauses mean.

    With n digits, variable n*p + d says that the cell at place p holds digit d; in a reduced formula the variables that
    are left are counted from 1. In form `shared` the places are the layout's cells. In form `course` they are the cells
    of grid 1 in reading order, then those of grid 2, and so on: for row i and column j of a 9x9 grid that is
    (i-1)81 + (j-1)9 + d, and 729 more in grid 2.

    The puzzle's rules beside the houses have variables of their own after these: those of rule k (from 0) end with
    variable `rule_ends[k + 1]` and begin after `rule_ends[k]`. The last variables are the selectors of the rules.
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
        """The form of encoding whose numbering it has."""
        return self.reading.frame.form

    @property
    def is_reduced(self) -> bool:
        """Whether the givens are not in its clauses, but worked into them."""
        return not self.reading.is_whole

    def variable(self, cell: int, digit: int, grid: int | None = None) -> int:
        """The variable of a cell and digit; where every grid has its own, that of grid `grid` (None: of the first).

        Raises ValueError if the digit is outside 1..size, the grid does not hold the cell, or the formula is reduced
        and has no variable for it any more.
        """
        name = self.layout.cell_name(cell)
        if not 1 <= digit <= self.layout.size:
            raise ValueError(f"digit {digit} is outside 1..{self.layout.size}")
        numbers = [held.number for held in self.layout.grids_of(cell)]
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
        """How many variables belong to cells and digits; those after them belong to rules beside the houses."""
        return len(self.reading.live)

    def rule_of(self, variable: int) -> Rule | None:
        """The rule beside the houses that a variable belongs to; None if it belongs to a cell and digit."""
        if variable <= self.candidate_variables:
            return None
        last = self.rule_ends[-1]
        number = variable - last - 1 if variable > last else bisect_left(self.rule_ends, variable) - 1
        return self.puzzle.rules[number]

    def candidates(self, cell: int) -> tuple[tuple[int, int], ...]:
        """The digits that are left for a cell, each with a variable for it: several if the cell has several places.

        Ascending by digit, then by variable.
        """
        return self._candidates[cell]

    @cached_property
    def _candidates(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        found: list[list[tuple[int, int]]] = [[] for _ in self.layout.cells]
        for variable in range(1, len(self.reading.live) + 1):
            cell, digit = self.meaning(variable)
            found[cell].append((digit, variable))
        return tuple(tuple(sorted(pairs)) for pairs in found)

    def rule(self, index: int) -> str:
        """What a clause (from 0) says, such as `5 at least once in row 3 of grid 2`. Raises IndexError."""
        clause = self.formula[index]
        rule = self.rule_of(max(map(abs, clause), default=0))
        return rule.name(self.layout) if rule else self.reading.describe(clause)

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
