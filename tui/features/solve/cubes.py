"""Parallel search in cubes, one per core at a time, with their combined progress."""

from array import array
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from threading import Lock
from typing import Any

from engine.base.executors import cores, threads
from engine.base.language import lazy_gettext
from engine.sat.formula.formula import Formula
from engine.sat.proof.proof import Proof, ProofSink
from engine.sat.result import PlanStep, Result, Status
from engine.sat.solvers import cubes
from engine.sat.solvers.cube_proof import write_cover, write_lifted
from engine.sat.solvers.cubes import Cube, CubeTask
from engine.sat.solvers.limits import SearchProgress, Watch
from tui.features.solve.settings import Setting

LOOKING = lazy_gettext("looking for cubes")
CLOSED = lazy_gettext("{closed:,} of {total:,} are unsatisfiable")
SEARCHED = lazy_gettext("{closed:,} of {total:,} are unsatisfiable; searching {running:,} now")

Solving = Callable[..., Result]
"""`solve` with all options except the formula, `on_progress`, `cancel`, and `proof`, which the caller passes."""


def search_in_cubes(
    formula: Formula,
    target: int,
    solving: Solving,
    watch: Watch,
    on_progress: Callable[[SearchProgress], None],
    proof: ProofSink | None,
) -> Result:
    """Split a formula into cubes and solve them, one per core at a time; their proofs are joined into one.

    `on_progress` receives their combined progress, from any of the threads. Raises what `solving` raises.
    """
    progress = _CubeProgress(watch, on_progress)
    closed: list[Cube] = []

    def close(cube: Cube, own: Proof | None) -> None:
        closed.append(cube)
        progress.close()
        if proof is not None and own is not None:
            write_lifted(cube, own, proof)

    task = CubeTask(formula, partial(progress.solve, solving), proof is not None)
    with threads(cores()) as pool:
        result = cubes.decide(task, target, pool, watch=watch, on_split=progress.split, on_closed=close)
    if proof is not None and result.status is Status.UNSATISFIABLE:
        write_cover(closed, proof)
    return replace(result, plan=(progress.step,))


class _CubeProgress:
    """The progress of all cubes: the numbers of closed and running ones, and the sums of their counters."""

    def __init__(self, watch: Watch, on_progress: Callable[[SearchProgress], None]) -> None:
        self._watch, self._on_progress = watch, on_progress
        self._lock = Lock()
        self._closed = self._total = 0
        self._running: list[int] = []
        self._counts: dict[int, tuple[int | None, int | None, int | None]] = {}
        """Decisions, propagations and conflicts of each started cube."""

    @property
    def step(self) -> PlanStep:
        """The progress as a sentence."""
        closed, total, running = self._closed, self._total, len(self._running)
        sentence = SEARCHED if running else CLOSED if total else LOOKING
        text = sentence.format(closed=closed, total=total, running=running)
        return PlanStep(Setting.CUBES.value, self._watch.clock.seconds, text)

    def split(self, total: int) -> None:
        """Set the number of cubes."""
        self._total = total
        with self._lock:
            self._report(None)

    def close(self) -> None:
        """Count a cube without a model."""
        self._closed += 1

    def solve(self, solving: Solving, formula: Formula, **options: Any) -> Result:
        """Search a cube."""
        with self._lock:
            number = len(self._counts)
            self._counts[number] = 0, 0, 0
            self._running.append(number)

        def take_progress(progress: SearchProgress) -> None:
            with self._lock:
                self._counts[number] = progress.decisions, progress.propagations, progress.conflicts
                if number == self._running[0]:  # any search reports for all of them, with its own assignment
                    self._report(progress.assignment)

        try:
            result = solving(formula, on_progress=take_progress, **options)
            self._counts[number] = result.decisions, result.propagations, result.conflicts
            return result
        finally:
            with self._lock:
                self._running.remove(number)

    def _report(self, assignment: "array[int] | None") -> None:
        columns = list(zip(*self._counts.values(), strict=True)) or [(None,)] * 3
        decisions, propagations, conflicts = (
            sum(filter(None, column)) if None not in column else None for column in columns
        )
        self._on_progress(
            SearchProgress(
                decisions, propagations, conflicts, None, self._watch.clock.seconds, assignment, plan=(self.step,)
            )
        )
