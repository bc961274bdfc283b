"""What the solve screen is about, and what it is at."""

from dataclasses import dataclass, field
from pathlib import Path

from engine.sat.result import Status
from engine.sat.solvers.strategy import Strategy
from engine.sudoku.puzzle import Puzzle
from tui.base.search_phase import Preparing, Ready, Searching
from tui.features.solve import job
from tui.features.solve.job import Instance, Outcome


@dataclass(frozen=True)
class Broken:
    """There is no formula: why."""

    problem: str


@dataclass(frozen=True)
class Done:
    """The last search is on show; its proof may be being checked."""

    checking: bool = False


Phase = Preparing | Broken | Ready | Searching | Done


@dataclass(frozen=True)
class SolveState:
    """All that the screen shows but what changes while work goes on."""

    subject: Path | Puzzle
    """A file with a formula, or a puzzle that is made one."""
    strategy: Strategy = field(default_factory=lambda: Strategy("auto"))
    limit: float | None = None
    """Seconds of search, None for no limit."""
    phase: Phase = field(default_factory=Preparing)
    instance: Instance | None = None
    """The formula; that before while another one is being made."""
    outcomes: tuple[Outcome, ...] = ()
    """All searches, the last one at the end."""
    as_literals: bool = False
    """Whether a model is shown as literals where it could be a board."""

    @property
    def outcome(self) -> Outcome | None:
        """The search on show."""
        return self.outcomes[-1] if isinstance(self.phase, Done) else None

    @property
    def puzzle(self) -> Puzzle | None:
        """What a board can show; None for a formula that is no sudoku."""
        if isinstance(self.subject, Puzzle):
            return self.subject
        return self.instance.sudoku.puzzle if self.instance and self.instance.sudoku else None

    @property
    def path(self) -> Path | None:
        """The file that the formula is read from."""
        return self.subject if isinstance(self.subject, Path) else None

    @property
    def comparable(self) -> list[Outcome]:
        """The searches on the very formula that is there now: a puzzle can be encoded in several forms."""
        return [one for one in self.outcomes if self.instance and one.instance.form == self.instance.form]

    # what can be done

    @property
    def can_start(self) -> bool:
        """Whether a search can be started, and what it does be chosen."""
        return isinstance(self.phase, Ready | Done)

    @property
    def can_stop(self) -> bool:
        """Whether there is a search or a check to stop."""
        return self.phase in (Searching(), Done(checking=True))

    @property
    def can_verify(self) -> bool:
        """Whether there is a verdict to check."""
        outcome = self.outcome
        return outcome is not None and outcome.result.status is not Status.UNKNOWN and self.phase == Done()

    @property
    def can_replay(self) -> bool:
        """Whether a search can be gone through, if need be after another one that is recorded."""
        return self.outcome is not None or (isinstance(self.phase, Searching) and job.is_recorded(self.strategy))

    @property
    def can_change_view(self) -> bool:
        """Whether there is a model that can be seen as literals and as a board."""
        return self.puzzle is not None and self.outcome is not None and self.outcome.result.model is not None
