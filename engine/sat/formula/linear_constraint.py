"""Linear constraints over literals, in the form that cutting planes work on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LinearConstraint:
    """The weights of the true literals sum to at least `bound`.

    `terms` are pairs of a positive weight and a literal, the highest weight first, of different variables.
    """

    terms: tuple[tuple[int, int], ...]
    bound: int

    @classmethod
    def of(cls, terms: Iterable[tuple[int, int]], bound: int) -> "LinearConstraint":
        """The constraint with weights of any sign, in which variables may be repeated.

        >>> print(LinearConstraint.of([(2, 1), (-3, 2), (1, -2)], 1))
        4 ~x2 2 x1 >= 4
        """
        weights: dict[int, int] = {}
        for weight, literal in terms:  # a negated literal is 1 - variable
            weights[abs(literal)] = weights.get(abs(literal), 0) + (weight if literal > 0 else -weight)
            bound -= weight if literal < 0 else 0
        bound -= sum(weight for weight in weights.values() if weight < 0)
        positive = [(abs(weight), name if weight > 0 else -name) for name, weight in weights.items() if weight]
        return cls(tuple(sorted(positive, key=lambda term: -term[0])), bound)

    @classmethod
    def of_clause(cls, clause: Iterable[int]) -> "LinearConstraint":
        """At least one literal is true."""
        different = dict.fromkeys(clause)
        if any(-literal in different for literal in different):
            return cls((), 0)
        return cls(tuple((1, literal) for literal in different), 1)

    @property
    def is_clause(self) -> bool:
        """Whether any single literal satisfies it, or it is always satisfied."""
        return self.bound <= 0 or (bool(self.terms) and self.terms[-1][0] >= self.bound)

    def saturated(self) -> "LinearConstraint":
        """An equivalent constraint in which no weight exceeds the bound."""
        if not self.terms or self.terms[0][0] <= self.bound:
            return self
        limit = max(self.bound, 0)
        terms = ((min(weight, limit), literal) for weight, literal in self.terms if limit)
        return LinearConstraint(tuple(terms), self.bound)

    def slack(self, false: Iterable[int]) -> int:
        """The sum of all weights but those of `false` literals, minus the bound; negative for a conflict."""
        false_literals = set(false)
        return sum(weight for weight, literal in self.terms if literal not in false_literals) - self.bound

    def is_satisfied(self, model: Sequence[int]) -> bool:
        """Whether a model, a literal of each variable in order, satisfies it."""
        return sum(weight for weight, literal in self.terms if model[abs(literal) - 1] == literal) >= self.bound

    def __str__(self) -> str:
        """As in a VeriPB proof."""
        terms = [f"{weight} {name_of(literal)}" for weight, literal in self.terms] or ["0"]
        return " ".join((*terms, ">=", str(self.bound)))


def name_of(literal: int) -> str:
    """A literal as in a file: `x1` or `~x1`."""
    return f"x{literal}" if literal > 0 else f"~x{-literal}"
