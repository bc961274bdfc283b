"""Primitives: the constraints on cells that every kind of rule is made of.

Search, formulas, hints and the check of a board use only primitives. Cells are indices of a layout; a mask has bit d
for digit d, and bit 0 is never set.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from engine.sudoku.bit_sets import union

MAX_SETS = 2000
"""Maximum number of digit sets of a cage; a cage with more becomes a plain sum."""

Edge = tuple[int, int, int]
"""A transition of an automaton: from a state, by any digit of a mask, to a state of the next layer."""


@dataclass(frozen=True)
class AllDifferent:
    """No digit occurs twice in these cells."""

    cells: tuple[int, ...]

    def allows(self, values: Sequence[int]) -> bool:
        """Whether the values (0: empty) can still satisfy the primitive, judged by these values alone."""
        digits = [values[cell] for cell in self.cells if values[cell]]
        return len(digits) == len({*digits})


@dataclass(frozen=True)
class WeightedSum:
    """The digits of these cells, each times its weight, add up to a total. A weight may be negative, but not 0."""

    cells: tuple[int, ...]
    weights: tuple[int, ...]
    total: int
    size: int
    """The largest digit."""

    def allows(self, values: Sequence[int]) -> bool:
        """As in `AllDifferent`: whether the total lies between the smallest and the largest possible sum."""
        least = most = 0
        for cell, weight in zip(self.cells, self.weights, strict=True):
            ends = (weight * values[cell],) * 2 if values[cell] else (weight, weight * self.size)
            least, most = least + min(ends), most + max(ends)
        return least <= self.total <= most


@dataclass(frozen=True)
class PairTable:
    """The pairs of digits two cells may hold: `allowed[d]` is the mask of the second cell if the first holds d."""

    cells: tuple[int, int]
    allowed: tuple[int, ...]

    def allows(self, values: Sequence[int]) -> bool:
        """As in `AllDifferent`."""
        first, second = (values[cell] for cell in self.cells)
        if first and second:
            return bool(self.allowed[first] >> second & 1)
        if first:
            return self.allowed[first] != 0
        return not second or any(mask >> second & 1 for mask in self.allowed)

    @property
    def reverse(self) -> tuple[int, ...]:
        """The table indexed by the digit of the second cell."""
        return _reverse(self.allowed)


@dataclass(frozen=True)
class Automaton:
    """The digits of these cells in order lead from state 0 to state 0 of the last layer, by the edges of each layer."""

    cells: tuple[int, ...]
    layers: tuple[tuple[Edge, ...], ...]

    def allows(self, values: Sequence[int]) -> bool:
        """As in `AllDifferent`; exact."""
        states = {0}
        for cell, edges in zip(self.cells, self.layers, strict=True):
            mask = 1 << values[cell] if values[cell] else -1
            states = {after for state, digits, after in edges if state in states and digits & mask}
        return 0 in states


@dataclass(frozen=True)
class Multiset:
    """Each digit occurs in these cells at least as often as in `digits`."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]

    def allows(self, values: Sequence[int]) -> bool:
        """As in `AllDifferent`."""
        counts = Counter(values[cell] for cell in self.cells)
        return (Counter(self.digits) - counts).total() <= counts[0]


@dataclass(frozen=True)
class DigitSets:
    """The digits of these cells differ, and are one of these sets (masks of as many digits as there are cells)."""

    cells: tuple[int, ...]
    sets: tuple[int, ...]

    def allows(self, values: Sequence[int]) -> bool:
        """As in `AllDifferent`."""
        digits = [values[cell] for cell in self.cells if values[cell]]
        return len(digits) == len({*digits}) and any(not union(digits) & ~option for option in self.sets)


@dataclass(frozen=True)
class Domain:
    """A cell holds a digit of a mask."""

    cell: int
    mask: int

    @property
    def cells(self) -> tuple[int, ...]:
        """The cell, since all primitives have `cells`."""
        return (self.cell,)

    def allows(self, values: Sequence[int]) -> bool:
        """As in `AllDifferent`."""
        return not values[self.cell] or bool(self.mask >> values[self.cell] & 1)


PairRule = Callable[[int, int], bool]
"""Whether two digits are allowed together."""

