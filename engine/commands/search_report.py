"""Reports of `satsudoku solve` during the search: a line of progress, and a line `o COST` for each better model."""

from argparse import Namespace
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType

from engine.commands.progress import ProgressLine
from engine.commands.tasks import Task
from engine.sat.result import Result
from engine.sat.solvers.limits import SearchProgress

_COUNTERS = ("decisions", "propagations", "conflicts", "flips", "restarts")
_LEARNED = ", {learned} learned clauses kept"
_RUNNING = "; {step.name}: {step.outcome}"


class SearchReport:
    """The reports of one search. Costs are printed once each, unless the answer is JSON."""

    def __init__(self, task: Task, arguments: Namespace) -> None:
        self._line = ProgressLine()
        self._name = Path(task.path).name
        self._objective = None if arguments.json else task.objective
        self._least: int | None = None

    def __enter__(self) -> "SearchReport":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._line.clear()

    @property
    def on_progress(self) -> Callable[[SearchProgress], None] | None:
        """The function that shows the progress; None if standard error is not a terminal."""
        return self._show if self._line.visible else None

    def on_bounds(self, _lower: int, upper: int | None) -> None:
        """Print the cost of a better model."""
        if self._objective is not None and upper is not None and (self._least is None or upper < self._least):
            self._least = upper
            self._line.clear()
            print(f"o {self._objective.value(upper)}", flush=True)

    def _show(self, progress: SearchProgress) -> None:
        members = progress.plan if progress.bounds else progress.plan[1:]
        steps = "".join(_RUNNING.format(step=step) for step in members)
        counts = steps or counters(progress, ("decisions", "conflicts", "flips"))
        self._line.show(f"{self._name}: {progress.seconds:.1f} s{counts}")


def counters(source: Result | SearchProgress, names: Iterable[str] = _COUNTERS) -> str:
    """The counters that a search has, each after a comma."""
    counts = ((getattr(source, name), name) for name in names)
    text = "".join(f", {count} {name}" for count, name in counts if count is not None)
    return text if source.learned is None else text + _LEARNED.format(learned=source.learned)
