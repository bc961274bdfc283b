"""Houses and rules as flat arrays of ints, for the search of puzzles with rules."""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import chain
from operator import or_

from engine.sudoku.bit_sets import members, union
from engine.sudoku.layout import Layout
from engine.sudoku.rules import Rule, primitives_of
from engine.sudoku.rules.derived import cages_of, derived_sums
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
    sets_with_sum,
)

HOUSE, CAGE, SUM, PAIR, AUTOMATON, MULTISET, SETS = range(7)
"""Kinds of constraints. `_Builder` describes the layout of their data."""

WORD = 64
"""The number of bits of a word."""

PRIORITIES = (0, 1, 2, 0, 2, 1, 1)
"""The priority of each kind: lower numbers are propagated first."""

_FIRST_CELL = (1, 3, 2, 0, 2, 2, 3)
"""Where the cells begin in the data of each kind."""

FULL_TABLES = 9
"""Maximum number of digits for a pair table with a mask for each mask, not only for each digit."""

_FEW_STATES = 8
"""Maximum number of states of a layer for which the digits that occur exactly once are sought."""


@dataclass(frozen=True)
class RuleTables:
    """The tables of a search: cells, peers, and constraints.

    `peers` has the peers of each cell as bits of `peer_words` words. Constraints are sorted by priority, and small ones
    come first; `attached` has those of each cell as bits of `words` words. `kinds` has the kind of each constraint,
    `starts` its offset in `data`, and `firsts` and `counts` the offset and number of its cells there; `masks` are the
    tables of pairs. `states` is the total number of states of the automata. `exactly_once` has, for each
    digit that an automaton demands exactly once, the number of its cells, the mask of the digit, and the cells; then 0.
    `cages` is the number of cages, which decides the branching rule.
    """

    domains: "array[int]"
    peers: "array[int]"
    peer_words: int
    attached: "array[int]"
    words: int
    kinds: "array[int]"
    starts: "array[int]"
    firsts: "array[int]"
    counts: "array[int]"
    derived: "array[int]"
    data: "array[int]"
    masks: "array[int]"
    states: int
    exactly_once: "array[int]"
    cages: int


@lru_cache(maxsize=16)
def rule_tables(layout: Layout, rules: tuple[Rule, ...], candidates: tuple[int, ...] | None = None) -> RuleTables:
    """The tables of a layout with rules; `candidates` are the masks of the digits that its cells may hold."""
    builder = _Builder(layout, candidates)
    primitives = [primitive for rule in rules for primitive in primitives_of(rule, layout)]
    for primitive in primitives:  # before houses, which depend on the digits of their cells
        if isinstance(primitive, Domain):
            builder.add(primitive)
    for house in layout.houses:
        builder.add_different(house.cells, is_layouts=True)
    for primitive in primitives:  # all of these first: sums depend on which cells differ
        if isinstance(primitive, AllDifferent | DigitSets):
            builder.add_different(primitive.cells)
    for primitive in primitives:
        if not isinstance(primitive, AllDifferent | Domain | WeightedSum):
            builder.add(primitive)
    for primitive in primitives:
        if isinstance(primitive, WeightedSum):
            builder.add_sum(primitive)
    cages = cages_of(layout, rules)
    for derived in derived_sums(layout.size, cages, builder.houses):
        builder.add_sum(derived, derived=True)
    return builder.tables(len(cages))


@lru_cache(maxsize=16)
def _peers_of(layout: Layout) -> tuple[int, ...]:
    """The peers of each cell, as a mask."""
    return tuple(sum(1 << peer for peer in peers) for peers in layout.peers)


@lru_cache(maxsize=1024)
def _differences(allowed: tuple[int, ...]) -> tuple[bool, bool]:
    """Whether a table of pairs allows no digit twice, and whether it allows every pair of different digits."""
    valid = all_digits(len(allowed) - 1)
    return (
        not any(mask >> digit & 1 for digit, mask in enumerate(allowed)),
        all(mask == valid & ~(1 << digit) for digit, mask in enumerate(allowed) if digit),
    )


@lru_cache(maxsize=1024)
def _by_mask(allowed: tuple[int, ...]) -> "array[int]":
    """A table by mask of the first cell, from a table by digit."""
    by_mask = [0]
    for digit_mask in allowed:  # with digit 0, whose bit is never set
        by_mask += [mask | digit_mask for mask in by_mask]
    return array("i", by_mask)


