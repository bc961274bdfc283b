"""Which clauses of a formula: by a literal, a variable or the length."""

import operator
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import InputError
from engine.sat.formula import Formula

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_COMPARISONS = {
    "": operator.eq, "=": operator.eq, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
}
_CONDITION = re.compile(r"len\s*(<=|>=|=|<|>)?\s*(\d{1,10})(?=\s|,|$)|x(\d{1,10})(?=\s|,|$)|([+-]?\d{1,10})(?=\s|,|$)")
_BETWEEN = re.compile(r"[\s,]*")


@dataclass(frozen=True)
class Condition:
    """One condition: holds the literal `number`, or (`either`) its variable in any sign, or is of a length."""

    number: int
    either: bool = False
    comparison: str | None = None

    def __str__(self) -> str:
        if self.comparison is not None:
            return f"len {self.number}" if self.comparison in ("", "=") else f"len {self.comparison} {self.number}"
        return f"x{self.number}" if self.either else str(self.number)


@dataclass(frozen=True)
class Selection:
    """Conditions that a clause must all meet."""

    conditions: tuple[Condition, ...]

    @classmethod
    def parse(cls, text: str) -> "Selection":
        """Read conditions such as `12`, `-12`, `x12`, `len 3`, `len > 10`, with blanks or commas between them.

        Raises InputError for anything else and for the literal 0.
        """
        conditions = []
        place = _BETWEEN.match(text).end()  # type: ignore[union-attr]
        while place < len(text):
            match = _CONDITION.match(text, place)
            if match is None or match[3] == "0" or (match[4] and int(match[4]) == 0):
                raise InputError(
                    f"'{text[place:]}' selects no clauses", advice="give a literal (12, -12), x12, len 3 or len > 10"
                )
            if match[2]:
                conditions.append(Condition(int(match[2]), comparison=match[1] or "="))
            else:
                conditions.append(Condition(int(match[3] or match[4]), either=bool(match[3])))
            place = _BETWEEN.match(text, match.end()).end()  # type: ignore[union-attr]
        return cls(tuple(conditions))

    @property
    def literals(self) -> frozenset[int]:
        """The literals that the conditions name."""
        named = [c for c in self.conditions if c.comparison is None]
        return frozenset(c.number for c in named) | frozenset(-c.number for c in named if c.either)

    def of(self, formula: Formula) -> "NDArray[np.intp]":
        """The clauses (from 0, ascending) that meet every condition."""
        import numpy as np

        starts = np.frombuffer(formula.starts, dtype=np.int32)
        chosen = None
        for condition in self.conditions:
            if condition.comparison is not None:
                compare = _COMPARISONS[condition.comparison]
                found = np.flatnonzero(compare(np.diff(starts), condition.number))
            else:
                found = _clauses_with(formula, starts, condition)
            chosen = found if chosen is None else np.intersect1d(chosen, found, assume_unique=True)
        return np.arange(len(formula)) if chosen is None else chosen

    def __str__(self) -> str:
        return "  ".join(map(str, self.conditions))


def _clauses_with(formula: Formula, starts: "NDArray[np.int32]", condition: Condition) -> "NDArray[np.intp]":
    import numpy as np

    if not formula.literals:
        return np.zeros(0, dtype=np.intp)
    literals = np.frombuffer(formula.literals, dtype=np.int32)
    hits = literals == condition.number
    if condition.either:
        hits |= literals == -condition.number
    return np.unique(np.searchsorted(starts, np.flatnonzero(hits), side="right") - 1)
