"""Statistics of a formula: occurrences of literals, its shape, and clauses with repeated variables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine.base.flat_rows import int_view
from engine.sat.formula.formula import Formula

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FREQUENT = 200
"""Number of most frequent variables listed."""

_UNIFORM_SAMPLE = 5000
"""Number of clauses of a large formula in which `uniform_length` looks for equal variables."""
_SIGN_SAMPLE = 1000
"""Approximate number of clauses whose signs `is_monotone` examines."""
_DISTINCT = 0.9
"""Minimum share of distinct variable sets among the clauses of a random formula."""
_BLOCK = 64
"""Number of neighbouring clauses examined together in a large formula."""


class Use(NamedTuple):
    """A variable with its positive and negative occurrences, counting duplicates in a clause."""

    variable: int
    positive: int
    negative: int

    @property
    def total(self) -> int:
        return self.positive + self.negative


@dataclass(frozen=True, eq=False)
class FormulaStatistics:
    """Counts over all clauses: `literals` are those that occur, ascending, and `counts` their occurrences.

    `lengths` and `polarity` are those of the formula. `used_variables` occur, `pure` of them with one sign only, and
    `frequent` are the up to FREQUENT most frequent ones, the lowest first on a tie. The memory used depends on the
    literals that occur, not on the highest variable.
    """

    lengths: dict[int, int]
    polarity: tuple[int, int]
    used_variables: int
    pure: int
    frequent: tuple[Use, ...]
    literals: "NDArray[np.int32]"
    counts: "NDArray[np.intp]"

    @classmethod
    def of(cls, formula: Formula) -> "FormulaStatistics":
        """Count everything (about 0.1 s for a million clauses)."""
        import numpy as np

        values = int_view(formula.literals)
        literals, counts = np.unique(values, return_counts=True)
        variables, places = np.unique(np.abs(literals), return_inverse=True)
        signs = np.zeros((2, len(variables)), np.intp)  # positive and negative occurrences
        signs[(literals < 0).astype(np.intp), places] = counts
        order = np.argsort(-signs.sum(axis=0), kind="stable")[:FREQUENT]
        frequent = tuple(Use(*use) for use in np.stack((variables, *signs))[:, order].T.tolist())
        pure = 2 * len(variables) - len(literals)
        return cls(formula.lengths, formula.polarity, len(variables), pure, frequent, literals, counts)

    def occurrences(self, literal: int) -> int:
        """The number of occurrences of a literal."""
        place = int(self.literals.searchsorted(literal))
        return int(self.counts[place]) if place < len(self.literals) and self.literals[place] == literal else 0


def uniform_length(formula: Formula) -> int:
    """The clause length of a formula that looks like uniform random k-SAT with k of 3 or more; 0 for others.

    All clauses have that length, and hardly two have the same variables, unlike those of a sum modulo 2. In a large
    formula only blocks of neighbouring clauses are examined, 5,000 clauses in total, which takes milliseconds.
    """
    clauses, starts = len(formula), formula.starts
    length = starts[1] if clauses else 0
    if length < 3 or any(starts[i] != i * length for i in range(min(clauses, _UNIFORM_SAMPLE) + 1)):
        return 0
    sample = _sample(clauses)
    if starts[clauses] != clauses * length or any(starts[clause] != clause * length for clause in sample):
        return 0
    distinct = len({frozenset(map(abs, formula[clause])) for clause in sample})
    return length if distinct > _DISTINCT * len(sample) else 0


def _sample(clauses: int) -> Sequence[int]:
    """All clauses, or evenly spread blocks of them: the clauses of a sum modulo 2 are neighbours."""
    if clauses <= _UNIFORM_SAMPLE:
        return range(clauses)
    blocks = _UNIFORM_SAMPLE // _BLOCK
    begins = (number * (clauses - _BLOCK) // (blocks - 1) for number in range(blocks))
    return [clause for begin in begins for clause in range(begin, begin + _BLOCK)]


def is_monotone(formula: Formula) -> bool:
    """Whether each clause has literals of one sign only, as in direct encodings of colourings and placements.

    (Monotone SAT: M. R. Garey, D. S. Johnson: Computers and Intractability, 1979, LO2.) Examines some 1,000 clauses.
    """
    literals, starts = formula.literals, formula.starts
    for clause in range(0, len(formula), max(len(formula) // _SIGN_SAMPLE, 1)):
        start, end = starts[clause], starts[clause + 1]
        if start < end and min(literals[start:end]) < 0 < max(literals[start:end]):
            return False
    return True


class Repetitions(NamedTuple):
    """The clauses (from 0, ascending) with a repeated literal, and those with a literal and its negation.

    A clause with both is in both lists; a tautology is true under every assignment.
    """

    duplicates: "NDArray[np.intp]"
    tautologies: "NDArray[np.intp]"

    @classmethod
    def of(cls, formula: Formula) -> "Repetitions":
        """Find them (about 0.2 s for a million clauses); clauses of equal length are the rows of a matrix."""
        import numpy as np

        starts = np.frombuffer(formula.starts, np.int32)
        lengths = np.diff(starts)
        duplicates, tautologies = np.zeros((2, len(formula)), np.bool_)
        for length in formula.lengths:
            if length < 2:
                continue
            clauses = np.flatnonzero(lengths == length)
            rows = np.frombuffer(formula.literals, np.int32)[starts[clauses, None] + np.arange(length, dtype=np.int32)]
            codes = 2 * np.abs(rows).astype(np.uint32) + (rows < 0)  # both literals of a variable are neighbours
            codes.sort(axis=1)
            duplicates[clauses] = (codes[:, 1:] == codes[:, :-1]).any(axis=1)
            tautologies[clauses] = (codes[:, 1:] ^ codes[:, :-1] == 1).any(axis=1)
        return cls(np.flatnonzero(duplicates), np.flatnonzero(tautologies))
