"""Which solver decides which formulas, and how fast: `auto` and its members compared with the solvers of python-sat, on
any folder of formulas.

Run from the root of the project: python -m tests.benchmarks.bench_portfolio [FOLDER ...] [--limit S] [--solvers A,B]
    [--csv FILE] [--only PART] [--jobs N]
By default the formulas are those of SATSUDOKU_DATA (or ../shared/data), if it exists, and generated ones.

Each solver gets each formula in its own process, on one core, with `--limit` seconds of processor time for loading the
formula and searching; reading the file does not count. `auto` with a library solver has two processes, on two cores if
available. Its time is that of the process that decided and, if that is the library's, at least that of the other. On a
busy machine one of the two may win because it gets more of the cores, so only `own` is reliable there. Every model is
checked, and verdicts are compared.

The summary has the number of solved formulas, PAR-2 (the mean time, in which an undecided run counts as twice the
limit), the geometric means over formulas that the solver and another one decided, the formulas on which `auto` took
longer than 1.5 times its best member plus 50 ms, and those on which `cdcl` took more than 5 times as long as the best
solver and more than 0.1 s.
"""

import argparse
import csv
import json
import math
import multiprocessing
import os
import resource
import signal
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing.connection import Connection
from pathlib import Path

from pysat.solvers import Solver as PySat
from pysat.solvers import SolverNames

from engine.base import kernels
from engine.sat.formula import dimacs
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.result import Status, falsified
from engine.sat.solvers.library import LIBRARY_SOLVERS
from engine.sat.solvers.solve import solve
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.layout import double
from engine.sudoku.making.generator import generate

DATA = Path(os.environ.get("SATSUDOKU_DATA", Path(__file__).parents[3] / "shared" / "data"))
SUFFIXES = (".cnf", ".cnf.gz", ".cnf.bz2", ".cnf.xz")

MADE = (
    *(f"random-ksat {n} {m} 3 --seed {seed}" for n, m in (
        (250, 1050), (350, 1450), (600, 2500), (2_000, 8_300), (10_000, 41_500), (10_000, 42_000), (50_000, 205_000),
        (100_000, 410_000), (1_000_000, 3_800_000),
    ) for seed in (1, 2)),
    *(f"random-ksat {n} {m} 5 --seed {seed}" for n, m in (
        (100, 2_000), (500, 9_500), (500, 10_000), (1_000, 20_000), (3_000, 57_000),
    ) for seed in (1, 2)),
    *(f"random-ksat {n} {85 * n} 7 --seed {seed}" for n in (60, 90, 120, 200) for seed in (1, 2)),
    *(f"random-ksat {n} {m} 3 --seed {seed}" for n, m in ((150, 700), (250, 1_100)) for seed in (1, 2)),
    "random-ksat 60 1400 5 --seed 1", "planted 1000 4200 --seed 1", "planted 300 6000 5 --seed 1",
    "parity 60 70", "parity 100 96", "parity 200 190 5", "parity-twice 25", "parity-twice 40", "parity-twice 200",
    "tseitin 20", "tseitin 50", "tseitin 200 3",
    "ordering 20", "ordering 30", "ordering 50",
    "php 9 8", "php 11 10", "php 20 19", "php 10 10", "queens 25", "queens 50",
    "flat 200 479", "flat 600 1437", "colour 250 570", "colour 260 595", "colour 60 260 5",
    *(f"flat {n} {m} --seed {seed}" for n, m in ((600, 1437), (800, 1916)) for seed in range(1, 6)),
    *(f"colour 400 900 --seed {seed}" for seed in (2, 3)),
    "factor 16777213", "factor 268435399", "factor 1073741789", "factor 4295098369", "miter 5", "miter 6", "miter 7",
)  # fmt: skip
"""Formulas of the families of `satsudoku make`. The formulas of a judge are of other origins and of more kinds."""

ENOUGH = 0.001  # seconds; shorter times count as this
MARGIN, ALLOWED = 0.05, 1.5
SLOW, TIMES = 0.1, 5.0
DECIDED = {"sat": Status.SATISFIABLE, "unsat": Status.UNSATISFIABLE}


@dataclass(frozen=True)
class Run:
    """The result of a solver on a formula: "sat", "unsat", "open" (limit), or "failed"; processor seconds; a note."""

    status: str
    seconds: float
    note: str = ""


Solve = Callable[[Formula, float], Run]


