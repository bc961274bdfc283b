"""A proof as an explanation: a short sequence of small steps, in an order that a person can follow.

Each step is a clause that follows by unit propagation from a few clauses of the formula and earlier steps. A lemma of
the trimmed proof first loses literals and antecedents that its own propagation does not use. A lemma with many
antecedents is split: a literal that propagation assigns on the way becomes a step by itself, together with those
literals of the lemma on which it depends. A step with a single user is merged into this user if the user stays small.
Each step comes right before it is needed. I. Bleukx, M. Flippo, B. Bogaerts, E. Demirović, T. Guns: Using certifying
constraint solvers for generating step-wise explanations. AAAI 2026, arXiv:2511.10428.

Clauses may be in groups, such as the clauses of a rule; a group counts as one antecedent.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.base.polling import poll
from engine.sat.formula.formula import Formula, Literals
from engine.sat.proof.trimming import TrimmedProof

MAX_ANTECEDENTS = 5
"""Number of antecedents of a small step; a step that refutes a longer clause literal by literal has more."""

_MAX_UNITS = 20  # of a propagation that is repeated without single antecedents
_POLL_INTERVAL = 100  # lemmas between two polls

Cancel = Callable[[], bool] | None


@dataclass(frozen=True)
class ProofStep:
    """A clause, and the `clauses` of the formula and earlier `steps` from which it follows, as indexes from 0."""

    literals: Literals
    clauses: tuple[int, ...]
    steps: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of literals and antecedents, which a person has to read."""
        return len(self.literals) + len(self.clauses) + len(self.steps)


def explanation(
    formula: Formula, proof: TrimmedProof, cancel: Cancel = None, *, max_antecedents: int = MAX_ANTECEDENTS,
    groups: Sequence[int | None] | None = None,
) -> tuple[ProofStep, ...]:  # fmt: skip
    """The steps of a trimmed proof, if possible of at most `max_antecedents` each; the last one is the empty clause.

    `groups` are the groups of the clauses, from 0; a clause with the group None does not count as an antecedent. Raises
    Cancelled, and ValueError if a lemma is RAT, since such a lemma need not follow.
    """
    if proof.has_resolvents:
        raise ValueError("a RAT lemma need not follow from clauses")
    if groups is None:
        groups = range(len(formula))
    return _Steps(formula, proof, max_antecedents, groups, cancel).ordered()


class _Unit(NamedTuple):
    """A clause that is unit, or false: its row, and the literal that it makes true (None if it is false)."""

    row: int
    literal: int | None


