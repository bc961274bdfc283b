"""Gain and cost of the search for equal gates: `cdcl` with and without it, on the same formulas in one run.

Run from the root of the project: python -m tests.benchmarks.bench_equivalence [--seconds LIMIT] [PART OF A NAME ...]
A row shows the verdict, the conflicts and the seconds of both, the gates found and how many of them are equal. The mean
at the end is of formulas without equal gates that both decide: what looking costs where it finds nothing.
"""

import argparse
import math

from engine.sat.equivalence.equivalences import equivalences, usual_steps
from engine.sat.formula.families import make
from engine.sat.result import Result, Status
from engine.sat.solvers.limits import Limits
from engine.sat.solvers.solve import solve

FORMULAS = (
    "multipliers 6", "multipliers 8", "multipliers 16", "multipliers 32", "miter 5", "miter 6",
    "factor 268435399", "factor 1073741789", "factor 4295098369", "parity-twice 25", "parity 60 56", "php 9 8",
    "colour 250 570", "flat 200 479", "random-ksat 200 860", "random-ksat 200 880", "queens 25", "ordering 30",
)  # fmt: skip


def row(result: Result) -> str:
    """The verdict, conflicts and seconds of a search."""
    verdict = {Status.SATISFIABLE: "sat", Status.UNSATISFIABLE: "unsat", Status.UNKNOWN: "open"}[result.status]
    return f"{verdict:>6}{result.conflicts:>10,}{result.seconds:>9.3f} s"


def main() -> None:
    """Print a row for each formula."""
    parser = argparse.ArgumentParser(prog="bench_equivalence")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    ratios = []
    print(f"{'':20}{'without':>27}{'with':>27}{'gates':>9}{'equal':>9}")
    for text in FORMULAS:
        if options.names and not any(name in text for name in options.names):
            continue
        name, *arguments = text.split()
        formula, limits = make(name, arguments), Limits(options.seconds)
        without = solve(formula, "cdcl", limits=limits, without=frozenset({"equivalence"}))
        result = solve(formula, "cdcl", limits=limits)
        found = equivalences(formula, usual_steps(formula))
        print(f"{text:20}{row(without):>27}{row(result):>27}{found.gates:>9,}{found.equal:>9,}", flush=True)
        if not found.equal and Status.UNKNOWN not in (without.status, result.status) and without.seconds > 0.001:
            ratios.append(result.seconds / without.seconds)
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"where no gates are equal: {mean:.2f} times the time, geometric mean of {len(ratios)}")


if __name__ == "__main__":
    main()
