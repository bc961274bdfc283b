"""How long our solvers run between two polls of `cancel`, on large formulas.

Run from the root of the project: python -m tests.benchmarks.bench_polls [--clauses N] [--seconds S] [SOLVER ...] For
each solver and formula, prints the longest stretch between two polls, from the call to the result, and by how much the
search exceeded a time limit of S seconds. Stretches are processor time, the excess is wall-clock time, so run this on
an idle machine. Stretches should be shorter than 50 ms.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator

import numpy as np  # noqa: F401 (importing it takes some tenths of a second, once)

from engine.base import kernels
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers.limits import Limits
from engine.sat.solvers.solve import SOLVERS, solve

MAX_SECONDS = 0.05
"""Intended maximum of a stretch in seconds."""

OURS = [name for name, solver in SOLVERS.items() if not solver.library]


def unrolled(clauses: int, width: int = 1000) -> Iterator[list[int]]:
    """A circuit of random gates over `width` bits of state, step by step, with two outputs that must be equal."""
    rng = random.Random(1)
    gates = [
        (rng.randrange(3), [bit * rng.choice((1, -1)) for bit in rng.sample(range(1, width + 1), 3)])
        for _ in range(width)
    ]
    made, before, variables = 0, 0, width
    while made < clauses:
        for kind, inputs in gates:
            a, b, c = (literal + before if literal > 0 else literal - before for literal in inputs)
            variables += 1
            out = variables
            if kind == 0:
                gate = [[-out, a], [-out, b], [out, -a, -b]]
            elif kind == 1:
                gate = [[-out, a, b], [-out, -a, -b], [out, -a, b], [out, a, -b]]
            else:
                gate = [[-c, -a, out], [-c, a, -out], [c, -b, out], [c, b, -out]]
            yield from gate
            made += len(gate)
        before = variables - width
    for bit in range(before + 1, before + 30, 2):
        yield from ([bit, -bit - 1], [-bit, bit + 1])


def chained(clauses: int) -> Iterator[list[int]]:
    """Implications along which unit propagation runs from one end to the other, crossed by wider clauses."""
    rng = random.Random(2)
    variables = clauses // 2
    yield [1]
    for variable in range(1, variables):
        yield [-variable, variable + 1]
        yield [variable, *(rng.randint(1, variables) for _ in range(2))]


FORMULAS: dict[str, Callable[[int], Formula]] = {
    "random": lambda clauses: make("random-ksat", [str(clauses * 10 // 42), str(clauses)], 1),
    "unrolled": lambda clauses: Formula.of(unrolled(clauses)),
    "chained": lambda clauses: Formula.of(chained(clauses)),
}


class Gauge:
    """A `cancel` function that measures the stretches of its thread between two calls."""

    def __init__(self) -> None:
        self.longest, self.over = 0.0, 0
        self._last = time.thread_time()

    def __call__(self) -> bool:
        now = time.thread_time()
        self.longest = max(self.longest, now - self._last)
        self.over += now - self._last > MAX_SECONDS
        self._last = time.thread_time()
        return False


def measure(formula: Formula, solver: str, seconds: float, *, preprocess: bool) -> str:
    """A line about one run."""
    gauge = Gauge()
    result = solve(formula, solver, limits=Limits(seconds), cancel=gauge, preprocess=preprocess)
    gauge()
    past = 1000 * max(0.0, result.seconds - seconds) if result.reason else 0.0
    return f"{1000 * gauge.longest:8.1f} {gauge.over:6} {past:8.1f}  {result.status.name.lower()}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("solvers", nargs="*", metavar="SOLVER", default=OURS)
    parser.add_argument("--clauses", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=5.0)
    options = parser.parse_args()
    print(kernels.state())
    print(f"{'formula':10}{'solver':24}{'longest':>8} {'> 50':>6} {'past':>8}  verdict   (ms)")
    for title, made in FORMULAS.items():
        formula = made(options.clauses)
        for solver in options.solvers:
            for preprocess in (False, True) if solver == "cdcl" else (False,):
                name = f"{solver}, preprocessed" if preprocess else solver
                line = measure(formula, solver, options.seconds, preprocess=preprocess)
                print(f"{title:10}{name:24}{line}", flush=True)


if __name__ == "__main__":
    main()
