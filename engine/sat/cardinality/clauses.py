"""The clauses that remain after unit propagation, by length and by literals."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.base.polling import WORK, Pulse, clause_pieces, pieces
from engine.sat.formula.formula import Formula
from engine.sat.kernels import units

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Clause = tuple[int, tuple[int, ...]]
"""The number of a clause (from 0), and its literals that are not false."""


@dataclass(frozen=True, eq=False)
class Remaining:
    """The clauses of a formula that unit propagation does not satisfy, without their false literals.

    `reasons` maps each true literal to the clause that forced it, in the order of propagation.
    """

    reasons: dict[int, int]
    variables: int
    _literals: "NDArray[np.int32]"
    _starts: "NDArray[np.int32]"
    _left: "NDArray[np.bool_]"  # by literal occurrence: not false, and in a clause that is not satisfied
    _sizes: "NDArray[np.int64]"  # by clause: the number of remaining literals

    @classmethod
    def of(cls, formula: Formula, cancel: Callable[[], bool] | None = None) -> "Remaining | None":
        """Propagate units; returns None if there are no clauses, or on a conflict. Raises Cancelled."""
        import numpy as np

        pairs = units.implied(formula, cancel)
        reasons: dict[int, int] = {}
        for begin, end in pieces(len(pairs), cancel, WORK):
            reasons.update(zip(pairs[begin:end:2], pairs[begin + 1 : end : 2], strict=True))
        if 0 in reasons or not len(formula):
            return None
        literals, starts = np.frombuffer(formula.literals, np.int32), np.frombuffer(formula.starts, np.int32)
        left = np.ones(len(literals), np.bool_)
        sizes = np.empty(len(formula), np.int64)
        true = _literal_mask(formula.variables, reasons)
        for begin, end in clause_pieces(formula.starts, cancel):
            first, last = starts[begin], starts[end]
            places = starts[begin:end] - first
            if reasons:
                satisfied = np.logical_or.reduceat(true[literals[first:last]], places)
                lengths = np.diff(starts[begin : end + 1])
                left[first:last] = ~np.repeat(satisfied, lengths) & ~true[-literals[first:last]]
            sizes[begin:end] = np.add.reduceat(left[first:last], places, dtype=np.int64)
        return cls(reasons, formula.variables, literals, starts, left, sizes)

    def count(self, size: int) -> int:
        """The number of clauses with `size` remaining literals."""
        return int((self._sizes == size).sum())

    def rows(self, size: int) -> "tuple[NDArray[np.intp], NDArray[np.int32]]":
        """The numbers of the clauses with `size` remaining literals, and these literals, one row per clause."""
        import numpy as np

        of_size = self._sizes == size
        places = self._left & np.repeat(of_size, np.diff(self._starts))
        return np.flatnonzero(of_size), self._literals[places].reshape(-1, size)

    def neighbours(self) -> "tuple[NDArray[np.int32], NDArray[np.int32]]":
        """Pairs of variables that are neighbours in a clause, as two arrays."""
        import numpy as np

        clause = np.repeat(np.arange(len(self._sizes)), np.diff(self._starts))[self._left]
        variables = np.abs(self._literals[self._left])
        same = clause[1:] == clause[:-1]
        return variables[:-1][same], variables[1:][same]

    def clauses_over(self, literals: Iterable[int], cancel: Callable[[], bool] | None = None) -> list[Clause]:
        """The clauses of two or more remaining literals from this set, of distinct variables. Raises Cancelled."""
        import numpy as np

        mask, pulse = _literal_mask(self.variables, literals), Pulse(cancel)
        found: list[Clause] = []
        for begin, end in clause_pieces(self._starts, cancel):
            first, last = self._starts[begin], self._starts[end]
            fits = mask[self._literals[first:last]] | ~self._left[first:last]
            whole = np.logical_and.reduceat(fits, self._starts[begin:end] - first)
            all_fit = np.flatnonzero(whole & (self._sizes[begin:end] > 1)) + begin
            for number in pulse.over(all_fit.tolist(), 32):
                clause = self._clause(number)
                if len(set(map(abs, clause))) == len(clause):
                    found.append((number, clause))
        return found

    @property
    def clauses(self) -> list[Clause]:
        """The numbers of the clauses that are not satisfied, and their remaining literals."""
        import numpy as np

        return [(number, self._clause(number)) for number in np.flatnonzero(self._sizes).tolist()]

    def _clause(self, number: int) -> tuple[int, ...]:
        start, end = self._starts[number], self._starts[number + 1]
        return tuple(self._literals[start:end][self._left[start:end]].tolist())


def _literal_mask(variables: int, literals: Iterable[int]) -> "NDArray[np.bool_]":
    """An array indexed by literal (negative ones from the end): whether it is one of these."""
    import numpy as np

    mask = np.zeros(2 * variables + 1, np.bool_)
    mask[np.fromiter(literals, np.int64)] = True
    return mask
