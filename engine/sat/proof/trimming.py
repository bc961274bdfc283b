"""Trims a DRAT proof to the lemmas that it needs, and finds the antecedents of each.

The checker marks the clauses that are needed, and keeps their antecedents if asked. Otherwise, and if a lemma is RAT, a
second pass, forward, finds them (see `antecedents_kernel`). Lemmas that are no antecedent of another needed one are
then left out. The clauses of the formula keep their numbers, from 1, and the lemmas follow; `engine.sat.proof.lrat`
writes these numbers.
"""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from engine.base.errors import InputError
from engine.base.polling import poll
from engine.base.slices import slices
from engine.sat.formula.formula import Formula, Literals
from engine.sat.proof import antecedents_kernel as kernel
from engine.sat.proof.check import ProofVerdict
from engine.sat.proof.proof import Proof

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FIRST_WORK = 1000
_OFTEN = 1 << 16  # lemmas between two polls

Cancel = Callable[[], bool] | None
Progress = Callable[[int, int], None] | None


@dataclass(frozen=True)
class Lemma:
    """A clause of a proof with its number, its antecedents in the order in which they become unit, and its step.

    A negative antecedent is a clause with the negation of the lemma's first literal; those after it refute the
    resolvent. `step` is the index of the step that adds the lemma; None for a final empty clause that the proof omits.
    """

    number: int
    literals: Literals
    antecedents: Literals
    step: int | None


@dataclass(frozen=True)
class TrimmedProof:
    """The needed lemmas, as arrays: lemma i (from 0) has the number `given + 1 + i`; the last one is empty.

    `given` is the number of clauses of the formula, and `core` has the indexes of those that are needed.
    """

    given: int
    literals: "array[int]"
    starts: "array[int]"
    antecedents: "array[int]"
    antecedent_starts: "array[int]"
    steps: "array[int]"
    core: "array[int]"

    def __len__(self) -> int:
        """The number of lemmas."""
        return len(self.starts) - 1

    def __getitem__(self, place: int) -> Lemma:
        """Lemma `place` (from 0). Raises IndexError outside 0..len-1."""
        if not 0 <= place < len(self):
            raise IndexError(f"lemma {place} of {len(self)}")
        step = self.steps[place]
        return Lemma(
            self.given + 1 + place,
            tuple(self.literals[self.starts[place] : self.starts[place + 1]]),
            tuple(self.antecedents[self.antecedent_starts[place] : self.antecedent_starts[place + 1]]),
            None if step < 0 else step,
        )

    def __iter__(self) -> Iterator[Lemma]:
        return (self[place] for place in range(len(self)))

    @property
    def has_resolvents(self) -> bool:
        """Whether any lemma is RAT, so that it depends on which clauses are present."""
        return bool((ints(self.antecedents) < 0).any())

    def uses(self, number: int) -> list[int]:
        """The numbers of the lemmas that follow from a clause, ascending."""
        starts, users = self._uses
        return [int(user) for user in users[starts[number] : starts[number + 1]]] if number + 1 < len(starts) else []

    @cached_property
    def last_uses(self) -> dict[int, list[int]]:
        """By the number of a lemma, the clauses (of the formula or lemmas) whose last use is in it."""
        import numpy as np

        starts, users = self._uses
        used_rows = np.flatnonzero(np.diff(starts))
        last = users[starts[used_rows + 1] - 1]
        found: dict[int, list[int]] = defaultdict(list)
        for lemma_number, clause in zip(last.tolist(), used_rows.tolist(), strict=True):
            found[lemma_number].append(clause)
        return found

    @property
    def deletions(self) -> "tuple[NDArray[np.int32], NDArray[np.int32]]":
        """By lemma, the clauses whose last use is in it, as a flat array and offsets; none for the empty clause."""
        import numpy as np

        last = np.full(self.given + len(self) + 1, -1, np.int32)
        lengths = np.diff(ints(self.antecedent_starts))
        last[np.abs(ints(self.antecedents))] = np.repeat(np.arange(len(self), dtype=np.int32), lengths)
        used = np.flatnonzero(last >= 0)
        used = used[np.argsort(last[used], kind="stable")]
        offsets = np.searchsorted(last[used], np.arange(len(self) + 1))
        offsets[-1] = offsets[-2]
        return used.astype(np.int32), offsets.astype(np.int32)

    @cached_property
    def _uses(self) -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
        import numpy as np

        lengths = np.diff(ints(self.antecedent_starts))
        users = np.repeat(np.arange(len(self), dtype=np.int64), lengths) + self.given + 1
        return users_of(np.abs(ints(self.antecedents)), users, self.given + len(self) + 1)

    def drat(self, formula: Formula) -> Proof:
        """The proof in DRAT, with deletions of clauses that are no longer needed.

        If there is a RAT lemma, all clauses that are not needed are deleted first.
        """
        proof = Proof()
        if self.has_resolvents:
            needed = set(self.core)
            for clause in range(self.given):
                if clause not in needed and len(formula[clause]) > 1:
                    proof.delete(formula[clause])
        for lemma in self:
            proof.add(lemma.literals)
            for number in self.last_uses.get(lemma.number, ()):
                gone = formula[number - 1] if number <= self.given else self[number - self.given - 1].literals
                if len(gone) > 1 and lemma.literals:  # unit clauses stay, as checkers disagree on deleting them
                    proof.delete(gone)
        return proof


