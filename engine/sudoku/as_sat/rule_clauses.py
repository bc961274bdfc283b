"""Rules as clauses, over the variables of cells and digits and over auxiliary variables.

With n digits, variable n*c + d says that cell c holds digit d. A cage has a variable for each set of digits with its
sum; a weighted sum and a line have one for each state of an automaton in each layer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations

from engine.sudoku.layout import Layout
from engine.sudoku.rules import Rule, primitives_of
from engine.sudoku.rules.primitives import (
    MAX_SETS,
    AllDifferent,
    Automaton,
    DigitSets,
    Domain,
    Multiset,
    PairTable,
    Primitive,
    WeightedSum,
    all_digits,
    automaton,
    sets_with_sum,
)

Clause = tuple[int, ...]


@dataclass(frozen=True)
class RuleClauses:
    """The clauses of one rule. It has `auxiliary` auxiliary variables, numbered after those of cells and digits."""

    clauses: tuple[Clause, ...]
    auxiliary: int


@lru_cache(maxsize=1024)
def rule_clauses(rule: Rule, layout: Layout) -> RuleClauses:
    """The clauses of a rule on a layout."""
    writer = _ClauseWriter(layout)
    primitives = primitives_of(rule, layout)
    distinct = {cell for primitive in primitives if isinstance(primitive, AllDifferent) for cell in primitive.cells}
    clauses = tuple(clause for primitive in primitives for clause in writer.clauses(primitive, distinct))
    return RuleClauses(clauses, writer.auxiliary)


@dataclass
class _ClauseWriter:
    """Writes the clauses of constraints on a layout; counts the auxiliary variables."""

    layout: Layout
    auxiliary: int = field(default=0)

    def _variable(self, cell: int, digit: int) -> int:
        return cell * self.layout.size + digit

    def _new_variable(self) -> int:
        self.auxiliary += 1
        return len(self.layout.cells) * self.layout.size + self.auxiliary

    def clauses(self, primitive: Primitive, distinct: set[int]) -> Iterator[Clause]:
        """The clauses of a constraint; the cells in `differ` differ by another constraint of the same rule."""
        size, digits = self.layout.size, range(1, self.layout.size + 1)
        match primitive:
            case Domain(cell, mask):
                yield from ((-self._variable(cell, digit),) for digit in digits if not mask >> digit & 1)
            case AllDifferent(cells):
                for first, second in combinations(cells, 2):
                    yield from ((-self._variable(first, digit), -self._variable(second, digit)) for digit in digits)
            case PairTable((first, second), allowed):
                for a in digits:
                    excluded = (b for b in digits if not allowed[a] >> b & 1)
                    yield from ((-self._variable(first, a), -self._variable(second, b)) for b in excluded)
            case Multiset(cells, multiset):
                for digit in {*multiset}:
                    count = len(cells) - multiset.count(digit) + 1
                    if count <= 0:
                        yield ()
                    else:
                        parts = combinations(cells, count)
                        yield from (tuple(self._variable(cell, digit) for cell in part) for part in parts)
            case DigitSets(cells, sets):
                yield from self.clauses(AllDifferent(cells), distinct)
                yield from self._sets(cells, sets)
            case Automaton(cells, layers):
                yield from self._layers(cells, layers)
            case WeightedSum(cells, weights, total, _):
                options = sets_with_sum(len(cells), total, size) if {*weights} == {1} else ()
                if {*weights} == {1} and {*cells} <= distinct and len(cells) <= size and len(options) <= MAX_SETS:
                    yield from self._sets(cells, options)
                else:
                    yield from self._layers(cells, _sum_automaton(primitive).layers)

    def _sets(self, cells: Sequence[int], sets: Sequence[int]) -> Iterator[Clause]:
        """Clauses: one of the sets is that of the cells' digits, and excludes all others from the cells."""
        selectors = [self._new_variable() for _ in sets]
        yield tuple(selectors)
        for variable, mask in zip(selectors, sets, strict=True):
            outside = [digit for digit in range(1, self.layout.size + 1) if not mask >> digit & 1]
            yield from ((-variable, -self._variable(cell, digit)) for cell in cells for digit in outside)

    def _layers(self, cells: Sequence[int], layers: Sequence[Sequence[tuple[int, int, int]]]) -> Iterator[Clause]:
        """Clauses of an automaton: in each state a digit leads to a state of the next layer, or is excluded.

        The initial state, 0, has no variable.
        """
        states: dict[int, int] = {0: 0}
        if not all(layers):
            yield ()
            return
        for layer, (cell, edges) in enumerate(zip(cells, layers, strict=True)):
            is_last = layer + 1 == len(cells)
            next_states = {} if is_last else {edge[2]: self._new_variable() for edge in edges}
            excluded = dict.fromkeys(states, all_digits(self.layout.size))
            for state, mask, target in edges:
                excluded[state] &= ~mask
                for digit in () if is_last else range(1, self.layout.size + 1):
                    if mask >> digit & 1:
                        yield self._transition(states[state], -self._variable(cell, digit), next_states[target])
            for state, mask in excluded.items():
                for digit in range(1, self.layout.size + 1):
                    if mask >> digit & 1:
                        yield self._transition(states[state], -self._variable(cell, digit))
            states = next_states

    def _transition(self, state: int, *literals: int) -> Clause:
        return (-state, *literals) if state else literals


@lru_cache(maxsize=1024)
def _sum_automaton(weighted_sum: WeightedSum) -> Automaton:
    """The automaton that adds up digits, without states from which the total is out of reach."""
    spans = [
        (min(weight, weight * weighted_sum.size), max(weight, weight * weighted_sum.size))
        for weight in weighted_sum.weights
    ]
    remaining_spans = [
        (sum(low for low, _ in spans[start:]), sum(high for _, high in spans[start:]))
        for start in range(len(spans) + 1)
    ]

    def step(total: int, digit: int, place: int) -> int | None:
        total += weighted_sum.weights[place] * digit
        low, high = remaining_spans[place + 1]
        return total if total + low <= weighted_sum.total <= total + high else None

    return automaton(weighted_sum.cells, weighted_sum.size, 0, step, lambda total: total == weighted_sum.total)
