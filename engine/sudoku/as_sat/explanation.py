"""Why a digit follows, a candidate is impossible, or there is no solution: minimal sets of digits and rules.

Named groups of clauses are left out one by one while the rest, with the negation of the claim, still has no model: the
result is a minimal unsatisfiable subset (J. Marques-Silva: Minimal unsatisfiability: models, algorithms and
applications. ISMVL 2010, 9-14). Such subsets explain pen and paper puzzles well, and those with the fewest rules best
(J. Espasa, I. Gent, R. Hoffmann, C. Jefferson, A. Lynch: Using small MUSes to explain how to solve pen and paper
puzzles. arXiv:2104.15040, 2021).

Few demands (that a cell or house holds a digit) matter more than few digits, because demands lead to case splits. So
demands are minimised first, for many claims and in many orders, then digits, then houses that hold no digit twice. Each
set is minimal, but a smaller one may exist.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from engine.base.errors import Cancelled
from engine.sat.formula.formula import Formula
from engine.sat.questions.oracle import Oracle, Stopped
from engine.sat.solvers.limits import Limits, Watch
from engine.sudoku.as_sat.rule_groups import HouseDigit, OpenRules, PuzzleRule, rule_groups
from engine.sudoku.rules import Rule
from engine.sudoku.techniques.position import Candidate, Position, members

ORDERS = 5
"""Number of orders to leave out groups in; the smallest set wins."""

EFFORT = 400_000
"""Limit of solver calls and conflicts, times the cells, for trying other claims: about 0.1 s."""

MOST_EFFORT = 2_000_000
"""Limit of conflicts, times the cells, for finding an explanation: some seconds."""

LONG = 40
"""Explanations with more groups are too long to follow."""


@dataclass(frozen=True)
class Explanation:
    """A minimal set of facts that implies a claim, whatever else the board holds.

    The claim is that `cell` holds `digit` or, if not `holds`, can't hold it; without a `claim`, that there is no
    solution. It rests on these `digits` on the board, these candidates `removed` before, and these facts: the `cells`
    hold some digit, the `houses` hold the given digits, the `distinct` houses hold no digit twice, and the puzzle's
    rules listed. That no cell holds two digits is taken for granted. All are ascending. `candidates` are the candidates
    that the position leaves for these cells and houses.
    """

    claim: Candidate | None
    holds: bool
    digits: tuple[Candidate, ...]
    removed: tuple[Candidate, ...]
    cells: tuple[int, ...]
    houses: tuple[HouseDigit, ...]
    distinct: tuple[int, ...]
    candidates: tuple[Candidate, ...]
    puzzle_rules: tuple[Rule, ...] = ()

    @property
    def rules(self) -> int:
        """The number of demands."""
        return len(self.cells) + len(self.houses) + len(self.puzzle_rules)

    @property
    def size(self) -> int:
        """The number of groups."""
        return self.rules + len(self.digits) + len(self.removed) + len(self.distinct)

    @property
    def places(self) -> tuple[Candidate, ...]:
        """The digit that follows, as in a step."""
        return (self.claim,) if self.claim and self.holds else ()

    @property
    def removes(self) -> tuple[Candidate, ...]:
        """The candidate that falls, as in a step."""
        return (self.claim,) if self.claim and not self.holds else ()

    @property
    def chain(self) -> tuple[tuple[Candidate, ...], ...]:
        """No links to number, as in a step that is not a chain."""
        return ()


class TooHardError(Exception):
    """The search for an explanation reached MOST_EFFORT; a person could not follow the result."""


class Explainer:
    """Explains conclusions in a position from its digits and candidates.

    Polls `cancel` and raises Cancelled. Every question raises TooHardError after MOST_EFFORT. The first answer depends
    only on the position, so it is reproducible.
    """

    def __init__(self, position: Position, cancel: Callable[[], bool] | None = None) -> None:
        self.position = position
        self._most_conflicts = MOST_EFFORT // len(position.layout.cells)
        self._watch = Watch(Limits(), None, cancel, 1.0)
        self._open = OpenRules(position)
        self._oracle = self._oracle_of(self._open.formula)
        self._demands = list(self._open.demands)
        self._dice = Random(0)
        self._orders = [self._dice.sample(self._demands, len(self._demands)) for _ in range(ORDERS)]

    def contradiction(self) -> Explanation | None:
        """Why there is no solution; None if there is one."""
        return None if self._has_solution() else self._explained(None, True, self._few_demands([]))

    def claim(self, candidate: Candidate) -> Explanation | None:
        """Why the cell holds the digit, or why it can't; None if both are possible, or there is no solution at all."""
        if not self._has_solution():
            return None
        variable = self._open.variables.get(candidate)
        if variable is None:  # the cell holds a digit, or a peer rules out the candidate
            return self._explained(candidate, self.position.values[candidate.cell] == candidate.digit, [])
        if not self._has_solution(variable):
            return self._explained(candidate, False, self._few_demands([variable]))
        if not self._has_solution(-variable):
            return self._explained(candidate, True, self._few_demands([-variable]))
        return None

    def digit_of(self, cell: int) -> Explanation | None:
        """Why the cell holds its only possible digit; None if there are several, or there is no solution."""
        if not self._has_solution():
            return None
        digit = self.position.values[cell] or self._solution()[cell]
        explanation = self.claim(Candidate(cell, digit))
        return explanation if explanation and explanation.holds else None

    def placement(self) -> Explanation | None:
        """A digit of an empty cell that follows from few rules; None if none does, or there is no solution."""
        if not self._has_solution():
            return None
        cores: dict[Candidate, list[int]] = {}
        possible = self._solution()
        for cell in members(self.position.empty):
            if cell in possible:
                candidate = Candidate(cell, possible[cell])
                core = self._core(-self._open.variables[candidate])
                if core is not None:
                    cores[candidate] = core
                else:
                    other = self._solution()
                    possible = {cell: digit for cell, digit in possible.items() if other[cell] == digit}
        best: tuple[Candidate, list[int]] | None = None
        enough = EFFORT // len(self.position.layout.cells)
        for candidate in sorted(cores, key=lambda candidate: (len(cores[candidate]), candidate)):
            if best is not None and self._oracle.calls + self._oracle.conflicts >= enough:
                break
            contrary = [-self._open.variables[candidate]]
            try:
                demands = self._few_demands(contrary, cores[candidate], best and len(best[1]) - 1)
            except TooHardError:
                if best is None:
                    raise
                break
            if demands is not None:
                best = candidate, demands
        return self._explained(best[0], True, best[1]) if best else None

    def shorter(self, explanation: Explanation) -> Explanation | None:
        """An explanation of some placement, at most half as long as this one; None if there is none."""
        if explanation.claim is None or explanation.size <= LONG:
            return None
        other = self.placement()
        return other if other and other.size <= explanation.size // 2 else None

    # the demands; digits and candidates are fixed

    def _has_solution(self, *assumed: int) -> bool:
        """Whether there is a solution with these literals true."""
        return self._has_model(self._oracle, [*assumed, *self._demands])

    def _solution(self) -> dict[int, int]:
        """The digits of the last solution found in the empty cells."""
        model = self._oracle.model()
        return {cell: digit for (cell, digit), variable in self._open.variables.items() if model[variable] > 0}

    def _core(self, assumed: int) -> list[int] | None:
        """Demands that leave no solution in which the literal is true: the fewest of several cores; None if there is
        one."""
        best: list[int] | None = None
        for order in self._orders:
            if self._has_model(self._oracle, [assumed, *order]):
                return None
            core = [literal for literal in self._oracle.core() if literal in self._open.demands]
            if best is None or len(core) < len(best):
                best = sorted(core)
        return best

    def _few_demands(
        self, contrary: list[int], demands: list[int] | None = None, most: int | None = None
    ) -> list[int] | None:
        """A minimal set of demands that refutes the negation of a claim; None if all have more than `most`."""
        remaining_demands = list(self._demands if demands is None else demands)
        best: list[int] | None = None
        for _ in range(ORDERS):
            fewer = self._minimal(self._oracle, contrary, remaining_demands, most)
            if fewer is not None:
                best, most = fewer, len(fewer) - 1
                if most < 0:
                    break
            self._dice.shuffle(remaining_demands)
        return best

    # the facts needed in addition

    def _explained(self, claim: Candidate | None, holds: bool, demands: list[int] | None) -> Explanation:
        """The explanation with these demands and the smallest of several minimal sets of facts."""
        assert demands is not None, "some set is minimal"
        rules, best = rule_groups(self.position.layout, self.position.rules), None
        oracle = self._oracle_of(rules.formula)
        fixed = [rules.selectors[self._open.demands[demand]] for demand in demands]
        if claim:
            fixed.append(-rules.variable(claim) if holds else rules.variable(claim))
        digits = [rules.variable(digit) for digit in self._open.digits]
        removed = [-rules.variable(candidate) for candidate in self._open.removed]
        for _ in range(ORDERS):
            # Removed candidates are left out first.
            facts = self._minimal(oracle, [*fixed, *rules.distinct], [*digits, *removed])
            assert facts is not None, "there was no limit"
            distinct = self._minimal(oracle, [*fixed, *facts], list(rules.distinct))
            assert distinct is not None, "there was no limit"
            if best is None or len(facts) + len(distinct) < sum(map(len, best)):
                best = facts, distinct
            self._dice.shuffle(digits)
        assert best
        facts, distinct = best
        groups = [self._open.demands[demand] for demand in demands]
        return Explanation(
            claim,
            holds,
            digits=tuple(sorted(rules.candidate(literal) for literal in facts if literal > 0)),
            removed=tuple(sorted(rules.candidate(-literal) for literal in facts if literal < 0)),
            cells=tuple(sorted(group for group in groups if isinstance(group, int))),
            houses=tuple(sorted(group for group in groups if isinstance(group, HouseDigit))),
            distinct=tuple(sorted(rules.distinct[selector] for selector in distinct)),
            candidates=tuple(sorted({option for group in groups for option in self._open.options(group)})),
            puzzle_rules=tuple(self.position.rules[group.number] for group in groups if isinstance(group, PuzzleRule)),
        )

    def _oracle_of(self, formula: Formula) -> Oracle:
        try:
            return Oracle(formula, self._watch)
        except Stopped as stop:
            raise Cancelled(str(stop)) from None

    def _minimal(
        self, oracle: Oracle, fixed: list[int], optional: Sequence[int], most: int | None = None
    ) -> list[int] | None:
        """A minimal subset of the optional literals that excludes every model; None if it has more than `most`."""
        left, needed = list(optional), list[int]()
        while left:
            candidate = left.pop()
            if self._has_model(oracle, [*fixed, *needed, *left]):
                needed.append(candidate)
                if most is not None and len(needed) > most:
                    return None
            else:
                core = set(oracle.core())
                left = [literal for literal in left if literal in core]
        return needed

    def _has_model(self, oracle: Oracle, literals: Iterable[int]) -> bool:
        try:
            answer = oracle.finds_model(literals, max(0, self._most_conflicts - oracle.conflicts))
        except Stopped as stop:
            raise Cancelled(str(stop)) from None
        if answer is None:
            raise TooHardError
        return answer
