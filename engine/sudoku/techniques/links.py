"""Strong and weak links between the candidates of a position, as sets of candidates.

A strong link says that one of two candidates is true at least: they are the only places of a digit in a complete
house, or the only candidates of a cell. A weak link says that one of two is true at most: the same digit in cells that
see each other, or two digits of one cell. Every strong link is a weak one too.

A set of candidates is an int, bit `digit * cells + cell` for a digit of a cell: so the candidates of one digit are a
set of cells, shifted.
"""

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple

from engine.sudoku.techniques.position import Candidate, Position, members, union

CandidateSet = int
"""A set of candidates: see `Links.node`."""


class Graph(NamedTuple):
    """For each candidate the candidates it has a strong link to, and those it has a weak link to."""

    strong: list[CandidateSet]
    weak: list[CandidateSet]


class Links:
    """The links of one position.

    `nodes` are all candidates; `in_houses` are the links between the places of a digit, `in_cells` those between the
    digits of a cell, `all` both together.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.cells = len(position.layout.cells)
        self.nodes = self._set(position.candidates_of(position.empty))

    def node(self, candidate: Candidate) -> int:
        """The candidate's bit number."""
        return candidate.digit * self.cells + candidate.cell

    def candidate(self, node: int) -> Candidate:
        """The candidate of a bit number."""
        digit, cell = divmod(node, self.cells)
        return Candidate(cell, digit)

    def candidates(self, nodes: CandidateSet) -> tuple[Candidate, ...]:
        """The candidates of a set, ascending by cell and digit."""
        return tuple(sorted(self.candidate(node) for node in members(nodes)))

    @cached_property
    def in_houses(self) -> Graph:
        """Links between places of one digit."""
        geometry, cells_with = self.position.geometry, self.position.cells_with
        graph = self._empty()
        for digit in range(1, self.position.layout.size + 1):
            shift = digit * self.cells
            for cell in members(cells_with[digit]):
                graph.weak[shift + cell] = (geometry.peers[cell] & cells_with[digit]) << shift
            for house, complete in zip(geometry.houses, geometry.complete, strict=True):
                places = house & cells_with[digit]
                if complete and places.bit_count() == 2:
                    for cell in members(places):
                        graph.strong[shift + cell] |= (places ^ 1 << cell) << shift
        return graph

    @cached_property
    def in_cells(self) -> Graph:
        """Links between digits of one cell."""
        graph = self._empty()
        for cell in members(self.position.empty):
            every = self._set(self.position.candidates_of(1 << cell))
            for node in members(every):
                graph.weak[node] = every ^ 1 << node
                if every.bit_count() == 2:
                    graph.strong[node] = every ^ 1 << node
        return graph

    @cached_property
    def all(self) -> Graph:
        """Every link."""
        houses, cells = self.in_houses, self.in_cells
        return Graph(
            [one | other for one, other in zip(houses.strong, cells.strong, strict=True)],
            [one | other for one, other in zip(houses.weak, cells.weak, strict=True)],
        )

    def house(self, one: Candidate, other: Candidate) -> int | None:
        """The first house that makes a strong link of two places of a digit; None for two digits of one cell."""
        geometry, both = self.position.geometry, 1 << one.cell | 1 << other.cell
        places = self.position.cells_with[one.digit]
        if one.cell == other.cell:
            return None
        return next(
            house for house in geometry.houses_with(both)
            if geometry.complete[house] and geometry.houses[house] & places == both
        )

    def _set(self, candidates: Iterable[Candidate]) -> CandidateSet:
        return union(self.node(candidate) for candidate in candidates)

    def _empty(self) -> Graph:
        size = (self.position.layout.size + 1) * self.cells
        return Graph([0] * size, [0] * size)


@lru_cache(maxsize=4)
def links(position: Position) -> Links:
    """The links of a position; those of the last few positions are kept."""
    return Links(position)
