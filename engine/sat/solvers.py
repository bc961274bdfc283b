"""Every solver behind one interface: ours and those of python-sat."""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Protocol

from engine.errors import InputError
from engine.sat import dpll, library, naive
from engine.sat.branching import BRANCHINGS, REFERENCE
from engine.sat.dpll_proof import DpllProof, ProofSink
from engine.sat.events import Listener, Tape
from engine.sat.formula import Formula
from engine.sat.result import Result, Status
from engine.sat.watch import Limits, Progress, Watch

__all__ = ["SOLVERS", "Kernel", "Limits", "Progress", "Solver", "solve"]

SLICE_SECONDS = 0.02
"""How long a kernel may run without a look at the cancel flag and the clock."""

_FIRST_WORK = 20_000  # visits of literals; some 0.1 ms compiled, 20 ms when not
_STATUSES = {10: Status.SATISFIABLE, 20: Status.UNSATISFIABLE, 0: Status.UNKNOWN}


class Kernel(Protocol):
    """One search of a solver of ours, done in slices; see `engine.sat.dpll.Search`."""

    recording: bool
    recorded: int
    decisions: int
    propagations: int
    conflicts: int
    level: int

    def run(self, work: int) -> int:
        """Search on for about `work` visits of literals, or until the tape is full.

        Returns 10 (satisfiable), 20 (unsatisfiable) or 0 (not decided yet).
        """

    def assignment(self) -> "array[int]":
        """A copy of the assignment, as in Progress."""

    def model(self) -> "array[int]":
        """The model, as in Result."""


Make = Callable[[Formula, str, int, Tape | None], Kernel]
"""Makes a kernel from a formula, a branching, a seed, and the tape if it is to be recorded."""


@dataclass(frozen=True)
class Solver:
    """A solver by its name; `branchings` are those it can be told to use, the default first; `library`: not ours."""

    name: str
    title: str
    branchings: tuple[str, ...]
    library: bool
    run: Callable[[Formula, str, int, Watch, Sequence[Listener]], Result] = field(repr=False, compare=False)

    @property
    def default_branching(self) -> str:
        """The branching it uses when told none; empty if it can't be told."""
        return self.branchings[0] if self.branchings else ""


def solve(
    formula: Formula,
    solver: str = "dpll",
    *,
    branching: str | None = None,
    limits: Limits = Limits(),  # noqa: B008 (frozen)
    seed: int = 0,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    interval: float = 0.1,
    trace: Listener | None = None,
    proof: ProofSink | None = None,
) -> Result:
    """Look for a model of the formula with the solver of that name (see SOLVERS).

    `on_progress` is called in the calling thread, about every `interval` seconds; other threads go on running
    meanwhile. A search that `cancel` or a limit stops is UNKNOWN, with the reason, some hundredths of a second later;
    building the structures of an own solver is not interrupted. `seconds` in the result is the search alone, without
    building those or loading the formula into a library; the time limit counts from the call. `seed` matters to
    solvers and branchings that use chance.

    `trace` is told the events of the search (an `engine.sat.trace.Recorder` keeps them), and `proof` is given a proof
    of what is unsatisfiable, complete only with that verdict. Only solvers of ours have them; `auto` then chooses one.

    Raises InputError for an unknown solver, a branching that the solver does not have, a library solver that is not
    installed or does not work, and a trace or a proof of a library solver.
    """
    if solver not in SOLVERS:
        raise InputError(f"no solver is called {solver!r}", advice=f"choose one of {', '.join(SOLVERS)}")
    chosen = SOLVERS[solver]
    if branching is None:
        branching = chosen.default_branching
    elif branching not in chosen.branchings:
        advice = f"choose one of {', '.join(chosen.branchings)}" if chosen.branchings else "leave the branching out"
        raise InputError(f"{solver} has no branching called {branching!r}", advice=advice)
    if chosen.library and not (trace is None and proof is None):
        wanted = "be recorded" if proof is None else "write a proof here"
        own = ", ".join(name for name, solver in SOLVERS.items() if not solver.library)
        raise InputError(f"{solver} is a library's solver and can't {wanted}", advice=f"choose one of {own}")
    listeners = [] if trace is None else [trace]
    if proof is not None:
        listeners.append(DpllProof(proof))
    return chosen.run(formula, branching, seed, Watch(limits, on_progress, cancel, interval), listeners)


def _run_kernel(
    name: str,
    make: Make,
    formula: Formula,
    branching: str,
    seed: int,
    watch: Watch,
    listeners: Sequence[Listener],
) -> Result:
    """Run a kernel slice by slice, each sized by the last, until it has a verdict or `watch` says to stop."""
    tape = Tape(formula.variables, listeners) if listeners else None
    kernel = make(formula, branching, seed, tape)
    seconds = 0.0
    work = _FIRST_WORK
    answer = 0

    def progress() -> Progress:
        return Progress(
            kernel.decisions, kernel.propagations, kernel.conflicts, kernel.level, seconds, kernel.assignment()
        )

    while not (reason := watch.reason_to_stop()):
        start = perf_counter()
        answer = kernel.run(work)
        took = perf_counter() - start
        seconds += took
        cut_short = tape is not None and tape.read(kernel)
        if answer:
            break
        if not cut_short:
            work = max(1000, int(work * min(4.0, SLICE_SECONDS / max(took, 1e-6))))
        watch.report(progress)
    return Result(
        _STATUSES[answer],
        name,
        branching,
        kernel.model() if answer == 10 else None,
        seconds,
        kernel.decisions,
        kernel.propagations,
        kernel.conflicts,
        reason,
    )


def _run_best(
    formula: Formula, _branching: str, seed: int, watch: Watch, listeners: Sequence[Listener]
) -> Result:
    best = SOLVERS["cadical" if library.available() and not listeners else "dpll"]
    return best.run(formula, best.default_branching, seed, watch, listeners)


def _own(name: str, title: str, branchings: tuple[str, ...], make: Make) -> Solver:
    return Solver(name, title, branchings, False, partial(_run_kernel, name, make))


def _library(solver: library.LibrarySolver) -> Solver:
    def run(
        formula: Formula, _branching: str, _seed: int, watch: Watch, _listeners: Sequence[Listener]
    ) -> Result:
        return library.solve(formula, solver, watch)

    return Solver(solver.name, solver.title, (), True, run)


SOLVERS: dict[str, Solver] = {
    solver.name: solver
    for solver in (
        Solver("auto", "the best one there is", (), False, _run_best),
        _own("naive", "DPLL that scans every clause", REFERENCE, lambda f, b, _, tape: naive.Search(f, b, tape)),
        _own("dpll", "DPLL with counters", tuple(BRANCHINGS), dpll.Search),
        *map(_library, library.LIBRARY_SOLVERS),
    )
}
"""The solvers by name. `auto` is CaDiCaL where python-sat is installed, since none of the others is faster on hard
formulas by and large, and DPLL with its default branching where it is not, or where the search is to be recorded."""
