"""Strong and weak links between the candidates of a position.

A *node* is one candidate, a group (candidates of a digit in the intersection of two houses), or the candidates of a
digit in an almost locked set; it is true if one of its candidates is. A *strong link* says that one of two nodes is
true at least: together they are all the places of a digit in a complete house, or the two candidates of a cell, or they
are two digits of an almost locked set, which can do without one of its digits only. A *weak link* says that one of two
nodes is true at most: the same digit in cells that all see each other, or two digits of one cell.
"""

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.sudoku.techniques.als import AlmostLockedSet, almost_locked_sets
from engine.sudoku.techniques.chain_search import SET, ChainSearch
from engine.sudoku.techniques.position import KEPT, Candidate, CellSet, Geometry, Position, members

LONGEST = 25
"""The most links a chain may have."""

MOST_PLACES = 8
"""The most places of a digit in a house that are divided into two nodes."""

MOST_SETS = 1500
"""The most almost locked sets that are linked, small ones first: a bound that large layouts need."""

CandidateSet = int
"""A set of candidates: bit `digit * cells + cell` for a digit of a cell."""


class Kind(IntEnum):
    """What makes a strong link."""

    HOUSE = 0
    CELL = 1
    SET = SET


class Reach(IntEnum):
    """Which nodes are linked: candidates; groups too; almost locked sets too."""

    CANDIDATES = 0
    GROUPS = 1
    SETS = 2


class Node(NamedTuple):
    """Candidates of one digit, by their cells."""

    digit: int
    cells: CellSet


class StrongLink(NamedTuple):
    """What makes one of two nodes true at least: a house, or an almost locked set (in a house), or neither: a cell."""

    house: int | None = None
    locked: AlmostLockedSet | None = None


class Chain(NamedTuple):
    """Nodes in order and the strong links from the first to the second, from the third to the fourth, and so on.

    If the first node is false, the second is true, so the third is false, and so on. In a loop the last and the first
    have a weak link too. `forbidden` is what can't be true whichever end is.
    """

    nodes: tuple[int, ...]
    links: tuple[StrongLink, ...]
    is_loop: bool
    forbidden: CandidateSet


@dataclass(frozen=True)
class Walk:
    """Which chains are looked for: over strong links of these kinds, of so many strong and weak links together.

    `in_cells` tells whether weak links within cells count, `loops` whether chains with a weak link from end to end are
    taken for loops, and `again` whether two ends may have a longer chain beside a shorter one.
    """

    kinds: tuple[Kind, ...] = (Kind.HOUSE, Kind.CELL, Kind.SET)
    in_cells: bool = True
    loops: bool = True
    again: bool = False
    least: int = 3
    most: int = LONGEST

    @property
    def strong(self) -> int:
        """The kinds as bits."""
        return sum(1 << kind for kind in self.kinds)

    def stages(self) -> Iterator[tuple[int, int]]:
        """The lengths in parts: most positions have a short chain, found sooner without the longer ones."""
        for least, most in ((3, 5), (7, 9), (11, LONGEST)):
            if max(least, self.least) <= min(most, self.most):
                yield max(least, self.least), min(most, self.most)


