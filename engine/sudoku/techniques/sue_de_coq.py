"""Sue de Coq: cells of two houses that meet, which hold as many digits as they are.

Take cells in both houses, some more in the first and some more in the second, so that the cells of the first have no
digit in common with those of the second. Then cells that can hold the same digit lie in one house, so each digit is in
one of the cells at most; with as many digits as cells, each is in one of them, and not where all its places there see.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, CellSet, DigitMask, Geometry, Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import SUE_DE_COQ, cell_names, digit_names, explained, removal

MOST_SHARED = 3
"""The most cells that are taken from both houses."""

MOST_BESIDE = 5
"""The most cells that are taken from one of the houses alone."""

Part = tuple[CellSet, DigitMask]
"""Some cells, and their digits together."""


def sue_de_coq(position: Position) -> Iterator[Step]:
    """Steps in the order of the houses."""
    told = set()
    for first, second in _meetings(position.geometry):
        houses = position.geometry.houses
        one, other = houses[first] & position.empty, houses[second] & position.empty
        sides = tuple(list(_parts(position, cells, MOST_BESIDE)) for cells in (one & ~other, other & ~one))
        for shared, digits in _parts(position, one & other, MOST_SHARED):
            spare = digits.bit_count() - shared.bit_count()
            if spare >= 2:
                for cells in _completed(shared, digits, spare, sides):
                    removes = _falling(position, cells)
                    if removes and cells not in told:
                        told.add(cells)
                        yield _step(position, (first, second), cells, removes)


@lru_cache(maxsize=16)
def _meetings(geometry: Geometry) -> tuple[tuple[int, int], ...]:
    """The pairs of houses with several cells in common."""
    return tuple(
        (one, other) for one, other in combinations(range(len(geometry.houses)), 2)
        if (geometry.houses[one] & geometry.houses[other]).bit_count() > 1
    )


def _parts(position: Position, cells: CellSet, most: int) -> Iterator[Part]:
    """Every one to `most` of some cells."""
    for count in range(1, most + 1):
        for some in combinations(members(cells), count):
            digits = 0
            for cell in some:
                digits |= position.masks[cell]
            yield union(some), digits


def _completed(shared: CellSet, digits: DigitMask, spare: int, sides: tuple[list[Part], ...]) -> Iterator[CellSet]:
    """The cells with some from each side: those bring so many cells more than digits as the shared ones lack."""
    gains = [
        [(gain, *part) for part in side if (gain := part[0].bit_count() - (part[1] & ~digits).bit_count()) > 0]
        for side in sides
    ]
    for gain, cells, held in gains[0]:
        for other_gain, other_cells, other_held in gains[1]:
            if gain + other_gain == spare and not held & other_held:
                yield shared | cells | other_cells


def _falling(position: Position, cells: CellSet) -> tuple[Candidate, ...]:
    """What sees all places of a digit in the cells."""
    return tuple(sorted(
        Candidate(cell, digit)
        for digit, places in enumerate(position.cells_with) if places & cells
        for cell in members(position.geometry.common_peers(places & cells) & places & ~cells)
    ))


def _step(position: Position, houses: tuple[int, int], cells: CellSet, removes: tuple[Candidate, ...]) -> Step:
    layout, candidates = position.layout, position.candidates_of(cells)
    return Step(
        Technique.SUE_DE_COQ,
        explained(
            Technique.SUE_DE_COQ,
            SUE_DE_COQ,
            cells=cell_names(layout, members(cells)),
            digits=digit_names(sorted({digit for _, digit in candidates}), "and"),
            removal=removal(layout, removes),
        ),
        tuple(members(cells)),
        houses,
        candidates,
        removes=removes,
    )
