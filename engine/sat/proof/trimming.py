"""Trims a DRAT proof to the lemmas that it needs, and finds the antecedents of each.

The checker marks the needed clauses, and keeps their antecedents on request. Otherwise, or if a lemma is RAT, a second
pass, forward, finds them (see `antecedents_kernel`). Lemmas on which the empty clause does not depend are then left
out. The clauses of the formula keep their numbers, from 1, and the lemmas follow; `engine.sat.proof.lrat` writes these
numbers.
"""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from engine.base.errors import InputError
from engine.base.flat_rows import int_view, selected_rows
from engine.base.language import _
from engine.base.polling import poll
from engine.base.slices import slices
from engine.sat.formula.formula import Formula, Literals
from engine.sat.proof import antecedents_kernel as kernel
from engine.sat.proof.check import ProofVerdict
from engine.sat.proof.proof import Proof

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FIRST_WORK = 1000  # visits of clauses
_POLL_INTERVAL = 1 << 16  # lemmas between two polls

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
    """The needed lemmas, as arrays: lemma i (from 0) has the number `formula_size + 1 + i`; the last one is empty.

    `formula_size` is the number of clauses of the formula, and `core` has the indexes of those that are needed. Lemma i
    is added in step `steps[i]` (from 0) of the proof; -1 for a final empty clause that the proof omits.
    """

    formula_size: int
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
            self.formula_size + 1 + place,
            tuple(self.literals[self.starts[place] : self.starts[place + 1]]),
            tuple(self.antecedents[self.antecedent_starts[place] : self.antecedent_starts[place + 1]]),
            None if step < 0 else step,
        )

    def __iter__(self) -> Iterator[Lemma]:
        return (self[place] for place in range(len(self)))

    @property
    def has_resolvents(self) -> bool:
        """Whether any lemma is RAT, so that it depends on which clauses are present."""
        return bool((int_view(self.antecedents) < 0).any())

    def uses(self, number: int) -> list[int]:
        """The numbers of the lemmas that follow from a clause, ascending."""
        starts, users = self._uses
        return [int(user) for user in users[starts[number] : starts[number + 1]]] if number + 1 < len(starts) else []

    @cached_property
    def deletions(self) -> "tuple[NDArray[np.int32], NDArray[np.int32]]":
        """By lemma, the numbers of the clauses last used in it, as a flat array and offsets; none for the empty one."""
        import numpy as np

        last = np.full(self.formula_size + len(self) + 1, -1, np.int32)
        lengths = np.diff(int_view(self.antecedent_starts))
        last[np.abs(int_view(self.antecedents))] = np.repeat(np.arange(len(self), dtype=np.int32), lengths)
        used = np.flatnonzero(last >= 0)
        used = used[np.argsort(last[used], kind="stable")]
        offsets = np.searchsorted(last[used], np.arange(len(self) + 1))
        offsets[-1] = offsets[-2]
        return used.astype(np.int32), offsets.astype(np.int32)

    def deletions_after(self, lemma: int) -> list[int]:
        """The numbers of the clauses last used in a lemma, by its index from 0, ascending."""
        flat, starts = self.deletions
        numbers: list[int] = flat[starts[lemma] : starts[lemma + 1]].tolist()
        return numbers

    @cached_property
    def _uses(self) -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
        import numpy as np

        lengths = np.diff(int_view(self.antecedent_starts))
        users = np.repeat(np.arange(len(self), dtype=np.int64), lengths) + self.formula_size + 1
        return users_of(np.abs(int_view(self.antecedents)), users, self.formula_size + len(self) + 1)

    def drat(self, formula: Formula) -> Proof:
        """The proof in DRAT, with deletions of clauses that are no longer needed.

        If there is a RAT lemma, all clauses that are not needed are deleted first.
        """
        proof = Proof()
        if self.has_resolvents:
            needed = set(self.core)
            for index in range(self.formula_size):
                if index not in needed and len(formula[index]) > 1:
                    proof.delete(formula[index])
        for place, lemma in enumerate(self):
            proof.add(lemma.literals)
            for index in (number - 1 for number in self.deletions_after(place)):
                clause = formula[index] if index < self.formula_size else self[index - self.formula_size].literals
                if len(clause) > 1:  # unit clauses stay, as checkers disagree on deleting them
                    proof.delete(clause)
        return proof

    @classmethod
    def of_rows(
        cls, formula_size: int, core: "NDArray[np.signedinteger]", literals: "NDArray[np.int32]",
        starts: "NDArray[np.int32]", antecedents: "NDArray[np.int32]", antecedent_starts: "NDArray[np.signedinteger]",
        steps: "NDArray[np.signedinteger]", cancel: Cancel,
    ) -> "TrimmedProof":  # fmt: skip
        """The lemmas that the last one, the empty clause, needs.

        The lemmas follow from the clauses `core` of the formula. Antecedents are rows from 1: first those clauses, then
        the lemmas. `steps` are the positions of the lemmas in the proof. Raises Cancelled.
        """
        import numpy as np

        needed = needed_rows(len(core), antecedents, antecedent_starts, cancel)
        lemmas = np.flatnonzero(needed[len(core) :])
        numbers = np.zeros(len(needed) + 1, np.int32)
        numbers[1 : len(core) + 1] = core + 1
        numbers[len(core) + 1 + lemmas] = formula_size + 1 + np.arange(len(lemmas))
        if len(lemmas) < len(steps):
            literals, starts = selected_rows(literals, starts, lemmas)
            antecedents, antecedent_starts = selected_rows(antecedents, antecedent_starts, lemmas)
            steps = steps[lemmas]
        antecedents = renumbered(antecedents, numbers)
        arrays = literals, starts, antecedents, antecedent_starts, steps, core[needed[: len(core)]]
        return cls(formula_size, *(array("i", values.astype(np.int32, copy=False).tobytes()) for values in arrays))


