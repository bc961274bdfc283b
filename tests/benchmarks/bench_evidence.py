"""The cost of evidence: our own solvers decide each formula without and with it, and the evidence is checked.

Run from the root of the project: python -m tests.benchmarks.bench_evidence [FOLDER ...] [--limit S] [--only PART] The
default formulas are those of `bench_portfolio`.

Seconds are processor time. A model is checked against the formula, any other verdict by its proof or certificate. The
summary has the number of verdicts with valid evidence, the number not reached in time with evidence, the factor by
which the search gets longer, and the time of the checks.
"""

import argparse
import math
import statistics
import time
from pathlib import Path

from engine.base import kernels
from engine.sat.formula.formula import MAX_LITERAL, Formula
from engine.sat.proof.bounded_proof import BoundedProof
from engine.sat.proof.proof import Proof
from engine.sat.result import Result, Status
from engine.sat.solvers.solve import solve
from tests.benchmarks.bench_portfolio import formulas
from tests.support.proofs import evidence_holds

MIN_SECONDS = 0.01
"""Seconds; shorter times say nothing about the factor."""


def decide(formula: Formula, limit: float, proof: Proof | None) -> tuple[Result, float]:
    """The verdict, and its time in seconds."""
    start = time.process_time()
    result = solve(
        formula,
        "auto",
        without=frozenset({"library"}),
        proof=proof,
        cancel=lambda: time.process_time() - start >= limit,
    )
    return result, time.process_time() - start


def evidence(result: Result, proof: Proof) -> str:
    """The evidence of a verdict."""
    if result.model is not None:
        return "model"
    return "certificate" if result.certificate else f"{len(proof):,} steps"


def main() -> None:
    """Decide all formulas, and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--limit", type=float, default=10.0, help="seconds of processor time for each search")
    parser.add_argument("--only", default="", help="formulas whose names have this part")
    options = parser.parse_args()
    print(f"{kernels.state()}; {options.limit:g} s of processor time each")
    print(f"{'formula':34}{'verdict':>15}{'search':>9}{'with':>9}{'check':>9}  evidence")
    longer: list[float] = []
    checks: list[float] = []
    held, wrong, late = 0, [], []
    for name, made in formulas(options.folders):
        if options.only not in name:
            continue
        formula = made()
        alone, seconds = decide(formula, options.limit, None)
        if alone.status is Status.UNKNOWN:
            continue
        proof = BoundedProof(MAX_LITERAL, certifiable=True)
        result, proof_seconds = decide(formula, options.limit, proof)
        if result.status is Status.UNKNOWN:
            late.append(name)
            print(f"{name[:33]:34}{alone.status.value:>15}{seconds:9.3f}{'open':>9}", flush=True)
            continue
        start = time.process_time()
        holds = evidence_holds(formula, result, proof)
        checking = time.process_time() - start
        held += holds
        wrong += [] if holds else [name]
        if result.model is None and proof_seconds > MIN_SECONDS:
            longer.append(math.log(max(proof_seconds, MIN_SECONDS) / max(seconds, MIN_SECONDS)))
            checks.append(math.log(max(checking, MIN_SECONDS) / max(proof_seconds, MIN_SECONDS)))
        row = f"{alone.status.value:>15}{seconds:9.3f}{proof_seconds:9.3f}{checking:9.3f}"
        print(f"{name[:33]:34}{row}  {evidence(result, proof)}{'' if holds else ' WRONG'}", flush=True)
    print(f"\nevidence that holds: {held}; that does not: {', '.join(wrong) or 'none'}")
    print(f"not in time with evidence wanted: {', '.join(late) or 'none'}")
    if longer:
        print(f"{len(longer)} unsatisfiable ones take {MIN_SECONDS:g} s or more; the geometric means of them:")
        print(f"  with evidence wanted {math.exp(statistics.fmean(longer)):.2f} times the time without")
        print(f"  to check it {math.exp(statistics.fmean(checks)):.2f} times the search that was to have it")


if __name__ == "__main__":
    main()
