"""The state of the race screen and its engine calls, without the screen; slow work runs on threads."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.base.errors import Cancelled, InputError
from engine.base.folder import read_folder
from engine.base.language import _
from engine.files import reading as files
from engine.files.kinds import FileKind
from engine.sat.compare import report
from engine.sat.compare.comparison import Comparison, ComparisonProgress, Contestant, Plan, compare
from engine.sat.formula.formula import Formula
from engine.sat.programs.confinement import confinement
from engine.sat.programs.program import SolverProgram
from engine.sat.solvers.solve import SOLVERS
from engine.sat.solvers.strategy import Strategy
from engine.sudoku.as_sat.encoding import encode
from tui.base.background import Job
from tui.base.export import Export, text_export
from tui.base.search_phase import Preparing, Ready, Searching

Cancel = Callable[[], bool]

CHOICES = tuple(
    Strategy(solver.name, branching) for solver in SOLVERS.values() for branching in solver.branchings or (None,)
)
"""All built-in strategies."""


@dataclass(frozen=True)
class UnusableFile:
    """A file that can't take part, and the reason, in a line with its name."""

    path: Path
    reason: str

    @classmethod
    def of(cls, path: Path, error: InputError) -> "UnusableFile":
        """Create one for a file that could not be read."""
        return cls(path, str(InputError(error.problem, path=path.name, line=error.line, advice=error.advice)))


@dataclass(frozen=True)
class Standing:
    """A race in progress: the finished formulas, the current one, and the unusable files.

    `stage` is None before the first run and after the last one; `files` is the number of files begun.
    """

    done: tuple[Comparison, ...] = ()
    stage: ComparisonProgress | None = None
    troubles: tuple[UnusableFile, ...] = ()
    files: int = 0

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """All formulas so far, the current one last."""
        return (*self.done, self.stage.so_far) if self.stage else self.done


def candidates(paths: Sequence[Path], cancel: Cancel) -> tuple[list[Path], list[Path]]:
    """Return the files that can race, and those of them selected: all CNF files of a folder, or the file itself.

    For a file, the candidates include the CNF files beside it. Raises InputError for a folder that can't be read, and
    Cancelled.
    """
    found: dict[Path, None] = {}
    selected: dict[Path, None] = {}
    for path in paths:
        folder = path if path.is_dir() else path.parent
        here = _formulas(folder, cancel)
        found |= dict.fromkeys(here if path in here or path.is_dir() else [path, *here])
        selected |= dict.fromkeys(here if path.is_dir() else [path])
    return list(found), list(selected)


def _formulas(folder: Path, cancel: Cancel) -> list[Path]:
    try:
        entries = read_folder(folder, cancel=cancel)
    except OSError as error:
        raise InputError(_("can't be read: {strerror}").format(strerror=error.strerror or error), path=folder) from None
    paths = [folder / entry.name for entry in entries if not entry.is_folder]
    return [path for path in paths if not cancel() and files.glance(path).kind is FileKind.CNF]


def race(paths: Sequence[Path], plan: Plan, task: Job[Standing]) -> Standing:
    """Run all strategies of the plan on one file after the other, on this thread; returns the final state.

    The job reports the state at the start of each run and several times a second. Unreadable files are skipped.
    """
    done: list[Comparison] = []
    troubles: list[UnusableFile] = []
    started = 0

    def instances() -> Iterator[tuple[str, Formula]]:
        nonlocal started
        for started, path in enumerate(paths, 1):
            task.report(Standing(tuple(done), None, tuple(troubles), started))
            try:
                content = files.load(path, cancel=task.stopped)
            except InputError as error:
                troubles.append(UnusableFile.of(path, error))
                continue
            except Cancelled:
                return
            if not isinstance(content, list):
                yield str(path), content.formula
                continue
            for number, puzzle in enumerate(content, 1):
                yield f"{path}#{number}" if len(content) > 1 else str(path), encode(puzzle).formula

    def on_progress(stage: ComparisonProgress) -> None:
        task.report(Standing(tuple(done), stage, tuple(troubles), started))

    for comparison in compare(instances(), plan, on_progress=on_progress, cancel=task.stopped):
        done += [comparison]  # what is running sees it
    return Standing(tuple(done), None, tuple(troubles), started)


