"""Checking DRAT proofs of unsatisfiability by code that shares nothing with the solvers.

A clause has the property RUP if unit propagation finds a conflict when all its literals are false, and RAT on a literal
if that holds for its resolvents on this literal with all clauses in use; a formula stays as satisfiable as it was when
such a clause is added (M. Järvisalo, M. Heule, A. Biere: Inprocessing rules. IJCAR 2012). As in DRAT-trim the proof is
gone through backward, and only what the conflict at its end needs is checked: that is some half of a proof, and the
clauses that are known to be needed lead to conflicts sooner than all others. So a step that is false but needed by
nothing goes unnoticed; the formula is unsatisfiable all the same.

Also as in DRAT-trim, a clause that is the reason of a literal at the top level stays in use when it is deleted, since
solvers delete such clauses without meaning it, and the deletion of what is not there is passed over. Neither can
make a false proof right; but a proof with RAT that counts on such a deletion can fail.
"""

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.polling import poll
from engine.base.slices import slices
from engine.base.text import pluralized
from engine.sat.formula.dimacs import most_variables
from engine.sat.formula.formula import MAX_LITERAL, Formula, Literals
from engine.sat.proof import check_kernel as proof_kernel
from engine.sat.proof.proof import Proof

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FIRST_WORK = 1000
_HEADER = 5  # numbers that the kernel keeps of a clause besides its literals


class ProofVerdictKind(Enum):
    """What a check finds: VERIFIED, a step that does not hold (WRONG), or no conflict at the end (INCOMPLETE)."""

    VERIFIED = proof_kernel.VERIFIED
    WRONG = proof_kernel.WRONG
    INCOMPLETE = proof_kernel.INCOMPLETE


@dataclass(frozen=True)
class ProofVerdict:
    """The end of a check: the verdict, how many steps the proof has, and how many clauses of it were checked.

    `step` (from 1) and `clause` tell the step that is WRONG: the last of those that the conflict needs. A proof that is
    VERIFIED has used the clauses `core` of the formula (from 0), which are unsatisfiable by themselves, and has added
    those of the steps `lemmas` (from 0) on the way; both are empty otherwise.
    """

    verdict: ProofVerdictKind
    steps: int
    checked: int
    step: int | None = None
    clause: Literals | None = None
    core: "array[int]" = field(default_factory=lambda: array("i"), repr=False)
    lemmas: "array[int]" = field(default_factory=lambda: array("i"), repr=False)

    def __bool__(self) -> bool:
        """Whether the formula is unsatisfiable, by this proof."""
        return self.verdict is ProofVerdictKind.VERIFIED

    def __str__(self) -> str:
        if self.verdict is ProofVerdictKind.VERIFIED:
            return _("proof verified ({steps})").format(steps=pluralized(self.steps, "step"))
        if self.verdict is ProofVerdictKind.INCOMPLETE:
            return _("the proof does not end in the empty clause ({steps})").format(
                steps=pluralized(self.steps, "step")
            )
        clause = " ".join(map(str, self.clause)) if self.clause else _("the empty clause")
        return _("step {step} of the proof does not follow: {clause}").format(step=self.step, clause=clause)


def check_proof(
    formula: Formula,
    proof: Proof,
    *,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> ProofVerdict:
    """Check that a proof shows the formula to be unsatisfiable.

    Steps after the first conflict by unit propagation at the top level are not looked at; a formula that has it
    already needs no steps. `on_progress` is told steps done and their total, each step counting once forward and once
    backward; while there is more to do it is called, and `cancel` asked, every 20 ms or so. Raises Cancelled when
    `cancel` says so, and InputError for what is too large: more variables than `dimacs.most_variables` allows, or some
    2^31 literals in all.
    """
    checker = _checker(formula, proof)
    poll(cancel)
    answer = proof_kernel.RUNNING
    for answer in slices(checker.run, _FIRST_WORK):
        if answer != proof_kernel.RUNNING:
            break
        if on_progress is not None:
            on_progress(checker.done, checker.total)
        poll(cancel)
    verdict = ProofVerdictKind(answer)
    if verdict is ProofVerdictKind.WRONG:
        return ProofVerdict(verdict, len(proof), checker.checked, checker.step + 1, proof[checker.step][1])
    if verdict is ProofVerdictKind.INCOMPLETE:
        return ProofVerdict(verdict, len(proof), checker.checked)
    return ProofVerdict(verdict, len(proof), checker.checked, core=checker.core(), lemmas=checker.lemmas())


def _checker(formula: Formula, proof: Proof) -> proof_kernel.Checker:
    import numpy as np

    literals, lengths = _view(proof.literals), np.diff(_view(proof.starts))
    deleted = np.frombuffer(proof.deletions, np.bool_) if len(proof) else np.zeros(0, np.bool_)
    variables = max(formula.variables, int(literals.max(initial=0)), -int(literals.min(initial=0)))
    if variables > (most := most_variables(len(formula.literals) + len(literals))):
        problem = _("{variables} variables are more than {most}, which so few literals may have").format(
            variables=variables, most=most
        )
        raise InputError(problem, advice=_("number those in use from 1"))
    clauses = len(formula) + int(np.count_nonzero(~deleted)) + 1
    longest = int(lengths[deleted].max(initial=0))
    room = len(formula.literals) + int(lengths[~deleted].sum()) + longest + _HEADER * clauses
    if room + 4 * (variables + 1) > MAX_LITERAL:
        raise InputError(
            _("the formula and the proof have too many literals to be checked"), advice=_("trim the proof")
        )
    return proof_kernel.Checker(formula, proof, variables, room)


def _view(ints: "array[int]") -> "NDArray[np.int32]":
    import numpy as np

    return np.frombuffer(ints, np.int32) if ints else np.zeros(0, np.int32)
