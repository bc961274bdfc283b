"""Explains a core: the steps from its clauses to a contradiction, by the proof that is shortest to read."""

from collections.abc import Iterator, Sequence

from engine.base.errors import Cancelled
from engine.base.language import _
from engine.sat.formula.formula import Formula
from engine.sat.proof.bounded_proof import BoundedProof
from engine.sat.proof.check import check_proof
from engine.sat.proof.explanation import MAX_ANTECEDENTS, ProofStep, explanation
from engine.sat.proof.trimming import trim
from engine.sat.queries.evidence import is_refuted
from engine.sat.queries.oracle import Stopped
from engine.sat.queries.query import CLAUSE, STEP, Fault, QueryRow
from engine.sat.result import Status
from engine.sat.solvers.limits import Watch
from engine.sat.solvers.solve import SOLVERS, solve

MAX_PROOFS = 32
"""Maximum number of proofs, each with another seed."""

MAX_LEMMAS = 3000
"""Total number of lemmas after which no further proof is tried: some seconds."""


def shortest_steps(
    core: Formula, watch: Watch, *, max_antecedents: int = MAX_ANTECEDENTS, groups: Sequence[int | None] | None = None
) -> tuple[ProofStep, ...]:
    """Steps from the clauses of an unsatisfiable formula to the empty clause; see `explanation`.

    The proofs are of clause learning without further techniques, so that all lemmas follow from the clauses. Raises
    Stopped.
    """

    def stops() -> bool:
        return bool(watch.reason_to_stop())

    best: tuple[ProofStep, ...] = ()
    lemmas = 0
    for seed in range(MAX_PROOFS):
        proof = BoundedProof()
        try:
            result = solve(
                core, "cdcl", seed=seed, proof=proof, cancel=stops, without=frozenset(SOLVERS["cdcl"].techniques)
            )
            if result.status is Status.UNKNOWN:
                raise Stopped(watch.reason_to_stop() or result.reason)
            if proof.too_long:
                raise Stopped(_("the proof is too long to be kept"))
            trimmed = trim(core, proof, check_proof(core, proof, antecedents=True, cancel=stops), cancel=stops)
            steps = explanation(core, trimmed, stops, max_antecedents=max_antecedents, groups=groups)
        except (Cancelled, Stopped) as stop:
            if best:
                break
            raise Stopped(watch.reason_to_stop() or str(stop)) from None
        if not best or _size(steps) < _size(best):
            best = steps
        lemmas += len(trimmed)
        if lemmas >= MAX_LEMMAS:
            break
    return best


def _size(steps: Sequence[ProofStep]) -> int:
    return sum(step.size for step in steps)


def step_rows(formula: Formula, clauses: Sequence[int], steps: Sequence[ProofStep]) -> Iterator[QueryRow]:
    """The steps as rows. Step clauses are indexes into `clauses`, which are indexes into the formula, all from 0."""
    rows: list[QueryRow] = []
    for number, step in enumerate(steps, 1):
        numbers = (clauses[clause] for clause in step.clauses)
        grounds = [QueryRow(CLAUSE, formula[clause], clause + 1) for clause in numbers]
        earlier = (QueryRow(STEP, rows[other].literals, other + 1) for other in step.steps)
        rows.append(QueryRow(STEP, step.literals, number, (*grounds, *earlier)))
        yield rows[-1]


def check_steps(rows: Sequence[QueryRow], watch: Watch) -> Fault:
    """Prove each step from its grounds, which must come before it; the last step must be empty.

    Raises Cancelled.
    """
    earlier: dict[str, tuple[int, ...]] = {}
    for row in rows:
        if row.name == STEP:
            clauses = [tuple(ground.literals) for ground in row.grounds]
            if any(earlier.get(ground.title) != clause for ground, clause in zip(row.grounds, clauses, strict=True)):
                return _("step {step} names a clause that is not there").format(step=row.number)
            negation = [(-literal,) for literal in row.literals]
            if not is_refuted(Formula.of([*clauses, *negation]), watch):
                return _("it is not proved that step {step} follows").format(step=row.number)
        earlier[row.title] = tuple(row.literals)
    return _("the last step is not the empty clause") if rows[-1].literals else ""
