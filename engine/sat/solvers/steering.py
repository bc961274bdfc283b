"""Prescribed decisions of a search."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engine.sat.formula.formula import Literals


class Steered(Protocol):
    """A kernel that accepts decisions."""

    def follow(self, literals: Literals) -> None:
        """Decide these literals before any other: at each decision, the first that is free."""

    def decide_instead(self, literals: Mapping[int, int]) -> None:
        """Replace decisions by these literals, keyed by the number of the decision."""


@dataclass(frozen=True)
class Steering:
    """The decisions that a search is given.

    `prefix` are literals to decide before any other: each decision takes the first of them that is free. `instead` maps
    the number of a decision, from 0, to a literal that replaces the search's own selection, if it is free. Nothing else
    changes: given the literal that it would have selected, a search runs as if undisturbed.
    """

    prefix: Literals = ()
    instead: Mapping[int, int] = field(default_factory=dict)

    @property
    def literals(self) -> Literals:
        """All literals named in either field."""
        return (*self.prefix, *self.instead.values())

    def steer(self, kernel: Steered) -> None:
        """Apply the decisions to a kernel that has not started."""
        kernel.follow(self.prefix)
        kernel.decide_instead(self.instead)
