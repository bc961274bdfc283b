"""Writes what the search derives as a VeriPB proof (version 2.0 of the format).

Each learned constraint is one `pol` line: the analysis of its conflict in reverse Polish notation. A literal is
weakened by adding a multiple of its negation, which is at least 0. `soli` has a model, and adds that the
objective gets better.
"""

from collections.abc import Container, Iterable, Iterator, Sequence

from engine.sat.cutting_planes.derivations import (
    Addition,
    ConflictDerivation,
    ConstraintDeletion,
    Event,
    Rounding,
    Terms,
)
from engine.sat.formula.linear_constraint import LinearConstraint, name_of
from engine.sat.proof.veripb import HEADER


class CuttingPlanesProof:
    """A proof under construction, of constraints that a file states, and of groups with at most one true literal.

    Constraints are named by their numbers in the search: first those of the file, then a constraint for each group.
    """

    def __init__(
        self, stated: Sequence[LinearConstraint], groups: Iterable[Sequence[int]] = (), *, own: Container[int] = ()
    ) -> None:
        """`own` are the variables that models are written with."""
        self._own = own
        self._numbers: list[int] = []
        self._last = len(stated)
        self._text = [f"{HEADER}\nf {len(stated)}\n"]
        self._contradiction = 0
        for number, constraint in enumerate(stated, 1):
            self._take(constraint, number)
        for group in groups:
            self._numbers.append(self._at_most_one(group))

    def lines(self) -> list[str]:
        """The output since the last call."""
        text, self._text = self._text, []
        return text

    def follow(self, events: Iterable[Event]) -> None:
        """Write what these events derive and delete."""
        for event in events:
            if isinstance(event, ConflictDerivation):
                number = self._add(f"pol {self._polish(event)}")
                if event.learned is None:
                    self._contradiction = number
                else:
                    assert event.learned == len(self._numbers)
                    self._numbers.append(number)
            elif isinstance(event, ConstraintDeletion):
                self._text.append(f"del id {self._numbers[event.constraint]}\n")

    def improve(self, model: Iterable[int], better: LinearConstraint) -> None:
        """Write a model, after which only better ones count."""
        self._take(better, self._add(f"soli {_literals(lit for lit in model if abs(lit) in self._own)}"))

    def conclude(self, conclusion: str) -> None:
        """End the proof. `conclusion` is one of those below."""
        self._text.append(f"output NONE\nconclusion {conclusion}\nend pseudo-Boolean proof\n")

    @property
    def unsatisfiable(self) -> str:
        """The conclusion from a contradiction."""
        return f"UNSAT : {self._contradiction}"

    def _take(self, constraint: LinearConstraint, number: int) -> None:
        """Give a constraint the next number of the search, which saturates it."""
        saturated = constraint.saturated() == constraint
        self._numbers.append(number if saturated else self._add(f"pol {number} s"))

    def _at_most_one(self, group: Sequence[int]) -> int:
        """Derive the count from the clauses of two literals: each literal in turn joins those before it.

        (n - 2) times the count of n - 1 literals, plus the n - 1 clauses of the next one, divided by n - 1.
        """
        count = 0
        for size, literal in enumerate(group):
            pairs = [self._add(f"rup 1 {name_of(-literal)} 1 {name_of(-other)} >= 1 ;") for other in group[:size]]
            if size == 1:
                count = pairs[0]
            elif size > 1:
                added = "".join(f" {pair} +" for pair in pairs)
                count = self._add(f"pol {count} {size - 1} *{added} {size} d")
        return count

    def _polish(self, derivation: ConflictDerivation) -> str:
        words = [str(self._numbers[derivation.conflict])]
        for operation in derivation.operations:
            if isinstance(operation, Addition):
                words += [str(self._numbers[operation.reason]), *_weakened(operation.weakened)]
                words += _times(operation.divisor, "d") + _times(operation.factor, "*") + ["+"]
            elif isinstance(operation, Rounding):
                words += [*_weakened(operation.weakened), *_times(operation.divisor, "d")]
            else:
                words.append("s")
        return " ".join(words)

    def _add(self, rule: str) -> int:
        self._text.append(f"{rule}\n")
        self._last += 1
        return self._last


def bounds(lower: int | None, upper: int | None) -> str:
    """The conclusion that the least value of the objective is in these bounds; None if there is no model."""
    return f"BOUNDS {'INF' if lower is None else lower} {'INF' if upper is None else upper}"


def _literals(model: Iterable[int]) -> str:
    return " ".join(map(name_of, model))


def _times(factor: int, operator: str) -> list[str]:
    return [] if factor == 1 else [str(factor), operator]


def _weakened(terms: Terms) -> Iterator[str]:
    for weight, literal in terms:
        yield from (name_of(-literal), *_times(weight, "*"), "+")