@lru_cache(maxsize=1024)
def _digits_held_once(layers: tuple[tuple[tuple[int, int, int], ...], ...], size: int) -> tuple[int, ...]:
    """The digits that every accepted sequence of an automaton has exactly once."""
    digits, single_masks = [], {mask for layer in layers for _, mask, _ in layer}
    for digit in range(1, size + 1):
        if 1 << digit not in single_masks:  # another digit could take its place
            continue
        counts = {0: {0}}  # by state, how often the digit may have occurred; 2 is more than once
        for layer in layers:
            next_counts: dict[int, set[int]] = {}
            for state, mask, next_state in layer:
                for times in counts.get(state, ()):
                    next_times = next_counts.setdefault(next_state, set())
                    if mask & ~(1 << digit):
                        next_times.add(times)
                    if mask >> digit & 1:
                        next_times.add(min(2, times + 1))
            counts = next_counts
        if counts.get(0) == {1}:
            digits.append(digit)
    return tuple(digits)


@dataclass
class _Builder:
    """Collects the constraints of a puzzle as numbers."""

    layout: Layout
    candidates: tuple[int, ...] | None = None
    kinds: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    derived: list[int] = field(default_factory=list)
    firsts: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    data: list[int] = field(default_factory=list)
    masks: "array[int]" = field(default_factory=lambda: array("i"))
    houses: list[tuple[int, int]] = field(default_factory=list)
    """Cells with as many digits as there are cells, each once: the set of cells, and the sum of the digits."""
    states: int = 0
    exactly_once: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        all_candidates = all_digits(self.layout.size)
        self._domains = [
            mask & all_candidates for mask in self.candidates or (all_candidates,) * len(self.layout.cells)
        ]
        self._peers = [*_peers_of(self.layout)]
        self._tables: dict[tuple[int, ...], int] = {}
        self._different: list[frozenset[int]] = [frozenset()]

    def add_different(self, cells: tuple[int, ...], *, is_layouts: bool = False) -> None:
        """Data of a HOUSE: number of cells, cells. With fewer cells than digits, the cells only see each other."""
        digits = reduce(or_, (self._domains[cell] for cell in cells))
        self._different.append(frozenset(cells))
        if not is_layouts:
            mask = sum(1 << cell for cell in cells)
            for cell in cells:
                self._peers[cell] |= mask & ~(1 << cell)
        if digits.bit_count() == len(cells):
            self.houses.append((sum(1 << cell for cell in cells), sum(members(digits))))
            self._add(HOUSE, cells, [len(cells), *cells])

    def add(self, primitive: Primitive) -> None:
        """Add a constraint other than a sum or AllDifferent."""
        match primitive:
            case Domain(cell, mask):
                self._domains[cell] &= mask
            case PairTable((first, second), allowed):
                self._add_pair(first, second, allowed, primitive.reverse)
            case Automaton(cells, layers):
                self._add_automaton(cells, layers)
            case Multiset(cells, digits):
                counts = [part for digit in sorted({*digits}) for part in (digit, digits.count(digit))]
                self._add(MULTISET, cells, [len(cells), len(counts) // 2, *cells, *counts])
            case DigitSets(cells, sets):
                self._add(SETS, cells, [len(cells), len(sets), 0, *cells, *sets])

    def _add_pair(self, first: int, second: int, allowed: tuple[int, ...], reverse: tuple[int, ...]) -> None:
        """Data of a PAIR: both cells, and the offsets of the tables by the first and by the second cell."""
        size = self.layout.size
        if first == second:
            self._domains[first] &= sum(1 << digit for digit in range(1, size + 1) if allowed[digit] >> digit & 1)
            return
        differs, allows_all_others = _differences(allowed)
        if differs:
            self._peers[first] |= 1 << second
            self._peers[second] |= 1 << first
            if allows_all_others:
                return
        self._add(PAIR, (first, second), [first, second, self._table(allowed), self._table(reverse)])

    def _table(self, allowed: tuple[int, ...]) -> int:
        """The offset of a table: a mask for each mask if there are few digits, otherwise for each digit."""
        if allowed not in self._tables:
            self._tables[allowed] = len(self.masks)
            self.masks += array("i", allowed) if self.layout.size > FULL_TABLES else _by_mask(allowed)
        return self._tables[allowed]

    def _add_automaton(self, cells: tuple[int, ...], layers: Sequence[Sequence[tuple[int, int, int]]]) -> None:
        """Data of an AUTOMATON: number of cells, number of states, cells; for each layer number of states, number of
        edges, edges (state, mask, next state).
        """
        widths = [1 + max(layer, default=(0,))[0] for layer in layers] + [1]
        body: list[int] = []
        for width, layer in zip(widths, layers, strict=False):
            body += (width, len(layer), *chain.from_iterable(layer))
        self._add(AUTOMATON, cells, [len(cells), sum(widths), *cells, *body])
        if max(widths) <= _FEW_STATES and len({*cells}) == len(cells) > 1:
            for digit in _digits_held_once(tuple(map(tuple, layers)), self.layout.size):
                self.exactly_once += (len(cells), 1 << digit, *cells)
        self.states = max(self.states, sum(widths))

    def add_sum(self, weighted_sum: WeightedSum, *, derived: bool = False) -> None:
        """Data of a CAGE: number of cells, number of sets, total, cells, sets of digits. SETS have the total 0.

        Data of a SUM: number of cells, total, cells, absolute weights; for each cell 1 if its digits are reversed; and
        for each cell the size of the group that starts there (0: it belongs to the group before).
        """
        cells, weights, total, size = weighted_sum.cells, weighted_sum.weights, weighted_sum.total, weighted_sum.size
        if weights and {*weights} == {-1}:
            weights, total = (1,) * len(cells), -total
        if {*weights} == {1} and len(cells) <= size and self._all_see(cells):
            sets = sets_with_sum(len(cells), total, size)
            if len(sets) <= MAX_SETS:
                self._add(CAGE, cells, [len(cells), len(sets), total, *cells, *sets], derived)
                return
        in_order, plain, reflected, lengths = list[int](), list[int](), list[int](), list[int]()
        for group in self._groups(cells, weights):
            weight = weights[group[0]]
            in_order += [cells[index] for index in group]
            plain += [abs(weight)] * len(group)
            reflected += [weight < 0] * len(group)
            lengths += [len(group), *[0] * (len(group) - 1)]
            if weight < 0:
                total -= weight * (size + 1) * len(group)
        self._add(SUM, cells, [len(cells), total, *in_order, *plain, *reflected, *lengths], derived)

    def _groups(self, cells: Sequence[int], weights: Sequence[int]) -> list[list[int]]:
        """The cells of a sum, by index, in groups with one weight and different digits, large weights first.

        Larger groups give tighter bounds. So in a long sum, a group begins with as many of the remaining cells as one
        house has.
        """
        groups: list[list[int]] = []
        peers = self._peers
        for weight in sorted({*weights}, key=lambda weight: (-abs(weight), weight)):
            remaining = [index for index, cell_weight in enumerate(weights) if cell_weight == weight]
            weight_groups = list[list[int]]()
            while len(remaining) > self.layout.size:
                weight_groups.append(
                    max(
                        ([index for index in remaining if cells[index] in different] for different in self._different),
                        key=len,
                    )
                )
                if not weight_groups[-1]:
                    weight_groups.pop()
                    break
                remaining = [index for index in remaining if index not in weight_groups[-1]]
            group_cells = [union(cells[index] for index in group) for group in weight_groups]
            for index in remaining:
                cell = cells[index]
                for number, in_group in enumerate(group_cells):
                    if not in_group & ~peers[cell]:
                        weight_groups[number].append(index)
                        group_cells[number] |= 1 << cell
                        break
                else:
                    weight_groups.append([index])
                    group_cells.append(1 << cell)
            groups += weight_groups
        return groups

    def _all_see(self, cells: Sequence[int]) -> bool:
        seen, peers = -1, self._peers
        for cell in cells:
            seen &= peers[cell] | 1 << cell
        return not union(cells) & ~seen

    def _add(self, kind: int, cells: tuple[int, ...], data: list[int], derived: bool = False) -> None:
        self.kinds.append(kind)
        self.starts.append(len(self.data))
        self.derived.append(derived)
        self.firsts.append(len(self.data) + _FIRST_CELL[kind])
        self.counts.append(len(cells))
        self.data += data

    def tables(self, cages: int) -> RuleTables:
        """All added constraints, as arrays."""
        count = len(self.layout.cells)
        priorities = [PRIORITIES[kind] + is_derived for kind, is_derived in zip(self.kinds, self.derived, strict=True)]
        order = sorted(range(len(priorities)), key=lambda added: (priorities[added], self.counts[added]))
        attached = [0] * count
        for number, added in enumerate(order):
            bit, first = 1 << number, self.firsts[added]
            for cell in self.data[first : first + self.counts[added]]:
                attached[cell] |= bit
        words, peer_words = len(order) // WORD + 1, count // WORD + 1
        kinds, starts, firsts, counts, derived = (
            array("i", [values[added] for added in order])
            for values in (self.kinds, self.starts, self.firsts, self.counts, self.derived)
        )
        return RuleTables(
            array("i", self._domains),
            _words(self._peers, peer_words),
            peer_words,
            _words(attached, words),
            words,
            kinds,
            starts,
            firsts,
            counts,
            derived,
            array("i", self.data),
            self.masks or array("i", [0]),
            self.states,
            array("i", [*self.exactly_once, 0]),
            cages,
        )


def _words(masks: Iterable[int], length: int) -> "array[int]":
    """Masks, each in `length` words."""
    word = (1 << WORD) - 1
    return array("Q", [mask >> WORD * index & word for mask in masks for index in range(length)])
