"""Gain and cost of each technique of `cdcl`: all of them, one left out at a time, and none, compared with python-sat's
MiniSat 2.2 and CaDiCaL on the same formulas in the same run.

Run from the root of the project: python -m tests.benchmarks.bench_cdcl [FOLDER ...] [--limit S] [--only PART]
    [--without A,B] [--seeds N] [--rows]
By default the formulas are those of SATSUDOKU_DATA (or ../shared/data), if it exists, and generated ones. Each run has
its own process, as in bench_portfolio; its time for loading and searching counts. With `--seeds` each formula is also
solved in shuffled forms (variables renamed, clauses and literals in another order), because times on satisfiable
formulas depend much on luck. `--without` names the techniques to leave out, by default each of them; `--rows` prints
every formula.

The means are geometric, over the formulas that some solver decides. An undecided run counts as twice the limit, and a
time below a millisecond as one millisecond.
"""

import argparse
import math
import random
import statistics
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from engine.base import kernels
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers.solve import SOLVERS
from tests.benchmarks import bench_portfolio
from tests.benchmarks.bench_portfolio import DECIDED, ENOUGH, SLOW, TIMES, Run, Solve, ours, run

MADE = (
    "php 9 8", "php 10 9", "queens 40", "flat 300 719", "flat 600 1390", "colour 250 570", "colour 60 260 5",
    "parity 60 56", "parity-twice 25", "tseitin 20", "ordering 18", "ordering 30", "factor 268140589",
    "factor 268435399", "miter 5", "miter 6", *(f"random-ksat 250 1050 3 {seed}" for seed in (1, 2, 3)),
    *(f"random-ksat 200 900 3 {seed}" for seed in (1, 2)), "random-ksat 90 880 4 1", "random-ksat 60 1270 5 1",
    "random-ksat 60 1400 5 1", "random-ksat 60 5000 7 1", "planted 500 2100 3 1",
)  # fmt: skip
"""Formulas of the families of `satsudoku make` that MiniSat or CaDiCaL mostly decide within seconds; an extra number
after the parameters is the seed."""


def formulas(folders: list[Path]) -> Iterator[tuple[str, Callable[[], Formula]]]:
    """Name, and a function that makes the formula."""
    yield from bench_portfolio.files(folders or [bench_portfolio.DATA / "cnf"])
    if not folders:
        for name in MADE:
            family, *numbers = name.split()
            seeded = family.startswith(("random", "planted"))
            seed = int(numbers.pop()) if seeded else 0
            yield name, partial(make, family, numbers, seed)


def shuffled(formula: Formula, seed: int) -> Formula:
    """The formula with renamed variables and shuffled clauses and literals; unchanged for seed 0."""
    if not seed:
        return formula
    rng = random.Random(seed)
    names = rng.sample(range(1, formula.variables + 1), formula.variables)
    clauses = [[names[abs(x) - 1] * (1 if x > 0 else -1) for x in rng.sample(c, len(c))] for c in formula]
    rng.shuffle(clauses)
    return Formula.of(clauses, formula.variables)


def contestants(left_out: list[str]) -> dict[str, Solve]:
    """MiniSat, CaDiCaL, and the variants of `cdcl`."""
    every = bench_portfolio.solvers().items()
    peers = {name: solve for name, solve in every if name.startswith(("minisat", "cadical"))}
    variants = {"cdcl": frozenset[str]()} | {f"without {name}": frozenset({name}) for name in left_out}
    variants["without any"] = frozenset(SOLVERS["cdcl"].techniques)
    return peers | {name: partial(ours, "cdcl", without) for name, without in variants.items()}


def main() -> None:
    """Run all solvers, and print the table."""
    every = SOLVERS["cdcl"].techniques
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--limit", type=float, default=5.0, help="seconds of processor time for each run")
    parser.add_argument("--only", default="", help="formulas whose names have this part")
    parser.add_argument("--without", default=",".join(every), help=f"of {', '.join(every)}")
    parser.add_argument("--seeds", type=int, default=1, help="forms of each formula")
    parser.add_argument("--rows", action="store_true", help="print every formula")
    options = parser.parse_args()
    solvers = contestants([name for name in options.without.split(",") if name])
    selection = [(name, made) for name, made in formulas(options.folders) if options.only in name]
    print(f"{kernels.state()}; {len(selection)} formulas, {options.limit:g} s of processor time each")
    table: dict[str, dict[str, Run]] = {}
    for name, made in selection:
        for seed in range(options.seeds):
            formula = shuffled(made(), seed)
            runs = {solver: run(solve, formula, options.limit, 0) for solver, solve in solvers.items()}
            verdicts = {item.status for item in runs.values() if item.status in DECIDED}
            assert len(verdicts) < 2, f"{name}: the solvers disagree"
            table[f"{name} #{seed}"] = runs
            if options.rows:
                cells = " ".join(f"{item.seconds:7.3f}{_SIGNS.get(item.status, '?')}" for item in runs.values())
                print(f"{name[:30]:30} {cells}", flush=True)
    _print_means(table, list(solvers), options.limit)
    _print_slow(table, options.limit)


_SIGNS = {"sat": "+", "unsat": "-"}


def _print_means(table: dict[str, dict[str, Run]], names: list[str], limit: float) -> None:
    print(f"{'':24}{'solved':>8}{'sat: ms':>10}{'of cdcl':>9}{'unsat: ms':>11}{'of cdcl':>9}")
    means = {}
    for status in DECIDED:
        rows = [runs for runs in table.values() if _verdict(runs) == status]
        means[status] = {name: _mean([_cost(runs[name], limit) for runs in rows]) for name in names}
    for name in names:
        solved = sum(runs[name].status in DECIDED for runs in table.values())
        sat, unsat = (means[status][name] for status in DECIDED)
        of_sat, of_unsat = (means[status][name] / means[status]["cdcl"] for status in DECIDED)
        print(f"{name:24}{solved:8}{1e3 * sat:10.2f}{of_sat:9.2f}{1e3 * unsat:11.2f}{of_unsat:9.2f}")


def _print_slow(table: dict[str, dict[str, Run]], limit: float) -> None:
    slow = []
    for name, runs in table.items():
        best = min(_cost(first, limit) for solver, first in runs.items() if solver.startswith(("minisat", "cadical")))
        took = _cost(runs["cdcl"], limit)
        if took > max(SLOW, TIMES * best):
            slow.append(f"  {name}: {took:.2f} s, the best {best:.2f} s")
    print(f"over {SLOW:g} s and more than {TIMES:g} times slower than the best of MiniSat and CaDiCaL: {len(slow)}")
    print("\n".join(slow))


def _verdict(runs: dict[str, Run]) -> str:
    return next((item.status for item in runs.values() if item.status in DECIDED), "")


def _cost(item: Run, limit: float) -> float:
    return max(item.seconds, ENOUGH) if item.status in DECIDED else 2 * limit


def _mean(costs: list[float]) -> float:
    return math.exp(statistics.fmean(map(math.log, costs))) if costs else math.nan


if __name__ == "__main__":
    main()