def trim(
    formula: Formula, proof: Proof, verdict: ProofVerdict, *, on_progress: Progress = None, cancel: Cancel = None
) -> TrimmedProof:
    """Trim a VERIFIED proof.

    `on_progress` gets the clauses done and their total, about every 20 ms. Raises Cancelled, ValueError if the proof
    was not verified, and InputError if its lemmas can't be derived by themselves.
    """
    if not verdict:
        raise ValueError("only a proof that was verified can be trimmed")
    if len(verdict.antecedent_starts) > 1:
        rows = verdict.antecedents, verdict.antecedent_starts
        return _numbered(formula, proof, verdict.core, verdict.lemmas, *rows, cancel)
    found = _antecedents(formula, proof, verdict, on_progress, cancel, deletions=False)
    if found is None:
        found = _antecedents(formula, proof, verdict, on_progress, cancel, deletions=True)
    if found is None:
        raise InputError("the proof is verified, but its lemmas can't be derived by themselves")
    return found


def ints(values: "array[int]") -> "NDArray[np.int32]":
    """A numpy view of an array("i")."""
    import numpy as np

    return np.frombuffer(values, np.int32) if values else np.zeros(0, np.int32)


def users_of(
    hints: "NDArray[np.signedinteger]", users: "NDArray[np.int64]", count: int
) -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
    """For each of `count` items, its distinct users in ascending order, as offsets and a flat array.

    `users[i]` uses `hints[i]`; both are below `count`.
    """
    import numpy as np

    pairs = np.sort(hints.astype(np.int64) * count + users)
    pairs = pairs[np.append(pairs[1:] != pairs[:-1], np.ones(min(len(pairs), 1), np.bool_))]
    things, found = np.divmod(pairs, max(count, 1))
    return np.searchsorted(things, np.arange(count + 1)), found


def rows_of(
    flat: "NDArray[np.int32]", starts: "NDArray[np.int32]", rows: "NDArray[np.int64]"
) -> "tuple[NDArray[np.int32], NDArray[np.int32]]":
    """The selected rows of a flat list of lists, and their offsets."""
    import numpy as np

    lengths = (starts[1:] - starts[:-1])[rows]
    ends = np.cumsum(lengths, dtype=np.int64)
    shifts = np.repeat(starts[rows].astype(np.int64) - (ends - lengths), lengths)
    places = shifts + np.arange(len(shifts))
    return flat[places], np.concatenate(([0], ends)).astype(np.int32)


def _antecedents(
    formula: Formula, proof: Proof, verdict: ProofVerdict, on_progress: Progress, cancel: Cancel, *, deletions: bool
) -> TrimmedProof | None:
    """The trimmed proof; None if a clause does not follow, which can happen with RAT when nothing is deleted."""
    core, lemmas = verdict.core, verdict.lemmas
    literals, starts = _clauses(formula, proof, core, lemmas)
    gone = _deletions(formula, proof, core, lemmas) if deletions else [[] for _ in lemmas]
    deleted, deleted_starts = _flat(gone)
    variables = max(max(literals, default=0), -min(literals, default=0))
    search = kernel.Antecedents(literals, starts, len(core), variables, deleted, deleted_starts)
    answer = kernel.RUNNING
    for answer in slices(search.run, _FIRST_WORK):
        if answer != kernel.RUNNING:
            break
        poll(cancel)
        if on_progress is not None:
            on_progress(search.added, len(starts) - 1)
    if answer == kernel.STUCK:
        return None
    found, ends = search.found()
    return _numbered(formula, proof, core, lemmas, found, ends, cancel)


def _clauses(
    formula: Formula, proof: Proof, core: "array[int]", lemmas: "array[int]"
) -> "tuple[array[int], array[int]]":
    """The literals of these clauses and lemmas without duplicates, and the offsets of the clauses."""
    import numpy as np

    parts = [
        rows_of(ints(whole.literals), ints(whole.starts), ints(rows).astype(np.int64))
        for whole, rows in ((formula, core), (proof, lemmas))
    ]
    flat = np.concatenate([part for part, _ in parts])
    starts = np.concatenate((parts[0][1], parts[0][1][-1] + parts[1][1][1:]))
    clauses = np.repeat(np.arange(len(starts) - 1, dtype=np.int64), np.diff(starts))
    order = np.argsort((clauses << 32) + flat, kind="stable")
    again = np.zeros(len(flat), np.bool_)
    again[order[1:]] = (flat[order[1:]] == flat[order[:-1]]) & (clauses[order[1:]] == clauses[order[:-1]])
    kept_starts = np.concatenate(([0], np.cumsum(~again)))
    return array("i", flat[~again].tobytes()), array("i", kept_starts[starts].astype(np.int32).tobytes())


