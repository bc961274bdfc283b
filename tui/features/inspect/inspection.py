"""The engine calls of the inspector, made off the event loop: the formula, its counts, the states of its clauses."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from time import monotonic
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
from engine.sat.structure import Structure
from tui.base.background import Job, report_share
from tui.features.inspect import words as say

if TYPE_CHECKING:  # loaded when they are needed, because that takes time
    from array import array

    import numpy as np
    from numpy.typing import NDArray

    from engine.sat.lint import LintReport
    from engine.sudoku.as_sat.sudoku_formula import SudokuFormula

REPORT_SECONDS = 0.2
"""Seconds between two progress reports of reading."""


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
    """Read the formula, unless it is already loaded, and count its parts.

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


def read_formula(subject: Subject, job: Job[tuple[int, int]]) -> Inspection:
    """Read the formula and report the bytes read and their total. Raises InputError and Cancelled."""
    last_report = monotonic()

    def progress(done: int, total: int) -> None:
        nonlocal last_report
        if monotonic() - last_report > REPORT_SECONDS:
            last_report = monotonic()
            job.report((done, total))

    return inspect(subject, progress, job.cancelled)


def sudoku_in(formula: Formula) -> "SudokuFormula | str":
    """Return the sudoku that a formula encodes; else the reason why not, "" if it does not resemble one."""
    from engine.sudoku.as_sat.recognition import difference, recognise

    sudoku = recognise(formula)
    if sudoku is None:
        return difference(formula) or ""
    _ = sudoku.candidates(0)  # counted here, so that the event loop never waits for them
    return sudoku


def remarks_on(formula: Formula, cancel: Callable[[], bool]) -> "LintReport":
    """Return the remarks on a formula. Raises Cancelled."""
    from engine.sat.lint import LintReport

    return LintReport.of(formula, cancel)


def structure_of(formula: Formula, job: Job[float]) -> Structure:
    """Find equations, groups and gates, and report the phase. Raises Cancelled."""
    return Structure.of(formula, job.cancelled, partial(report_share, job))
