"""The speed of `dpll` against the reference program in C, rule by rule with the same search trees.

Run from the root of the project: python -m tests.benchmarks.bench_dpll [PART OF A FILE NAME] The reference is compiled
with `cc -O2` from SATSUDOKU_DATA/../tools/reference (or ../shared), and run on the files of its table. Without a
compiler or the data, `naive` on generated formulas replaces it. Times are processor time of the search alone, the best
of several runs. The mean is over the runs that take the baseline more than 10 ms.
"""

import csv
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from engine.base import kernels
from engine.sat.formula import dimacs
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.kernels import dpll, naive
from engine.sat.solvers.branching import REFERENCE

DATA = Path(os.environ.get("SATSUDOKU_DATA", Path(__file__).parents[3] / "shared" / "data"))
SOURCE = DATA.parent / "tools" / "reference" / "dpll_list.c"
TABLE = DATA / "cnf" / "reference-decisions.tsv"
ENOUGH = 10.0  # milliseconds of the baseline for a run to count in the mean
GENERATED = (
    ("php", ("8", "7")),
    ("queens", ("12",)),
    ("flat", ("50", "115")),
    ("parity", ("18", "19")),
    ("random-ksat", ("90", "380")),
)

Run = tuple[str, str, float, int, Formula]
"""The name of a formula, the rule, the baseline's milliseconds and decisions, and the formula."""


def milliseconds(search: dpll.Dpll | naive.Naive) -> float:
    """The time of a complete search."""
    start = time.process_time()
    while not search.run(10_000_000):
        pass
    return 1000 * (time.process_time() - start)


def against_reference(part: str, folder: str) -> Iterator[Run]:
    """Compile the reference and run it on every row of its table."""
    program = Path(folder) / "reference"
    subprocess.run([compiler(), "-O2", "-o", program, SOURCE], check=True)
    with TABLE.open() as table:
        rows = [row for row in csv.reader(table, delimiter="\t") if not row[0].startswith("#") and part in row[0]]
    for file, rule, *_ in rows:
        path = DATA / "cnf" / "course" / file
        formula = dimacs.read(path).formula
        best = math.inf
        for _ in range(3):
            output = subprocess.run([program, rule, path], capture_output=True, text=True, check=False).stdout
            decisions, took = output.split()[-2:]
            best = min(best, float(took))
            if best > 100:
                break
        yield file, REFERENCE[int(rule) - 1], best, int(decisions), formula


def against_naive(part: str) -> Iterator[Run]:
    """Run `naive` on generated formulas."""
    for family, arguments in GENERATED:
        name = " ".join((family, *arguments))
        if part in name:
            formula = make(family, arguments)
            for rule in REFERENCE:
                search = naive.Naive(formula, rule)
                took = milliseconds(search)
                yield name, rule, took, search.decisions, formula


def compiler() -> str:
    """A C compiler; empty if there is none."""
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang") or ""


def main() -> None:
    """Print the table and the mean."""
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    reference = bool(compiler()) and SOURCE.exists() and TABLE.exists()
    baseline = "reference" if reference else "naive"
    print(f"{kernels.state()}; baseline: {baseline}")
    print(f"{'formula':36} {'rule':24} {'decisions':>9} {baseline + ' ms':>12} {'dpll ms':>9} {'ratio':>7}")
    ratios = []
    slower = []
    with tempfile.TemporaryDirectory() as folder:
        for name, rule, base, decisions, formula in (
            against_reference(part, folder) if reference else against_naive(part)
        ):
            best = math.inf
            for _ in range(5):
                search = dpll.Dpll(formula, rule)
                best = min(best, milliseconds(search))
            note = "" if search.decisions == decisions else f"  other decisions: {search.decisions}"
            print(f"{name[:36]:36} {rule:24} {decisions:9} {base:12.2f} {best:9.3f} {base / best:7.1f}{note}")
            if base > ENOUGH:
                ratios.append(base / best)
            if best > base:
                slower.append(f"{name} {rule}")
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"geometric mean of {len(ratios)} runs over {ENOUGH:.0f} ms: {mean:.1f}; lowest {min(ratios):.1f}")
    print(f"slower than the {baseline}: {', '.join(slower) or 'none'}")


if __name__ == "__main__":
    main()
