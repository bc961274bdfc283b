"""Selections and orders of a proof's clauses."""

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from engine.sat.formula.formula import Formula
from engine.sat.formula.selection import ClauseFilter, Selection
from engine.sat.proof.derivation import Derivation
from tui.features.proof import words
from tui.features.proof.job import VerifiedProof

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class ListKind(Enum):
    """The selections of clauses, with their names."""

    LEMMAS = words.LEMMAS
    CORE = words.CORE
    ALL = words.ALL


class SortOrder(Enum):
    """The orders of the list, with their names."""

    PROOF = words.AS_IN_PROOF
    USES = words.USED_MOST
    SOURCES = words.FROM_MOST
    LENGTH = words.SHORTEST


@dataclass(frozen=True, eq=False)
class RowCondition:
    """A named condition on rows, as a filter of clauses."""

    name: str
    mask: "NDArray[np.bool_]"

    @property
    def literals(self) -> frozenset[int]:
        return frozenset()

    def of(self, formula: Formula, states: "NDArray[np.uint8] | None") -> "NDArray[np.bool_]":
        return self.mask

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class ProofListing:
    """A selection of clauses, their order, and a filter."""

    kind: ListKind = ListKind.LEMMAS
    order: SortOrder = SortOrder.PROOF
    selection: Selection | None = None

    def __str__(self) -> str:
        if self.selection is not None:
            filtered = words.FILTERED if self.order is SortOrder.PROOF else words.FILTERED_IN_ORDER
            return filtered.format(kind=self.kind.value, filter=self.selection, order=self.order.value)
        form = words.WHOLE if self.order is SortOrder.PROOF else words.IN_ORDER
        return form.format(kind=self.kind.value, order=self.order.value)

    def rows(self, derivation: Derivation) -> "NDArray[np.int64]":
        """Return the listed rows."""
        import numpy as np

        core, lemmas = derivation.needed_rows
        rows_by_kind = {ListKind.CORE: core, ListKind.LEMMAS: lemmas}
        rows = rows_by_kind[self.kind] if self.kind in rows_by_kind else np.arange(len(derivation))
        if self.selection is not None:
            rows = np.intersect1d(rows, self.selection.of(derivation.clauses), assume_unique=True)
        if self.order is SortOrder.PROOF:
            return rows
        least_first = {
            SortOrder.USES: -derivation.user_counts,
            SortOrder.SOURCES: -derivation.antecedent_counts,
            SortOrder.LENGTH: np.diff(derivation.clauses.starts),
        }[self.order]
        return rows[np.argsort(least_first[rows], kind="stable")]


def condition(proof: VerifiedProof, word: str) -> ClauseFilter | None:
    """Return the condition that a word of a filter names: one of WORDS, or a cell; None for others."""
    import numpy as np

    derivation = proof.derivation
    if word == "core":
        return RowCondition(word, derivation.needed)
    if word in ("lemma", "clause"):
        return RowCondition(word, (np.arange(len(derivation)) >= derivation.formula_size) == (word == "lemma"))
    if word == "rat":
        return RowCondition(word, derivation.rat_flags)
    if proof.sudoku is not None:
        from engine.sudoku.as_sat.cell_selection import named_condition

        return named_condition(proof.sudoku, word)
    return None


WORDS = ("core", "lemma", "clause", "rat")
"""Words of filters in addition to those of every selection."""
