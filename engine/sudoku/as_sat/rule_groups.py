"""The rules of a sudoku as groups of clauses, each with a selector: a variable that makes the group apply if true.

`RuleGroups` has all groups; `OpenRules` has the demands that remain after the digits and candidates of a position.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from engine.sat.formula.formula import Formula
from engine.sudoku.as_sat.rule_clauses import rule_clauses
from engine.sudoku.layout import Layout, conflicts
from engine.sudoku.rules import Rule
from engine.sudoku.techniques.position import Candidate, Position, members


class HouseDigit(NamedTuple):
    """A digit that a house must hold."""

    house: int
    digit: int


class PuzzleRule(NamedTuple):
    """A rule of the puzzle, by its index."""

    number: int


Demand = int | HouseDigit | PuzzleRule
"""A cell that must hold a digit, a house that must hold a certain digit, or a rule."""


class RuleGroups:
    """The rules of a layout as a `formula`. The rule that no cell holds two digits is in no group: it always applies.

    `selectors` maps demands to selectors; `distinct` maps the selectors of "no digit twice" to their houses.
    """

    def __init__(self, layout: Layout, rules: tuple[Rule, ...] = ()) -> None:
        self._size, self._layout, self._rules = layout.size, layout, rules
        cells, digits = range(len(layout.cells)), range(1, layout.size + 1)
        demands: list[Demand] = list(cells)
        for number, house in enumerate(layout.houses):
            if len(house.cells) == layout.size:
                demands += (HouseDigit(number, digit) for digit in digits)
        demands += map(PuzzleRule, range(len(rules)))
        first = len(cells) * layout.size + 1
        self.selectors = {demand: first + place for place, demand in enumerate(demands)}
        self.distinct = {first + len(demands) + number: number for number in range(len(layout.houses))}
        self._last = first + len(demands) + len(layout.houses) - 1
        auxiliary = sum(rule_clauses(rule, layout).auxiliary for rule in rules)
        self.formula = Formula.of(self._clauses(), self._last + auxiliary)

    def variable(self, candidate: Candidate) -> int:
        """The variable that is true if the cell holds the digit."""
        return candidate.cell * self._size + candidate.digit

    def candidate(self, variable: int) -> Candidate:
        """The cell and digit of a variable."""
        cell, digit = divmod(variable - 1, self._size)
        return Candidate(cell, digit + 1)

    def _clauses(self) -> Iterator[Sequence[int]]:
        size, digits = self._size, range(1, self._size + 1)
        for cell in range(len(self._layout.cells)):
            yield from ((-(cell * size + first), -(cell * size + other)) for first, other in combinations(digits, 2))
        for demand, selector in self.selectors.items():
            if isinstance(demand, int):
                yield [-selector, *(demand * size + digit for digit in digits)]
            elif isinstance(demand, HouseDigit):
                yield [-selector, *(cell * size + demand.digit for cell in self._layout.houses[demand.house].cells)]
        for selector, number in self.distinct.items():
            for first, other in combinations(self._layout.houses[number].cells, 2):
                yield from ((-selector, -(first * size + digit), -(other * size + digit)) for digit in digits)
        candidate_variables, end = len(self._layout.cells) * size, self._last
        for number, rule in enumerate(self._rules):
            part = rule_clauses(rule, self._layout)
            for clause in part.clauses:
                literals = (
                    _shifted(literal, end - candidate_variables) if abs(literal) > candidate_variables else literal
                    for literal in clause
                )
                yield [-self.selectors[PuzzleRule(number)], *literals]
            end += part.auxiliary


def _shifted(literal: int, offset: int) -> int:
    """The literal with its variable's number increased."""
    return literal + offset if literal > 0 else literal - offset


@lru_cache(maxsize=4)
def rule_groups(layout: Layout, rules: tuple[Rule, ...] = ()) -> RuleGroups:
    """The groups of a layout with rules."""
    return RuleGroups(layout, rules)