def ours(name: str, without: frozenset[str], formula: Formula, limit: float) -> Run:
    """One of our solvers."""
    start = time.process_time()
    result = solve(formula, name, without=without, cancel=lambda: time.process_time() - start >= limit)
    took = time.process_time() - start
    if result.solver in {solver.name for solver in LIBRARY_SOLVERS}:
        took = max(took, _children())
    note = result.solver if result.solver != name else ""
    if result.model is not None and falsified(formula, result.model) is not None:
        return Run("failed", took, "wrong model")
    names = {status: name for name, status in DECIDED.items()} | {Status.UNKNOWN: "open"}
    return Run(names[result.status], took, result.technique or note)


def librarys(name: str, formula: Formula, limit: float) -> Run:
    """A solver of python-sat, which the system ends when its time is over."""
    start = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, limit)
    solver = PySat(name=name)
    for clause in formula:
        solver.add_clause(clause)
    satisfiable = solver.solve()
    signal.setitimer(signal.ITIMER_PROF, 0)
    took = time.process_time() - start
    if satisfiable:
        true = {abs(x): x for x in solver.get_model() or ()}
        if falsified(formula, [true.get(v, v) for v in range(1, formula.variables + 1)]) is not None:
            return Run("failed", took, "wrong model")
    return Run("sat" if satisfiable else "unsat", took)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@cache
def solvers() -> dict[str, Solve]:
    """All competitors: `own` is `auto` without library solvers."""
    no_members: frozenset[str] = frozenset()
    newest = next(solver for solver in LIBRARY_SOLVERS if solver.name == "cadical").candidates
    there = {name for names in vars(SolverNames).values() if isinstance(names, tuple) for name in names}
    peers = ["minisat22", "glucose4", next(name for name in newest if name in there), "kissat404"]
    return {
        "own": partial(ours, "auto", frozenset({"library"})),
        "auto": partial(ours, "auto", no_members),
        "cdcl": partial(ours, "cdcl", no_members),
        "walk": partial(ours, "walk", no_members),
        **{name: partial(librarys, name) for name in peers if name in there},
    }


def formulas(folders: list[Path]) -> Iterator[tuple[str, Callable[[], Formula]]]:
    """Name, and a function that makes the formula."""
    yield from files(folders or [DATA / "cnf"])
    if folders:
        return
    for name in MADE:
        words, _, seed = name.partition(" --seed ")
        family, *arguments = words.split()
        yield name.replace(" --seed ", " #"), partial(make, family, arguments, int(seed or 0))
    for seed in (1, 2):
        yield f"double sudoku #{seed}", lambda seed=seed: encode(generate(double(), 105, seed=seed).puzzle).formula


def files(folders: list[Path]) -> Iterator[tuple[str, Callable[[], Formula]]]:
    """The formulas of folders: name, and a function that reads the formula."""
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.name.endswith(SUFFIXES)):
            yield path.name.split(".cnf")[0], lambda path=path: dimacs.read(path).formula


def run(solve: Solve, formula: Formula, limit: float, core: int | None) -> Run:
    """Run a solver on a formula in another process, on a given core if it must stay on one."""
    context = multiprocessing.get_context("fork")  # which already has the formula
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(solve, formula, limit, core, sender))
    process.start()
    sender.close()
    try:
        status, seconds, note = json.loads(receiver.recv_bytes())
    except EOFError:
        process.join()
        over = process.exitcode == -signal.SIGPROF
        return Run("open" if over else "failed", limit, "" if over else f"exit code {process.exitcode}")
    process.join()
    return Run(status, seconds, note)


def _work(solve: Solve, formula: Formula, limit: float, core: int | None, sender: Connection) -> None:
    if core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})
    found = solve(formula, limit)
    sender.send_bytes(json.dumps([found.status, found.seconds, found.note]).encode())
    sys.stdout.flush()
    os._exit(0)  # exits without freeing memory


