"""Naked and hidden pairs, triples and quadruples.

n cells of a house that have n digits between them hold just these, so what sees all of the cells through a house
loses the digits (naked). n digits of a complete house that have n places between them fill just these (hidden).
"""

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import KEPT, Candidate, CellSet, DigitMask, Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import (
    HIDDEN_SUBSET,
    NAKED_SUBSET,
    cell_names,
    digit_names,
    explained,
    house_names,
    removal,
)

NAKED = {2: Technique.NAKED_PAIR, 3: Technique.NAKED_TRIPLE, 4: Technique.NAKED_QUADRUPLE}
HIDDEN = {2: Technique.HIDDEN_PAIR, 3: Technique.HIDDEN_TRIPLE, 4: Technique.HIDDEN_QUADRUPLE}


class NakedSubset(NamedTuple):
    """Cells that have as many digits between them, the houses that hold all of the cells, and what these lose."""

    cells: CellSet
    digits: DigitMask
    houses: list[int]
    removes: tuple[Candidate, ...]

    def is_locked(self, position: Position) -> bool:
        """Whether no single house accounts for all that is lost."""
        lost = union(cell for cell, _ in self.removes)
        return not any(not lost & ~position.geometry.houses[house] for house in self.houses)

    def step(self, position: Position, technique: Technique) -> Step:
        """The subset as a step of that name."""
        layout = position.layout
        lost = union(cell for cell, _ in self.removes)
        telling = [house for house in self.houses if position.geometry.houses[house] & lost]
        sentence = explained(
            technique,
            NAKED_SUBSET,
            cells=cell_names(layout, members(self.cells)),
            digits=digit_names(members(self.digits), "and"),
            houses=house_names(layout, telling, "or"),
            removal=removal(layout, self.removes),
        )
        return Step(
            technique, sentence, tuple(members(self.cells)), tuple(telling),
            position.candidates_of(self.cells, self.digits), removes=self.removes,
        )


def naked_subsets(position: Position, size: int) -> Iterator[NakedSubset]:
    """The naked subsets of `size` cells that remove something, each once."""
    geometry, masks = position.geometry, position.masks
    for house, cells in enumerate(geometry.houses):
        open_cells = [cell for cell in members(cells & position.empty) if 2 <= masks[cell].bit_count() <= size]
        for group, digits in _groups(tuple(masks[cell] for cell in open_cells), size):
            subset = union(open_cells[index] for index in group)
            houses = geometry.houses_with(subset)
            if houses[0] != house:
                continue
            seen = reduce(or_, (geometry.houses[shared] for shared in houses)) & ~subset
            removes = position.candidates_of(seen, digits)
            if removes:
                yield NakedSubset(subset, digits, houses, removes)


def naked_pairs(position: Position) -> Iterator[Step]:
    """Two cells with two digits between them."""
    return _naked(position, 2)


def naked_triples(position: Position) -> Iterator[Step]:
    """Three cells with three digits between them."""
    return _naked(position, 3)


def naked_quadruples(position: Position) -> Iterator[Step]:
    """Four cells with four digits between them."""
    return _naked(position, 4)


def hidden_pairs(position: Position) -> Iterator[Step]:
    """Two digits with two places between them."""
    return _hidden(position, 2)


def hidden_triples(position: Position) -> Iterator[Step]:
    """Three digits with three places between them."""
    return _hidden(position, 3)


def hidden_quadruples(position: Position) -> Iterator[Step]:
    """Four digits with four places between them."""
    return _hidden(position, 4)


def _naked(position: Position, size: int) -> Iterator[Step]:
    """The naked subsets but for the pairs and triples that are locked: these are steps of their own."""
    for subset in naked_subsets(position, size):
        if size == 4 or not subset.is_locked(position):
            yield subset.step(position, NAKED[size])


def _hidden(position: Position, size: int) -> Iterator[Step]:
    layout, geometry = position.layout, position.geometry
    for house, cells in enumerate(geometry.houses):
        if not geometry.complete[house]:
            continue
        places = [cells & places for places in position.cells_with]
        digits = [digit for digit, where in enumerate(places) if 2 <= where.bit_count() <= size]
        for group, subset in _groups(tuple(places[digit] for digit in digits), size):
            hidden = union(digits[index] for index in group)
            removes = position.candidates_of(subset, ~hidden)
            if removes:
                technique = HIDDEN[size]
                sentence = explained(
                    technique,
                    HIDDEN_SUBSET,
                    house=layout.houses[house].name,
                    digits=digit_names(members(hidden), "and"),
                    cells=cell_names(layout, members(subset)),
                    removal=removal(layout, removes),
                )
                proof = position.candidates_of(subset, hidden)
                yield Step(technique, sentence, tuple(members(subset)), (house,), proof, removes=removes)


@lru_cache(maxsize=8 * KEPT)
def _groups(sets: tuple[int, ...], size: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The groups of `size` sets, by index, that have `size` members between them, with these."""
    found = []
    for group in combinations(range(len(sets)), size):
        merged = 0
        for index in group:
            merged |= sets[index]
        if merged.bit_count() == size:
            found.append((group, merged))
    return tuple(found)
