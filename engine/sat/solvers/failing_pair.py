"""The smallest pair of a formula and a wrong proof that still fails for the same cause.

A proof can fail because of its deletions: it is right without them. Then the pair must stay so. Otherwise a lemma does
not follow, or the empty clause is missing; then the pair must keep this lemma as its wrong step, or this end, and an
unsatisfiable formula: every proof for another one is wrong.

A wrong line of an LRAT proof names its antecedents, and is wrong for any formula. So the pair keeps the line and the
kind of its fault, the clauses that the line names, and the steps that delete these.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from time import perf_counter
from typing import Generic, TypeVar

from engine.base.delta_debugging import ddmin
from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.sat.formula.formula import Formula, Literals
from engine.sat.proof import lrat
from engine.sat.proof.check import ProofVerdictKind, check_proof
from engine.sat.proof.lrat_proof import LratProof, LratStep
from engine.sat.proof.proof import Proof
from engine.sat.result import Status
from engine.sat.solvers.limits import Limits
from engine.sat.solvers.solve import solve

SECONDS = 60.0
"""Default time limit in seconds."""
_VERDICT = Limits(seconds=5.0)
"""Limits of the search for the verdict on the formula."""

NO_FAULT = lazy_gettext("the proof is right, so there is nothing to shrink")
SATISFIABLE = lazy_gettext("the formula is satisfiable: every proof of it is wrong, so there is nothing to shrink")
UNDECIDED = lazy_gettext("the formula is not decided in {seconds:g} s, so a smaller one can't be compared with it")

ProofStep = tuple[bool, Sequence[int]]
"""Whether a step deletes, and its literals."""
Cancel = Callable[[], bool]
Clause = TypeVar("Clause")
Step = TypeVar("Step")


class FailureCause(Enum):
    """The cause for which a proof fails."""

    DELETIONS = auto()
    """The proof is right without its deletions."""
    LEMMA = auto()
    """A lemma does not follow."""
    END = auto()
    """The empty clause is missing."""
    LINE = auto()
    """A line of an LRAT proof is wrong."""


@dataclass(frozen=True)
class FailingPair:
    """A formula and a proof of it that fails. `minimal`: nothing can be removed; otherwise the time ran out."""

    formula: Formula
    proof: Proof | LratProof
    cause: FailureCause
    minimal: bool


class _OutOfTime(Exception):
    """The end of the time; the result is the smallest pair so far."""


def shrink(
    formula: Formula, proof: Proof | LratProof, seconds: float = SECONDS, cancel: Cancel | None = None
) -> FailingPair:
    """Remove clauses and steps as long as the proof fails for the same cause.

    Raises Cancelled, and InputError for a proof without a fault. If the cause is a lemma or the end, also raises
    InputError for a formula that a search does not show to be unsatisfiable.
    """
    deadline, cancel = perf_counter() + seconds, cancel or _never
    if isinstance(proof, LratProof):
        return _LratShrinker(formula, proof, deadline, cancel).run()
    return _DratShrinker(formula, proof, deadline, cancel).run()


class _Shrinker(ABC, Generic[Clause, Step]):
    """A shrinker that removes steps and clauses in turns until neither gets fewer."""

    cause: FailureCause

    def __init__(
        self, clauses: list[Clause], steps: list[Step], variables: int, deadline: float, cancel: Cancel
    ) -> None:
        self._clauses, self._steps, self._variables = clauses, steps, variables
        self._deadline, self._cancel = deadline, cancel

    def run(self) -> FailingPair:
        minimal, before = True, -1
        try:
            while before != len(self._clauses) + len(self._steps):
                before = len(self._clauses) + len(self._steps)
                ddmin(self._steps, lambda steps: self._try(self._clauses, steps))
                ddmin(self._clauses, lambda clauses: self._try(clauses, self._steps))
        except _OutOfTime:
            minimal = False
        return FailingPair(*self._pair(self._clauses, self._steps), self.cause, minimal)

    def _try(self, clauses: list[Clause], steps: list[Step]) -> bool:
        """Continue with these clauses and steps if they fail for the same cause; returns whether they do.

        Raises _OutOfTime, and Cancelled.
        """
        if perf_counter() > self._deadline:
            raise _OutOfTime
        if not self._fails(clauses, steps):
            return False
        self._clauses, self._steps = clauses, steps
        return True

    @abstractmethod
    def _fails(self, clauses: list[Clause], steps: list[Step]) -> bool: ...

    @abstractmethod
    def _pair(self, clauses: list[Clause], steps: list[Step]) -> tuple[Formula, Proof | LratProof]: ...

    def _require_unsatisfiable(self, formula: Formula) -> None:
        status = self._status(formula)
        if status is not Status.UNSATISFIABLE:
            sentence = UNDECIDED.format(seconds=_VERDICT.seconds) if status is Status.UNKNOWN else str(SATISFIABLE)
            raise InputError(sentence, advice=_("look at the model, or at the solver that wrote the proof"))

    def _status(self, formula: Formula) -> Status:
        return solve(formula, "cdcl", limits=_VERDICT, cancel=self._cancel).status


class _DratShrinker(_Shrinker[Literals, ProofStep]):
    """A shrinker of a DRAT proof."""

    def __init__(self, formula: Formula, proof: Proof, deadline: float, cancel: Cancel) -> None:
        steps: list[ProofStep] = [proof[step] for step in range(len(proof))]
        super().__init__(list(formula), steps, formula.variables, deadline, cancel)
        verdict = check_proof(formula, proof, cancel=cancel)
        if verdict:
            raise InputError(NO_FAULT)
        self._kind, self._lemma = verdict.verdict, frozenset(verdict.clause or ())
        if self._is_right_without_deletions(self._clauses, steps):
            self.cause = FailureCause.DELETIONS
        else:
            self.cause = FailureCause.LEMMA if self._kind is ProofVerdictKind.WRONG else FailureCause.END
            self._require_unsatisfiable(formula)

    def _pair(self, clauses: list[Literals], steps: list[ProofStep]) -> tuple[Formula, Proof]:
        return Formula.of(clauses, self._variables), Proof.of(steps)

    def _fails(self, clauses: list[Literals], steps: list[ProofStep]) -> bool:
        formula, proof = self._pair(clauses, steps)
        verdict = check_proof(formula, proof, cancel=self._cancel)
        if verdict.verdict is not self._kind:
            return False
        if self.cause is FailureCause.DELETIONS:
            return self._is_right_without_deletions(clauses, steps)
        return frozenset(verdict.clause or ()) == self._lemma and self._status(formula) is Status.UNSATISFIABLE

    def _is_right_without_deletions(self, clauses: list[Literals], steps: list[ProofStep]) -> bool:
        return bool(check_proof(*self._pair(clauses, [step for step in steps if not step[0]]), cancel=self._cancel))


class _LratShrinker(_Shrinker[tuple[int, Literals], LratStep]):
    """A shrinker of an LRAT proof. Clauses have their numbers in the original formula."""

    def __init__(self, formula: Formula, proof: LratProof, deadline: float, cancel: Cancel) -> None:
        verdict = lrat.check(formula, proof, cancel=cancel)
        if verdict:
            raise InputError(NO_FAULT)
        steps = [single for step in range(verdict.steps) for single in _single_steps(proof[step])]
        super().__init__([*enumerate(formula, 1)], steps, formula.variables, deadline, cancel)
        self.cause = FailureCause.END if verdict.kind is lrat.INCOMPLETE else FailureCause.LINE
        self._kind = verdict.kind
        if self.cause is FailureCause.END:
            self._required, self._wrong = frozenset[int | LratStep](), None
            self._require_unsatisfiable(formula)
            return
        single_verdict = lrat.check(*self._pair(self._clauses, steps), cancel=cancel)  # deletes clause by clause
        del steps[single_verdict.steps :]
        self._wrong = steps[-1]
        numbers = {self._wrong.number} if not self._wrong.deletes else set[int]()
        numbers.update(map(abs, self._wrong.hints))
        related = (step for step in steps if not numbers.isdisjoint(step.hints if step.deletes else (step.number,)))
        self._required = frozenset((*related, *(number for number, _ in self._clauses if number in numbers)))

    def _pair(self, clauses: list[tuple[int, Literals]], steps: list[LratStep]) -> tuple[Formula, LratProof]:
        """The formula and the proof, with clauses numbered from 1; all other numbers follow in their order."""
        numbers = {number: place for place, (number, _) in enumerate(clauses, 1)}
        others = {abs(number) for step in steps for number in (step.number, *step.hints)} - numbers.keys()
        numbers.update((number, place) for place, number in enumerate(sorted(others), len(clauses) + 1))
        remaining = LratProof.of(step.renumbered(numbers) for step in steps)
        return Formula.of((literals for _, literals in clauses), self._variables), remaining

    def _fails(self, clauses: list[tuple[int, Literals]], steps: list[LratStep]) -> bool:
        if not self._required.issubset((*(number for number, _ in clauses), *steps)):
            return False
        formula, proof = self._pair(clauses, steps)
        verdict = lrat.check(formula, proof, cancel=self._cancel)
        if verdict.kind != self._kind:
            return False
        if self._wrong is None:
            return self._status(formula) is Status.UNSATISFIABLE
        return steps[verdict.steps - 1] == self._wrong


def _single_steps(step: LratStep) -> Iterable[LratStep]:
    """Steps that each delete one of the clauses of a deletion; any other step alone."""
    if not step.deletes:
        return (step,)
    return (LratStep(step.number, True, (), (hint,)) for hint in step.hints)


def _never() -> bool:
    return False
