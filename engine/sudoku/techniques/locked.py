"""Locked candidates, locked pairs and locked triples: what the meeting of two houses settles.

If all places of a digit in a complete house lie in another house too, the digit stands there, and so nowhere else in
the other. (From a box this is called pointing, from any other house claiming.) A pair or triple is locked if it is a
naked one in several houses at once and each of them loses candidates.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Geometry, Position, members
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.subsets import naked_subsets
from engine.sudoku.techniques.wording import LOCKED_CANDIDATES, cell_names, explained, removal


def pointing(position: Position) -> Iterator[Step]:
    """Locked candidates from a box to another house."""
    return _locked_candidates(position, Technique.POINTING)


def claiming(position: Position) -> Iterator[Step]:
    """Locked candidates from a house that is no box to another one."""
    return _locked_candidates(position, Technique.CLAIMING)


def locked_pairs(position: Position) -> Iterator[Step]:
    """Naked pairs that make several houses lose candidates."""
    return _locked_subsets(position, 2, Technique.LOCKED_PAIR)


def locked_triples(position: Position) -> Iterator[Step]:
    """Naked triples that make several houses lose candidates."""
    return _locked_subsets(position, 3, Technique.LOCKED_TRIPLE)


def _locked_candidates(position: Position, technique: Technique) -> Iterator[Step]:
    layout, geometry = position.layout, position.geometry
    for first, second in _meetings(geometry):
        if (layout.houses[first].kind == "box") != (technique is Technique.POINTING):
            continue
        inner, outer = geometry.houses[first], geometry.houses[second]
        for digit, cells in enumerate(position.cells_with):
            places = cells & inner
            if places & (places - 1) and not places & ~outer and cells & outer & ~inner:
                removes = position.candidates(outer & ~inner, digit)
                sentence = explained(
                    technique,
                    LOCKED_CANDIDATES,
                    first=layout.houses[first].name,
                    second=layout.houses[second].name,
                    digit=sign(digit),
                    cells=cell_names(layout, members(places)),
                    removal=removal(layout, removes),
                )
                proof = position.candidates(places, digit)
                yield Step(technique, sentence, tuple(members(places)), (first, second), proof, removes=removes)


def _locked_subsets(position: Position, size: int, technique: Technique) -> Iterator[Step]:
    for subset in naked_subsets(position, size):
        if subset.is_locked(position):
            yield subset.step(position, technique)


@lru_cache(maxsize=16)
def _meetings(geometry: Geometry) -> tuple[tuple[int, int], ...]:
    """Pairs of houses with two common cells at least, the first one complete."""
    pairs = [
        (first, second)
        for first, second in combinations(range(len(geometry.houses)), 2)
        if (geometry.houses[first] & geometry.houses[second]).bit_count() > 1
    ]
    both = sorted(pairs + [(second, first) for first, second in pairs])
    return tuple((first, second) for first, second in both if geometry.complete[first])
