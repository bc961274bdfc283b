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
    MOST_SETS,
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
    """The clauses of one rule. It has `extra` auxiliary variables, numbered after those of cells and digits."""

    clauses: tuple[Clause, ...]
    extra: int


@lru_cache(maxsize=1024)
def rule_clauses(rule: Rule, layout: Layout) -> RuleClauses:
    """The clauses of a rule on a layout."""
    writer = _ClauseWriter(layout)
    primitives = primitives_of(rule, layout)
    differ = {cell for primitive in primitives if isinstance(primitive, AllDifferent) for cell in primitive.cells}
    found = tuple(clause for primitive in primitives for clause in writer.clauses(primitive, differ))
    return RuleClauses(found, writer.extra)


@dataclass
class _ClauseWriter:
    layout: Layout
    extra: int = field(default=0)

    def _variable(self, cell: int, digit: int) -> int:
        return cell * self.layout.size + digit

    def _fresh(self) -> int:
        self.extra += 1
        return len(self.layout.cells) * self.layout.size + self.extra

    def clauses(self, primitive: Primitive, differ: set[int]) -> Iterator[Clause]:
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
                    refused = (b for b in digits if not allowed[a] >> b & 1)
                    yield from ((-self._variable(first, a), -self._variable(second, b)) for b in refused)
            case Multiset(cells, multiset):
                for digit in {*multiset}:
                    others = len(cells) - multiset.count(digit) + 1
                    if others <= 0:
                        yield ()
                    else:
                        some = combinations(cells, others)
                        yield from (tuple(self._variable(cell, digit) for cell in part) for part in some)
            case DigitSets(cells, sets):
                yield from self.clauses(AllDifferent(cells), differ)
                yield from self._sets(cells, sets)
            case Automaton(cells, layers):
                yield from self._layers(cells, layers)
            case WeightedSum(cells, weights, total, _):
                options = sets_with_sum(len(cells), total, size) if {*weights} == {1} else ()
                if {*weights} == {1} and {*cells} <= differ and len(cells) <= size and len(options) <= MOST_SETS:
                    yield from self._sets(cells, options)
                else:
                    yield from self._layers(cells, _summing(primitive).layers)

    def _sets(self, cells: Sequence[int], sets: Sequence[int]) -> Iterator[Clause]:
        """Clauses: one of the sets holds, and excludes all other digits from the cells."""
        selectors = [self._fresh() for _ in sets]
        yield tuple(selectors)
        for variable, mask in zip(selectors, sets, strict=True):
            outside = [digit for digit in range(1, self.layout.size + 1) if not mask >> digit & 1]
            yield from ((-variable, -self._variable(cell, digit)) for cell in cells for digit in outside)

    def _layers(self, cells: Sequence[int], layers: Sequence[Sequence[tuple[int, int, int]]]) -> Iterator[Clause]:
        """Clauses: from each state a digit leads to the next state or is excluded; the first state is 0."""
        states: dict[int, int] = {0: 0}
        if not all(layers):
            yield ()
            return
        for at, (cell, edges) in enumerate(zip(cells, layers, strict=True)):
            last = at + 1 == len(cells)
            after = {} if last else {edge[2]: self._fresh() for edge in edges}
            refused = dict.fromkeys(states, all_digits(self.layout.size))
            for state, mask, target in edges:
                refused[state] &= ~mask
                for digit in () if last else range(1, self.layout.size + 1):
                    if mask >> digit & 1:
                        yield self._from(states[state], -self._variable(cell, digit), after[target])
            for state, mask in refused.items():
                for digit in range(1, self.layout.size + 1):
                    if mask >> digit & 1:
                        yield self._from(states[state], -self._variable(cell, digit))
            states = after

    def _from(self, state: int, *literals: int) -> Clause:
        return (-state, *literals) if state else literals


@lru_cache(maxsize=1024)
def _summing(given: WeightedSum) -> Automaton:
    """The automaton that adds up digits, without states from which the total is out of reach."""
    spans = [(min(w, w * given.size), max(w, w * given.size)) for w in given.weights]
    rest = [(sum(low for low, _ in spans[at:]), sum(high for _, high in spans[at:])) for at in range(len(spans) + 1)]

    def step(reached: int, digit: int, place: int) -> int | None:
        reached += given.weights[place] * digit
        low, high = rest[place + 1]
        return reached if reached + low <= given.total <= reached + high else None

    return automaton(given.cells, given.size, 0, step, lambda reached: reached == given.total)
