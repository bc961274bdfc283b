"""Solves formulas by cutting planes: searches the linear constraints that the clauses encode, or the clauses."""

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.sat.cardinality.clauses import Remaining
from engine.sat.cardinality.groups import ImplicationGraph, at_most_one
from engine.sat.cutting_planes.derivations import Event, events
from engine.sat.formula.formula import Formula
from engine.sat.formula.linear_constraint import LinearConstraint
from engine.sat.formula.linear_form import linear_constraints
from engine.sat.incremental.solver import Solver
from engine.sat.kernels.cutting_planes import CuttingPlanes, fits

NAME = "cutting-planes"

Cancel = Callable[[], bool] | None
EventListener = Callable[[Iterator[Event]], None]


def suits(formula: Formula) -> bool:
    """Whether the search is worth its time: some constraint is not a clause, and no number is too large."""
    constraints = formula.constraints
    return any(not constraint.is_clause for constraint in constraints) and fits(constraints)


def groups_of(formula: Formula, cancel: Cancel = None) -> list[tuple[int, ...]]:
    """Sets of three or more literals, at most one of which is true by the clauses of two literals."""
    remaining = Remaining.of(formula, cancel)
    if remaining is None or formula.constraints:
        return []
    implications = ImplicationGraph(remaining, for_groups=True, cancel=cancel)
    groups = at_most_one(implications, implications.literals, cancel=cancel)
    return [group.literals for group in groups if len(group.literals) > 2]


def at_most_one_of(literals: Sequence[int]) -> LinearConstraint:
    """At most one of the literals is true."""
    return LinearConstraint(tuple((1, -literal) for literal in literals), len(literals) - 1)


class NativeSearch:
    """A search for a model of a formula, run in slices; see `engine.sat.solvers.driver.Kernel`."""

    def __init__(self, formula: Formula, *, listen: EventListener | None = None, cancel: Cancel = None) -> None:
        """`listen` gets the events of each slice."""
        self.groups = groups_of(formula, cancel)
        self.given = (*linear_constraints(formula), *map(at_most_one_of, self.groups))
        self.kernel: Any = CuttingPlanes(formula.variables, self.given, listen is not None, cancel)
        self._formula, self._listen = formula, listen

    def run(self, work: int) -> int:
        """Search for about `work` visits of terms."""
        answer: int = self.kernel.run(work)
        if self._listen is not None:
            self._listen(events(self.kernel.take_log()))
        return answer

    def assignment(self) -> "array[int]":
        """A copy of the assignment, as in SearchProgress."""
        found: array[int] = self.kernel.assignment()
        return found

    def model(self) -> "array[int]":
        """The model, with the variables of the encoding."""
        return Completion(self._formula).of(self.kernel.model())


class Completion:
    """Completes models of constraints to models of the clauses that encode them. The first model loads the clauses.

    The variables up to `highest`, and those of the constraints, keep their values; those above belong to the encoding.
    """

    def __init__(self, formula: Formula, highest: int = 0) -> None:
        self._formula = formula
        self._highest = max(highest, formula.own_variables)
        self._solver: Solver | None = None

    def of(self, model: "array[int]") -> "array[int]":
        """The model, with the variables of the encoding."""
        formula = self._formula
        if not formula.constraints:
            return model
        if self._solver is None:
            self._solver = Solver(formula, variables=formula.variables)
        own = [literal for literal in model if abs(literal) <= self._highest]
        assert self._solver.solve(own), "the clauses encode the constraints"
        return array("i", self._solver.model)
