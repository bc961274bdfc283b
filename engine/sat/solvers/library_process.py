"""The process that runs a solver of python-sat. A script, which imports nothing of this project.

A process of its own can be stopped at any time with all its memory, and does not block other threads: `solve()` of
python-sat holds the GIL until it returns.

Arguments: how to watch the solver ("live", "slices", "observed" or "blind"), seconds between reports, and names of
python-sat solvers, of which the first available one is used.

Standard input: three 64-bit ints (variables, clauses, literals), then the arrays `literals` and `starts` of the
formula. It stays open as long as the caller lives.

Standard output: JSON objects, one per line. {"event": "search"} when the formula is loaded, with the processor time so
far in seconds; "progress" with counters, and from an observed solver with the decision level, followed by the
assignment as one byte per variable from 0 on; finally "verdict" with counters, seconds and a status of 10 or 20,
followed by the model as ints if the status is 10; or "missing" or "broken" with a text.
"""

import ctypes
import json
import os
import signal
import sys
import threading
from array import array
from time import perf_counter, process_time, thread_time
from typing import Any, BinaryIO

PARENT_DIES = 1  # PR_SET_PDEATHSIG of Linux
FIRST_SLICE = 2000  # conflicts
SLICE_SECONDS = 0.25


def main() -> None:
    """Load the formula, solve it and report the verdict."""
    watch, interval, *names = sys.argv[1:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PARENT_DIES, signal.SIGKILL)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output printed by a solver must not mix with messages
    try:
        from pysat import solvers
    except Exception as error:  # noqa: BLE001 (whatever is wrong with it, the caller has to hear of it)
        send(out, event="broken", text=f"{type(error).__name__}: {error}")
        return
    variables, solver, observer = load(sys.stdin.buffer, solvers, names, watch == "observed")
    if solver is None:
        send(out, event="missing", text=", ".join(names))
        return
    threading.Thread(target=leave_with_caller, daemon=True).start()
    send(out, event="search", processor=process_time())
    search = LibrarySearch(solver, watch)
    worker = threading.Thread(target=search.run, daemon=True)
    worker.start()
    while worker.is_alive():
        worker.join(float(interval))
        if observer is not None:
            send(out, event="progress", level=len(observer.starts), **observer.counters)
            out.write(bytes(observer.values))
            out.flush()
        elif watch != "blind":
            send(out, event="progress", **counters(solver))
    if search.error:
        send(out, event="broken", text=search.error)
        return
    send(
        out,
        event="verdict",
        status=10 if search.satisfiable else 20,
        seconds=search.seconds,
        processor=search.processor,
        **counters(solver),
    )
    if search.satisfiable:
        out.write(full_model(solver.get_model(), variables))
    out.flush()
    os._exit(0)  # skip freeing memory, which the system does anyway


class LibrarySearch:
    """One run of a solver, in its own thread."""

    def __init__(self, solver: Any, watch: str) -> None:
        self.solver = solver
        self.watch = watch
        self.satisfiable: bool | None = None
        self.seconds = self.processor = 0.0
        self.error = ""

    def run(self) -> None:
        """Solve; sets the verdict, the wall-clock seconds and the processor seconds of this thread."""
        start, before = perf_counter(), thread_time()
        try:
            if self.watch == "live":
                # python-sat releases the GIL only for the MiniSat family, and only in this mode.
                self.satisfiable = self.solver.solve_limited(expect_interrupt=True)
            elif self.watch == "slices":
                self.run_slices()
            else:
                self.satisfiable = self.solver.solve()
            if self.satisfiable is None:
                self.error = "no verdict"
        except Exception as error:  # noqa: BLE001 (passed on to the caller)
            self.error = f"{type(error).__name__}: {error}"
        self.seconds, self.processor = perf_counter() - start, thread_time() - before

    def run_slices(self) -> None:
        """Solve with growing conflict budgets, so that other threads run in between; short slices cost speed."""
        budget = FIRST_SLICE
        while self.satisfiable is None:
            start = perf_counter()
            self.solver.conf_budget(budget)
            self.satisfiable = self.solver.solve_limited()
            fitting = budget * SLICE_SECONDS / max(perf_counter() - start, 1e-6)
            budget = int(min(max(fitting, FIRST_SLICE), 2 * budget))


