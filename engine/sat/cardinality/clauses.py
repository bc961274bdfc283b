"""The clauses that unit propagation leaves of a formula, by their length, and those made of certain literals."""

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
"""The number of a clause (from 0), and its literals that are not known to be false."""


@dataclass(frozen=True, eq=False)
class Remaining:
    """The clauses that are not true, without their false literals.

    `reasons` has, by true literal, the clause that it follows from, in the order in which they follow.
    """

    reasons: dict[int, int]
    variables: int
    _literals: "NDArray[np.int32]"
    _starts: "NDArray[np.int32]"
    _left: "NDArray[np.bool_]"  # by place: the literal is not false, and its clause is not true
    _sizes: "NDArray[np.int64]"  # by clause: of its literals that are left

    @classmethod
    def of(cls, formula: Formula, cancel: Callable[[], bool] | None = None) -> "Remaining | None":
        """Propagate units; None if there are no clauses, or if that leads to a conflict. Raises Cancelled."""
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
        true = _marked(formula.variables, reasons)
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
        """How many clauses have so many literals left."""
        return int((self._sizes == size).sum())

    def rows(self, size: int) -> "tuple[NDArray[np.intp], NDArray[np.int32]]":
        """The numbers of the clauses with so many literals left, and these, a clause a row."""
        import numpy as np

        of_size = self._sizes == size
        places = self._left & np.repeat(of_size, np.diff(self._starts))
        return np.flatnonzero(of_size), self._literals[places].reshape(-1, size)

    def neighbours(self) -> "tuple[NDArray[np.int32], NDArray[np.int32]]":
        """Pairs of variables, in two arrays: each literal that is left with the one before it in its clause."""
        import numpy as np

        clause = np.repeat(np.arange(len(self._sizes)), np.diff(self._starts))[self._left]
        variables = np.abs(self._literals[self._left])
        same = clause[1:] == clause[:-1]
        return variables[:-1][same], variables[1:][same]

    def made_of(self, literals: Iterable[int], cancel: Callable[[], bool] | None = None) -> list[Clause]:
        """The clauses of two literals or more that have only these left, each variable once. Raises Cancelled."""
        import numpy as np

        marked, pulse = _marked(self.variables, literals), Pulse(cancel)
        found: list[Clause] = []
        for begin, end in clause_pieces(self._starts, cancel):
            first, last = self._starts[begin], self._starts[end]
            fits = marked[self._literals[first:last]] | ~self._left[first:last]
            whole = np.logical_and.reduceat(fits, self._starts[begin:end] - first)
            all_fit = np.flatnonzero(whole & (self._sizes[begin:end] > 1)) + begin
            for number in pulse.over(all_fit.tolist(), 32):
                clause = self._clause(number)
                if len(set(map(abs, clause))) == len(clause):
                    found.append((number, clause))
        return found

    def _clause(self, number: int) -> tuple[int, ...]:
        start, end = self._starts[number], self._starts[number + 1]
        return tuple(self._literals[start:end][self._left[start:end]].tolist())


def _marked(variables: int, literals: Iterable[int]) -> "NDArray[np.bool_]":
    """Indexed by literal, a negative one from the end: whether it is one of these."""
    import numpy as np

    marked = np.zeros(2 * variables + 1, np.bool_)
    marked[np.fromiter(literals, np.int64)] = True
    return marked
