"""Finds small sets of the open demands of a position that refute a literal."""

from collections.abc import Callable, Iterable, Sequence
from random import Random

from engine.base.errors import Cancelled
from engine.sat.formula.formula import Formula
from engine.sat.queries.oracle import Oracle, Stopped
from engine.sat.solvers.limits import Limits, Watch
from engine.sudoku.as_sat.rule_groups import OpenRules
from engine.sudoku.techniques.position import Candidate, Position

MAX_ORDERS = 5
"""Maximum number of random orders in which groups are left out; the smallest set is the result."""


class TooHardError(Exception):
    """The search for an explanation reached its limit; a person could not follow the result."""


class MinimalSets:
    """Finds minimal sets of literals with which formulas have no model, within one limit of conflicts for all of them.

    Polls `cancel` and raises Cancelled; raises TooHardError after `conflicts`.
    """

    def __init__(self, conflicts: int, cancel: Callable[[], bool] | None = None) -> None:
        self._max_conflicts = conflicts
        self._watch = Watch(Limits(), None, cancel, 1.0)

    def oracle(self, formula: Formula) -> Oracle:
        """The oracle of a formula."""
        try:
            return Oracle(formula, self._watch)
        except Stopped as stop:
            raise Cancelled(str(stop)) from None

    def has_model(self, oracle: Oracle, literals: Iterable[int]) -> bool:
        """Whether there is a model with these literals true."""
        try:
            answer = oracle.search(literals, max(0, self._max_conflicts - oracle.conflicts))
        except Stopped as stop:
            raise Cancelled(str(stop)) from None
        if answer is None:
            raise TooHardError
        return answer

    def minimal(
        self, oracle: Oracle, fixed: Sequence[int], optional: Sequence[int], limit: int | None = None
    ) -> list[int] | None:
        """Optional literals without any of which there would be a model; None if they are more than `limit`."""
        remaining, needed = list(optional), list[int]()
        while remaining:
            candidate = remaining.pop()
            if self.has_model(oracle, [*fixed, *needed, *remaining]):
                needed.append(candidate)
                if limit is not None and len(needed) > limit:
                    return None
            else:
                core = set(oracle.core())
                remaining = [literal for literal in remaining if literal in core]
        return needed


class DemandSearch:
    """Finds few demands of a position that refute a literal; digits and candidates are taken for granted.

    Polls and raises like its `MinimalSets`. Results depend only on the position and the order of the calls.
    """

    def __init__(self, position: Position, sets: MinimalSets) -> None:
        self.position = position
        self.open = OpenRules(position)
        self._sets = sets
        self._oracle = sets.oracle(self.open.formula)
        self._demands = list(self.open.demands)
        self._randomness = Random(0)

    @property
    def effort(self) -> int:
        """The number of solver calls and conflicts so far."""
        return self._oracle.calls + self._oracle.conflicts

    def literal(self, candidate: Candidate, holds: bool) -> int:
        """The literal that contradicts the candidate being true, or false if not `holds`."""
        variable = self.open.variables[candidate]
        return -variable if holds else variable

    def has_solution(self, *assumptions: int) -> bool:
        """Whether there is a solution with these literals true."""
        return self._sets.has_model(self._oracle, [*assumptions, *self._demands])

    def solution(self) -> dict[int, int]:
        """The digits of the last solution found in the empty cells."""
        model = self._oracle.model()
        return {cell: digit for (cell, digit), variable in self.open.variables.items() if model[variable] > 0}

    def core(self, assumption: int, orders: int = 1) -> list[int] | None:
        """The smallest of several sets of demands that exclude the literal; None if a solution has it true."""
        best: list[int] | None = None
        demands = list(self._demands)
        for _ in range(orders):
            if self._sets.has_model(self._oracle, [assumption, *demands]):
                return None
            core = [literal for literal in self._oracle.core() if literal in self.open.demands]
            if best is None or len(core) < len(best):
                best = sorted(core)
            self._randomness.shuffle(demands)
        return best

    def minimal_demands(
        self, negation: Sequence[int], demands: Sequence[int] | None = None, limit: int | None = None
    ) -> list[int] | None:
        """A minimal set of demands that refutes these literals; None if all that were found have more than `limit`."""
        remaining_demands = list(self._demands if demands is None else demands)
        best: list[int] | None = None
        for _ in range(MAX_ORDERS):
            fewer = self._sets.minimal(self._oracle, negation, remaining_demands, limit)
            if fewer is not None:
                best, limit = fewer, len(fewer) - 1
                if limit < 0:
                    break
            self._randomness.shuffle(remaining_demands)
        return best

    def cores(self) -> dict[tuple[Candidate, bool], list[int]]:
        """For each open candidate that is false, or true, in all solutions, the demands that refute the opposite.

        Empty if there is no solution.
        """
        if not self.has_solution():
            return {}
        possible, common = set(self.solution().items()), set(self.solution().items())
        cores: dict[tuple[Candidate, bool], list[int]] = {}
        for holds in (False, True):
            for candidate in self.open.variables:
                if (candidate in common) if holds else (candidate not in possible):
                    core = self.core(self.literal(candidate, holds))
                    if core is not None:
                        cores[candidate, holds] = core
                    else:
                        solution = set(self.solution().items())
                        possible |= solution
                        common &= solution
        return cores
