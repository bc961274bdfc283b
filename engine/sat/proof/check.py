"""Checks DRAT proofs of unsatisfiability, by code that shares nothing with the solvers.

A clause has the RUP property if unit propagation finds a conflict when all its literals are false, and is RAT on a
literal if all its resolvents on this literal with the current clauses are RUP; adding such a clause preserves
satisfiability (M. Järvisalo, M. Heule, A. Biere: Inprocessing rules. IJCAR 2012). As in DRAT-trim the proof is checked
backward, and only the steps that the final conflict needs: about half of a proof, in which propagation through clauses
known to be needed finds conflicts earlier. A wrong step that nothing needs goes unnoticed; the formula is
unsatisfiable all the same.

Also as in DRAT-trim, deleting a clause that is the reason of a literal at the top level has no effect, since solvers
delete such clauses inadvertently, and deleting a missing clause is ignored. Neither makes a wrong proof valid, but a
RAT proof that relies on such a deletion can fail.
"""

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from engine.base.errors import InputError
from engine.base.flat_rows import int_view
from engine.base.language import _
from engine.base.polling import poll
from engine.base.slices import slices
from engine.base.text import pluralized
from engine.sat.formula.dimacs import most_variables
from engine.sat.formula.formula import MAX_LITERAL, Formula, Literals
from engine.sat.proof import check_kernel as kernel
from engine.sat.proof.proof import Proof

_FIRST_WORK = 1000  # visits of clauses
_HEADER = 6  # ints that the kernel stores per clause besides its literals


class ProofVerdictKind(Enum):
    """The kinds of verdicts: VERIFIED, WRONG (a step does not follow) and INCOMPLETE (no conflict at the end)."""

    VERIFIED = kernel.VERIFIED
    WRONG = kernel.WRONG
    INCOMPLETE = kernel.INCOMPLETE


@dataclass(frozen=True)
class ProofVerdict:
    """The result of a check: the verdict, the number of steps of the proof, and the number of clauses checked.

    `step` (from 1) and `clause` are those of the WRONG step, the last such step that the conflict needs.

    A VERIFIED proof uses the clauses `core` of the formula (indexes from 0), which are unsatisfiable by themselves, and
    the clauses added in the steps `lemmas` (from 0); both are empty otherwise. `antecedents` are those of the lemmas
    and of the empty clause, as numbers from 1 of the core and then of the lemmas, in rows that begin at
    `antecedent_starts`. There are no rows unless requested, nor if a lemma is RAT.

    `deletions` are the steps (from 0) before the WRONG step, or the end of an INCOMPLETE proof, that deleted a clause;
    other deletions had no effect.
    """

    verdict: ProofVerdictKind
    steps: int
    checked: int
    step: int | None = None
    clause: Literals | None = None
    core: "array[int]" = field(default_factory=lambda: array("i"), repr=False)
    lemmas: "array[int]" = field(default_factory=lambda: array("i"), repr=False)
    antecedents: "array[int]" = field(default_factory=lambda: array("i"), repr=False)
    antecedent_starts: "array[int]" = field(default_factory=lambda: array("i", [0]), repr=False)
    deletions: "array[int]" = field(default_factory=lambda: array("i"), repr=False)

    def __bool__(self) -> bool:
        """Whether the proof shows the formula to be unsatisfiable."""
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
    antecedents: bool = False,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> ProofVerdict:
    """Check that a proof shows the formula to be unsatisfiable.

    Steps after the first top-level conflict by unit propagation are ignored; a formula that has such a conflict needs
    no steps. With `antecedents`, the verdict has those of the lemmas, which `trim` needs. `on_progress` gets the steps
    done and their total, each step counting once forward and once backward; it is called, and `cancel` polled, about
    every 20 ms. Raises Cancelled if `cancel` returns True, and InputError for a proof that is too large: more variables
    than `dimacs.most_variables` allows, or some 2^31 literals in total.
    """
    checker = _checker(formula, proof, antecedents)
    poll(cancel)
    code = kernel.RUNNING
    for code in slices(checker.run, _FIRST_WORK):
        if code != kernel.RUNNING:
            break
        if on_progress is not None:
            on_progress(checker.done, checker.total)
        poll(cancel)
    verdict = ProofVerdictKind(code)
    if verdict is ProofVerdictKind.WRONG:
        deletions = checker.effective_deletions()
        step, clause = checker.step + 1, proof[checker.step][1]
        return ProofVerdict(verdict, len(proof), checker.checked, step, clause, deletions=deletions)
    if verdict is ProofVerdictKind.INCOMPLETE:
        return ProofVerdict(verdict, len(proof), checker.checked, deletions=checker.effective_deletions())
    rows = checker.antecedents()
    return ProofVerdict(verdict, len(proof), checker.checked, None, None, checker.core(), checker.lemmas(), *rows)


def _checker(formula: Formula, proof: Proof, antecedents: bool) -> kernel.Checker:
    import numpy as np

    literals, lengths = int_view(proof.literals), np.diff(int_view(proof.starts))
    deleted = np.frombuffer(proof.deletions, np.bool_) if len(proof) else np.zeros(0, np.bool_)
    variables = max(formula.variables, int(literals.max(initial=0)), -int(literals.min(initial=0)))
    if variables > (limit := most_variables(len(formula.literals) + len(literals))):
        problem = _("{variables} variables are too many for so few literals: the limit is {most}").format(
            variables=variables, most=limit
        )
        raise InputError(problem, advice=_("number the variables in use from 1"))
    clauses = len(formula) + int(np.count_nonzero(~deleted)) + 1
    longest_deletion = int(lengths[deleted].max(initial=0))
    room = len(formula.literals) + int(lengths[~deleted].sum()) + longest_deletion + _HEADER * clauses
    if room + 4 * (variables + 1) > MAX_LITERAL:
        raise InputError(
            _("the formula and the proof have too many literals to be checked"), advice=_("trim the proof")
        )
    return kernel.Checker(formula, proof, variables, room, antecedents)
