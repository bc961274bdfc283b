"""Solving by logic alone: one step after the other by the allowed techniques, without guessing."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.base.language import _
from engine.base.text import pluralized
from engine.sudoku.layout import conflicts
from engine.sudoku.puzzle import Digits, contradiction
from engine.sudoku.rules import broken
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finder import Find
from engine.sudoku.techniques.pattern import Pattern
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.route import ALL_TECHNIQUES, Route
from engine.sudoku.techniques.singles import hidden_singles, naked_singles
from engine.sudoku.techniques.step import Step

SINGLES: tuple[Find, ...] = (naked_singles, hidden_singles)
"""The finders of cells with one candidate, and of digits with one place in a house."""


@dataclass(frozen=True)
class Deduction:
    """A series of steps: the position that it starts from, the one that it ends at, and the steps as found."""

    start: Position
    position: Position
    found: tuple[Pattern | Step, ...]

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps in words."""
        position, steps = self.start, []
        for item in self.found:
            step = item.step(position) if isinstance(item, Pattern) else item
            steps.append(step)
            position = step.apply(position)
        return tuple(steps)

    @property
    def values(self) -> Digits:
        """The digits; 0 for cells that logic did not fill."""
        return self.position.values

    @property
    def is_contradiction(self) -> bool:
        """Whether there is no solution: a repeated digit in a house, or a cell or digit without a place."""
        return (
            self.position.is_broken
            or bool(conflicts(self.position.layout, self.values))
            or bool(broken(self.position.rules, self.position.layout, self.values))
        )

    @property
    def contradiction(self) -> str:
        """The contradiction in words: `5 appears twice in row 1: r1c2 and r1c7`, `r1c9 has no digit left`; "" if there
        is none.
        """
        layout = self.position.layout
        for conflict in conflicts(layout, self.values):
            return contradiction(layout, conflict)
        count = len(self.found)
        steps = pluralized(count, "step")
        for cell in self.position.dead_cells():
            sentence = _("after {steps} {cell} has no digit left") if count else _("{cell} has no digit left")
            return sentence.format(steps=steps, cell=layout.cell_name(cell))
        for house, digit in self.position.dead_digits():
            sentence = _("{house} has no place left for {digit}")
            if count:
                sentence = _("after {steps} {house} has no place left for {digit}")
            return sentence.format(steps=steps, house=layout.houses[house].label, digit=sign(digit))
        return ""

    @property
    def is_complete(self) -> bool:
        """Whether this is the solution, which the logic of the steps shows to be unique."""
        return self.position.is_solved and not self.is_contradiction


def deduce(
    position: Position,
    finders: Sequence[Find] = SINGLES,
    *,
    accepted: Collection[Technique] = ALL_TECHNIQUES,
    beyond: Collection[Technique] = (),
    cancel: Callable[[], bool] | None = None,
) -> Deduction:
    """Take the first step that the first of the finders finds, again and again, until there is none.

    Only steps by the techniques `accepted` count. Ends early at a position where a cell or digit has no place left, and
    before a step by a technique in `beyond`. Polls `cancel` before each step and raises Cancelled.
    """
    route = Route(position, finders, frozenset(accepted))
    found = route.take(frozenset(beyond), cancel)
    return Deduction(position, route.position, tuple(found))