Step = Callable[..., object]
"""The state after a state, a digit and the place of the cell; None for a dead end."""

Accepts = Callable[..., bool]
"""Whether a state is accepted at the end."""

Primitive = AllDifferent | WeightedSum | PairTable | Automaton | Multiset | DigitSets | Domain


def all_digits(size: int) -> int:
    """The mask of the digits 1 to size."""
    return (2 << size) - 2


def sum_of(cells: Sequence[int], total: int, size: int) -> WeightedSum:
    """The digits of these cells add up to the total; a cell named twice counts twice."""
    return weighted([(cell, 1) for cell in cells], total, size)


def weighted(terms: Iterable[tuple[int, int]], total: int, size: int) -> WeightedSum:
    """A sum of cells times weights; terms of the same cell are combined."""
    weights: dict[int, int] = {}
    for cell, weight in terms:
        weights[cell] = weights.get(cell, 0) + weight
    nonzero = {cell: weight for cell, weight in weights.items() if weight}
    return WeightedSum(tuple(nonzero), tuple(nonzero.values()), total, size)


def pair(first: int, second: int, size: int, allowed: PairRule) -> PairTable:
    """The table of the pairs of digits that a function allows in two cells."""
    digits = range(1, size + 1)
    masks = (union(b for b in digits if allowed(a, b)) for a in digits)
    return PairTable((first, second), (0, *masks))


def pairs(cells: Sequence[int], size: int, allowed: PairRule) -> list[PairTable]:
    """A table for each pair of the cells."""
    return [pair(first, second, size, allowed) for first, second in combinations(cells, 2)]


def automaton(cells: Sequence[int], size: int, start: object, step: Step, accepts: Accepts) -> Automaton:
    """The automaton with any hashable values as states: `step` gives the state after a digit, None for a dead end.

    States that reach no accepting state are left out.
    """
    digits = range(1, size + 1)
    rows: list[set[object]] = [{start}]
    moves: list[dict[tuple[object, object], int]] = []
    for place in range(len(cells)):
        edges: dict[tuple[object, object], int] = {}
        for state in rows[-1]:
            for digit in digits:
                after = step(state, digit, place)
                if after is not None and (place + 1 < len(cells) or accepts(after)):
                    after = None if place + 1 == len(cells) else after
                    edges[state, after] = edges.get((state, after), 0) | 1 << digit
        moves.append(edges)
        rows.append({after for _, after in edges})
    alive: set[object] = {None} if moves and moves[-1] else set()
    for place in range(len(cells) - 1, -1, -1):
        moves[place] = {move: mask for move, mask in moves[place].items() if move[1] in alive}
        alive = {state for state, _ in moves[place]}
    layers: list[tuple[Edge, ...]] = []
    numbers: dict[object, int] = {start: 0}
    for edges in moves:
        after_numbers: dict[object, int] = {}
        layer = [
            (numbers[state], mask, after_numbers.setdefault(after, len(after_numbers)))
            for (state, after), mask in sorted(edges.items(), key=lambda item: (numbers[item[0][0]], item[1]))
        ]
        layers.append(tuple(layer))
        numbers = after_numbers
    return Automaton(tuple(cells), tuple(layers))


@lru_cache(maxsize=1024)
def _reverse(allowed: tuple[int, ...]) -> tuple[int, ...]:
    digits = range(len(allowed))
    return tuple(union(a for a in digits if allowed[a] >> b & 1) for b in digits)


@lru_cache(maxsize=4096)
def sets_with_sum(count: int, total: int, size: int) -> tuple[int, ...]:
    """The sets (masks) of a number of different digits with a given sum; at most MAX_SETS + 1 of them."""
    found: list[int] = []

    def extend(mask: int, least: int, left: int, rest: int) -> None:
        if left == 0:
            if rest == 0:
                found.append(mask)
            return
        for digit in range(least, size + 1):
            lowest = left * digit + left * (left - 1) // 2
            highest = digit + sum(range(size - left + 2, size + 1))
            if lowest > rest or len(found) > MAX_SETS:
                return
            if highest >= rest:
                extend(mask | 1 << digit, digit + 1, left - 1, rest - digit)

    extend(0, 1, count, total)
    return tuple(found)