class Observer:
    """A propagator of python-sat that tracks the assignment and never adds anything.

    `values` is indexed by variable (1 true, -1 false, 0 free); `starts` are the positions on the trail where levels
    begin. Deriving from python-sat's own class makes its solvers fail, and reading CaDiCaL's counters during the search
    makes it abort, so this class counts itself.
    """

    is_lazy = False

    def __init__(self, variables: int) -> None:
        self.values = array("b", bytes(variables + 1))
        self.starts: list[int] = []
        self.trail: list[int] = []
        self.decisions = self.assignments = 0

    @property
    def counters(self) -> dict[str, int]:
        """The numbers of decisions and of other assignments."""
        return {"decisions": self.decisions, "propagations": max(self.assignments - self.decisions, 0)}

    def on_assignment(self, literal: int, fixed: bool = False) -> None:
        """Called when a literal becomes true, permanently if `fixed`."""
        variable = abs(literal)
        self.assignments += 1
        self.values[variable] = 1 if literal > 0 else -1
        if not fixed:
            self.trail.append(variable)

    def on_new_level(self) -> None:
        """Called before a decision."""
        self.decisions += 1
        self.starts.append(len(self.trail))

    def on_backtrack(self, to: int) -> None:
        """Called after backtracking to this level."""
        start = self.starts[to] if to < len(self.starts) else len(self.trail)
        for variable in self.trail[start:]:
            self.values[variable] = 0
        del self.trail[start:], self.starts[to:]

    def check_model(self, _model: list[int]) -> bool:
        """Accept every model."""
        return True

    def decide(self) -> int:
        """0: leave the decision to the solver."""
        return 0

    def propagate(self) -> list[int]:
        """Propagate no literals."""
        return []

    def provide_reason(self, _literal: int) -> list[int]:
        """Never called, as nothing is propagated here."""
        return []

    def add_clause(self) -> list[int]:
        """Add no clause."""
        return []


def load(source: BinaryIO, solvers: Any, names: list[str], observed: bool) -> tuple[int, Any, Observer | None]:
    """Read the formula into the first solver that exists.

    Returns the number of variables, the solver or None, and its observer or None.
    """
    variables, clauses, literals = read(source, "q", 3)
    flat, starts = read(source, "i", literals), read(source, "i", clauses + 1)
    solver = None
    for name in names:
        try:
            solver = solvers.Solver(name=name)
            break
        except solvers.NoSuchSolverError:
            continue
    observer = None
    if solver is not None:
        if observed:
            observer = Observer(variables)
            solver.connect_propagator(observer)
            for variable in range(1, variables + 1):
                solver.observe(variable)
        for c in range(clauses):
            solver.add_clause(flat[starts[c] : starts[c + 1]].tolist())
    return variables, solver, observer


def read(source: BinaryIO, typecode: str, count: int) -> "array[int]":
    """Exactly `count` numbers; ends the process if the caller is gone."""
    numbers = array(typecode)
    try:
        numbers.fromfile(source, count)
    except EOFError:
        os._exit(1)
    return numbers


def leave_with_caller() -> None:
    """End this process when standard input closes: the caller is gone."""
    sys.stdin.buffer.read(1)
    os._exit(1)


def counters(solver: Any) -> dict[str, int | None]:
    """The counters of the solver; None for those it lacks."""
    try:
        statistics = solver.accum_stats()
    except NotImplementedError:
        statistics = {}
    return {name: statistics.get(name) for name in ("decisions", "propagations", "conflicts")}


def full_model(found: list[int] | None, variables: int) -> bytes:
    """One literal for every variable as bytes; variables unknown to the solver are true."""
    model = array("i", range(1, variables + 1))
    for literal in found or ():
        if 0 < -literal <= variables:
            model[-literal - 1] = literal
    return model.tobytes()


def send(out: BinaryIO, **message: object) -> None:
    """Write a message to the caller."""
    out.write(json.dumps(message).encode() + b"\n")
    out.flush()


if __name__ == "__main__":
    main()
