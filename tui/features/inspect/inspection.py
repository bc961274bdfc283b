"""What the inspector asks of the engine, away from the event loop: a formula, its counts, the states of its clauses."""

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
from engine.sat.formula.selection import STATES
from engine.sat.formula.statistics import FormulaStatistics
from tui.features.inspect import words as say

if TYPE_CHECKING:
    from array import array

    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Subject:
    """What is to be inspected: a formula that is at hand, or else the file that it is to be read from.

    `name` is fit to be shown; `assignment` is as in `requests.InspectFormula`; `solvable` says whether solving the file
    is offered, as it is not where the formula comes from a solver.
    """

    name: str
    path: Path | None = None
    formula: Formula | None = None
    warnings: tuple[Diagnostic, ...] = ()
    assignment: "array[int] | None" = None
    solvable: bool = False

    @classmethod
    def of_file(cls, path: Path, document: Document | None = None) -> "Subject":
        """A file; `document` is what was read from it, if it was."""
        name = printable(path.name)
        if document is None:
            return cls(name, path, solvable=True)
        return cls(name, path, document.formula, document.warnings, solvable=True)


@dataclass(frozen=True, eq=False)
class Inspection:
    """A formula, the reader's warnings and the counts; with an assignment also the state of each clause (of STATES)."""

    formula: Formula
    warnings: tuple[Diagnostic, ...]
    statistics: FormulaStatistics
    assignment: "array[int] | None" = None
    states: "NDArray[np.uint8] | None" = field(default=None, repr=False)

    @classmethod
    def of(
        cls, formula: Formula, warnings: tuple[Diagnostic, ...] = (), assignment: "array[int] | None" = None
    ) -> "Inspection":
        """Count, which may take a while."""
        inspection = cls(formula, warnings, FormulaStatistics.of(formula))
        _ = inspection.names  # found here, so that the event loop has them at once
        if assignment is None:
            return inspection
        from engine.sat.formula.assignment_state import clause_states

        states = clause_states(formula, assignment).states
        inspection = cls(formula, warnings, inspection.statistics, assignment, states)
        _ = inspection.names, inspection.state_counts  # counted here, so that the event loop finds them done
        return inspection

    @cached_property
    def names(self) -> VariableNames | None:
        """What the file calls its variables, if it does."""
        return variable_names(self.formula)

    def value(self, literal: int) -> int:
        """1 if the assignment makes the literal true, -1 if false, 0 if it leaves it free."""
        assert self.assignment is not None, "without an assignment there are no values"
        value = self.assignment[abs(literal)]
        return value if literal > 0 else -value

    def state(self, clause: int) -> str:
        """What the assignment makes of a clause (from 0): one of STATES."""
        assert self.states is not None, "without an assignment there are no states"
        return STATES[self.states[clause]]

    @cached_property
    def state_counts(self) -> dict[str, int]:
        """How many clauses are in each state."""
        import numpy as np

        assert self.states is not None, "without an assignment there are no states"
        return dict(zip(STATES, np.bincount(self.states, minlength=len(STATES)).tolist(), strict=True))


def inspect(subject: Subject, on_progress: Callable[[int, int], None], cancel: Callable[[], bool]) -> Inspection:
    """Read the formula, if it is not at hand, and count.

    `on_progress` is told the bytes that are read and their total. Raises InputError and Cancelled.
    """
    try:
        if subject.formula is not None:
            return Inspection.of(subject.formula, subject.warnings, subject.assignment)
        assert subject.path is not None, "what is not at hand has a file"
        document = reading.read(subject.path, on_progress=on_progress, cancel=cancel)
        return Inspection.of(document.formula, document.warnings)
    except MemoryError:
        raise InputError(say.NO_MEMORY) from None
