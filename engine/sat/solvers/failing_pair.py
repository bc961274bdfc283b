"""The smallest pair of a formula and a wrong proof that still fails for the same cause.

A proof can fail because of its deletions: it is right without them. Then the pair must stay so. Otherwise a lemma does
not follow; then the pair must keep this lemma as its wrong step, and an unsatisfiable formula: every proof for another
one is wrong.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from time import perf_counter

from engine.base.delta_debugging import ddmin
from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.sat.formula.formula import Formula, Literals
from engine.sat.proof.check import ProofVerdictKind, check_proof
from engine.sat.proof.proof import Proof
from engine.sat.result import Status
from engine.sat.solvers.limits import Limits
from engine.sat.solvers.solve import solve

SECONDS = 60.0
"""Default time limit."""
_VERDICT = Limits(seconds=5.0)
"""Limits of the search for the verdict on the formula."""

NO_WRONG_STEP = lazy_gettext("the proof has no wrong step, so there is nothing to shrink")
SATISFIABLE = lazy_gettext("the formula is satisfiable: every proof of it is wrong, so there is nothing to shrink")
UNDECIDED = lazy_gettext("the formula is not decided in {seconds:g} s, so a smaller one can't be compared with it")

ProofStep = tuple[bool, Sequence[int]]
"""Whether a step deletes, and its literals."""


class FailureCause(Enum):
    """Why a proof fails."""

    DELETIONS = auto()
    """It is right without its deletions."""
    LEMMA = auto()


@dataclass(frozen=True)
class FailingPair:
    """A formula and a proof of it that fails. `minimal`: nothing can be removed; otherwise the time ran out."""

    formula: Formula
    proof: Proof
    cause: FailureCause
    minimal: bool


class _OutOfTime(Exception):
    """Ends with the smallest pair so far."""


def shrink(
    formula: Formula, proof: Proof, seconds: float = SECONDS, cancel: Callable[[], bool] | None = None
) -> FailingPair:
    """Remove clauses and steps as long as the proof fails for the same cause.

    Raises InputError for a proof without a wrong step or a formula that is not shown to be unsatisfiable, and
    Cancelled.
    """
    return _Shrinking(formula, proof, seconds, cancel).run()


class _Shrinking:
    def __init__(
        self, formula: Formula, proof: Proof, seconds: float, cancel: Callable[[], bool] | None
    ) -> None:
        self._variables, self._cancel = formula.variables, cancel
        self._until = perf_counter() + seconds
        self._clauses: list[Literals] = list(formula)
        self._steps: list[ProofStep] = [proof[step] for step in range(len(proof))]
        verdict = check_proof(formula, proof, cancel=cancel)
        if verdict.verdict is not ProofVerdictKind.WRONG:
            raise InputError(NO_WRONG_STEP)
        self._lemma = frozenset(verdict.clause or ())
        self.cause = FailureCause.DELETIONS if self._is_right_without_deletions(*self._pair) else FailureCause.LEMMA
        if self.cause is FailureCause.LEMMA:
            status = solve(formula, "cdcl", limits=_VERDICT, cancel=cancel or _never).status
            if status is not Status.UNSATISFIABLE:
                sentence = UNDECIDED.format(seconds=_VERDICT.seconds) if status is Status.UNKNOWN else str(SATISFIABLE)
                raise InputError(sentence, advice=_("look at the model, or at the solver that wrote the proof"))

    @property
    def _pair(self) -> tuple[list[Literals], list[ProofStep]]:
        return self._clauses, self._steps

    def run(self) -> FailingPair:
        """Remove steps and clauses in turns until neither gets fewer."""
        minimal, before = True, -1
        try:
            while before != len(self._clauses) + len(self._steps):
                before = len(self._clauses) + len(self._steps)
                ddmin(self._steps, self._with_steps)
                ddmin(self._clauses, self._with_clauses)
        except _OutOfTime:
            minimal = False
        formula = Formula.of(self._clauses, self._variables)
        return FailingPair(formula, Proof.of(self._steps), self.cause, minimal)

    def _with_steps(self, steps: list[ProofStep]) -> bool:
        if not self._fails(self._clauses, steps):
            return False
        self._steps = steps
        return True

    def _with_clauses(self, clauses: list[Literals]) -> bool:
        if not self._fails(clauses, self._steps):
            return False
        self._clauses = clauses
        return True

    def _fails(self, clauses: list[Literals], steps: list[ProofStep]) -> bool:
        """Whether the pair fails for the same cause. Raises _OutOfTime, and Cancelled."""
        if perf_counter() > self._until:
            raise _OutOfTime
        formula = Formula.of(clauses, self._variables)
        verdict = check_proof(formula, Proof.of(steps), cancel=self._cancel)
        if verdict.verdict is not ProofVerdictKind.WRONG:
            return False
        if self.cause is FailureCause.DELETIONS:
            return self._is_right_without_deletions(clauses, steps)
        if frozenset(verdict.clause or ()) != self._lemma:
            return False
        result = solve(formula, "cdcl", limits=_VERDICT, cancel=self._cancel or _never)
        return result.status is Status.UNSATISFIABLE

    def _is_right_without_deletions(self, clauses: list[Literals], steps: list[ProofStep]) -> bool:
        lemmas = Proof.of(step for step in steps if not step[0])
        return bool(check_proof(Formula.of(clauses, self._variables), lemmas, cancel=self._cancel))


def _never() -> bool:
    return False
