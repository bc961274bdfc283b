"""Why a DRAT proof is wrong, in sentences: its first wrong step, and whether the clauses imply that step at all."""

from collections.abc import Callable

from engine.base.language import lazy_gettext as _
from engine.sat.formula.formula import Formula
from engine.sat.proof.check import ProofVerdict
from engine.sat.proof.diagnosis import diagnose
from engine.sat.proof.proof import Proof
from engine.sat.result import Status
from engine.sat.solvers.limits import Limits
from engine.sat.solvers.solve import solve

_IMPLIED = {
    Status.UNSATISFIABLE: _("it is implied, but not by unit propagation alone: a lemma before it is missing"),
    Status.SATISFIABLE: _("it is not implied: the clauses in force have a model in which it is false"),
}
_SECONDS = 2
"""Time limit of the search for a model in which the step is false."""


def explanation(
    formula: Formula, proof: Proof, verdict: ProofVerdict, cancel: Callable[[], bool] = lambda: False
) -> list[str]:
    """Why the wrong step that `check_proof` found, or the missing empty clause, does not follow.

    Raises Cancelled, and ValueError for a verified proof.
    """
    diagnosis = diagnose(formula, proof, verdict, cancel)
    sentences = diagnosis.sentences()
    status = solve(diagnosis.negation, "cdcl", limits=Limits(seconds=_SECONDS), cancel=cancel).status
    return [*sentences, str(_IMPLIED[status])] if status in _IMPLIED else sentences
