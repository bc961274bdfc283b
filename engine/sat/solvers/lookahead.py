"""Lookahead: the effect of a decision, measured before it is taken.

A literal is made true and propagated, and the clauses that this shortens are weighed: a clause left with k literals
counts 5^(2 - k), so that new binary clauses dominate. A literal whose propagation ends in a conflict has failed, and
its negation holds. The best variable has the largest product of the weights of both values, so that both branches get
easier. This is the rule of march without its double lookahead (M. Heule, H. van Maaren: Look-ahead based SAT solvers.
Handbook of Satisfiability, 2009, chapter 5).
"""

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.base.polling import poll
from engine.sat.formula.formula import Formula

CANDIDATES = 40
"""Number of variables examined: those with most occurrences of both signs in short clauses."""

_WEIGHTS = (0.0, 0.0, *(5.0**-shorter for shorter in range(8)))  # by length; longer clauses weigh nothing


@dataclass(frozen=True)
class CubeBranch:
    """A decision, and the numbers of literals assigned after it and after its negation.

    The literal is the value of lower weight, which leaves more of the formula open.
    """

    literal: int
    assigned: int
    assigned_otherwise: int


@dataclass(frozen=True)
class _Look:
    """The effect of a literal: the weight of the clauses that it shortens, and the length of the trail after it."""

    weight: float
    assigned: int


class Lookahead:
    """A formula under a partial assignment, which this object owns.

    `failed` are the literals found false since `start`, in order: each leads to a conflict by unit propagation from the
    formula, the literals of `start` and the negations of the failed literals before it. `conflict` says that the
    assignment itself is in conflict.
    """

    # Lists with an entry per literal are indexed by the literal: negative ones count from the end.

    def __init__(self, formula: Formula) -> None:
        clauses = (tuple(dict.fromkeys(clause)) for clause in formula)
        self._clauses = [clause for clause in clauses if not any(-literal in clause for literal in clause)]
        self._occurrences: list[list[int]] = [[] for _ in range(2 * formula.variables + 1)]
        for number, clause in enumerate(self._clauses):
            for literal in clause:
                self._occurrences[literal].append(number)
        self._left = [len(clause) for clause in self._clauses]  # literals not known to be false
        self._value = [0] * (2 * formula.variables + 1)  # 1 true, -1 false, 0 free
        self._trail: list[int] = []
        self._applied = 0  # length of the part of the trail that is counted in `_left`
        self.failed: list[int] = []
        units = (clause[0] for clause in self._clauses if len(clause) == 1)
        self.conflict = not (all(self._clauses) and all(map(self._assign, units)))
        self._refuted = self.conflict
        self._root = len(self._trail)

    def start(self, literals: Iterable[int]) -> bool:
        """Reset, then assign and propagate these literals; returns whether there is no conflict."""
        self._undo(self._root)
        self.failed = []
        self.conflict = self._refuted or not all(map(self._assign, literals))
        return not self.conflict

    def branch(self, cancel: Callable[[], bool] | None = None) -> CubeBranch | None:
        """The best decision, after the negations of failed literals are assigned.

        None if there is none, by a conflict or because all clauses are satisfied. Raises Cancelled.
        """
        while not self.conflict and (candidates := self._candidates()):
            branch = self._best(candidates, cancel)
            if branch is not None and not self._value[branch.literal]:
                return branch
        return None

    def _best(self, candidates: list[int], cancel: Callable[[], bool] | None) -> CubeBranch | None:
        """The best of these variables; it may have been assigned after it was examined."""
        best, highest = None, -1.0
        for variable in candidates:
            poll(cancel)
            if self._value[variable]:
                continue
            true, false = self._look(variable), self._look(-variable)
            if true is None or false is None:
                if not self._fail(variable if true is None else -variable):
                    return None
                continue
            product = 1024 * true.weight * false.weight + true.weight + false.weight
            if product > highest:
                highest = product
                if true.weight <= false.weight:
                    best = CubeBranch(variable, true.assigned, false.assigned)
                else:
                    best = CubeBranch(-variable, false.assigned, true.assigned)
        return best

    def _fail(self, literal: int) -> bool:
        """Assign the negation permanently; returns whether there is no conflict."""
        self.failed.append(literal)
        self.conflict = not self._assign(-literal)
        return not self.conflict

    def _candidates(self) -> list[int]:
        """The most promising variables; empty if no clause is open."""
        weights = [0.0] * len(self._value)
        found: set[int] = set()
        for clause, left in zip(self._clauses, self._left, strict=True):
            if self._is_open(clause):
                weight = _weight(left)
                for literal in clause:
                    if not self._value[literal]:
                        weights[literal] += weight
                        found.add(abs(literal))

        def score(variable: int) -> tuple[float, int]:
            true, false = weights[variable], weights[-variable]
            return 1024 * true * false + true + false, -variable

        return heapq.nlargest(CANDIDATES, found, score)

    def _look(self, literal: int) -> _Look | None:
        """The effect of a literal; None for a conflict."""
        before = len(self._trail)
        look = _Look(self._shortened(before), len(self._trail)) if self._assign(literal) else None
        self._undo(before)
        return look

    def _shortened(self, before: int) -> float:
        """The weight of the open clauses shortened by the trail from position `before` on."""
        shorter = {clause for literal in self._trail[before:] for clause in self._occurrences[-literal]}
        return sum(_weight(self._left[clause]) for clause in shorter if self._is_open(self._clauses[clause]))

    def _is_open(self, clause: Iterable[int]) -> bool:
        """Whether none of the clause's literals is true."""
        value = self._value
        return all(value[literal] <= 0 for literal in clause)

    def _assign(self, literal: int) -> bool:
        """Make a literal true and propagate; returns whether there is no conflict."""
        value, trail, left = self._value, self._trail, self._left
        if value[literal]:
            return value[literal] > 0
        self._set(literal)
        while self._applied < len(trail):
            false = -trail[self._applied]
            self._applied += 1
            conflict = False
            for number in self._occurrences[false]:
                left[number] -= 1
                if left[number] < 2:
                    unit = next((other for other in self._clauses[number] if value[other] >= 0), 0)
                    if not unit:
                        conflict = True
                    elif not value[unit]:
                        self._set(unit)
            if conflict:
                return False
        return True

    def _set(self, literal: int) -> None:
        self._value[literal], self._value[-literal] = 1, -1
        self._trail.append(literal)

    def _undo(self, length: int) -> None:
        """Shorten the trail to `length` literals."""
        while len(self._trail) > length:
            literal = self._trail.pop()
            self._value[literal] = self._value[-literal] = 0
            if len(self._trail) < self._applied:
                for number in self._occurrences[-literal]:
                    self._left[number] += 1
        self._applied = min(self._applied, length)


def _weight(left: int) -> float:
    return _WEIGHTS[left] if left < len(_WEIGHTS) else 0.0