class OpenRules:
    """The rules that a position leaves open, as a `formula`.

    `variables` maps candidates to variables, `demands` selectors to demands. `digits` are the digits on the board,
    `removed` the missing candidates that no peer rules out.
    """

    def __init__(self, position: Position) -> None:
        self._position = position
        self.digits = [Candidate(cell, digit) for cell, digit in enumerate(position.values) if digit]
        self.removed = list(_removed(position))
        candidates = position.candidates_of(position.empty)
        self.variables = {candidate: number for number, candidate in enumerate(candidates, 1)}
        self.demands = dict(enumerate(_demands(position), len(candidates) + 1))
        auxiliary = sum(rule_clauses(rule, position.layout).auxiliary for rule in position.rules)
        self.formula = Formula.of(self._clauses(), len(candidates) + len(self.demands) + auxiliary)

    def options(self, demand: Demand) -> tuple[Candidate, ...]:
        """The candidates that can meet a demand."""
        position = self._position
        if isinstance(demand, int):
            return position.candidates_of(1 << demand)
        if isinstance(demand, PuzzleRule):
            return ()
        return position.candidates(position.geometry.houses[demand.house], demand.digit)

    def _clauses(self) -> Iterator[Sequence[int]]:
        position = self._position
        if conflicts(position.layout, position.values):
            yield ()
        excluded = dict.fromkeys(
            pair
            for house in position.geometry.houses
            for digit in range(1, position.layout.size + 1)
            for pair in combinations(position.candidates(house, digit), 2)
        )  # once, even if two houses contain both
        for cell in members(position.empty):
            excluded.update(dict.fromkeys(combinations(position.candidates_of(1 << cell), 2)))
        yield from ((-self.variables[first], -self.variables[other]) for first, other in excluded)
        for selector, demand in self.demands.items():
            if isinstance(demand, PuzzleRule):
                continue
            yield [-selector, *(self.variables[option] for option in self.options(demand))]
        yield from self._rule_clauses()

    def _rule_clauses(self) -> Iterator[Sequence[int]]:
        """The clauses of the rules, reduced by the known digits."""
        position, size = self._position, self._position.layout.size
        candidate_variables, end = len(position.layout.cells) * size, len(self.variables) + len(self.demands)
        selectors = {demand: selector for selector, demand in self.demands.items()}
        for number, rule in enumerate(position.rules):
            part = rule_clauses(rule, position.layout)
            for clause in part.clauses:
                literals = [-selectors[PuzzleRule(number)]]
                for literal in clause:
                    if abs(literal) > candidate_variables:
                        literals.append(_shifted(literal, end - candidate_variables))
                        continue
                    cell, digit = divmod(abs(literal) - 1, size)
                    variable = self.variables.get(Candidate(cell, digit + 1))
                    if variable is not None:
                        literals.append(variable if literal > 0 else -variable)
                    elif (position.values[cell] == digit + 1) == (literal > 0):
                        break  # true
                else:
                    yield literals
            end += part.auxiliary


def _demands(position: Position) -> Iterator[Demand]:
    """The open demands: empty cells must hold a digit, complete houses their missing digits."""
    yield from members(position.empty)
    for number, house in enumerate(position.layout.houses):
        if position.geometry.complete[number]:
            placed = {position.values[cell] for cell in house.cells}
            yield from (
                HouseDigit(number, digit) for digit in range(1, position.layout.size + 1) if digit not in placed
            )
    yield from map(PuzzleRule, range(len(position.rules)))


def _removed(position: Position) -> Iterator[Candidate]:
    layout, all_digits = position.layout, (2 << position.layout.size) - 2
    for cell in members(position.empty):
        seen_digits = sum(1 << digit for digit in {position.values[peer] for peer in layout.peers[cell]} - {0})
        yield from (Candidate(cell, digit) for digit in members(all_digits & ~seen_digits & ~position.masks[cell]))
