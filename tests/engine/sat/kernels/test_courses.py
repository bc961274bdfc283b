"""Regression tests of each kernel on fixed formulas: every counter and every lemma.

A different search may be correct too. A change of heuristics changes these numbers on purpose (`--snapshot-update`);
any other change should not.
"""

import random
from collections.abc import Iterable
from zlib import crc32

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.kernels import elimination, units
from engine.sat.kernels.cdcl import Cdcl
from engine.sat.kernels.preprocessing import Preprocessor
from engine.sat.kernels.probing import Probing
from engine.sat.kernels.subsumption import Subsumption
from engine.sat.kernels.vivification import Vivification
from engine.sat.proof.proof import Proof
from engine.sat.solvers.solve import SOLVERS, solve

FORMULAS = {
    "random": make("random-ksat", ["18", "80"], 2),
    "satisfiable": make("random-ksat", ["20", "80"], 5),
    "pigeons": make("php", ["5", "4"]),
}
OWN = [
    (name, rule)
    for name, solver in SOLVERS.items()
    if not solver.library and not solver.delegates
    for rule in solver.rules or [""]
]


def checksum(values: Iterable[object]) -> int:
    return crc32(repr(list(values)).encode())


@pytest.mark.parametrize(("solver", "rule"), OWN, ids=lambda value: value)
def test_searches(solver: str, rule: str, snapshot: SnapshotAssertion) -> None:
    lines = []
    harder = {"hard": make("random-ksat", ["60", "258"], 4)} if SOLVERS[solver].learns else {}
    for name, formula in (FORMULAS | harder).items():
        if SOLVERS[solver].incomplete and name != "satisfiable":
            continue  # it would not end
        proof = Proof() if SOLVERS[solver].proofs else None
        result = solve(formula, solver, branching=rule or None, proof=proof, seed=3)
        details = {key: value for key, value in result.details.items() if "second" not in key}
        counters = result.decisions, result.propagations, result.conflicts
        parts = [None if part is None else checksum(part) for part in (result.model, proof)]
        lines.append(f"{name} {result.status.value} {counters} {details} {parts}")
    assert "\n".join(lines) == snapshot


def crowded(seed: int, variables: int = 30) -> Formula:
    """A random formula with definitions, implied units, and subsumed clauses."""
    dice = random.Random(seed)

    def some(most: int, count: int) -> list[int]:
        return [variable * dice.choice((1, -1)) for variable in dice.sample(range(1, most + 1), count)]

    clauses = [some(variables, dice.choice((2, 3, 3, 3, 4))) for _ in range(3 * variables)]
    for variable in range(variables + 1, variables + 9):
        left, right = some(variable - 1, 2)
        clauses += [[-variable, left], [-variable, right], [variable, -left, -right]]
    clauses += [[*clause, *some(variables, 1)] for clause in clauses[:6]]
    return Formula.of(clauses, variables + 8)


@pytest.mark.parametrize("seed", range(4))
def test_passes_between_stretches_of_a_search(seed: int, snapshot: SnapshotAssertion) -> None:
    kernel, lines = Cdcl(crowded(seed), proof=True), []
    answer = kernel.run(10**9, 25)
    for technique in (Probing, Vivification, Subsumption) if not answer and kernel.level == 0 else ():
        for learned in (True, False) if technique is Vivification else (None,):
            made = technique(kernel)
            made.begin(10**6, *([] if learned is None else [learned]))
            assert made.run(10**9)
            kernel.sanity()
            clauses = checksum(map(list, elimination.take_clauses(kernel)))
            lines.append(f"{technique.__name__} {learned} {clauses} {checksum(kernel.take_proof())}")
    answer = answer or kernel.run(10**9)
    counters = kernel.decisions, kernel.propagations, kernel.conflicts
    lines.append(f"{answer} {counters} {checksum(kernel.take_proof())}")
    assert "\n".join(lines) == snapshot


@pytest.mark.parametrize("seed", range(4))
def test_preprocessing(seed: int, snapshot: SnapshotAssertion) -> None:
    formula = crowded(seed)
    kernel = Preprocessor(formula)
    while not kernel.run(10**6):
        kernel.sanity()
    clauses, witness = [list(part) for part in kernel.clauses()[:2]], list(kernel.witness())
    lines = [f"{checksum(clauses)} {sum(map(len, clauses))}", f"{len(witness)} {checksum(witness)}"]
    lines.append(str(list(units.implied(formula))))
    assert "\n".join(lines) == snapshot
