"""Which values of a model the clauses need, and which can be dropped."""

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.sat.formula.formula import Formula
from engine.sat.formula.statistics import Repetitions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Assignment = NDArray[np.int8]
    """Indexed by variable: 1 true, -1 false; index 0 has no meaning."""
    Flags = NDArray[np.bool_]


class Coverage:
    """The clauses of a formula as arrays, without tautologies and duplicate literals."""

    def __init__(self, formula: Formula) -> None:
        import numpy as np

        formula = distinct(formula)
        literals, starts = np.array(formula.literals, np.int32), np.array(formula.starts, np.int64)
        self.variables = formula.variables
        self._clauses = len(formula)
        self._clause = np.repeat(np.arange(self._clauses), np.diff(starts))
        self._variable = np.abs(literals)
        self._positive = literals > 0
        self._order = np.argsort(self._variable, kind="stable")
        self._starts = np.searchsorted(self._variable[self._order], np.arange(self.variables + 2))

    def occurring(self) -> "Flags":
        """By variable, whether it occurs in a clause."""
        return self._starts[1:] > self._starts[:-1]

    def needed(self, model: "Assignment") -> "Flags":
        """By variable, whether a clause is true by its value alone; any other variable can be flipped in this model."""
        import numpy as np

        true = self._true(model)
        counts = self._counts(true)
        needed = np.zeros(self.variables + 1, np.bool_)
        needed[self._variable[true & (counts[self._clause] == 1)]] = True
        return needed

    def droppable(self, model: "Assignment", candidates: Iterable[int]) -> list[int]:
        """Candidates whose values can all be dropped together; a maximal set, selected in order.

        The values of the other variables still satisfy every clause: they are an implicant of the formula.
        """
        true = self._true(model)
        counts = self._counts(true)
        free = []
        for variable in candidates:
            places = self._order[self._starts[variable] : self._starts[variable + 1]]
            clauses = self._clause[places[true[places]]]
            if (counts[clauses] > 1).all():
                counts[clauses] -= 1
                free.append(variable)
        return free

    def _true(self, model: "Assignment") -> "Flags":
        true: Flags = (model[self._variable] > 0) == self._positive
        return true

    def _counts(self, true: "Flags") -> "NDArray[np.intp]":
        import numpy as np

        return np.bincount(self._clause[true], minlength=self._clauses)


def distinct(formula: Formula) -> Formula:
    """The formula without tautologies and without duplicate literals in clauses."""
    duplicates, tautologies = Repetitions.of(formula)
    if not len(duplicates) and not len(tautologies):
        return formula
    clauses = (dict.fromkeys(clause) for clause in formula)
    clean = (clause for clause in clauses if not any(-literal in clause for literal in clause))
    return Formula.of(clean, formula.variables)


def literals_of(model: "Assignment", variables: Iterable[int] | None = None) -> "array[int]":
    """The model as literals, of all variables or of the given ones."""
    if variables is None:
        variables = range(1, len(model))
    return array("i", (variable if model[variable] > 0 else -variable for variable in variables))