class _Steps:
    """The clauses by row: first those of the formula, then the steps, which have antecedents, as rows."""

    def __init__(
        self, formula: Formula, proof: TrimmedProof, max_antecedents: int, groups: Sequence[int | None], cancel: Cancel
    ) -> None:
        self._formula_size, self._cancel, self._max_antecedents = len(formula), cancel, max_antecedents
        self._clauses: dict[int, Literals] = {row: tuple(dict.fromkeys(formula[row])) for row in proof.core}
        self._grounds: dict[int, set[int]] = {}
        """By row, what it counts as an antecedent: groups as negative numbers, and steps as rows."""
        for row in proof.core:
            group = groups[row]
            self._grounds[row] = set() if group is None else {-1 - group}
        self._antecedents: dict[int, list[int]] = {}
        self._rows: dict[frozenset[int], int] = {}
        self._next = self._formula_size
        self._end = -1
        step_of: dict[int, int] = {}  # by row of a lemma in the proof
        for lemma in proof:
            self._poll(lemma.number)
            rows = [step_of.get(number - 1, number - 1) for number in lemma.antecedents]
            step_of[lemma.number - 1] = self._end = self._split(lemma.literals, rows)
        self._merge()

    def ordered(self) -> tuple[ProofStep, ...]:
        """The steps, each right before those that need it; of several antecedents, the one with most steps first."""
        weights = dict.fromkeys(range(self._formula_size), 0)
        for row in self._needed():
            weights[row] = 1 + sum(weights[antecedent] for antecedent in self._antecedents[row])
        places: dict[int, int] = {}
        steps: list[ProofStep] = []
        waiting = [self._end]
        while waiting:
            row = waiting[-1]
            lemmas = [antecedent for antecedent in self._antecedents[row] if antecedent in self._antecedents]
            missing = [antecedent for antecedent in lemmas if antecedent not in places]
            if missing:
                waiting += sorted(missing, key=lambda antecedent: (weights[antecedent], -antecedent))
                continue
            waiting.pop()
            if row in places:
                continue
            places[row] = len(steps)
            steps.append(
                ProofStep(
                    tuple(sorted(self._clauses[row], key=abs)),
                    tuple(
                        sorted(antecedent for antecedent in self._antecedents[row] if antecedent < self._formula_size)
                    ),
                    tuple(sorted(places[antecedent] for antecedent in lemmas)),
                )
            )
        return tuple(steps)

    # --- making steps ---

    def _add(self, literals: Literals, antecedents: Sequence[int]) -> int:
        """The row of a step, which may exist already."""
        key = frozenset(literals)
        if key not in self._rows:
            self._rows[key] = self._next
            self._clauses[self._next], self._antecedents[self._next] = literals, list(antecedents)
            self._grounds[self._next] = {self._next}
            self._next += 1
        return self._rows[key]

    def _cost(self, rows: Iterable[int]) -> int:
        """The number of antecedents that count."""
        return len(set().union(*(self._grounds[row] for row in rows)))

    def _split(self, literals: Literals, antecedents: Sequence[int]) -> int:
        """The row of the step for a lemma, after adding the steps that lead to it."""
        used, units = self._derived(literals, antecedents)
        reasons: dict[int, set[int]] = {}  # by literal, the rows that lead to it without a step
        depends: dict[int, set[int]] = {-literal: {literal} for literal in used}  # the literals of the lemma behind it
        for row, literal in units:
            causes = [-other for other in self._clauses[row] if other != literal]
            rows = {row}.union(*(reasons[cause] for cause in causes if cause in reasons))
            for cause in sorted(causes, key=lambda cause: -self._cost(reasons.get(cause, ()))):
                if self._cost(rows) <= self._max_antecedents:
                    break
                if self._cost(reasons.get(cause, ())) > 1:  # a step instead of the rows behind it
                    reasons[cause] = {self._add((*depends[cause], cause), sorted(reasons[cause]))}
                    rows = {row}.union(*(reasons[other] for other in causes if other in reasons))
            if literal is None:
                return rows.pop() if used and len(rows) == 1 else self._add(tuple(used), sorted(rows))
            reasons[literal], depends[literal] = rows, set[int]().union(*(depends[cause] for cause in causes))
        raise AssertionError("propagation ends in a conflict")

    def _derived(self, literals: Iterable[int], antecedents: Collection[int]) -> tuple[list[int], list[_Unit]]:
        """The literals of a lemma that propagation uses, and the units on the way to the conflict, which is last.

        Antecedents are left out if there is a conflict without them.
        """
        literals, rows = tuple(literals), list(antecedents)
        best = self._conflict(literals, rows)
        assert best is not None, "the lemma follows from its antecedents"
        for row in sorted(rows, key=lambda row: (-len(self._clauses[row]), -row)):
            if self._grounds[row] and any(unit.row == row for unit in best[1]) and len(best[1]) <= _MAX_UNITS:
                fewer = self._conflict(best[0], [unit.row for unit in best[1] if unit.row != row])
                best = fewer or best
        return best

    def _conflict(self, literals: Iterable[int], rows: Sequence[int]) -> tuple[list[int], list[_Unit]] | None:
        """See `_derived`; None if propagation finds no conflict."""
        literals = list(literals)
        true, units, waiting = {-literal for literal in literals}, list[_Unit](), list(rows)
        while True:
            remaining = []
            for row in waiting:
                free = [literal for literal in self._clauses[row] if -literal not in true]
                if len(free) > 1:
                    if not any(literal in true for literal in free):
                        remaining.append(row)
                elif not free:
                    return self._used(literals, [*units, _Unit(row, None)])
                elif free[0] not in true:
                    units.append(_Unit(row, free[0]))
                    true.add(free[0])
            if len(remaining) == len(waiting):
                return None
            waiting = remaining

    def _used(self, literals: Sequence[int], units: Sequence[_Unit]) -> tuple[list[int], list[_Unit]]:
        """The literals of a lemma, and the units, on which the conflict depends."""
        needed = {-literal for literal in self._clauses[units[-1].row]}
        used = [units[-1]]
        for unit in reversed(units[:-1]):
            if unit.literal in needed:
                used.append(unit)
                needed.update(-literal for literal in self._clauses[unit.row] if literal != unit.literal)
        return [literal for literal in literals if -literal in needed], used[::-1]

    # --- merging steps ---

    def _merge(self) -> None:
        """Merge equal steps, and steps with a single user into this user, as long as it stays small."""
        changed = True
        while changed:
            changed = False
            users = self._users()
            first: dict[frozenset[int], int] = {}
            replacement: dict[int, int] = {}  # by row, the row that replaces it
            for row in self._needed():
                self._poll(row)
                self._shorten(row, {replacement.get(antecedent, antecedent) for antecedent in self._antecedents[row]})
                if self._clauses[row] and len(self._antecedents[row]) == 1:
                    replacement[row] = self._antecedents[row][0]
                else:
                    replacement[row] = first.setdefault(frozenset(self._clauses[row]), row)
                single = [
                    step for step in self._antecedents[row] if step >= self._formula_size and users[step] == [row]
                ]
                for step in sorted(single, key=lambda step: len(self._antecedents[step])):
                    changed |= self._merge_into(step, row)
            self._end = replacement[self._end]

    def _merge_into(self, step: int, user: int) -> bool:
        """Merge a step into its user if this stays small and still follows; return whether it does."""
        rows = sorted({*self._antecedents[user], *self._antecedents[step]} - {step})
        if step not in self._antecedents[user]:
            return False
        if self._cost(rows) > max(self._max_antecedents, self._cost(self._antecedents[user]) - 1):
            return False
        if self._conflict(self._clauses[user], rows) is None:
            return False
        self._shorten(user, rows)
        return True

    def _shorten(self, row: int, antecedents: Iterable[int]) -> None:
        """Set the antecedents of a step, without antecedents and literals that propagation does not use."""
        literals, units = self._derived(self._clauses[row], sorted(antecedents))
        self._clauses[row], self._antecedents[row] = tuple(literals), [unit.row for unit in units]

    def _needed(self) -> list[int]:
        """The rows of the steps on which the last one depends, ascending: each after its antecedents."""
        needed = {self._end}
        for row in range(self._end, self._formula_size - 1, -1):
            if row in needed:
                needed.update(self._antecedents[row])
        return sorted(row for row in needed if row >= self._formula_size)

    def _users(self) -> dict[int, list[int]]:
        """The rows of the steps that have a row as an antecedent, by row."""
        users: dict[int, list[int]] = {}
        for row in self._needed():
            for antecedent in self._antecedents[row]:
                users.setdefault(antecedent, []).append(row)
        return users

    def _poll(self, count: int) -> None:
        if count % _POLL_INTERVAL == 0:
            poll(self._cancel)
