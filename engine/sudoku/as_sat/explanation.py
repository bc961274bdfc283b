"""Why a digit follows, why another can't be, or why there is no solution: a minimal set of digits and rules.

Named groups of clauses are left out one after the other while what remains still has no model together with the
contrary of the claim: what is left is a minimal unsatisfiable subset of them (J. Marques-Silva: Minimal
unsatisfiability: models, algorithms and applications. ISMVL 2010, 9-14). That such subsets explain pen and paper
puzzles well, and that the fewest rules explain best, is due to J. Espasa, I. Gent, R. Hoffmann, C. Jefferson,
A. Lynch: Using small MUSes to explain how to solve pen and paper puzzles. arXiv:2104.15040, 2021.

Few rules that something must stand somewhere are worth more than few digits, for it is they that one has to argue by
cases with. So they are made few first, for many claims and in many orders, then the digits, then the houses that hold
no digit twice. Each set is minimal; that there is no smaller one is not shown.
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
"""In how many orders groups are left out; the smallest set counts."""

EFFORT = 400_000
"""Calls of the solver and conflicts, times the cells, after which no other claim is looked at: some 0.1 s."""

MOST_EFFORT = 2_000_000
"""Conflicts, times the cells, after which no explanation is looked for any more: some seconds."""

LONG = 40
"""An explanation of more groups is too long to be followed."""


@dataclass(frozen=True)
class Explanation:
    """What is enough for a claim, whatever else the board holds: without any one of these it would not follow.

    The claim is that `cell` holds `digit` or, if not `holds`, can't hold it; without a `claim`, that there is no
    solution. It rests on these `digits` on the board, these candidates `removed` before, on that these `cells` hold
    some digit, that these `houses` hold these digits, that these `distinct` houses hold no digit twice, and on these
    rules of the puzzle beside its houses. That no cell holds two digits is taken for granted. All are ascending.
    `candidates` are what the position leaves for these cells and houses.
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
        """How many rules say that something must stand somewhere."""
        return len(self.cells) + len(self.houses) + len(self.puzzle_rules)

    @property
    def size(self) -> int:
        """How many groups it consists of."""
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
        """No links to be numbered, as in a step that is no chain."""
        return ()


class TooHardError(Exception):
    """The search for an explanation reached MOST_EFFORT; a person could not follow what it would find."""


class Explainer:
    """Explains what follows in a position; the digits and the candidates of `position` are what is known.

    `cancel` is polled, and Cancelled raised. Every question raises TooHardError after MOST_EFFORT. The first answer
    depends on the position alone, so it is always the same.
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
        if variable is None:  # the cell holds a digit, or the candidate is ruled out at first sight
            return self._explained(candidate, self.position.values[candidate.cell] == candidate.digit, [])
        if not self._has_solution(variable):
            return self._explained(candidate, False, self._few_demands([variable]))
        if not self._has_solution(-variable):
            return self._explained(candidate, True, self._few_demands([-variable]))
        return None

    def digit_of(self, cell: int) -> Explanation | None:
        """Why the cell holds the digit that it must hold; None if there are several, or there is no solution."""
        if not self._has_solution():
            return None
        digit = self.position.values[cell] or self._solution()[cell]
        explanation = self.claim(Candidate(cell, digit))
        return explanation if explanation and explanation.holds else None

    def placement(self) -> Explanation | None:
        """Some digit of an empty cell that follows from few rules; None if none does, or there is no solution."""
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
        """Instead of a long one an explanation of some placement, of half as much at most; None if there is none."""
        if explanation.claim is None or explanation.size <= LONG:
            return None
        other = self.placement()
        return other if other and other.size <= explanation.size // 2 else None

    # what must stand somewhere: digits and candidates are as they are

    def _has_solution(self, *assumed: int) -> bool:
        """Whether there is a solution in which these literals are true."""
        return self._has_model(self._oracle, [*assumed, *self._demands])

    def _solution(self) -> dict[int, int]:
        """The digits that the solution just found has in the empty cells."""
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
        """A minimal set of the demands that contradicts the contrary of a claim; None if all have more than `most`."""
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

    # what of all the rest is needed with that

    def _explained(self, claim: Candidate | None, holds: bool, demands: list[int] | None) -> Explanation:
        """The explanation by these demands: with the fewest facts of several minimal sets of them."""
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
        """Of the wanted literals some without any of which there would be a model; None if they are more than `most`.
        """
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
