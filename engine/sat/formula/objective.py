"""The objective of an optimisation: soft clauses with weights, or a weighted sum of literals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.base.language import _
from engine.base.text import pluralized
from engine.sat.formula.formula import Literals


@dataclass(frozen=True)
class Objective:
    """Soft clauses with positive weights. The cost of a model is the weight of those that it violates, plus a constant.

    If the objective `maximises`, the value that a person reads is minus the cost.
    """

    soft: tuple[tuple[int, Literals], ...]
    constant: int = 0
    maximises: bool = False

    @classmethod
    def of_sum(cls, terms: Iterable[tuple[int, int]], *, maximises: bool = False) -> "Objective":
        """The objective to minimise (or maximise) the sum of the weights of true literals. Weights have any sign.

        >>> Objective.of_sum([(3, 1), (-2, 2)]).cost([1, -2])
        3
        """
        soft: list[tuple[int, Literals]] = []
        constant = 0
        for signed, literal in terms:
            weight = -signed if maximises else signed
            constant += min(weight, 0)
            if weight:
                soft.append((abs(weight), (-literal if weight > 0 else literal,)))
        return cls(tuple(soft), constant, maximises)

    def cost(self, model: Sequence[int]) -> int:
        """The cost of a model: a literal for each variable, in order."""
        is_violated = set(model).isdisjoint
        return self.constant + sum(weight for weight, clause in self.soft if is_violated(clause))

    def value(self, cost: int) -> int:
        """A cost as the value that is minimised or maximised."""
        return -cost if self.maximises else cost

    @cached_property
    def variables(self) -> int:
        """The highest variable in a soft clause."""
        return max((abs(literal) for _weight, clause in self.soft for literal in clause), default=0)

    def __str__(self) -> str:
        """A phrase with its size."""
        count = pluralized(len(self.soft), "soft clause")
        total = sum(weight for weight, _clause in self.soft)
        return _("{count} of weight {total:,} in all").format(count=count, total=total)
