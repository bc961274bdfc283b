"""Conditions that select clauses of a formula: by literal, variable, length, kind, or state under an assignment."""

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from engine.base.errors import InputError
from engine.base.flat_rows import int_view
from engine.base.language import _
from engine.sat.formula.formula import Formula
from engine.sat.formula.statistics import Repetitions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]

STATES = ("open", "true", "unit", "false")
"""The states of clauses under an assignment, in the order of `engine.sat.formula.assignment_state.ClauseState`."""

ALLOWED = ("12", "-12", "x12", "len 2", "len >= 5")
"""Examples of conditions; `x12` is a variable with either sign."""
ALLOWED_STATES = ("true", "false", "unit", "open")
KINDS = ("horn", "pure", "duplicate", "tautology")
"""Kinds of clauses.

A clause is horn if it has at most one positive literal, pure if a variable in it occurs with one sign only in the
formula, a duplicate if it has a literal twice, and a tautology if it has a literal and its negation.
"""

_COMPARISONS = {"=": operator.eq, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}
_BLANKS = re.compile(r"[\s,]*")
_WORD = re.compile(r"[^\s,]+")
_END = r"(?=\s|,|$)"
_LENGTH = re.compile(rf"len\s*(<=|>=|=|<|>)?\s*(\d{{1,10}}){_END}")
_VARIABLE = re.compile(rf"x(0*[1-9]\d{{0,9}}){_END}")
_LITERAL = re.compile(rf"[+-]?(0*[1-9]\d{{0,9}}){_END}")


class ClauseFilter(Protocol):
    """A condition on clauses; `str` gives its text form."""

    @property
    def literals(self) -> frozenset[int]:
        """The literals that it names."""
        ...

    def of(self, formula: Formula, states: "NDArray[np.uint8] | None") -> "Mask":
        """By clause, whether it meets the condition; `states` are the states of the clauses under an assignment."""
        ...


@dataclass(frozen=True)
class NumberedClauses:
    """Some clauses (from 0), which have a common name."""

    clauses: tuple[int, ...]
    literals: frozenset[int]
    name: str

    def of(self, formula: Formula, states: "NDArray[np.uint8] | None") -> "Mask":  # noqa: ARG002
        import numpy as np

        found = np.zeros(len(formula), np.bool_)
        found[[clause for clause in self.clauses if 0 <= clause < len(formula)]] = True
        return found

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class ContainsLiteral:
    """Contains one of these literals, which have a common name."""

    literals: frozenset[int]
    name: str

    @classmethod
    def literal(cls, literal: int) -> "ContainsLiteral":
        return cls(frozenset((literal,)), str(literal))

    @classmethod
    def variable(cls, variable: int) -> "ContainsLiteral":
        return cls(frozenset((variable, -variable)), f"x{variable}")

    def of(self, formula: Formula, states: "NDArray[np.uint8] | None") -> "Mask":  # noqa: ARG002
        import numpy as np

        found = np.zeros(len(formula), np.bool_)
        if formula.literals:
            literals = np.frombuffer(formula.literals, np.int32)
            possible = [literal for literal in self.literals if abs(literal) <= formula.variables]
            hits = literals == possible[0] if len(possible) == 1 else np.isin(literals, possible)
            starts = np.frombuffer(formula.starts, np.int32)
            found[np.searchsorted(starts, np.flatnonzero(hits), side="right") - 1] = True
        return found

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Length:
    """Has this number of literals."""

    comparison: str
    number: int

    @property
    def literals(self) -> frozenset[int]:
        return frozenset()

    def of(self, formula: Formula, states: "NDArray[np.uint8] | None") -> "Mask":  # noqa: ARG002
        import numpy as np

        compared: Mask = _COMPARISONS[self.comparison](np.diff(np.frombuffer(formula.starts, np.int32)), self.number)
        return compared

    def __str__(self) -> str:
        return f"len {self.number}" if self.comparison == "=" else f"len {self.comparison} {self.number}"


