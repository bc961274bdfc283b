"""What a solver is told about its decisions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engine.sat.formula.formula import Literals


class Steered(Protocol):
    """A kernel that can be told its decisions."""

    def follow(self, literals: Literals) -> None:
        """Have the search decide these literals before any other: each time the first one that is free."""

    def decide_instead(self, literals: Mapping[int, int]) -> None:
        """Have literals decided instead of those chosen, by the numbers of the decisions."""


@dataclass(frozen=True)
class Steering:
    """Decisions that a search is told.

    `prefix` are literals to be decided before any other: at each decision the first of them that is free. `instead` has
    literals by the number of a decision, counted from 0: that one is taken there instead of what the search chose, if
    it is free. All else is as it was: told the literal that it would have chosen, a search does the same as ever.
    """

    prefix: Literals = ()
    instead: Mapping[int, int] = field(default_factory=dict)

    @property
    def literals(self) -> Literals:
        """All literals that are named."""
        return (*self.prefix, *self.instead.values())

    def steer(self, kernel: Steered) -> None:
        """Tell a kernel that has not begun."""
        kernel.follow(self.prefix)
        kernel.decide_instead(self.instead)
