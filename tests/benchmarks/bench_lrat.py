"""LRAT from the search: how much longer `solve --proof-format lrat` takes than the search alone.

Run from the root of the project: python -m tests.benchmarks.bench_lrat [FAMILY ARGUMENTS ...] (as of `satsudoku make`)

Prints processor time in seconds: of the search, and of the same search with a hinted proof, of checking it with
antecedents, of trimming it, and of writing it as text; then the ratio of the last four together to the first. Each is
the least of three times. Each proof is checked again as LRAT. Without parity and counting, whose verdicts need other
proofs, and without walks, so that all searches are the same.
"""

import sys
from collections.abc import Callable
from statistics import geometric_mean
from time import process_time
from typing import TypeVar

from engine.base import kernels
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.proof import lrat, lrat_reader
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof
from engine.sat.proof.trimming import trim
from engine.sat.result import Result, Status
from engine.sat.solvers.solve import solve

FORMULAS = (
    "random-ksat 200 900", "random-ksat 230 1040", "php 9 8", "ordering 50", "miter 6", "multipliers 10",
    "factor 16777213", "factor 268435399",
)  # fmt: skip
WITHOUT = frozenset({"parity", "cardinality", "walk"})

Answer = TypeVar("Answer")


def ratio(formula: Formula) -> float | None:
    """Print the times, and return the ratio; None if the formula has a model."""
    times = []

    def timed(work: Callable[[], Answer]) -> Answer:
        least = float("inf")
        for _ in range(3):
            start = process_time()
            answer = work()
            least = min(least, process_time() - start)
        times.append(least)
        return answer

    def proved() -> Proof:
        proof = Proof(hinted=True)
        solve(formula, "cdcl", without=WITHOUT, proof=proof)
        return proof

    found: Result = timed(lambda: solve(formula, "cdcl", without=WITHOUT))
    if found.status is not Status.UNSATISFIABLE:
        return None
    proof = timed(proved)
    verdict = timed(lambda: check_proof(formula, proof, antecedents=True))
    trimmed = timed(lambda: trim(formula, proof, verdict))
    text = timed(lambda: "".join(lrat.write(trimmed, formula)).encode())
    assert lrat.check(formula, lrat_reader.parse(text)), "the proof is wrong"
    share = sum(times[1:]) / times[0]
    print("".join(f"{each:9.2f}" for each in times), f"{share:9.2f}{len(text) / 1e6:9.1f} MB", flush=True)
    return share


def main() -> None:
    """Print the table."""
    print(kernels.state())
    print(f"{'':26}{'search':>9}{'proof':>9}{'check':>9}{'trim':>9}{'write':>9}{'ratio':>10}{'size':>9}")
    shares = []
    for name in (" ".join(sys.argv[1:]),) if sys.argv[1:] else FORMULAS:
        family, *arguments = name.split()
        print(f"{name:26}", end="", flush=True)
        share = ratio(make(family, arguments, seed=1))
        if share is None:
            print(" has a model")
        else:
            shares.append(share)
    if shares:
        print(f"geometric mean of the ratios: {geometric_mean(shares):.2f}")


if __name__ == "__main__":
    main()
