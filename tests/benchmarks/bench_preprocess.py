"""The gain of preprocessing: `cdcl` with and without it, on the same formulas in the same run.

Run from the root of the project: python -m tests.benchmarks.bench_preprocess [--seeds N] [PART OF A NAME ...] The
formulas are generated ones, and those of SATSUDOKU_DATA (or ../shared/data) if it exists. Each is solved in several
shuffled forms, as in bench_cdcl. A row has the median processor times for loading and searching, without preprocessing
and with it (included, and also listed alone), and how much is left of the original formula. The means are over the rows
in which one time is at least a millisecond and none reaches the limit. Times on satisfiable formulas depend on luck, so
those on unsatisfiable ones are more significant.
"""

import argparse
import math
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator

from engine.base import kernels
from engine.sat.formula import dimacs
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.kernels.cdcl import Cdcl
from engine.sat.solvers.preprocess import preprocess
from tests.benchmarks.bench_cdcl import shuffled
from tests.benchmarks.bench_portfolio import DATA, ENOUGH

GENERATED = {
    "factor": ("factor 16777213", "factor 67108859", "factor 268435399", "factor 1073741789"),
    "miter": ("miter 5", "miter 6"),
    "colour": ("colour 250 570", "colour 260 595", "flat 200 479", "flat 250 600"),
    "parity": ("parity-twice 20", "parity-twice 25", "parity 60 56", "parity 60 70"),
    "random": ("random-ksat 200 860", "random-ksat 200 880", "random-ksat 50 1060 5"),
    "others": ("php 9 8", "queens 25", "queens 40"),
}
VERDICTS = {10: "sat", 20: "unsat", 0: "open"}
LIMIT = 700_000  # conflicts


def formulas() -> Iterator[tuple[str, str, Formula]]:
    """Group, name and formula."""
    for group, names in GENERATED.items():
        for name in names:
            family, *arguments = name.split()
            yield group, name, make(family, arguments)
    for path in sorted((DATA / "cnf" / "course").glob("*.cnf")):
        yield "course", path.stem, dimacs.read(path).formula


def timed(formula: Formula) -> tuple[str, float, int]:
    """Verdict, seconds and conflicts of `cdcl`, loading included."""
    start = time.process_time()
    solver = Cdcl(formula)
    verdict = VERDICTS[solver.run(2**40, LIMIT)]
    return verdict, time.process_time() - start, solver.conflicts


def both(formula: Formula) -> tuple[tuple[str, float, int], tuple[str, float, int], float, Formula]:
    """The same without and with preprocessing; the seconds of preprocessing alone, and its result."""
    without = timed(formula)
    start = time.process_time()
    smaller = preprocess(formula).formula
    took = time.process_time() - start
    verdict, seconds, conflicts = timed(smaller)
    return without, (verdict, took + seconds, conflicts), took, smaller


def main() -> None:
    """Print the table and the means."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seeds", type=int, default=5)
    options = parser.parse_args()
    print(kernels.state())
    print(f"{'formula':36} {'':5} {'ms':>9} {'conflicts':>9} {'with: ms':>9} {'conflicts':>9} ", end="")
    print(f"{'preproc.':>8} {'ratio':>6}  left: variables, clauses, literals")
    ratios = defaultdict(list)
    for group, name, formula in formulas():
        if options.names and not any(part in name for part in options.names):
            continue
        runs = [both(shuffled(formula, seed)) for seed in range(options.seeds)]
        times = [statistics.median(run[side][1] for run in runs) for side in (0, 1)]
        conflicts = [statistics.median(run[side][2] for run in runs) for side in (0, 1)]
        ratio = max(times[0], 1e-5) / max(times[1], 1e-5)
        verdicts = {run[side][0] for run in runs for side in (0, 1)}
        assert not {"sat", "unsat"} <= verdicts, f"{name}: the verdicts differ"
        verdict = max(verdicts - {"open"}, default="open")
        before, after = formula, runs[0][3]
        used = [len({abs(literal) for literal in side.literals}) for side in (before, after)]
        left = ((len(before), len(after)), (len(before.literals), len(after.literals)))
        shares = ", ".join(f"{y / max(x, 1):.0%}" for x, y in (used, *left))
        print(
            f"{name[:36]:36} {verdict:5} {1e3 * times[0]:9.2f} {conflicts[0]:9.0f} {1e3 * times[1]:9.2f} "
            f"{conflicts[1]:9.0f} {1e3 * statistics.median(run[2] for run in runs):8.2f} {ratio:6.2f}  {shares}",
            flush=True,
        )
        if ENOUGH <= max(times) < LIMIT:
            for each in (group, verdict, "all"):
                ratios[each].append(ratio)
    print("times as fast with preprocessing, geometric means:")
    for each, found in ratios.items():
        mean = math.exp(statistics.fmean(map(math.log, found)))
        print(f"{each:12} {mean:6.2f}  ({len(found)} formulas, {min(found):.2f} to {max(found):.2f})")


if __name__ == "__main__":
    main()
