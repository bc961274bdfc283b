"""What the inspector knows of a formula, found out away from the event loop."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.errors import InputError
from engine.sat.formula import dimacs
from engine.sat.formula.dimacs import Diagnostic
from engine.sat.formula.formula import Formula
from engine.sat.formula.selection import STATES
from engine.sat.formula.statistics import Statistics
from tui.base.trouble import Trouble

if TYPE_CHECKING:
    from array import array

    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Given:
    """A formula that is at hand, its name fit to be shown, an assignment (see `messages.InspectFormula`), its file."""

    name: str
    formula: Formula
    assignment: "array[int] | None" = None
    path: Path | None = None


@dataclass(frozen=True, eq=False)
class Inspection:
    """A formula, the reader's warnings and the counts; with an assignment also the state of each clause (of STATES)."""

    formula: Formula
    warnings: tuple[Diagnostic, ...]
    statistics: Statistics
    assignment: "array[int] | None" = None
    states: "NDArray[np.uint8] | None" = field(default=None, repr=False)

    @classmethod
    def of(
        cls, formula: Formula, warnings: tuple[Diagnostic, ...] = (), assignment: "array[int] | None" = None
    ) -> "Inspection":
        """Count, which may take a while."""
        inspection = cls(formula, warnings, Statistics.of(formula))
        if assignment is None:
            return inspection
        from engine.sat.formula.assignment_state import clause_states

        states = clause_states(formula, assignment).states
        inspection = cls(formula, warnings, inspection.statistics, assignment, states)
        _ = inspection.state_counts  # counted here, so that the event loop finds them done
        return inspection

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


def inspect(path: Path, on_progress: Callable[[int, int], None], cancel: Callable[[], bool]) -> Inspection | Trouble:
    """Read a formula, or find out why that can't be done. Raises Cancelled."""
    try:
        document = dimacs.read(path, on_progress=on_progress, cancel=cancel)
        return Inspection.of(document.formula, document.warnings)
    except InputError as error:
        return Trouble(error.what + (f"; {error.advice}" if error.advice else ""), error.line)
    except MemoryError:
        return Trouble("the formula does not fit in memory")
