"""Solving as far as logic goes: one step after the other by the techniques that are allowed, and nothing tried out."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from engine.base.text import counted
from engine.sudoku.layout import conflicts
from engine.sudoku.puzzle import Digits, contradiction
from engine.sudoku.signs import sign
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.singles import hidden_singles, naked_singles
from engine.sudoku.techniques.step import Step

Finder = Callable[[Position], Iterator[Step]]
"""Finds the steps of a technique in a position."""

SINGLES: tuple[Finder, ...] = (naked_singles, hidden_singles)
"""Cells with one digit left, and digits with one cell left in a house."""


@dataclass(frozen=True)
class Deduced:
    """Where logic ended, and the steps that led there."""

    position: Position
    steps: tuple[Step, ...]

    @property
    def values(self) -> Digits:
        """The digits, 0 where logic found none."""
        return self.position.values

    @property
    def is_contradiction(self) -> bool:
        """Whether there is no solution: a digit twice in a house, or a cell or a digit without a place."""
        return self.position.is_broken or bool(conflicts(self.position.layout, self.values))

    @property
    def contradiction(self) -> str:
        """What can't be: `5 appears twice in row 1: r1c2 and r1c7`, `r1c9 has no digit left`; empty if nothing."""
        layout = self.position.layout
        for conflict in conflicts(layout, self.values):
            return contradiction(layout, conflict)
        count = len(self.steps)
        after = f"after {counted(count, 'step')} " if count else ""
        for cell in self.position.dead_cells():
            return f"{after}{layout.cell_name(cell)} has no digit left"
        for house, digit in self.position.dead_digits():
            return f"{after}{layout.houses[house].name} has no place left for {sign(digit)}"
        return ""

    @property
    def is_complete(self) -> bool:
        """Whether this is the solution, and by the logic of the steps the only one."""
        return self.position.is_solved and not self.is_contradiction


def deduce(position: Position, finders: Sequence[Finder] = SINGLES) -> Deduced:
    """Apply the first step that the first of the finders finds, again and again, until there is none.

    Ends early at a position in which some cell or digit has no place left.
    """
    steps: list[Step] = []
    while not position.is_broken:
        step = next(chain.from_iterable(find(position) for find in finders), None)
        if step is None:
            break
        steps.append(step)
        position = step.apply(position)
    return Deduced(position, tuple(steps))