def exports(comparisons: Sequence[Comparison], plan: Plan, folder: Path) -> list[Export]:
    """Return the exports of a race: its values, a page and a picture."""
    return [
        text_export(_("table of all values (CSV)"), folder / "race.csv", lambda: report.as_csv(comparisons)),
        text_export(_("page (Markdown)"), folder / "race.md", lambda: report.as_markdown(comparisons, plan)),
        text_export(_("bar chart (SVG)"), folder / "race.svg", lambda: report.as_svg(comparisons, plan)),
    ]


def has_full_sandbox(_task: Job[Any]) -> bool:
    """Whether solver programs are fully confined."""
    return confinement().is_full


# the state of the screen

TOGETHER = -1
"""The page of all formulas together."""


@dataclass(frozen=True)
class RaceFinished:
    """A race that is over; `stopped` if it ended early."""

    stopped: bool = False


Phase = Preparing | Ready | Searching | RaceFinished


@dataclass(frozen=True)
class RaceState:
    """The whole state of the screen."""

    plan: Plan
    phase: Phase = field(default_factory=Preparing)
    candidates: tuple[Path, ...] = ()
    """All files that can race."""
    files: tuple[Path, ...] = ()
    """The files that race."""
    standing: Standing = field(default_factory=Standing)
    programs: tuple[SolverProgram, ...] = ()
    """Programs that can race, besides CHOICES."""
    page: int | None = None
    """The visible formula, from 0; TOGETHER for all; None follows the race."""

    @property
    def choices(self) -> tuple[Contestant, ...]:
        """All strategies that can race."""
        return (*CHOICES, *self.programs)

    @property
    def is_resting(self) -> bool:
        """Whether the race can be changed."""
        return isinstance(self.phase, Ready | RaceFinished)

    @property
    def has_results(self) -> bool:
        """Whether there are results that another race would drop."""
        return isinstance(self.phase, RaceFinished) and bool(self.standing.done)

    @property
    def runs(self) -> int:
        """The number of runs in all."""
        return len(self.files) * self.runs_of_file

    @property
    def runs_of_file(self) -> int:
        """The number of runs of each formula."""
        return len(self.plan.strategies) * self.plan.repeats

    @property
    def runs_done(self) -> int:
        """The number of finished runs."""
        stage = self.standing.stage
        before = max(self.standing.files - 1, 0) * self.runs_of_file
        return before + (len(stage.so_far.runs) * self.plan.repeats + stage.repeat - 1 if stage else 0)

    @property
    def formulas(self) -> Sequence[Comparison]:
        """All formulas so far."""
        return self.standing.comparisons

    @property
    def shows_all(self) -> bool:
        """Whether the screen shows all formulas together."""
        return self.page == TOGETHER and bool(self.standing.done)

    @property
    def visible_comparison(self) -> Comparison | None:
        """The formula on the screen; None for all together, or when there is none yet."""
        if not self.formulas or self.page == TOGETHER:
            return None
        return self.formulas[-1 if self.page is None else min(self.page, len(self.formulas) - 1)]

    @cached_property
    def enabled_actions(self) -> dict[str, bool]:
        """Whether each conditional action is enabled, by name."""
        several = len(self.files) > 1 or len(self.formulas) > 1
        return {
            "start": self.phase == Preparing() or (self.is_resting and bool(self.files)),
            "stop": isinstance(self.phase, Searching),
            "contestants": self.is_resting,
            "program": self.is_resting,
            "files": self.is_resting and len(self.candidates) > 1,
            "repeats": self.is_resting,
            "limit": self.is_resting,
            "show_file": several,
            "export": self.has_results,
        }

    def turned(self, by: int) -> int:
        """Return the state `step` pages on; all formulas together come before the first and after the last one."""
        count = len(self.formulas)
        now = count - 1 if self.page is None else self.page
        return (now + 1 + by) % (count + 1) - 1
