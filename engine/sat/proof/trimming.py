"""A proof in DRAT cut down to what it needs, with what each of its clauses follows from.

The checker tells which clauses are needed. These are gone through once more, forward, and each gets its antecedents
(see `antecedents_kernel`); what is needed by none of them is left out then. The formula's clauses keep their numbers,
from 1, and the lemmas get the numbers behind; so `engine.sat.proof.lrat` writes them.
"""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
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

Cancel = Callable[[], bool] | None


@dataclass(frozen=True)
class Lemma:
    """A clause of a proof: its number, what it follows from, in the order in which that becomes unit, and its step.

    A negative antecedent is a clause with the negation of its first literal; those behind it refute the resolvent.
    `step` is where the proof adds it, from 0; None for the empty clause at its end, if the proof does not write it.
    """

    number: int
    literals: Literals
    antecedents: Literals
    step: int | None


@dataclass(frozen=True)
class TrimmedProof:
    """The lemmas that are needed, in arrays: lemma i (from 0) has the number `given + 1 + i`; the last one is empty.

    `given` are the clauses of the formula, and `core` those of them that are needed, from 0.
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
        """A lemma, from 0. Raises IndexError outside 0..len-1."""
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
        """Whether a lemma is there by RAT: then it counts which clauses are in use."""
        return any(antecedent < 0 for antecedent in self.antecedents)

    def uses(self, number: int) -> list[int]:
        """The numbers of the lemmas that follow from a clause, ascending."""
        starts, users = self._uses
        return [int(user) for user in users[starts[number] : starts[number + 1]]] if number + 1 < len(starts) else []

    @cached_property
    def last_uses(self) -> dict[int, list[int]]:
        """By a lemma's number the clauses, of the formula or lemmas, that nothing after it follows from."""
        last: dict[int, int] = {}
        for lemma in self:
            for antecedent in lemma.antecedents:
                last[abs(antecedent)] = lemma.number
        found: dict[int, list[int]] = defaultdict(list)
        for clause, lemma_number in last.items():
            found[lemma_number].append(clause)
        return {lemma_number: sorted(clauses) for lemma_number, clauses in found.items()}

    @cached_property
    def _uses(self) -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
        import numpy as np

        used = np.abs(np.array(self.antecedents, dtype=np.int64))
        users = np.repeat(np.arange(len(self)) + self.given + 1, np.diff(np.array(self.antecedent_starts)))
        pairs = np.unique(np.stack((used, users), axis=1), axis=0)
        starts = np.searchsorted(pairs[:, 0], np.arange(self.given + len(self) + 2))
        return starts, pairs[:, 1]

    def drat(self, formula: Formula) -> Proof:
        """The same as a proof in DRAT, with deletions of what is not needed any more.

        With a lemma that is there by RAT, all that is not needed is deleted first.
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


def trim(formula: Formula, proof: Proof, verdict: ProofVerdict, *, cancel: Cancel = None) -> TrimmedProof:
    """Trim a proof that was VERIFIED with this verdict. Raises Cancelled, and ValueError for one that was not."""
    if not verdict:
        raise ValueError("only a proof that was verified can be trimmed")
    found = _antecedents(formula, proof, verdict, deletions=False, cancel=cancel)
    if found is None:
        found = _antecedents(formula, proof, verdict, deletions=True, cancel=cancel)
    if found is None:
        raise InputError("the proof is verified, but its lemmas can't be derived by themselves")
    poll(cancel)
    return found


def _antecedents(
    formula: Formula, proof: Proof, verdict: ProofVerdict, *, deletions: bool, cancel: Cancel
) -> TrimmedProof | None:
    """The trimmed proof; None if a clause does not follow, as can be with RAT where nothing is deleted."""
    core, lemmas = verdict.core, verdict.lemmas
    literals, starts = array("i"), array("i", [0])
    for clause in (*(formula[index] for index in core), *(proof[step][1] for step in lemmas)):
        literals.extend(dict.fromkeys(clause))
        starts.append(len(literals))
    gone = _deletions(formula, proof, core, lemmas) if deletions else [[] for _ in lemmas]
    deleted, deleted_starts = _flat(gone)
    variables = max((abs(literal) for literal in literals), default=0)
    search = kernel.Antecedents(literals, starts, len(core), variables, deleted, deleted_starts)
    answer = kernel.RUNNING
    for answer in slices(search.run, _FIRST_WORK):
        if answer != kernel.RUNNING:
            break
        poll(cancel)
    if answer == kernel.STUCK:
        return None
    found, ends = search.found()
    return _numbered(formula, proof, core, lemmas, found, ends)


def _numbered(
    formula: Formula, proof: Proof, core: "array[int]", lemmas: "array[int]", found: "array[int]", ends: "array[int]"
) -> TrimmedProof:
    """Leave out what no other needs, and number the rest."""
    count = len(ends) - 1
    derived = [found[start:end].tolist() for start, end in pairwise(ends)]
    steps = [*lemmas[: count - 1], -1]
    if count > 1 and not proof[steps[-2]][1]:  # the proof has the empty clause
        steps.pop()
        derived.pop()
    needed = [False] * (len(core) + len(derived) + 1)
    needed[len(core) + len(derived)] = True
    for place in range(len(derived) - 1, -1, -1):
        if needed[len(core) + place + 1]:
            for antecedent in derived[place]:
                needed[abs(antecedent)] = True
    number = {place + 1: index + 1 for place, index in enumerate(core)}
    literals, starts = array("i"), array("i", [0])
    antecedents, antecedent_starts, kept = array("i"), array("i", [0]), array("i")
    for place, step in enumerate(steps):
        if not needed[len(core) + place + 1]:
            continue
        number[len(core) + place + 1] = len(formula) + len(kept) + 1
        kept.append(step)
        literals.extend(() if step < 0 else proof[step][1])
        starts.append(len(literals))
        antecedents.extend(number[each] if each > 0 else -number[-each] for each in derived[place])
        antecedent_starts.append(len(antecedents))
    used = array("i", (index for place, index in enumerate(core) if needed[place + 1]))
    return TrimmedProof(len(formula), literals, starts, antecedents, antecedent_starts, kept, used)


def _deletions(formula: Formula, proof: Proof, core: "array[int]", lemmas: "array[int]") -> list[list[int]]:
    """By lemma the clauses, of those that are needed and numbered from 1, that the proof deletes before it."""
    there: dict[Literals, list[int]] = defaultdict(list)
    for number, index in enumerate(core, 1):
        there[_key(formula[index])].append(number)
    gone: list[list[int]] = [[] for _ in lemmas]
    place, wanted = 0, set(lemmas)
    for step in range(lemmas[-1] + 1 if lemmas else 0):
        deletes, literals = proof[step]
        if deletes:
            numbers = there.get(_key(literals))
            if numbers:
                gone[place].append(numbers.pop())
        elif step in wanted:
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
