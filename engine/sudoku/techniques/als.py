"""Almost locked sets: n cells of one house with n + 1 candidates among them.

The definitions are those of HoDoKu 2.2: the two sets have no cell in common, and a single cell of two candidates is a
set too.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, CellSet, DigitMask, Position, members
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import (
    ALS_ONE_COMMON,
    ALS_TWO_COMMON,
    cell_names,
    digit_names,
    explained,
    removal,
)

LARGEST = 8
"""The most cells a set may have: no limit in a house of nine cells, and what keeps larger houses within bounds."""


class AlmostLockedSet(NamedTuple):
    """The cells, the first house that holds them, their digits; for each digit its places that see all those there."""

    cells: CellSet
    house: int
    digits: DigitMask
    seen: dict[int, CellSet]


@lru_cache(maxsize=6)
def almost_locked_sets(position: Position) -> tuple[AlmostLockedSet, ...]:
    """Every almost locked set, small ones first; those of the last few positions are kept."""
    geometry, cells_with = position.geometry, position.cells_with
    found: dict[CellSet, tuple[int, DigitMask]] = {}
    for number, house in enumerate(geometry.houses):
        masks = tuple((cell, position.masks[cell]) for cell in members(house & position.empty))
        for cells, digits in _sets_among(masks):
            found.setdefault(cells, (number, digits))
    return tuple(
        AlmostLockedSet(cells, number, digits, {
            digit: geometry.common_peers(cells & cells_with[digit]) & cells_with[digit] for digit in members(digits)
        })
        for cells, (number, digits) in sorted(found.items(), key=lambda item: (item[0].bit_count(), item))
    )


@lru_cache(maxsize=1024)
def _sets_among(masks: tuple[tuple[int, DigitMask], ...]) -> tuple[tuple[CellSet, DigitMask], ...]:
    """The almost locked sets among cells of a house, given with their candidates: most houses stay as they were."""
    sets = [(0, 0)]
    for cell, mask in masks:
        wider = [(cells | 1 << cell, digits | mask) for cells, digits in sets]
        sets += [(cells, digits) for cells, digits in wider if digits.bit_count() <= LARGEST + 1]
    return tuple((cells, digits) for cells, digits in sets if cells.bit_count() + 1 == digits.bit_count())


def als_xz(position: Position) -> Iterator[Step]:
    """Two almost locked sets with a digit x whose places in one all see those in the other.

    Only one set can hold x, and the other is locked then: it holds each of its other digits. So a digit z of both is
    in one or the other, and what sees all its places in both falls. With two such digits each set loses one of them
    to the other and is locked: what sees all places of another of its digits falls, and what sees all places of
    either of the two in both sets.
    """
    sets = almost_locked_sets(position)
    partners = _Partners(position, sets)
    for number, one in enumerate(sets):
        for partner, common in partners.of(number):
            other = sets[partner]
            fall = _fall(one, other, common)
            if any(fall.values()):
                removes = tuple(
                    sorted(Candidate(cell, digit) for digit, cells in fall.items() for cell in members(cells))
                )
                yield _step(position, one, other, common, removes)


class _Partners:
    """The sets by the first place of each of their digits, so that few are looked at where few places are seen."""

    def __init__(self, position: Position, sets: Sequence[AlmostLockedSet]) -> None:
        self._sets = sets
        self._by_place: dict[tuple[int, int], list[tuple[int, CellSet]]] = {}
        for number, one in enumerate(sets):
            for digit in members(one.digits):
                places = one.cells & position.cells_with[digit]
                first = (places & -places).bit_length() - 1
                self._by_place.setdefault((first, digit), []).append((number, places))

    def of(self, number: int) -> list[tuple[int, DigitMask]]:
        """The sets of higher number without a common cell, and the digits that only one of both can hold."""
        one = self._sets[number]
        common: dict[int, DigitMask] = {}
        for digit, seen in one.seen.items():
            for cell in members(seen):
                for partner, places in self._by_place.get((cell, digit), ()):
                    if partner > number and not places & ~seen and not one.cells & self._sets[partner].cells:
                        common[partner] = common.get(partner, 0) | 1 << digit
        return sorted(common.items())


def _fall(one: AlmostLockedSet, other: AlmostLockedSet, common: DigitMask) -> dict[int, CellSet]:
    """For each digit the cells that can't hold it, where only one of the sets can hold a digit of `common`."""
    both = {digit: cells & other.seen[digit] for digit, cells in one.seen.items() if digit in other.seen}
    if common.bit_count() == 1:
        return {digit: cells for digit, cells in both.items() if not common >> digit & 1}
    locked = {digit: cells for digit, cells in both.items() if common >> digit & 1}
    for part in (one, other):
        for digit in members(part.digits & ~common):
            locked[digit] = locked.get(digit, 0) | part.seen[digit]
    return locked


def _step(
    position: Position, one: AlmostLockedSet, other: AlmostLockedSet, common: DigitMask, removes: tuple[Candidate, ...]
) -> Step:
    layout = position.layout
    cells = one.cells | other.cells
    return Step(
        Technique.ALS_XZ,
        explained(
            Technique.ALS_XZ,
            ALS_ONE_COMMON if common.bit_count() == 1 else ALS_TWO_COMMON,
            one=cell_names(layout, members(one.cells)),
            one_digits=digit_names(members(one.digits), "and"),
            other=cell_names(layout, members(other.cells)),
            other_digits=digit_names(members(other.digits), "and"),
            common=digit_names(members(common), "and"),
            removal=removal(layout, removes),
        ),
        tuple(members(cells)),
        tuple(dict.fromkeys((one.house, other.house))),
        position.candidates_of(cells),
        removes=removes,
    )
