"""The engine calls of the inspector, made off the event loop: the formula, its counts, the states of its clauses."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.errors import InputError
from engine.base.text import printable
from engine.sat.formula import reading
from engine.sat.formula.dimacs import Diagnostic, Document
from engine.sat.formula.formula import Formula
from engine.sat.formula.names import VariableNames, variable_names
from engine.sat.formula.opb import ListedConstraint, listed_constraints
from engine.sat.formula.selection import STATES
from engine.sat.formula.statistics import FormulaStatistics
from tui.features.inspect import words as say

if TYPE_CHECKING:
    from array import array

    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Subject:
    """The formula to inspect, or the file to read it from.

    `name` is printable; `assignment` is as in `requests.InspectFormula`. `solvable` tells whether to offer solving the
    file, which makes no sense for a formula that comes from a solver.
    """

    name: str
    path: Path | None = None
    formula: Formula | None = None
    warnings: tuple[Diagnostic, ...] = ()
    assignment: "array[int] | None" = None
    solvable: bool = False

    @classmethod
    def of_file(cls, path: Path, document: Document | None = None) -> "Subject":
        """Create the subject for a file; `document` is its content, if it has been read."""
        name = printable(path.name)
        if document is None:
            return cls(name, path, solvable=True)
        return cls(name, path, document.formula, document.warnings, solvable=True)


@dataclass(frozen=True, eq=False)
class Inspection:
    """A formula, the reader's warnings and counts; with an assignment also the state of each clause (one of STATES)."""

    formula: Formula
    warnings: tuple[Diagnostic, ...]
    statistics: FormulaStatistics
    assignment: "array[int] | None" = None
    states: "NDArray[np.uint8] | None" = field(default=None, repr=False)

    @classmethod
    def of(
        cls, formula: Formula, warnings: tuple[Diagnostic, ...] = (), assignment: "array[int] | None" = None
    ) -> "Inspection":
        """Count everything, which may take a while."""
        inspection = cls(formula, warnings, FormulaStatistics.of(formula))
        _ = inspection.names, inspection.constraints  # cached here, so that the event loop never waits for them
        if assignment is None:
            return inspection
        from engine.sat.formula.assignment_state import clause_states

        states = clause_states(formula, assignment).states
        inspection = cls(formula, warnings, inspection.statistics, assignment, states)
        _ = inspection.names, inspection.state_counts  # counted here, so that the event loop never waits for them
        return inspection

    @cached_property
    def constraints(self) -> tuple[ListedConstraint, ...]:
        """The linear constraints of the file, if it has some."""
        return listed_constraints(self.formula)

    @cached_property
    def names(self) -> VariableNames | None:
        """The names of the variables in the file, if any."""
        return variable_names(self.formula)

    def value(self, literal: int) -> int:
        """Return 1 if the literal is true under the assignment, -1 if it is false, 0 if it is free."""
        assert self.assignment is not None, "without an assignment there are no values"
        value = self.assignment[abs(literal)]
        return value if literal > 0 else -value

    def state(self, clause: int) -> str:
        """Return the state of a clause (from 0) under the assignment: one of STATES."""
        assert self.states is not None, "without an assignment there are no states"
        return STATES[self.states[clause]]

    @cached_property
    def state_counts(self) -> dict[str, int]:
        """The number of clauses in each state."""
        import numpy as np

        assert self.states is not None, "without an assignment there are no states"
        return dict(zip(STATES, np.bincount(self.states, minlength=len(STATES)).tolist(), strict=True))


def inspect(subject: Subject, on_progress: Callable[[int, int], None], cancel: Callable[[], bool]) -> Inspection:
    """Read the formula, unless it is given, and count.

    `on_progress` gets the bytes read so far and their total. Raises InputError and Cancelled.
    """
    try:
        if subject.formula is not None:
            return Inspection.of(subject.formula, subject.warnings, subject.assignment)
        assert subject.path is not None, "what is not at hand has a file"
        document = reading.read(subject.path, on_progress=on_progress, cancel=cancel)
        return Inspection.of(document.formula, document.warnings)
    except MemoryError:
        raise InputError(say.NO_MEMORY) from None
