"""The speed of `cdcl` against MiniSat 2.2 of python-sat, on the same formulas in the same run.

Run from the root of the project: python -m tests.benchmarks.bench_cdcl [--seeds N] [PART OF A NAME ...]
The formulas are generated, and those of SATSUDOKU_DATA (or of ../shared/data) where it exists. Each is solved in
several shuffled forms (variables renamed, clauses and literals in another order), by both solvers in turns; a row shows
the medians of their processor times for the search alone. The means are over the rows where either needs a millisecond
and neither comes to its limit of conflicts.
"""

import argparse
import math
import os
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from pysat.solvers import Solver

from engine.base import kernels
from engine.sat.formula import dimacs
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.kernels.cdcl import Cdcl
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.layout import double
from engine.sudoku.making.generator import generate

DATA = Path(os.environ.get("SATSUDOKU_DATA", Path(__file__).parents[3] / "shared" / "data"))
GENERATED = (
    ("php", ("8", "7")),
    ("php", ("9", "8")),
    ("queens", ("25",)),
    ("queens", ("40",)),
    ("flat", ("200", "479")),
    ("colour", ("250", "570", "3")),
    ("colour", ("60", "260", "5")),
    ("parity", ("60", "56")),
    ("parity-twice", ("20",)),
    ("random-ksat", ("200", "860")),
    ("random-ksat", ("200", "880")),
    ("random-ksat", ("70", "700", "4")),
    ("random-ksat", ("50", "1060", "5")),
    ("planted", ("400", "1700")),
)
VERDICTS = {10: "sat", 20: "unsat", 0: "open"}
ENOUGH = 0.001  # seconds
LIMIT = 700_000  # conflicts
HARD = 0.1  # seconds of MiniSat from which an unsatisfiable formula must not take three times as long


def formulas() -> Iterator[tuple[str, str, Formula]]:
    """Group, name and formula."""
    for family, arguments in GENERATED:
        yield "generated", " ".join((family, *arguments)), make(family, arguments)
    puzzle = generate(double(), 105, seed=1).puzzle
    yield "generated", "double sudoku, 105 holes", encode(puzzle).formula
    for folder in ("course", "random"):
        for path in sorted((DATA / "cnf" / folder).glob("*.cnf")):
            group = path.name.split("-")[0] if folder == "random" else folder
            yield group, path.stem, dimacs.read(path).formula


def shuffled(formula: Formula, seed: int) -> Formula:
    """The formula with variables renamed, clauses and literals in another order; as it is for seed 0."""
    if not seed:
        return formula
    rng = random.Random(seed)
    names = rng.sample(range(1, formula.variables + 1), formula.variables)
    clauses = [[names[abs(x) - 1] * (1 if x > 0 else -1) for x in rng.sample(c, len(c))] for c in formula]
    rng.shuffle(clauses)
    return Formula.of(clauses, formula.variables)


def ours(formula: Formula) -> tuple[str, float, int]:
    """Verdict, seconds and conflicts of `cdcl`."""
    solver = Cdcl(formula)
    start = time.process_time()
    answer = solver.run(2**40, LIMIT)
    return VERDICTS[answer], time.process_time() - start, solver.conflicts


def minisats(formula: Formula) -> tuple[str, float, int]:
    """Verdict, seconds and conflicts of MiniSat 2.2."""
    with Solver("minisat22", bootstrap_with=list(formula)) as solver:
        start = time.process_time()
        solver.conf_budget(LIMIT)
        answer = solver.solve_limited()
        verdict = VERDICTS[{True: 10, False: 20, None: 0}[answer]]
        return verdict, time.process_time() - start, solver.accum_stats()["conflicts"]


def main() -> None:
    """Print the table and the means."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seeds", type=int, default=5)
    options = parser.parse_args()
    print(kernels.state())
    print(f"{'formula':40} {'':5} {'MiniSat ms':>10} {'conflicts':>9} {'cdcl ms':>9} {'conflicts':>9} {'ratio':>6}")
    ratios = defaultdict(list)
    slow = []
    for group, name, formula in formulas():
        if options.names and not any(part in name for part in options.names):
            continue
        runs = []
        for seed in range(options.seeds):
            form = shuffled(formula, seed)
            runs.append((minisats(form), ours(form)))
        base, took = (statistics.median(run[side][1] for run in runs) for side in (0, 1))
        conflicts = [statistics.median(run[side][2] for run in runs) for side in (0, 1)]
        ratio = max(base, 1e-5) / max(took, 1e-5)
        verdicts = {run[side][0] for run in runs for side in (0, 1)}
        assert not {"sat", "unsat"} <= verdicts, f"{name}: the solvers disagree"
        verdict = max(verdicts - {"open"}, default="open")
        print(
            f"{name[:40]:40} {verdict:5} {1e3 * base:10.2f} {conflicts[0]:9.0f} "
            f"{1e3 * took:9.2f} {conflicts[1]:9.0f} {ratio:6.2f}",
            flush=True,
        )
        if max(base, took) >= ENOUGH and max(conflicts) < LIMIT:
            ratios[group].append(ratio)
            ratios[verdict].append(ratio)
            ratios["all"].append(ratio)
        if verdict == "unsat" and max(base, took) > HARD and ratio < 1 / 3:
            slow.append(name)
    print("times as fast as MiniSat 2.2, geometric means:")
    for group, found in ratios.items():
        mean = math.exp(statistics.fmean(map(math.log, found)))
        print(f"{group:12} {mean:6.2f}  ({len(found)} formulas, lowest {min(found):.2f})")
    print(f"hard unsatisfiable ones more than 3x slower: {', '.join(slow) or 'none'}")


if __name__ == "__main__":
    main()