@dataclass(frozen=True)
class HasKind:
    """Is of a kind (see KINDS)."""

    kind: str

    @property
    def literals(self) -> frozenset[int]:
        return frozenset()

    def of(self, formula: Formula, states: "NDArray[np.uint8] | None") -> "Mask":  # noqa: ARG002
        import numpy as np

        found = np.zeros(len(formula), np.bool_)
        if self.kind in ("duplicate", "tautology"):
            duplicates, tautologies = Repetitions.of(formula)
            found[duplicates if self.kind == "duplicate" else tautologies] = True
            return found
        literals = int_view(formula.literals)
        lengths = np.diff(np.frombuffer(formula.starts, np.int32)).astype(np.int64)
        clause = np.repeat(np.arange(len(formula)), lengths)
        if self.kind == "horn":
            horn: Mask = np.bincount(clause[literals > 0], minlength=len(formula)) <= 1
            return horn
        occurs = np.zeros(2 * formula.variables + 1, np.bool_)  # by literal, negative ones from the end
        occurs[literals] = True
        found[clause[~occurs[-literals]]] = True
        return found

    def __str__(self) -> str:
        return self.kind


@dataclass(frozen=True)
class HasState:
    """Has a state (see STATES) under the assignment."""

    state: str

    @property
    def literals(self) -> frozenset[int]:
        return frozenset()

    def of(self, formula: Formula, states: "NDArray[np.uint8] | None") -> "Mask":  # noqa: ARG002
        if states is None:
            raise ValueError(_("without an assignment no clause is {state}").format(state=self.state))
        found: Mask = states == STATES.index(self.state)
        return found

    def __str__(self) -> str:
        return self.state


@dataclass(frozen=True)
class Selection:
    """Conditions that a clause must all meet."""

    conditions: tuple[ClauseFilter, ...]

    @classmethod
    def parse(
        cls, text: str, *, names: "Callable[[str], ClauseFilter | None]" = lambda _: None, with_states: bool = True
    ) -> "Selection":
        """Parse conditions such as `12`, `-12`, `x12`, `len 3`, `horn`, `unit`, separated by blanks or commas.

        `names` may define further words. Raises InputError, with the allowed conditions, for anything else, for the
        literal 0, and for a state without an assignment (`with_states`).
        """
        conditions: list[ClauseFilter] = []
        place = _skip(text, 0)
        while place < len(text):
            if match := _LENGTH.match(text, place):
                conditions.append(Length(match[1] or "=", int(match[2])))
            elif match := _VARIABLE.match(text, place):
                conditions.append(ContainsLiteral.variable(int(match[1])))
            elif match := _LITERAL.match(text, place):
                conditions.append(ContainsLiteral.literal(int(match[0])))
            else:
                match = _WORD.match(text, place)
                assert match is not None, "between blanks there are words"
                conditions.append(_word(match[0], names, with_states))
            place = _skip(text, match.end())
        return cls(tuple(conditions))

    @property
    def literals(self) -> frozenset[int]:
        """The literals that the conditions name."""
        return frozenset().union(*(condition.literals for condition in self.conditions))

    def of(self, formula: Formula, states: "NDArray[np.uint8] | None" = None) -> "NDArray[np.intp]":
        """The clauses (from 0, ascending) that meet all conditions.

        `states` are those under an assignment. Raises ValueError if a condition needs them and they are missing.
        """
        import numpy as np

        mask = np.ones(len(formula), np.bool_)
        for condition in self.conditions:
            mask &= condition.of(formula, states)
        return np.flatnonzero(mask)

    def __str__(self) -> str:
        return "  ".join(map(str, self.conditions))


def _word(word: str, names: "Callable[[str], ClauseFilter | None]", with_states: bool) -> ClauseFilter:
    if word in KINDS:
        return HasKind(word)
    if word in STATES:
        if with_states:
            return HasState(word)
        if word == "unit":  # without an assignment
            return Length("=", 1)
        raise InputError(
            _("'{word}' needs an assignment").format(word=word), advice=_("open the clauses from a search")
        )
    condition = names(word)
    if condition is None:
        allowed = ALLOWED + ALLOWED_STATES * with_states + KINDS
        raise InputError(
            _("'{word}' selects no clauses").format(word=word), advice=_("give {list}").format(list=", ".join(allowed))
        )
    return condition


def _skip(text: str, place: int) -> int:
    blanks = _BLANKS.match(text, place)
    assert blanks is not None, "blanks may be none"
    return blanks.end()