def renumbered(antecedents: "NDArray[np.int32]", numbers: "NDArray[np.int32]") -> "NDArray[np.int32]":
    """Antecedents with the new numbers of their clauses; negative ones stay negative."""
    import numpy as np

    if antecedents.min(initial=0) < 0:
        return np.sign(antecedents) * numbers[np.abs(antecedents)]
    return numbers[antecedents]


def trim(
    formula: Formula, proof: Proof, verdict: ProofVerdict, *, on_progress: Progress = None, cancel: Cancel = None
) -> TrimmedProof:
    """Trim a VERIFIED proof.

    `on_progress` gets the clauses done and their total, about every 20 ms. Raises Cancelled, ValueError if the proof is
    not verified, and InputError if a lemma does not follow from the needed clauses alone.
    """
    if not verdict:
        raise ValueError("only a verified proof can be trimmed")
    if len(verdict.antecedent_starts) > 1:
        rows = verdict.antecedents, verdict.antecedent_starts
        return _trimmed(formula, proof, verdict.core, verdict.lemmas, *rows, cancel)
    for deletions in (False, True):
        trimmed = _second_pass(formula, proof, verdict, on_progress, cancel, deletions=deletions)
        if trimmed is not None:
            return trimmed
    raise InputError(_("the proof is verified, but a lemma does not follow from the needed clauses alone"))


def users_of(
    antecedents: "NDArray[np.signedinteger]", users: "NDArray[np.int64]", count: int
) -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
    """For each of `count` clauses, its distinct users in ascending order, as offsets and a flat array.

    `users[i]` has the antecedent `antecedents[i]`; both are below `count`.
    """
    import numpy as np

    pairs = np.sort(antecedents.astype(np.int64) * count + users)
    pairs = pairs[np.append(pairs[1:] != pairs[:-1], np.ones(min(len(pairs), 1), np.bool_))]
    clauses, distinct_users = np.divmod(pairs, max(count, 1))
    return np.searchsorted(clauses, np.arange(count + 1)), distinct_users


def _second_pass(
    formula: Formula, proof: Proof, verdict: ProofVerdict, on_progress: Progress, cancel: Cancel, *, deletions: bool
) -> TrimmedProof | None:
    """The trimmed proof, with or without the deletions of the proof; None if a lemma does not follow.

    That can happen to RAT lemmas when nothing is deleted.
    """
    core, lemmas = verdict.core, verdict.lemmas
    literals, starts = _clauses(formula, proof, core, lemmas)
    deleted, deleted_starts = array("i"), array("i", [0]) * (len(lemmas) + 1)
    if deletions:
        deleted, deleted_starts = _deletions(formula, proof, core, lemmas)
    variables = max(max(literals, default=0), -min(literals, default=0))
    search = kernel.AntecedentSearch(literals, starts, len(core), variables, deleted, deleted_starts)
    code = kernel.RUNNING
    for code in slices(search.run, _FIRST_WORK):
        if code != kernel.RUNNING:
            break
        poll(cancel)
        if on_progress is not None:
            on_progress(search.added, len(starts) - 1)
    if code == kernel.STUCK:
        return None
    antecedents, starts = search.antecedents()
    return _trimmed(formula, proof, core, lemmas, antecedents, starts, cancel)


