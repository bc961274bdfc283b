"""Evidence for the results of queries: checked models and checked proofs, independent of the queries' own searches."""

from collections.abc import Iterable, Sequence

from engine.base.errors import Cancelled
from engine.sat.formula.formula import Formula
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof
from engine.sat.result import Result, Status, falsified
from engine.sat.solvers.cubes import Cube, under
from engine.sat.solvers.limits import Limits, Watch
from engine.sat.solvers.solve import solve


def with_units(formula: Formula, literals: Iterable[int]) -> Formula:
    """The formula with these literals appended as unit clauses."""
    return under(formula, Cube(tuple(literals)))


def with_clauses(formula: Formula, clauses: Iterable[Sequence[int]]) -> Formula:
    """The formula with further clauses appended."""
    return Formula.of((*formula, *clauses), formula.variables)


def is_refuted(formula: Formula, watch: Watch) -> bool:
    """Whether a checked proof shows that the formula is unsatisfiable. Raises Cancelled."""
    proof = Proof()
    result = _solved(formula, watch, proof)
    return result.status is Status.UNSATISFIABLE and bool(
        check_proof(formula, proof, cancel=lambda: bool(watch.reason_to_stop()))
    )


def has_model(formula: Formula, watch: Watch) -> bool:
    """Whether the formula has a model, checked against every clause. Raises Cancelled."""
    result = _solved(formula, watch, None)
    return result.model is not None and falsified(formula, result.model) is None


def _solved(formula: Formula, watch: Watch, proof: Proof | None) -> Result:
    result = solve(formula, "cdcl", limits=Limits(), cancel=lambda: bool(watch.reason_to_stop()), proof=proof)
    if result.status is Status.UNKNOWN:
        raise Cancelled(result.reason)
    return result
