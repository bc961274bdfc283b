"""What the search of `engine.sat.kernels.cutting_planes` did, line by line: its events with the constraints.

The constraints of a derivation are computed here from its steps, not by the kernel.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.sat.formula.linear_constraint import LinearConstraint

Terms = tuple[tuple[int, int], ...]
"""Weights and literals."""

_DECIDE, _PROPAGATE, _CONFLICT, _RESOLVE, _SATURATE, _ROUND, _LEARN, _CONTRADICTION, _DELETE, _RESTART = range(10)


@dataclass(frozen=True)
class LiteralDecision:
    """The search assumes a literal."""

    literal: int


@dataclass(frozen=True)
class Propagation:
    """A constraint makes a literal true, as the literal's weight exceeds the slack."""

    literal: int
    constraint: int
    slack: int


@dataclass(frozen=True)
class Restart:
    """The search takes all decisions back."""


@dataclass(frozen=True)
class ConstraintDeletion:
    """The search forgets a learned constraint."""

    constraint: int


@dataclass(frozen=True)
class Addition:
    """The reason of a literal is weakened, divided, multiplied by a factor and added, which cancels the literal."""

    reason: int
    literal: int
    divisor: int
    factor: int
    weakened: Terms


@dataclass(frozen=True)
class Saturation:
    """Weights above the bound are lowered to it."""


@dataclass(frozen=True)
class Rounding:
    """The sum is weakened and divided."""

    divisor: int
    weakened: Terms


Operation = Addition | Saturation | Rounding


@dataclass(frozen=True)
class ConflictDerivation:
    """The analysis of a conflict: a constraint that is violated, and operations that lead to the `learned` one.

    After it, the search goes back to `level`. `learned` is None if the last constraint can't be satisfied.
    """

    conflict: int
    operations: tuple[Operation, ...]
    learned: int | None
    level: int = 0


Event = LiteralDecision | Propagation | Restart | ConstraintDeletion | ConflictDerivation


@dataclass(frozen=True)
class DerivedLine:
    """A constraint after an operation; `rounded` is the reason before it was added."""

    operation: Operation
    constraint: LinearConstraint
    rounded: LinearConstraint | None = None


class Replay:
    """Follows a log, given the constraints with which the search began. `constraints` are all so far, by number."""

    def __init__(self, constraints: Iterable[LinearConstraint]) -> None:
        self.constraints = [constraint.saturated() for constraint in constraints]

    def follow(self, log: Sequence[int]) -> Iterator[Event]:
        """Yield the events; those that learn add to the constraints."""
        for event in events(log):
            yield event
            if isinstance(event, ConflictDerivation) and event.learned is not None:
                assert event.learned == len(self.constraints)
                self.constraints.append(self.lines(event)[-1].constraint if event.operations else self.start(event))

    def start(self, derivation: ConflictDerivation) -> LinearConstraint:
        """The constraint with which a derivation begins."""
        return self.constraints[derivation.conflict]

    def lines(self, derivation: ConflictDerivation) -> list[DerivedLine]:
        """The constraint after each operation of a derivation."""
        found: list[DerivedLine] = []
        current = self.start(derivation)
        for operation in derivation.operations:
            rounded = None
            if isinstance(operation, Addition):
                rounded = divided(self.constraints[operation.reason], operation.divisor, operation.weakened)
                current = total(current, rounded, operation.factor)
            elif isinstance(operation, Rounding):
                current = divided(current, operation.divisor, operation.weakened)
            else:
                current = current.saturated()
            found.append(DerivedLine(operation, current, rounded))
        return found


def total(first: LinearConstraint, second: LinearConstraint, factor: int) -> LinearConstraint:
    """A constraint plus a multiple of another.

    >>> of = LinearConstraint.of
    >>> print(total(of([(1, 1), (1, 2)], 1), of([(1, -1), (1, 3)], 1), 1))
    1 x2 1 x3 >= 1
    """
    multiple = ((factor * weight, literal) for weight, literal in second.terms)
    return LinearConstraint.of((*first.terms, *multiple), first.bound + factor * second.bound)


def divided(constraint: LinearConstraint, divisor: int, weakened: Terms = ()) -> LinearConstraint:
    """A constraint, first without a part of some weights, divided by a number; weights and bound are rounded up.

    >>> print(divided(LinearConstraint.of([(3, 1), (2, 2), (1, 3)], 4), 2, ((1, 3),)))
    2 x1 1 x2 >= 2
    """
    lost = {literal: weight for weight, literal in weakened}
    rest = ((weight - lost.get(literal, 0), literal) for weight, literal in constraint.terms)
    terms = tuple((-(-weight // divisor), literal) for weight, literal in rest if weight)
    return LinearConstraint(
        tuple(sorted(terms, key=lambda term: -term[0])), -(-(constraint.bound - sum(lost.values())) // divisor)
    )


def events(log: Sequence[int]) -> Iterator[Event]:
    """The events of a log."""
    place, end = 0, len(log)
    while place < end:
        code = log[place]
        if code == _DECIDE:
            yield LiteralDecision(log[place + 1])
            place += 2
        elif code == _PROPAGATE:
            yield Propagation(*log[place + 1 : place + 4])
            place += 4
        elif code == _DELETE:
            yield ConstraintDeletion(log[place + 1])
            place += 2
        elif code == _RESTART:
            yield Restart()
            place += 1
        else:
            derivation, place = _derivation(log, place)
            yield derivation


def _derivation(log: Sequence[int], place: int) -> tuple[ConflictDerivation, int]:
    """The derivation that begins at a place, and where the next event begins."""
    assert log[place] == _CONFLICT
    conflict = log[place + 1]
    operations: list[Operation] = []
    place += 2
    while True:
        code = log[place]
        if code == _RESOLVE:
            reason, literal, divisor, factor = log[place + 1 : place + 5]
            weakened, place = _terms(log, place + 5)
            operations.append(Addition(reason, literal, divisor, factor, weakened))
        elif code == _ROUND:
            divisor = log[place + 1]
            weakened, place = _terms(log, place + 2)
            operations.append(Rounding(divisor, weakened))
        elif code == _SATURATE:
            operations.append(Saturation())
            place += 1
        elif code == _LEARN:
            return ConflictDerivation(conflict, tuple(operations), log[place + 1], log[place + 2]), place + 3
        else:
            assert code == _CONTRADICTION
            return ConflictDerivation(conflict, tuple(operations), None), place + 1


def _terms(log: Sequence[int], place: int) -> tuple[Terms, int]:
    count = log[place]
    numbers = log[place + 1 : place + 1 + 2 * count]
    return tuple(zip(numbers[1::2], numbers[::2], strict=True)), place + 1 + 2 * count
