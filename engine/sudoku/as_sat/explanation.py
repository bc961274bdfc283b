"""Why a digit follows, a candidate is impossible, or there is no solution: minimal sets of digits and rules.

Named groups of clauses are left out one by one while the rest, with the negation of the claim, still has no model: the
result is a minimal unsatisfiable subset (J. Marques-Silva: Minimal unsatisfiability: models, algorithms and
applications. ISMVL 2010, 9-14). Such subsets explain pen and paper puzzles well, and those with the fewest rules best
(J. Espasa, I. Gent, R. Hoffmann, C. Jefferson, A. Lynch: Using small MUSes to explain how to solve pen and paper
puzzles. arXiv:2104.15040, 2021).

Few demands (that a cell or house holds a digit) matter more than few digits, because demands lead to case splits. So
demands are minimised first, for all candidates and in many orders, then digits, then houses that hold no digit twice.
Each set is minimal, but a smaller one may exist. A claim that needs many demands follows in small steps (see
`proof_steps`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from random import Random

from engine.sat.queries.oracle import Oracle
from engine.sudoku.as_sat.demand_search import MAX_ORDERS, DemandSearch, MinimalSets, TooHardError
from engine.sudoku.as_sat.proof_steps import MAX_GROUNDS, ClaimStep, claim_steps
from engine.sudoku.as_sat.rule_groups import Demand, HouseDigit, PuzzleRule, rule_groups
from engine.sudoku.rules import Rule
from engine.sudoku.techniques.position import Candidate, Position

CLAIM_EFFORT = 4_000_000
"""Limit of solver calls and conflicts, times the number of cells, for finding an easier claim: about a second."""

MAX_CONFLICTS = 2_000_000
"""Limit of conflicts, times the number of cells, for finding an explanation: some seconds."""


@dataclass(frozen=True)
class Explanation:
    """A minimal set of facts that implies a claim, whatever else the board holds.

    The `claim` is that a cell holds a digit or, if not `holds`, can't hold it; None: that there is no solution. It
    rests on these `digits` on the board, on the candidates `removed` before, and on demands: each of the `cells` holds
    some digit, each of the `houses` its digit, and the `puzzle_rules` apply. The `distinct` houses hold no digit twice.
    That no cell holds two digits is taken for granted. All are ascending. `candidates` are the candidates that the
    position leaves for these cells and houses.
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
    def demand_count(self) -> int:
        """The number of demands."""
        return len(self.cells) + len(self.houses) + len(self.puzzle_rules)

    @property
    def size(self) -> int:
        """The number of demands, digits, removed candidates and distinct houses."""
        return self.demand_count + len(self.digits) + len(self.removed) + len(self.distinct)

    @property
    def places(self) -> tuple[Candidate, ...]:
        """The digit that follows, as in a step."""
        return (self.claim,) if self.claim and self.holds else ()

    @property
    def removes(self) -> tuple[Candidate, ...]:
        """The candidate that is impossible, as in a step."""
        return (self.claim,) if self.claim and not self.holds else ()

    @property
    def chain(self) -> tuple[tuple[Candidate, ...], ...]:
        """No links to number, as in a step that is not a chain."""
        return ()


class Explainer:
    """Explains conclusions in a position from its digits and candidates.

    Polls `cancel` and raises Cancelled. All methods that search raise TooHardError after MAX_CONFLICTS. The result of
    the first call depends only on the position.
    """

    def __init__(self, position: Position, cancel: Callable[[], bool] | None = None) -> None:
        self.position = position
        self._cancel, self._cells = cancel, len(position.layout.cells)
        self._sets = MinimalSets(MAX_CONFLICTS // self._cells, cancel)
        self._search = DemandSearch(position, self._sets)
        self._open = self._search.open
        self._randomness = Random(0)

    def contradiction(self) -> Explanation | None:
        """Why there is no solution; None if there is one."""
        return None if self._search.has_solution() else self._explanation(None, True, self._search.minimal_demands([]))

    def claim(self, candidate: Candidate) -> Explanation | None:
        """Why the cell holds the digit, or why it can't; None if both are possible, or there is no solution at all."""
        if not self._search.has_solution():
            return None
        if candidate not in self._open.variables:  # the cell holds a digit, or a peer rules out the candidate
            return self._explanation(candidate, self.position.values[candidate.cell] == candidate.digit, [])
        for holds in (False, True):
            negation = self._search.literal(candidate, holds)
            if not self._search.has_solution(negation):
                return self._explanation(candidate, holds, self._search.minimal_demands([negation]))
        return None

    def digit_of(self, cell: int) -> Explanation | None:
        """Why the cell holds its only possible digit; None if there are several, or there is no solution."""
        if not self._search.has_solution():
            return None
        digit = self.position.values[cell] or self._search.solution()[cell]
        explanation = self.claim(Candidate(cell, digit))
        return explanation if explanation and explanation.holds else None

    def easiest(self) -> Explanation | None:
        """Why a candidate is true or false, for one of the candidates that the fewest demands decide.

        None if nothing follows, or there is no solution.
        """
        cores = self._search.cores()
        best: tuple[Candidate, bool, list[int]] | None = None
        for candidate, holds in sorted(cores, key=lambda claim: (len(cores[claim]), not claim[1], claim[0])):
            if best and (len(best[2]) <= 1 or self._search.effort >= CLAIM_EFFORT // self._cells):
                break
            negation = self._search.literal(candidate, holds)
            try:
                demands = self._search.minimal_demands(
                    [negation], cores[candidate, holds], len(best[2]) - 1 if best else None
                )
            except TooHardError:
                if best is None:
                    raise
                break
            if demands is not None:
                best = candidate, holds, demands
        return self._explanation(*best) if best else None

    def steps(self, explanation: Explanation) -> tuple[ClaimStep, ...]:
        """Small steps from the demands of an explanation to its claim; empty if it has few, or none are found."""
        if explanation.demand_count <= MAX_GROUNDS:
            return ()
        demands: list[Demand] = [*explanation.cells, *explanation.houses]
        demands += (
            PuzzleRule(number) for number, rule in enumerate(self.position.rules) if rule in explanation.puzzle_rules
        )
        return claim_steps(self.position, demands, explanation.claim, explanation.holds, self._cancel)

    # the facts needed in addition

    @cached_property
    def _oracle(self) -> Oracle:
        """The oracle of all rules."""
        return self._sets.oracle(rule_groups(self.position.layout, self.position.rules).formula)

    def _explanation(self, claim: Candidate | None, holds: bool, demands: list[int] | None) -> Explanation:
        """The explanation with these demands and the smallest of several minimal sets of facts."""
        assert demands is not None, "some set is minimal"
        rules, best = rule_groups(self.position.layout, self.position.rules), None
        fixed = [rules.selectors[self._open.demands[demand]] for demand in demands]
        if claim:
            fixed.append(-rules.variable(claim) if holds else rules.variable(claim))
        digits = [rules.variable(digit) for digit in self._open.digits]
        removed = [-rules.variable(candidate) for candidate in self._open.removed]
        for _ in range(MAX_ORDERS):
            # Removed candidates are left out first.
            facts = self._sets.minimal(self._oracle, [*fixed, *rules.distinct], [*digits, *removed])
            assert facts is not None, "there was no limit"
            distinct = self._sets.minimal(self._oracle, [*fixed, *facts], list(rules.distinct))
            assert distinct is not None, "there was no limit"
            if best is None or len(facts) + len(distinct) < sum(map(len, best)):
                best = facts, distinct
            self._randomness.shuffle(digits)
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