def main() -> None:
    """Run all solvers, and print the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--limit", type=float, default=10.0, help="seconds of processor time for each formula")
    parser.add_argument("--solvers", default=",".join(solvers()), help=f"of {', '.join(solvers())}")
    parser.add_argument("--csv", type=Path, help="where to write every run")
    parser.add_argument("--only", default="", help="formulas whose names have this part")
    parser.add_argument("--jobs", type=int, default=1, help="formulas at a time, each on a core of its own")
    options = parser.parse_args()
    names = options.solvers.split(",")
    selection = [(name, made) for name, made in formulas(options.folders) if options.only in name]
    if not selection:
        parser.error("no formulas there")
    for warming in (make("php", ["8", "7"]), make("random-ksat", ["100", "300"])):
        ours("auto", frozenset({"library"}), warming, 10.0)  # so that its imports are shared by all processes
    print(f"{kernels.state()}; {options.limit:g} s of processor time each")
    print(f"{'formula':34}" + "".join(f"{name:>12}" for name in names))
    table: dict[str, dict[str, Run]] = {}
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0]

    def row(number: int, name: str, made: Callable[[], Formula]) -> tuple[str, dict[str, Run]]:
        formula = made()
        core = cores[number % options.jobs % len(cores)]
        return name, {
            solver: run(solvers()[solver], formula, options.limit, None if solver == "auto" else core)
            for solver in names
        }

    with ThreadPoolExecutor(options.jobs) as pool:
        for name, runs in pool.map(lambda each: row(each[0], *each[1]), enumerate(selection)):
            table[name] = runs
            verdicts = {item.status for item in runs.values() if item.status in DECIDED}
            assert len(verdicts) < 2, f"{name}: the solvers disagree"
            print(f"{name[:33]:34}" + "".join(f"{_cell(item):>12}" for item in runs.values()), flush=True)
    if options.csv:
        with options.csv.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(("formula", "solver", "status", "seconds", "note"))
            for name, runs in table.items():
                writer.writerows(
                    (name, solver, first.status, first.seconds, first.note) for solver, first in runs.items()
                )
    _summary(table, names, options.limit)


def _cell(item: Run) -> str:
    mark = {"sat": "+", "unsat": "-"}.get(item.status)
    return f"{item.seconds:.3f}{mark}" if mark else item.status


def _summary(table: dict[str, dict[str, Run]], names: list[str], limit: float) -> None:
    print(f"\n{len(table)} formulas; geometric means are over those that the solver and somebody else decided")
    print(f"{'solver':12}{'solved':>8}{'sat':>6}{'unsat':>7}{'PAR-2':>9}{'mean, sat':>11}{'mean, unsat':>13}")
    for solver in names:
        runs = [runs[solver] for runs in table.values()]
        decided = [item for item in runs if item.status in DECIDED]
        par2 = statistics.fmean(item.seconds if item.status in DECIDED else 2 * limit for item in runs)
        means = []
        for status in DECIDED:
            ratios = [math.log(_ratio(runs, solver)) for runs in table.values() if _shared(runs, solver, status)]
            means.append(f"{math.exp(statistics.fmean(ratios)):.2f}" if ratios else "")
        counts = [sum(item.status == status for item in decided) for status in DECIDED]
        print(f"{solver:12}{len(decided):8}{counts[0]:6}{counts[1]:7}{par2:9.2f}{means[0]:>11}{means[1]:>13}")
    print("(means: times as long as the fastest of all on that formula)")
    for portfolio, parts in (("own", ("cdcl", "walk")), ("auto", ("cdcl", "walk", "cadical300", "cadical195"))):
        _print_late(table, portfolio, [part for part in parts if part in names])
    if "cdcl" in names:
        slow = [
            f"{name} ({_cell(runs['cdcl'])} to {_best(runs, names):.3f})"
            for name, runs in table.items()
            if _best(runs, names) < limit and _effort(runs["cdcl"], limit) > max(SLOW, TIMES * _best(runs, names))
        ]
        print(f"cdcl more than {TIMES:g} times slower than the best: {len(slow)}")
        print("".join(f"  {each}\n" for each in slow), end="")


def _print_late(table: dict[str, dict[str, Run]], portfolio: str, parts: list[str]) -> None:
    """Formulas on which the portfolio was too slow, and the worst factor."""
    late = []
    for name, runs in table.items():
        if portfolio not in runs or not parts or (best := _best(runs, parts)) == math.inf:
            continue
        took = runs[portfolio].seconds if runs[portfolio].status in DECIDED else math.inf
        late.append(((took - MARGIN) / max(best, ENOUGH), f"{name} ({_cell(runs[portfolio])} to {best:.3f})"))
    if late:
        late.sort(reverse=True)
        beyond = [f"  {ratio:.2f} {formula}" for ratio, formula in late if ratio > ALLOWED]
        print(f"{portfolio}, less {MARGIN:g} s, against the best of its parts: at the worst {late[0][0]:.2f} times")
        print(f"over {ALLOWED:g} times: {len(beyond)} of {len(late)}", *beyond, sep="\n")


def _best(runs: dict[str, Run], names: list[str]) -> float:
    return min((runs[name].seconds for name in names if runs[name].status in DECIDED), default=math.inf)


def _effort(item: Run, limit: float) -> float:
    return item.seconds if item.status in DECIDED else limit


def _ratio(runs: dict[str, Run], solver: str) -> float:
    return max(runs[solver].seconds, ENOUGH) / max(_best(runs, list(runs)), ENOUGH)


def _shared(runs: dict[str, Run], solver: str, status: str) -> bool:
    return runs[solver].status == status and sum(item.status == status for item in runs.values()) > 1


if __name__ == "__main__":
    main()