def _numbered(
    formula: Formula, proof: Proof, core: "array[int]", lemmas: "array[int]", found: "array[int]", ends: "array[int]",
    cancel: Cancel,
) -> TrimmedProof:  # fmt: skip
    """Trim and number the lemmas with the antecedents found, given as rows from 1.

    Without deletions, propagation can end in a conflict before all lemmas are added; the rest are not needed then.
    """
    import numpy as np

    added = len(ends) - 2
    used = ints(lemmas)[:added]
    literals, starts = rows_of(ints(proof.literals), ints(proof.starts), used.astype(np.int64))
    count = added
    if not added or proof[used[-1]][1]:  # the empty clause is missing in the proof, or comes later
        count, used, starts = added + 1, np.append(used, -1), np.append(starts, starts[-1])
    derived = ints(found)[: ends[count]]
    return numbered(len(formula), ints(core), literals, starts, derived, ints(ends)[: count + 1], used, cancel)


def numbered(
    given: int, core: "NDArray[np.signedinteger]", literals: "NDArray[np.int32]", starts: "NDArray[np.int32]",
    derived: "NDArray[np.int32]", derived_starts: "NDArray[np.signedinteger]", steps: "NDArray[np.signedinteger]",
    cancel: Cancel,
) -> TrimmedProof:  # fmt: skip
    """Drop the lemmas that the last one, the empty clause, does not need, and number the rest. Raises Cancelled.

    The lemmas follow from the clauses `core` of the formula, which has `given` clauses. `derived` are their antecedents
    as rows from 1: first those clauses, then the lemmas. `steps` are their positions in the proof.
    """
    import numpy as np

    needed = needed_rows(len(core), derived, derived_starts, cancel)
    kept_rows = np.flatnonzero(needed[len(core) :])
    number = np.zeros(len(needed) + 1, np.int32)
    number[1 : len(core) + 1] = core + 1
    number[len(core) + 1 + kept_rows] = given + 1 + np.arange(len(kept_rows))
    if len(kept_rows) < len(steps):
        literals, starts = rows_of(literals, starts, kept_rows)
        derived, derived_starts = rows_of(derived, derived_starts.astype(np.int32, copy=False), kept_rows)
        steps = steps[kept_rows]
    arrays = literals, starts, renumbered(derived, number), derived_starts, steps, core[needed[: len(core)]]
    return TrimmedProof(given, *(array("i", values.astype(np.int32, copy=False).tobytes()) for values in arrays))


def renumbered(antecedents: "NDArray[np.int32]", number: "NDArray[np.int32]") -> "NDArray[np.int32]":
    """Antecedents with the new number of each clause; those below 0 stay so."""
    import numpy as np

    if antecedents.min(initial=0) < 0:
        return np.sign(antecedents) * number[np.abs(antecedents)]
    return number[antecedents]


def needed_rows(
    given: int, derived: "NDArray[np.int32]", starts: "NDArray[np.signedinteger]", cancel: Cancel
) -> "NDArray[np.bool_]":
    """By row, whether the last lemma depends on it: `given` clauses, then lemmas with antecedents as rows from 1.

    Raises Cancelled.
    """
    import numpy as np

    needed = np.zeros(given + len(starts) - 1, np.bool_)
    used_rows = np.abs(derived)
    used_rows -= 1
    needed[used_rows] = needed[-1] = True
    if needed[given:].all():  # each lemma has a user, which comes after it and is needed itself
        return needed
    needed[:-1] = False
    for lemma in range(len(starts) - 2, -1, -1):
        if lemma % _OFTEN == 0:
            poll(cancel)
        if needed[given + lemma]:
            needed[used_rows[starts[lemma] : starts[lemma + 1]]] = True
    return needed


def _deletions(formula: Formula, proof: Proof, core: "array[int]", lemmas: "array[int]") -> list[list[int]]:
    """For each lemma, the needed clauses (numbered from 1) that the proof deletes before it."""
    there: dict[Literals, list[int]] = defaultdict(list)
    for number, index in enumerate(core, 1):
        there[_key(formula[index])].append(number)
    gone: list[list[int]] = [[] for _ in lemmas]
    place, remaining_lemmas = 0, set(lemmas)
    for step in range(lemmas[-1] + 1 if lemmas else 0):
        deletes, literals = proof[step]
        if deletes:
            numbers = there.get(_key(literals))
            if numbers:
                gone[place].append(numbers.pop())
        elif step in remaining_lemmas:
            place += 1
            there[_key(literals)].append(len(core) + place)
    return gone


def _key(literals: Iterable[int]) -> Literals:
    return tuple(sorted(set(literals)))


def _flat(lists: Iterable[Iterable[int]]) -> "tuple[array[int], array[int]]":
    flat, starts = array("i"), array("i", [0])
    for items in lists:
        flat.extend(items)
        starts.append(len(flat))
    return flat, starts
