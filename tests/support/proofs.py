"""Solves without trusting the verdict: models are checked against the formula, unsatisfiability by a proof."""

from itertools import product

from engine.sat.formula.formula import Formula
from engine.sat.proof.certificate_check import check_certificate
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof
from engine.sat.result import Result, Status, falsified
from engine.sat.solvers.solve import solve


def verify(formula: Formula, solver: str, **options: object) -> Result:
    """Solve with the options of `engine.sat.solvers.solve.solve`, and check the evidence for the verdict."""
    proof = Proof()
    result = solve(formula, solver, proof=proof, **options)
    if result.status is Status.SATISFIABLE:
        assert falsified(formula, result.model) is None
    elif result.status is Status.UNSATISFIABLE:
        verdict = check_proof(formula, proof)
        assert verdict, verdict
    return result


def evidence_holds(formula: Formula, result: Result, proof: Proof) -> bool:
    """Whether the evidence for a verdict is valid: the model, the certificate, or the requested proof."""
    if result.model is not None:
        return falsified(formula, result.model) is None
    if result.certificate:
        return bool(check_certificate(formula, result.certificate, proof))
    return bool(check_proof(formula, proof))


def satisfiable(formula: Formula) -> bool:
    """By the truth table, so only for a few variables."""
    return any(
        all(any((literal > 0) == values[abs(literal) - 1] for literal in clause) for clause in formula)
        for values in product((False, True), repeat=formula.variables)
    )
