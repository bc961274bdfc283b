"""The target of encodings: clauses and new variables."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from engine.sat.formula.formula import Formula, Literals


class ClauseSink(Protocol):
    """A taker of clauses and source of new variables, such as `engine.sat.Solver` and `Clauses`."""

    def add_clause(self, clause: Iterable[int], /) -> None:
        """Add a clause."""

    def new_variable(self) -> int:
        """Return a variable that no clause has."""


@dataclass(frozen=True)
class Size:
    """The clauses and new variables of an encoding."""

    clauses: int = 0
    variables: int = 0


class Clauses:
    """Clauses under construction. New variables are above `variables` and all literals added so far.

    >>> clauses = Clauses(2)
    >>> clauses.add_clause([1, 2])
    >>> clauses.new_variable()
    3
    >>> list(clauses.formula())
    [(1, 2)]
    """

    def __init__(self, variables: int = 0) -> None:
        self.variables = variables
        self.clauses: list[Literals] = []

    def add_clause(self, clause: Iterable[int], /) -> None:
        """Add a clause. Raises ValueError for a literal 0."""
        literals = tuple(clause)
        if 0 in literals:
            raise ValueError("0 is not a literal")
        self.clauses.append(literals)
        self.variables = max(self.variables, *map(abs, literals)) if literals else self.variables

    def new_variable(self) -> int:
        """Return a variable that no clause has."""
        self.variables += 1
        return self.variables

    def formula(self) -> Formula:
        """The formula of all clauses so far."""
        return Formula.of(self.clauses, self.variables)


class CountingSink:
    """A sink that passes clauses on to another, and counts them. Its new variables are above all `literals`."""

    def __init__(self, sink: ClauseSink, literals: Iterable[int] = ()) -> None:
        self._sink = sink
        self._highest = max(map(abs, literals), default=0)
        self.size = Size()

    def add_clause(self, clause: Iterable[int], /) -> None:
        """Add a clause."""
        self._sink.add_clause(clause)
        self.size = Size(self.size.clauses + 1, self.size.variables)

    def new_variable(self) -> int:
        """Return a variable that no clause has."""
        self.size = Size(self.size.clauses, self.size.variables + 1)
        variable = self._sink.new_variable()
        while variable <= self._highest:  # no clause has it so far, but the constraint does
            variable = self._sink.new_variable()
        return variable
