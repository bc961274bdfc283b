"""Explains why a step of a DRAT proof does not follow, and finds changes that would make it follow.

A step does not follow if, with all its literals false, unit propagation in the clauses in force ends without a
conflict. The same propagation tries changes that lead to one: restoring deleted clauses, negating one of the literals,
or adding one (a failed literal: N. Eén, N. Sörensson: Temporal induction by incremental SAT solving. BMC 2003).
Removing a literal can't help, because fewer false literals propagate less.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from engine.base.language import _, ngettext
from engine.base.polling import Pulse
from engine.base.text import joined
from engine.sat.formula.formula import Formula, Literals
from engine.sat.kernels import units
from engine.sat.proof.check import ProofVerdict, ProofVerdictKind
from engine.sat.proof.proof import Proof

MAX_TRIALS = 400
"""Maximum number of propagations in the search for changes that would make the step follow."""
MAX_WORK = 100_000_000
"""Maximum number of literals visited by these propagations, estimated by the size of the formula: some 5 s."""
_MAX_LITERALS = 12
"""Maximum number of literals listed in a sentence."""


@dataclass(frozen=True)
class Deletion:
    """A step (from 1) that deleted a clause."""

    step: int
    clause: Literals


@dataclass(frozen=True)
class StepDiagnosis:
    """The reason why a step, or a missing empty clause, does not follow by unit propagation.

    `propagated` are the literals that become true when all literals of the `clause` are false; `open_literals` are
    those of the clause that the clauses in force alone do not decide. `nearest` is a clause with the fewest literals
    still open, and `missing` are these literals; it is None if all clauses are satisfied.

    The step would follow without all `deletions` together; with one of the `flippable` literals negated; or with one of
    the `closing` literals added. `resolvent` is the first clause whose resolvent keeps the step from being RAT on its
    first literal. `complete` is False if the search for these changes ended at its limit.

    `negation` has the clauses in force and the negated literals as units: it is satisfiable unless the step is implied.
    """

    step: int
    clause: Literals
    propagated: Literals
    open_literals: Literals
    nearest: Literals | None
    missing: Literals
    deletions: tuple[Deletion, ...]
    flippable: Literals
    closing: Literals
    resolvent: Literals | None
    complete: bool
    negation: Formula = field(repr=False, compare=False)

    def sentences(self) -> list[str]:
        """The diagnosis in words."""
        sentences = [self._propagation()]
        if self.clause and self.open_literals != self.clause:
            sentences.append(
                _("the clauses alone decide the literals of the step, except for {list}").format(
                    list=_listed(self.open_literals)
                )
                if self.open_literals
                else _("the clauses alone make all literals of the step false, so it amounts to the empty clause")
            )
        if self.nearest is not None:
            sentences.append(
                _("the clause nearest to a conflict is {clause}, with {list} open").format(
                    clause=_listed(self.nearest), list=_listed(self.missing)
                )
            )
        if self.resolvent is not None:
            sentences.append(
                _("the step is not RAT on {literal} either: its resolvent with {clause} does not follow").format(
                    literal=self.clause[0], clause=_listed(self.resolvent)
                )
            )
        return sentences + self._remedies()

    def _propagation(self) -> str:
        count = len(self.propagated)
        if not self.clause:
            return _("unit propagation ends without a conflict; true literals: {list}").format(
                list=_listed(self.propagated) if count else _("none")
            )
        if not count:
            return _("unit propagation makes nothing true when all literals of the step are false")
        return ngettext(
            "unit propagation makes {count:,} literal true when all literals of the step are false: {list}",
            "unit propagation makes {count:,} literals true when all literals of the step are false: {list}",
            count,
        ).format(count=count, list=_listed(self.propagated))

    def _remedies(self) -> list[str]:
        sentences: list[str] = []
        if self.deletions:
            deletions = joined(
                _("{clause} in step {step}").format(clause=_listed(deletion.clause), step=deletion.step)
                for deletion in self.deletions
            )
            sentences.append(
                ngettext(
                    "it would follow without the deletion of {list}",
                    "it would follow without the deletions of {list}",
                    len(self.deletions),
                ).format(list=deletions)
            )
        sentences += [
            _("it would follow with {literal} in place of {other}").format(literal=-literal, other=literal)
            for literal in self.flippable[:_MAX_LITERALS]
        ]
        if self.closing:
            sentences.append(
                ngettext(
                    "it would follow with this literal added: {list}",
                    "it would follow with any of these literals added: {list}",
                    len(self.closing),
                ).format(list=_listed(self.closing))
            )
        if not self.complete:
            sentences.append(_("the search for literals that would close the step ended at its limit"))
        return sentences


def diagnose(
    formula: Formula, proof: Proof, verdict: ProofVerdict, cancel: Callable[[], bool] | None = None
) -> StepDiagnosis:
    """Examine the wrong step that `check_proof` found, or the missing empty clause.

    Raises Cancelled, and ValueError for a verified proof.
    """
    if verdict.verdict is ProofVerdictKind.VERIFIED:
        raise ValueError("a verified proof has no wrong step")
    step = len(proof) if verdict.step is None else verdict.step - 1
    clause = tuple(dict.fromkeys(verdict.clause or ()))
    clauses = _ClausesInForce(formula, proof, step, frozenset(verdict.deletions), cancel)
    negated = [-literal for literal in clause]
    decided, __ = clauses.propagate(())
    trail, __ = clauses.propagate(negated)
    assigned = {*trail, *negated}
    nearest, missing, candidates = clauses.open_clauses(assigned, Pulse(cancel))
    deletions = clauses.needed_deletions(negated)
    flippable = [
        literal
        for literal in clause
        if clauses.conflicts((literal, *(other for other in negated if other != -literal)))
    ]
    resolvent = next(
        (
            other
            for other in (clauses.clauses if clause else ())
            if -clause[0] in other
            and not clauses.conflicts((*negated, *(-literal for literal in other if literal != -clause[0])))
        ),
        None,
    )
    closing = [literal for literal in candidates if clauses.conflicts((*negated, -literal))]
    return StepDiagnosis(
        step + 1,
        clause,
        tuple(literal for literal in trail if literal not in negated),
        tuple(literal for literal in clause if not {literal, -literal} & set(decided)),
        nearest,
        missing,
        tuple(deletions),
        tuple(flippable),
        tuple(closing),
        resolvent,
        clauses.trials > 0,
        clauses.formula(negated),
    )


class _ClausesInForce:
    """The clauses in force before a step, the deleted ones, and the number of remaining trials."""

    def __init__(
        self,
        formula: Formula,
        proof: Proof,
        step: int,
        effective: frozenset[int],
        cancel: Callable[[], bool] | None,
    ) -> None:
        """`effective` are the steps of deletions that remove a clause; the checker ignores other deletions."""
        self._cancel = cancel
        pulse = Pulse(cancel)
        copies: dict[frozenset[int], int] = {}
        current: dict[frozenset[int], Literals] = {}
        deleted: dict[frozenset[int], Deletion] = {}
        for literals in pulse.over(formula):
            key = frozenset(literals)
            copies[key] = copies.get(key, 0) + 1
            current.setdefault(key, literals)
        for number in pulse.over(range(step)):
            deletes, literals = proof[number]
            key = frozenset(literals)
            if not deletes:
                copies[key] = copies.get(key, 0) + 1
                current.setdefault(key, literals)
                deleted.pop(key, None)
            elif number in effective and key in current:
                copies[key] -= 1
                if not copies[key]:
                    del current[key]
                    deleted[key] = Deletion(number + 1, literals)
        self.clauses = list(current.values())
        self._deleted = list(deleted.values())
        variables = max((abs(literal) for key in (*current, *deleted) for literal in key), default=0)
        self._all = Formula.of(map(dict.fromkeys, self.clauses), max(formula.variables, variables))
        self.trials = min(MAX_TRIALS, MAX_WORK // (len(self._all.literals) + self._all.variables + 1) + 10)

    def formula(self, true: Iterable[int], restored: Iterable[Deletion] = ()) -> Formula:
        """The clauses in force and the `restored` ones, with the literals `true` as units."""
        literals, starts = self._all.literals[:], self._all.starts[:]
        extra = [*(dict.fromkeys(deletion.clause) for deletion in restored), *([literal] for literal in true)]
        for clause in extra:
            literals.extend(clause)
            starts.append(len(literals))
        highest = max((abs(literal) for clause in extra for literal in clause), default=0)
        return Formula(max(self._all.variables, highest), literals, starts)

    def propagate(self, true: Iterable[int], restored: Sequence[Deletion] = ()) -> tuple[list[int], set[int]]:
        """The literals that become true, in order; and the clauses needed for a conflict, empty without one."""
        formula = self.formula(true, restored)
        pairs = units.implied(formula, self._cancel)
        trail, reasons = list(pairs[::2]), pairs[1::2]
        if not trail or trail[-1]:
            return trail, set()
        trail.pop()
        used = {reasons[-1]}
        required = {-literal for literal in formula[reasons[-1]]}
        for literal, reason in zip(reversed(trail), reversed(reasons[:-1]), strict=True):
            if literal in required:
                used.add(reason)
                required.update(-other for other in formula[reason] if other != literal)
        return trail, used

    def conflicts(self, true: Iterable[int]) -> bool:
        """Whether there is a conflict; False if no trial is left."""
        self.trials -= 1
        return self.trials >= 0 and bool(self.propagate(true)[1])

    def needed_deletions(self, true: Sequence[int]) -> list[Deletion]:
        """Deletions all of which must be undone for a conflict; none if undoing all deletions causes no conflict."""
        first = len(self.clauses)
        __, used = self.propagate(true, self._deleted)
        needed = [deletion for place, deletion in enumerate(self._deleted, first) if place in used]
        for deletion in needed[:]:
            fewer = [other for other in needed if other is not deletion]
            self.trials -= 1
            if self.trials >= 0 and self.propagate(true, fewer)[1]:
                needed = fewer
        return needed

    def open_clauses(self, true: set[int], pulse: Pulse) -> tuple[Literals | None, Literals, list[int]]:
        """The first clause with the fewest open literals, these literals, and candidates for failed literals.

        The candidates are the literals of clauses with two open literals.
        """
        nearest: Literals | None = None
        fewest: Literals = ()
        candidates: dict[int, None] = {}
        for clause in pulse.over(self.clauses):
            if true.isdisjoint(clause):
                open_literals = tuple(literal for literal in dict.fromkeys(clause) if -literal not in true)
                if nearest is None or len(open_literals) < len(fewest):
                    nearest, fewest = clause, open_literals
                if len(open_literals) == 2:
                    candidates.update(dict.fromkeys(open_literals))
        return nearest, fewest, list(candidates)


def _listed(literals: Sequence[int]) -> str:
    if not literals:
        return _("the empty clause")
    text = " ".join(map(str, literals[:_MAX_LITERALS]))
    if len(literals) <= _MAX_LITERALS:
        return text
    return _("{literals} and {count:,} more").format(literals=text, count=len(literals) - _MAX_LITERALS)
