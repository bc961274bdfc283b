"""What the race screen asks of the engine, without the screen; what takes time is called from worker threads."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.base.errors import Cancelled, InputError
from engine.base.folder import read_folder
from engine.files import reading as files
from engine.files.kinds import Kind
from engine.sat.compare import report
from engine.sat.compare.comparison import Comparison, Plan, Stage, compare
from engine.sat.formula.formula import Formula
from engine.sat.solvers.solve import SOLVERS
from engine.sat.solvers.strategy import Strategy
from engine.sudoku.as_sat.encoding import encode
from tui.base.export import Export, text_export

Cancel = Callable[[], bool]

CHOICES = tuple(
    Strategy(solver.name, branching) for solver in SOLVERS.values() for branching in solver.branchings or (None,)
)
"""All strategies there are."""


@dataclass(frozen=True)
class Trouble:
    """A file that can't take part, and why: in one line with its name."""

    path: Path
    reason: str

    @classmethod
    def of(cls, path: Path, error: InputError) -> "Trouble":
        """That of a file that could not be read."""
        return cls(path, str(InputError(error.what, path=path.name, line=error.line, advice=error.advice)))


@dataclass(frozen=True)
class Standing:
    """A race at one moment: the formulas that are done, the one at work, and the files that could not be used.

    `stage` is None before the first run and after the last one; `files` is how many files have been begun.
    """

    done: tuple[Comparison, ...] = ()
    stage: Stage | None = None
    troubles: tuple[Trouble, ...] = ()
    files: int = 0

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """All formulas so far, the one at work last."""
        return (*self.done, self.stage.so_far) if self.stage else self.done


def candidates(paths: Sequence[Path], cancel: Cancel) -> tuple[list[Path], list[Path]]:
    """The files that can race, and those of them that were meant: of a folder all CNF files, of a file itself.

    The others are the CNF files beside it. Raises InputError for a folder that can't be read, and Cancelled.
    """
    found: dict[Path, None] = {}
    meant: dict[Path, None] = {}
    for path in paths:
        folder = path if path.is_dir() else path.parent
        here = _formulas(folder, cancel)
        found |= dict.fromkeys(here if path in here or path.is_dir() else [path, *here])
        meant |= dict.fromkeys(here if path.is_dir() else [path])
    return list(found), list(meant)


def _formulas(folder: Path, cancel: Cancel) -> list[Path]:
    try:
        entries = read_folder(folder, cancel=cancel)
    except OSError as error:
        raise InputError(f"can't be read: {error.strerror or error}", path=folder) from None
    paths = [folder / entry.name for entry in entries if not entry.folder]
    return [path for path in paths if not cancel() and files.glance(path).kind is Kind.CNF]


def race(paths: Sequence[Path], plan: Plan, on_standing: Callable[[Standing], None], cancel: Cancel) -> Standing:
    """Run all strategies of the plan on one file after the other, in this thread; returns how it ended.

    `on_standing` is called at the start of each run and some times a second. Files that can't be read are passed over.
    """
    done: list[Comparison] = []
    troubles: list[Trouble] = []
    begun = 0

    def instances() -> Iterator[tuple[str, Formula]]:
        nonlocal begun
        for begun, path in enumerate(paths, 1):
            on_standing(Standing(tuple(done), None, tuple(troubles), begun))
            try:
                content = files.load(path, cancel=cancel)
            except InputError as error:
                troubles.append(Trouble.of(path, error))
                continue
            except Cancelled:
                return
            if not isinstance(content, list):
                yield str(path), content.formula
                continue
            for number, puzzle in enumerate(content, 1):
                yield f"{path}#{number}" if len(content) > 1 else str(path), encode(puzzle).formula

    def on_progress(stage: Stage) -> None:
        on_standing(Standing(tuple(done), stage, tuple(troubles), begun))

    for comparison in compare(instances(), plan, on_progress=on_progress, cancel=cancel):
        done += [comparison]  # what is running sees it
    return Standing(tuple(done), None, tuple(troubles), begun)


def exports(comparisons: Sequence[Comparison], plan: Plan, folder: Path) -> list[Export]:
    """What can be written of a race: its values, a page and a picture."""
    return [
        text_export("table of all values (CSV)", folder / "race.csv", lambda: report.as_csv(comparisons)),
        text_export("page (Markdown)", folder / "race.md", lambda: report.as_markdown(comparisons, plan)),
        text_export("bar chart (SVG)", folder / "race.svg", lambda: report.as_svg(comparisons, plan)),
    ]