def _clauses(
    formula: Formula, proof: Proof, core: "array[int]", lemmas: "array[int]"
) -> "tuple[array[int], array[int]]":
    """The literals of these clauses and lemmas without duplicates, and the offsets of the clauses."""
    import numpy as np

    clauses, starts = selected_rows(int_view(formula.literals), int_view(formula.starts), int_view(core))
    lemma_literals, lemma_starts = selected_rows(int_view(proof.literals), int_view(proof.starts), int_view(lemmas))
    literals = np.concatenate((clauses, lemma_literals))
    starts = np.concatenate((starts, starts[-1] + lemma_starts[1:]))
    rows = np.repeat(np.arange(len(starts) - 1, dtype=np.int64), np.diff(starts))
    order = np.argsort((rows << 32) + literals, kind="stable")
    first = np.ones(len(literals), np.bool_)
    first[order[1:]] = (literals[order[1:]] != literals[order[:-1]]) | (rows[order[1:]] != rows[order[:-1]])
    distinct_starts = np.concatenate(([0], np.cumsum(first)))[starts]
    return array("i", literals[first].tobytes()), array("i", distinct_starts.astype(np.int32).tobytes())


def _trimmed(
    formula: Formula, proof: Proof, core: "array[int]", lemmas: "array[int]", antecedents: "array[int]",
    antecedent_starts: "array[int]", cancel: Cancel,
) -> TrimmedProof:  # fmt: skip
    """The trimmed proof, from the antecedents of the lemmas and of the empty clause as rows from 1.

    Without deletions, propagation can end in a conflict before all lemmas are added; the others are not needed then.
    """
    import numpy as np

    count = len(antecedent_starts) - 2
    steps = int_view(lemmas)[:count]
    literals, starts = selected_rows(int_view(proof.literals), int_view(proof.starts), steps)
    if not count or proof[steps[-1]][1]:  # the empty clause is missing in the proof, or comes later
        count, steps, starts = count + 1, np.append(steps, -1), np.append(starts, starts[-1])
    ends = int_view(antecedent_starts)[: count + 1]
    rows = int_view(antecedents)[: ends[-1]]
    return TrimmedProof.of_rows(len(formula), int_view(core), literals, starts, rows, ends, steps, cancel)


def needed_rows(
    clauses: int, antecedents: "NDArray[np.int32]", starts: "NDArray[np.signedinteger]", cancel: Cancel
) -> "NDArray[np.bool_]":
    """By row, whether the last lemma depends on it. Raises Cancelled.

    The rows are the given number of clauses, and then the lemmas, which have antecedents as rows from 1.
    """
    import numpy as np

    needed = np.zeros(clauses + len(starts) - 1, np.bool_)
    used_rows = np.abs(antecedents)
    used_rows -= 1
    needed[used_rows] = needed[-1] = True
    if needed[clauses:].all():  # each lemma has a user, which comes after it and is needed itself
        return needed
    needed[:-1] = False
    for lemma in range(len(starts) - 2, -1, -1):
        if lemma % _POLL_INTERVAL == 0:
            poll(cancel)
        if needed[clauses + lemma]:
            needed[used_rows[starts[lemma] : starts[lemma + 1]]] = True
    return needed


def _deletions(
    formula: Formula, proof: Proof, core: "array[int]", lemmas: "array[int]"
) -> "tuple[array[int], array[int]]":
    """By lemma, the needed clauses (numbered from 1) that the proof deletes before it, as a flat array and offsets."""
    present: dict[Literals, list[int]] = defaultdict(list)  # the numbers of the needed clauses
    for number, index in enumerate(core, 1):
        present[_key(formula[index])].append(number)
    deleted, starts = array("i"), array("i", [0])
    needed = set(lemmas)
    for step in range(lemmas[-1] + 1 if lemmas else 0):
        deletes, literals = proof[step]
        if deletes:
            if numbers := present.get(_key(literals)):
                deleted.append(numbers.pop())
        elif step in needed:
            starts.append(len(deleted))
            present[_key(literals)].append(len(core) + len(starts) - 1)
    return deleted, starts


def _key(literals: Iterable[int]) -> Literals:
    return tuple(sorted(set(literals)))
