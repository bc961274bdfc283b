"""The cost of watching a search: live counters, the assignment of our own solvers, an observed CaDiCaL.

Run from the root of the project: python -m tests.benchmarks.bench_live Watched and unwatched runs are the same complete
search, except for cadical-observed, which is compared with cadical: an observed solver can't simplify freely, so it
searches differently. Times are processor time of the whole call, the best of several alternating rounds. A report comes
every 0.1 s, as on the screen.
"""

import math
import os
import time

from engine.base import kernels
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers.solve import SearchProgress, solve

ROUNDS = 3
INTERVAL = 0.1
EASY = (
    ("random-ksat", ("140", "600"), 1),
    ("php", ("9", "8"), 0),
)
"""For solvers without clause learning."""
HARD = (
    ("random-ksat", ("220", "946"), 1),
    ("php", ("9", "8"), 0),
    ("flat", ("250", "598"), 3),
    ("parity-twice", ("20",), 1),
)
SOLVERS = ("dpll", "cdcl", "cadical", "glucose", "minisat", "mergesat")
OBSERVED = (("cadical", "cadical-observed"),)
LONG_ENOUGH = 0.05
"""Seconds that a search must take to be significant."""


def seconds(formula: Formula, solver: str, watched: bool) -> float:
    """The processor time of one search, including that of the solver's own process."""
    reports: list[SearchProgress] = []
    start = sum(os.times()[:4])
    solve(formula, solver, interval=INTERVAL, on_progress=reports.append if watched else None)
    time.sleep(0.05)  # until that process has been counted
    return sum(os.times()[:4]) - start


def ratio(formula: Formula, plain: str, watched: str) -> tuple[float, float]:
    """The best time of the unwatched solver, and the factor of the watched one."""
    off = on = math.inf
    for _ in range(ROUNDS):
        off, on = min(off, seconds(formula, plain, False)), min(on, seconds(formula, watched, True))
    return off, on / max(off, 0.001)


def main() -> None:
    """Print a line for each solver and formula, and the means."""
    print(kernels.state())
    print(f"{'solver':18} {'formula':22} {'off ms':>9} {'watched':>8}")
    for plain, watched in (*((name, name) for name in SOLVERS), *OBSERVED):
        ratios = []
        for family, arguments, seed in EASY if plain == "dpll" else HARD:
            off, times = ratio(make(family, arguments, seed), plain, watched)
            if off >= LONG_ENOUGH:
                ratios.append(times)
                print(f"{watched:18} {' '.join((family, *arguments)):22} {1000 * off:9.1f} {times:8.2f}", flush=True)
        if ratios:
            print(f"{watched:18} {'geometric mean':22} {'':9} {math.prod(ratios) ** (1 / len(ratios)):8.2f}")


if __name__ == "__main__":
    main()
