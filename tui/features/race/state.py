"""What the race screen is about, and what it is at."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.sat.compare.comparison import Comparison, Plan
from tui.base.search_phase import Preparing, Ready, Searching
from tui.features.race.job import Standing

TOGETHER = -1
"""The page of all formulas together."""


@dataclass(frozen=True)
class Done:
    """A race is over; `stopped` before its end."""

    stopped: bool = False


Phase = Preparing | Ready | Searching | Done


@dataclass(frozen=True)
class RaceState:
    """All that the screen shows."""

    plan: Plan
    phase: Phase = field(default_factory=Preparing)
    candidates: tuple[Path, ...] = ()
    """All files that can race."""
    files: tuple[Path, ...] = ()
    """Those that do."""
    standing: Standing = field(default_factory=Standing)
    page: int | None = None
    """Which formula is shown, from 0; TOGETHER for all; None follows the race."""

    @property
    def is_resting(self) -> bool:
        """Whether the race can be changed."""
        return isinstance(self.phase, Ready | Done)

    @property
    def has_results(self) -> bool:
        """Whether there is something that another race would drop."""
        return isinstance(self.phase, Done) and bool(self.standing.done)

    @property
    def runs(self) -> int:
        """How many runs there are in all."""
        return len(self.files) * self.runs_of_file

    @property
    def runs_of_file(self) -> int:
        """How many runs a formula takes."""
        return len(self.plan.strategies) * self.plan.repeats

    @property
    def runs_done(self) -> int:
        """How many of them are over."""
        stage = self.standing.stage
        before = max(self.standing.files - 1, 0) * self.runs_of_file
        return before + (len(stage.so_far.runs) * self.plan.repeats + stage.repeat - 1 if stage else 0)

    @property
    def formulas(self) -> Sequence[Comparison]:
        """All formulas so far."""
        return self.standing.comparisons

    @property
    def shows_all(self) -> bool:
        """Whether all formulas are shown together."""
        return self.page == TOGETHER and bool(self.standing.done)

    @property
    def shown(self) -> Comparison | None:
        """The formula on show; None for all together, or when there is none yet."""
        if not self.formulas or self.page == TOGETHER:
            return None
        return self.formulas[-1 if self.page is None else min(self.page, len(self.formulas) - 1)]

    def turned(self, by: int) -> int:
        """The page so many pages on; before the first and after the last formula come all together."""
        count = len(self.formulas)
        now = count - 1 if self.page is None else self.page
        return (now + 1 + by) % (count + 1) - 1
