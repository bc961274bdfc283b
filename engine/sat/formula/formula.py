"""Formulas in conjunctive normal form, as flat arrays of ints."""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.base.flat_rows import int_view
from engine.base.language import _
from engine.sat.formula.linear_constraint import LinearConstraint

if TYPE_CHECKING:
    pass

Literals = tuple[int, ...]

MAX_LITERAL = 2**31 - 1
"""The highest variable that is supported."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment line: its text without the leading `c`, and its line in the file (from 1; 0 if there is no file).

    Comments with the same text are equal, whatever their lines.
    """

    text: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Formula:
    """Clauses over the variables 1 to `variables`; a literal is a variable, or minus a variable for its negation.

    Clause i (from 0) is `literals[starts[i]:starts[i + 1]]`, as in the file: duplicates and tautologies are kept. Both
    arrays have type code "i"; `starts` has one more entry than there are clauses. The arrays are shared, not copied,
    and must not be changed.

    `constraints` are the linear constraints that the clauses encode, if they do. The last `auxiliary` variables belong
    to the encoding: a model of the constraints over the others can be completed to a model of the clauses.
    """

    variables: int
    literals: "array[int]"
    starts: "array[int]"
    comments: tuple[Comment, ...] = ()
    constraints: tuple[LinearConstraint, ...] = ()
    auxiliary: int = 0

    @classmethod
    def of(cls, clauses: Iterable[Iterable[int]], variables: int = 0, comments: Iterable[str] = ()) -> "Formula":
        """Build a formula from clauses given as iterables of non-zero ints.

        `variables` is a lower bound for the number of variables. Raises ValueError for a literal 0 and OverflowError
        for a literal beyond 2^31-1.
        """
        literals, starts = array("i"), array("i", [0])
        for clause in clauses:
            literals.extend(clause)
            starts.append(len(literals))
        if 0 in literals:
            raise ValueError("0 is not a literal")
        highest = max(variables, max(literals, default=0), -min(literals, default=0))
        if highest > MAX_LITERAL:
            raise OverflowError(_("variable {highest} is beyond {most}").format(highest=highest, most=MAX_LITERAL))
        return cls(highest, literals, starts, tuple(Comment(text) for text in comments))

    def __len__(self) -> int:
        """The number of clauses."""
        return len(self.starts) - 1

    def __getitem__(self, index: int) -> Literals:
        """The literals of clause `index` (from 0). Raises IndexError outside 0..len-1."""
        if not 0 <= index < len(self):
            raise IndexError(f"clause {index} of {len(self)}")
        return tuple(self.literals[self.starts[index] : self.starts[index + 1]])

    def __iter__(self) -> Iterator[Literals]:
        literals = self.literals
        return (tuple(literals[start:end]) for start, end in pairwise(self.starts))

    def with_comments(self, comments: Iterable[str]) -> "Formula":
        """The same clauses with other comments."""
        return Formula(self.variables, self.literals, self.starts, tuple(Comment(text) for text in comments))

    def with_clauses(self, clauses: Iterable[Iterable[int]]) -> "Formula":
        """The same clauses, followed by others over the same variables."""
        literals, starts = self.literals[:], self.starts[:]
        for clause in clauses:
            literals.extend(clause)
            starts.append(len(literals))
        return Formula(self.variables, literals, starts, self.comments)

    @property
    def own_variables(self) -> int:
        """The number of variables without the auxiliary ones of an encoding."""
        return self.variables - self.auxiliary

    @cached_property
    def lengths(self) -> dict[int, int]:
        """The number of clauses by length, shortest first."""
        import numpy as np

        lengths, counts = np.unique(np.diff(int_view(self.starts)), return_counts=True)
        return dict(zip(lengths.tolist(), counts.tolist(), strict=True))

    @cached_property
    def polarity(self) -> tuple[int, int]:
        """The numbers of positive and of negative literals."""
        import numpy as np

        positive = int(np.count_nonzero(int_view(self.literals) > 0))
        return positive, len(self.literals) - positive

    def most_used(self, count: int) -> list[tuple[int, int]]:
        """The `count` most frequent variables as (variable, occurrences); the lowest variable first on a tie."""
        import numpy as np

        variables, occurrences = np.unique(np.abs(int_view(self.literals)), return_counts=True)
        order = np.argsort(-occurrences, kind="stable")[:count]
        return list(zip(variables[order].tolist(), occurrences[order].tolist(), strict=True))

    def clauses_with(self, literal: int) -> list[int]:
        """The clauses (from 0, ascending) in which the literal occurs."""
        import numpy as np

        places = np.flatnonzero(int_view(self.literals) == literal)
        found = np.searchsorted(int_view(self.starts), places, side="right") - 1
        return [int(index) for index in np.unique(found)]
