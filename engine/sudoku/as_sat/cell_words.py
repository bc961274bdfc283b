"""How literals and clauses are called when the formula is a sudoku: by cells, digits and rules."""

from collections import Counter
from functools import cached_property, lru_cache
from itertools import accumulate

from engine.sat.formula.words import Words
from engine.sudoku.as_sat.clauses import Reading, frames
from engine.sudoku.as_sat.encoding import Encoding
from engine.sudoku.as_sat.recognition import Recognised
from engine.sudoku.signs import sign
from engine.sudoku.techniques.position import Position


class CellWords(Words):
    """A literal reads `r3c4 = 5`, a clause as the rule it is.

    Where each grid has its own copy of a shared cell the grid is named too: `r7c7 = 5 in grid 2`.
    """

    between = ", "

    def __init__(self, sudoku: Recognised, unequal: str) -> None:
        """`unequal` is the sign between a cell and a digit that it does not hold."""
        self.sudoku = sudoku
        self._unequal = unequal
        self._rule = lru_cache(1 << 12)(sudoku.rule)

    def literal(self, literal: int) -> str:
        cell, digit = self.sudoku.meaning(abs(literal))
        name = self.sudoku.puzzle.layout.cell_name(cell)
        return f"{name} {'=' if literal > 0 else self._unequal} {sign(digit)}{self.copy(abs(literal))}"

    def rule(self, clause: int) -> str:
        return self._rule(clause)

    def copy(self, variable: int) -> str:
        """Which copy of a cell is meant, if there are several: ` in grid 2`."""
        frame = self.sudoku.reading.frame
        place = (self.sudoku.reading.live[variable - 1] - 1) // frame.layout.size
        return f" in grid {1 + sum(end <= place for end in self._ends)}" if frame.places[place] in self._copied else ""

    @cached_property
    def candidates(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each cell the digits and variables (pairs, ascending) that the formula has for it."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.sudoku.puzzle.layout.cells]
        for variable in range(1, self.sudoku.formula.variables + 1):
            cell, digit = self.sudoku.meaning(variable)
            found[cell].append((digit, variable))
        return tuple(tuple(sorted(pairs)) for pairs in found)

    @cached_property
    def _copied(self) -> frozenset[int]:
        """The cells that have several places."""
        counts = Counter(self.sudoku.reading.frame.places)
        return frozenset(cell for cell, count in counts.items() if count > 1)

    @cached_property
    def _ends(self) -> list[int]:
        """The first place behind each grid's."""
        return list(accumulate(len(grid.cells) for grid in self.sudoku.puzzle.layout.grids))


def known(encoding: Encoding) -> Recognised:
    """An encoding of ours as a recognised formula, without any search."""
    layout = encoding.layout
    frame = next(frame for frame in frames(layout) if frame.form == encoding.form)
    empty = Position.of(layout, (0,) * len(layout.cells))
    return Recognised(encoding.formula, encoding.puzzle, Reading(frame, empty))