class Net:
    """The nodes and links of one position; the strong ones are gathered when it is made."""

    def __init__(self, position: Position, reach: Reach) -> None:
        self.position = position
        self._cells = len(position.layout.cells)
        links = sorted(_links_without_sets(position, groups=reach >= Reach.GROUPS))
        sets = almost_locked_sets(position)[:MOST_SETS] if reach >= Reach.SETS else ()
        nodes_of_sets = [
            [Node(digit, one.cells & position.cells_with[digit]) for digit in members(one.digits)] for one in sets
        ]
        self.nodes = sorted({node for link in links for node in link[:2]}.union(*nodes_of_sets))
        self._links = [StrongLink(house) for _, _, _, house in links] + [StrongLink(one.house, one) for one in sets]
        geometry, cells_with = position.geometry, position.cells_with
        self._seen = [_common_peers(geometry, cells) & cells_with[digit] for digit, cells in self.nodes]
        number = {node: place for place, node in enumerate(self.nodes)}
        ends = [bisect(self.nodes, (digit,)) for digit in range(len(cells_with) + 1)]
        by_digit = [range(*pair) for pair in pairwise(ends)]
        self._search = ChainSearch(
            self._cells,
            [[self.nodes[place].cells for place in places] for places in by_digit],
            [[self._seen[place] for place in places] for places in by_digit],
            [(number[one], number[other], int(kind)) for one, other, kind, _ in links],
            [(one.cells, [number[node] for node in nodes]) for one, nodes in zip(sets, nodes_of_sets, strict=True)],
            [mask.bit_count() for mask in position.masks],
            LONGEST,
        )

    def chains(self, walk: Walk) -> Iterator[Chain]:
        """The chains that forbid something, shortest first.

        Of several chains that forbid the same only the first is among them.
        """
        told: set[tuple[bool, CandidateSet]] = set()
        for least, most in walk.stages():
            for links, start, end, is_loop in sorted(
                self._search.search(walk.strong, walk.in_cells, least, most, walk.loops, walk.again)
            ):
                if is_loop or (False, self._by_ends(start, end)) not in told:
                    chain = self._chain(walk, links, start, end, is_loop)
                    if chain is not None and (is_loop, chain.forbidden) not in told:
                        told.add((is_loop, chain.forbidden))
                        yield chain

    def candidates(self, node: int) -> tuple[Candidate, ...]:
        """The candidates of a node, ascending."""
        return tuple(Candidate(cell, self.nodes[node].digit) for cell in members(self.nodes[node].cells))

    def candidates_of(self, candidates: CandidateSet) -> tuple[Candidate, ...]:
        """The candidates of a set, ascending."""
        return tuple(sorted(Candidate(*divmod(bit, self._cells)[::-1]) for bit in members(candidates)))

    def _chain(self, walk: Walk, links_count: int, start: int, end: int, is_loop: bool) -> Chain | None:
        nodes, numbers = self._search.chain(walk.strong, walk.in_cells, start, end, links_count, walk.again)
        if not nodes:
            return None
        links = tuple(self._links[number] for number in numbers)
        if not is_loop:
            return Chain(tuple(nodes), links, False, self._by_ends(start, end))
        forbidden = 0
        for one, other in zip(nodes[1::2], (*nodes[2::2], start), strict=True):
            forbidden |= self._forbidden(one) & self._forbidden(other)
        for link, one, other in zip(links, nodes[::2], nodes[1::2], strict=True):
            if link.locked is not None:
                used = (self.nodes[one].digit, self.nodes[other].digit)
                for digit, cells in link.locked.seen.items():
                    if digit not in used:
                        forbidden |= cells << digit * self._cells
        return Chain(tuple(nodes), links, True, forbidden)

    def _by_ends(self, one: int, other: int) -> CandidateSet:
        """What can't be true if one of two nodes is. If a candidate alone is, the others of its cell say enough."""
        return self._in_cell(one) or self._forbidden(one) if one == other else (
            self._forbidden(one) & self._forbidden(other)
        )

    def _forbidden(self, node: int) -> CandidateSet:
        """What can't be true if a node is."""
        return self._seen[node] << self.nodes[node].digit * self._cells | self._in_cell(node)

    def _in_cell(self, node: int) -> CandidateSet:
        """The other candidates of the cell of a node that is one candidate."""
        digit, cells = self.nodes[node]
        if cells & (cells - 1):
            return 0
        others = self.position.masks[cells.bit_length() - 1] & ~(1 << digit)
        return sum(cells << other * self._cells for other in members(others))


@lru_cache(maxsize=6)
def net(position: Position, reach: Reach) -> Net:
    """The links of a position; those of the last few positions are kept."""
    return Net(position, reach)


def _links_without_sets(position: Position, *, groups: bool) -> Iterator[tuple[Node, Node, Kind, int | None]]:
    """The strong links of houses, each two nodes with the first house, and those of cells."""
    for digit in range(1, position.layout.size + 1):
        yield from _links_of_digit(position.geometry, digit, position.cells_with[digit], groups)
    for cell in members(position.bivalue):
        low, high = members(position.masks[cell])
        yield Node(low, 1 << cell), Node(high, 1 << cell), Kind.CELL, None


@lru_cache(maxsize=KEPT)
def _links_of_digit(
    geometry: Geometry, digit: int, cells: CellSet, groups: bool
) -> tuple[tuple[Node, Node, Kind, int], ...]:
    """Two nodes that are all places of a complete house for a digit, which can stand in these cells only; the house."""
    found: dict[tuple[CellSet, CellSet], int] = {}
    for house, all_cells in enumerate(geometry.houses):
        places = all_cells & cells
        if geometry.complete[house] and 2 <= places.bit_count() <= (MOST_PLACES if groups else 2):
            rest = places & (places - 1)
            part = rest  # every way to divide: the part without the lowest place is any that is not empty
            while part:
                if _is_node(geometry, house, part) and _is_node(geometry, house, places ^ part):
                    found.setdefault((min(part, places ^ part), max(part, places ^ part)), house)
                part = (part - 1) & rest
    return tuple((Node(digit, low), Node(digit, high), Kind.HOUSE, house) for (low, high), house in found.items())


def _is_node(geometry: Geometry, house: int, cells: CellSet) -> bool:
    """Whether these cells of a house are one, or lie in another house too."""
    return not cells & (cells - 1) or any(not cells & ~meeting for meeting in _meetings(geometry)[house])


@lru_cache(maxsize=16)
def _meetings(geometry: Geometry) -> tuple[Sequence[CellSet], ...]:
    """For each house its cells that lie in another house too, where these are several."""
    return tuple(
        [
            both for number, other in enumerate(geometry.houses)
            if number != house and (both := cells & other).bit_count() > 1
        ]
        for house, cells in enumerate(geometry.houses)
    )


@lru_cache(maxsize=1 << 15)
def _common_peers(geometry: Geometry, cells: CellSet) -> CellSet:
    return geometry.common_peers(cells)
