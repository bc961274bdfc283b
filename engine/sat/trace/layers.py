"""A directed acyclic graph in layers: the order in each layer has few crossings, and lines are straight where possible.

K. Sugiyama, S. Tagawa and M. Toda, "Methods for visual understanding of hierarchical system structures", IEEE Trans.
SMC 11, 1981. A line from a node to all nodes that follow from it is one line that branches, so that it has one place
in each layer that it passes.
"""

from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, pairwise

_SWEEPS = 12
"""The number of rounds of ordering, each to the right and back."""
_ROW_SWEEPS = 6
"""The number of rounds that choose rows, to the right and back by turns."""


@dataclass(frozen=True)
class Slot:
    """A place in a layer: a node, or the line of a node that passes to later layers."""

    node: int
    passing: bool


@dataclass(frozen=True)
class Order:
    """The layers from left to right, each with its slots from top to bottom.

    `links` are the pairs of slots (as indexes in layer and layer + 1) that a line connects, by layer.
    """

    slots: tuple[tuple[Slot, ...], ...]
    links: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def crossings(self) -> int:
        """The number of pairs of links that cross, if each is a straight line."""
        return sum(_inversions(links) for links in self.links)


@dataclass(frozen=True)
class Layers(Order):
    """An order with the row of each slot."""

    rows: tuple[tuple[int, ...], ...]

    @property
    def height(self) -> int:
        """The number of rows."""
        return 1 + max((row for rows in self.rows for row in rows), default=-1)

    def stretched(self, height: int) -> "Layers":
        """A copy stretched to that number of rows; unchanged if there are as many or more."""
        if height <= self.height or self.height < 2:
            return self
        new, old = height - 1, self.height - 1
        return replace(self, rows=tuple(tuple(row * new // old for row in rows) for rows in self.rows))


@lru_cache(maxsize=64)
def ordered(layers: tuple[int, ...], causes: tuple[tuple[int, ...], ...]) -> Order:
    """The order of a graph whose node n is in `layers[n]` and follows from the nodes `causes[n]`, in earlier layers."""
    count = max(layers, default=-1) + 1
    last = list(layers)
    for node, node_causes in enumerate(causes):
        for cause in node_causes:
            last[cause] = max(last[cause], layers[node] - 1)
    columns: list[list[Slot]] = [[] for _ in range(count)]
    for node, layer in enumerate(layers):
        for at in range(layer, last[node] + 1):
            columns[at].append(Slot(node, at != layer))
    following: list[list[tuple[int, int]]] = [[] for _ in range(count)]  # by layer: source and node of the next slot
    for node, layer in enumerate(layers):
        following[layer - 1] += [(cause, node) for cause in dict.fromkeys(causes[node])]
        for at in range(layer, last[node]):
            following[at].append((node, node))
    best = _best_order(columns, following)
    places = [{slot.node: at for at, slot in enumerate(column)} for column in best]
    links = tuple(
        tuple(sorted((places[at][source], places[at + 1][target]) for source, target in following[at]))
        for at in range(count - 1)
    )
    return Order(tuple(map(tuple, best)), links)


def layered(order: Order, gap: Callable[[Slot, Slot], int] = lambda _above, _below: 1) -> Layers:
    """The layers of an order, with rows; `gap` gives the least distance of two slots, one directly below the other."""
    rows = _rows(order, gap)
    return Layers(order.slots, order.links, tuple(map(tuple, rows)))


def _inversions(links: Iterable[tuple[int, int]]) -> int:
    """The number of pairs of links that cross; links with a common end don't."""
    ends: list[int] = []
    crossings = 0
    for _left, right in sorted(links):
        crossings += len(ends) - bisect_right(ends, right)
        insort(ends, right)
    return crossings


def _best_order(columns: list[list[Slot]], following: list[list[tuple[int, int]]]) -> list[list[Slot]]:
    """The slots of each layer in the order with the fewest crossings that some sweeps find."""

    def crossings(order: list[list[Slot]]) -> int:
        places = [{slot.node: at for at, slot in enumerate(column)} for column in order]
        return sum(
            _inversions([(places[at][source], places[at + 1][target]) for source, target in links])
            for at, links in enumerate(following[: len(order) - 1])
        )

    best = [list(column) for column in columns]
    fewest = crossings(best)
    order = [list(column) for column in columns]
    for sweep in range(2 * _SWEEPS):
        if not fewest:
            break
        rightward = sweep % 2 == 0
        for at in range(1, len(order)) if rightward else range(len(order) - 2, -1, -1):
            other = at - 1 if rightward else at + 1
            place = {slot.node: index for index, slot in enumerate(order[other])}
            near: dict[int, list[int]] = {slot.node: [] for slot in order[at]}
            for source, target in following[min(at, other)]:
                if rightward:
                    near[target].append(place[source])
                else:
                    near[source].append(place[target])
            old = {slot.node: index for index, slot in enumerate(order[at])}
            weight = {node: sum(around) / len(around) if around else float(old[node]) for node, around in near.items()}
            order[at].sort(key=lambda slot: (weight[slot.node], old[slot.node] * (1 if sweep % 4 < 2 else -1)))
        if (found := crossings(order)) < fewest:
            best, fewest = [list(column) for column in order], found
    return _transposed(best, following, crossings)


def _transposed(
    order: list[list[Slot]], following: list[list[tuple[int, int]]], crossings: Callable[[list[list[Slot]]], int]
) -> list[list[Slot]]:
    """The order after exchanging neighbours as long as that removes crossings."""
    improved = crossings(order) > 0
    while improved:
        improved = False
        for at, column in enumerate(order):
            for upper in range(len(column) - 1):
                before = _around(order, following, at)
                column[upper], column[upper + 1] = column[upper + 1], column[upper]
                if _around(order, following, at) < before:
                    improved = True
                else:
                    column[upper], column[upper + 1] = column[upper + 1], column[upper]
    return order


def _around(order: list[list[Slot]], following: list[list[tuple[int, int]]], at: int) -> int:
    """The number of crossings between a layer and its neighbours."""
    total = 0
    for left in (at - 1, at):
        if 0 <= left < len(order) - 1:
            sources, targets = ({slot.node: index for index, slot in enumerate(order[at])} for at in (left, left + 1))
            total += _inversions([(sources[source], targets[target]) for source, target in following[left]])
    return total


def _rows(order: Order, gap: Callable[[Slot, Slot], int]) -> list[list[int]]:
    """The rows of all slots: near those of their neighbours, in their order, and with the gaps between them."""
    slots, links = order.slots, order.links
    gaps = [[gap(above, below) for above, below in pairwise(column)] for column in slots]
    rows = [_spread([0] * len(column), column_gaps) for column, column_gaps in zip(slots, gaps, strict=True)]
    middle = max((column[-1] for column in rows if column), default=0) / 2
    rows = [[row + round(middle - column[-1] / 2) for row in column] if column else [] for column in rows]
    for sweep in range(_ROW_SWEEPS):
        rightward = sweep % 2 == 0
        for at in range(len(slots)) if rightward else range(len(slots) - 1, -1, -1):
            near: list[list[int]] = [[] for _ in slots[at]]
            if at and (rightward or at == len(slots) - 1):
                for left, right in links[at - 1]:
                    near[right].append(rows[at - 1][left])
            if at < len(slots) - 1 and (not rightward or at == 0):
                for left, right in links[at]:
                    near[left].append(rows[at + 1][right])
            ideal = [
                sorted(around)[(len(around) - 1) // 2] if around else rows[at][index]
                for index, around in enumerate(near)
            ]
            rows[at] = _spread(ideal, gaps[at])
    least = min((column[0] for column in rows if column), default=0)
    return [[row - least for row in column] for column in rows]


def _spread(ideal: Sequence[int], gaps: Sequence[int]) -> list[int]:
    """The rows closest to the ideal ones that keep the gaps: isotonic regression, by pooling neighbours."""
    offsets = list(accumulate(gaps, initial=0))
    pools: list[list[int]] = []
    for row, offset in zip(ideal, offsets, strict=False):
        pools.append([row - offset])
        while len(pools) > 1 and _median(pools[-2]) > _median(pools[-1]):
            pools[-2:] = [pools[-2] + pools[-1]]
    level = [_median(pool) for pool in pools for _unused in pool]
    return [row + offset for row, offset in zip(level, offsets, strict=False)]


def _median(values: Sequence[int]) -> int:
    return sorted(values)[(len(values) - 1) // 2]
