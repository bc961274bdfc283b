"""The clauses of a formula and of a proof as a graph: the antecedents and the users of each clause.

Clauses are identified by rows, from 0: those of the formula, then the lemmas in the order of the proof. In a DRAT proof
only the lemmas that the empty clause needs have antecedents, since trimming derives no others.
"""

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from engine.base.flat_rows import int_view, selected_rows
from engine.base.polling import poll
from engine.sat.formula.formula import Formula
from engine.sat.proof.lrat import LratVerdict, derived
from engine.sat.proof.lrat_proof import LratProof
from engine.sat.proof.proof import Proof
from engine.sat.proof.trimming import TrimmedProof, needed_rows, users_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Cancel = Callable[[], bool] | None


@dataclass(frozen=True, eq=False)
class Derivation:
    """A derivation as arrays indexed by row; the first `formula_size` rows are the clauses of the formula.

    `clauses` holds all clauses as a formula. `numbers` are their numbers in LRAT, 0 for a DRAT lemma that is not
    needed. `needed` says whether the empty clause depends on the row. `places` are the positions of lemmas in their
    proof, from 1: the step of DRAT or the line of LRAT; 0 for clauses of the formula, and for an empty clause that the
    proof omits.
    """

    formula_size: int
    clauses: Formula
    numbers: "NDArray[np.int32]"
    needed: "NDArray[np.bool_]"
    places: "NDArray[np.int32]"
    _antecedents: "NDArray[np.int32]"
    _antecedent_starts: "NDArray[np.int64]"
    _users: "NDArray[np.int64]"
    _user_starts: "NDArray[np.int64]"
    _by_number: "NDArray[np.int64]"
    """The rows that have a number, sorted by number."""
    _sorted_numbers: "NDArray[np.int32]"

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.clauses)

    @cached_property
    def end(self) -> int:
        """The row of the empty clause that ends the proof."""
        return int(self.needed.nonzero()[0][-1])

    def antecedents(self, row: int) -> "NDArray[np.int32]":
        """The antecedents of a clause in the order in which they become unit, as rows from 1 (not from 0).

        A negative antecedent is a clause with the negation of the lemma's first literal; those after it refute the
        resolvent.
        """
        return self._antecedents[self._antecedent_starts[row] : self._antecedent_starts[row + 1]]

    def users(self, row: int) -> "NDArray[np.int64]":
        """The rows of the lemmas that follow from a clause, ascending."""
        return self._users[self._user_starts[row] : self._user_starts[row + 1]]

    @cached_property
    def needed_rows(self) -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
        """The rows of the needed clauses of the formula, and of the needed lemmas."""
        rows = self.needed.nonzero()[0]
        return rows[rows < self.formula_size], rows[rows >= self.formula_size]

    @property
    def user_counts(self) -> "NDArray[np.int64]":
        """The number of lemmas that follow from a row, by row."""
        return self._user_starts[1:] - self._user_starts[:-1]

    @property
    def antecedent_counts(self) -> "NDArray[np.int64]":
        """The number of antecedents of a row, by row."""
        return self._antecedent_starts[1:] - self._antecedent_starts[:-1]

    @property
    def rat_flags(self) -> "NDArray[np.bool_]":
        """By row, whether it is a RAT lemma."""
        import numpy as np

        flags = np.zeros(len(self), np.bool_)
        places = np.flatnonzero(self._antecedents < 0)
        flags[np.searchsorted(self._antecedent_starts, places, side="right") - 1] = True
        return flags

    def is_rat(self, row: int) -> bool:
        """Whether a row is a RAT lemma."""
        return bool((self.antecedents(row) < 0).any())

    def row_of(self, number: int) -> int | None:
        """The last row with this number; None if there is none."""
        place = int(self._sorted_numbers.searchsorted(number, side="right")) - 1
        return int(self._by_number[place]) if place >= 0 and self._sorted_numbers[place] == number else None

    @classmethod
    def of_trimmed(
        cls, formula: Formula, proof: Proof, trimmed: TrimmedProof, *, cancel: Cancel = None
    ) -> "Derivation":
        """The derivation of a DRAT proof that was trimmed. Raises Cancelled."""
        import numpy as np

        added = np.flatnonzero(np.frombuffer(proof.deletions, np.bool_) == 0) if len(proof) else np.zeros(0, np.int64)
        size = len(formula)
        literals, starts = selected_rows(int_view(proof.literals), int_view(proof.starts), added)
        places, empty = added + 1, np.flatnonzero(np.diff(starts) == 0)
        steps = int_view(trimmed.steps)
        last = int(empty[0]) if len(empty) else len(added)
        if last == len(added):  # the proof omits the empty clause
            starts, places = np.append(starts, starts[-1]), np.append(places, 0)
        poll(cancel)
        rows = size + np.where(steps < 0, last, np.searchsorted(added, steps))
        row_by_number = np.concatenate(([0], np.arange(size), rows))
        numbers = np.zeros(size + len(places), np.int32)
        numbers[:size] = np.arange(1, size + 1)
        numbers[rows] = size + 1 + np.arange(len(trimmed))
        needed = np.zeros(len(numbers), np.bool_)
        needed[int_view(trimmed.core)] = needed[rows] = True
        lengths = np.zeros(len(numbers), np.int64)
        lengths[rows] = np.diff(int_view(trimmed.antecedent_starts))
        signed = int_view(trimmed.antecedents)
        antecedents = np.sign(signed) * (row_by_number[np.abs(signed)] + 1)
        clauses = _joined(formula, literals, starts)
        return cls._of_rows(size, clauses, numbers, needed, places, antecedents, lengths, cancel)

    @classmethod
    def of_lrat(
        cls, formula: Formula, proof: LratProof, verdict: LratVerdict, *, cancel: Cancel = None
    ) -> "Derivation":
        """The derivation of a verified LRAT proof, up to its empty clause.

        Raises Cancelled, and ValueError if the proof is not verified.
        """
        import numpy as np

        size = len(formula)
        added, hints, hint_starts = derived(proof, verdict)
        literals, starts = selected_rows(int_view(proof.literals), int_view(proof.starts), added)
        poll(cancel)
        numbers = np.concatenate((np.arange(1, size + 1), int_view(proof.numbers)[added])).astype(np.int32)
        needed = needed_rows(size, hints, hint_starts, cancel)
        lengths = np.concatenate((np.zeros(size, np.int64), np.diff(hint_starts)))
        places, clauses = int_view(proof.lines)[added], _joined(formula, literals, starts)
        return cls._of_rows(size, clauses, numbers, needed, places, hints, lengths, cancel)

    @classmethod
    def _of_rows(
        cls, formula_size: int, clauses: Formula, numbers: "NDArray[np.int32]", needed: "NDArray[np.bool_]",
        places: "NDArray[np.signedinteger]", antecedents: "NDArray[np.signedinteger]", lengths: "NDArray[np.int64]",
        cancel: Cancel,
    ) -> "Derivation":  # fmt: skip
        """Complete a derivation: `lengths` are the numbers of antecedents by row, and `places` those of the lemmas."""
        import numpy as np

        poll(cancel)
        user_rows = np.repeat(np.arange(len(numbers)), lengths)
        user_starts, users = users_of(np.abs(antecedents) - 1, user_rows, len(numbers))
        poll(cancel)
        with_number = np.flatnonzero(numbers)
        by_number = with_number[np.argsort(numbers[with_number], kind="stable")]
        return cls(
            formula_size, clauses, numbers, needed,
            np.concatenate((np.zeros(formula_size, np.int32), places)).astype(np.int32),
            antecedents.astype(np.int32), np.concatenate(([0], np.cumsum(lengths))),
            users, user_starts, by_number, numbers[by_number],
        )  # fmt: skip


def _joined(formula: Formula, literals: "NDArray[np.int32]", starts: "NDArray[np.int32]") -> Formula:
    """The formula with further clauses."""
    all_literals, all_starts = array("i", formula.literals), array("i", formula.starts)
    all_literals.frombytes(literals.tobytes())
    all_starts.frombytes((starts[1:] + len(formula.literals)).tobytes())
    variables = max(formula.variables, int(abs(literals).max(initial=0)))
    return Formula(variables, all_literals, all_starts, formula.comments)
