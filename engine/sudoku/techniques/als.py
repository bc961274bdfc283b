"""Almost locked sets: n cells of one house with n + 1 candidates among them.

The definitions are those of HoDoKu 2.2: the two sets have no cell in common, and a single cell of two candidates is a
set too.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, CellSet, DigitMask, Position, members
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, digit_names, removal

LARGEST = 8
"""The most cells a set may have: no limit in a house of nine cells, and what keeps larger houses within bounds."""


class AlmostLockedSet(NamedTuple):
    """The cells, the first house that holds them, their digits; for each digit what sees all its places there."""

    cells: CellSet
    house: int
    digits: DigitMask
    seen: dict[int, CellSet]


def almost_locked_sets(position: Position) -> list[AlmostLockedSet]:
    """Every almost locked set, small ones first."""
    masks, geometry = position.masks, position.geometry
    found: dict[CellSet, tuple[int, DigitMask]] = {}
    for number, house in enumerate(geometry.houses):
        sets = [(0, 0)]
        for cell in members(house & position.empty):
            wider = [(cells | 1 << cell, digits | masks[cell]) for cells, digits in sets]
            sets += [(cells, digits) for cells, digits in wider if digits.bit_count() <= LARGEST + 1]
        for cells, digits in sets:
            if cells.bit_count() + 1 == digits.bit_count():
                found.setdefault(cells, (number, digits))
    return [
        AlmostLockedSet(cells, number, digits, {
            digit: geometry.common_peers(cells & position.cells_with[digit]) for digit in members(digits)
        })
        for cells, (number, digits) in sorted(found.items(), key=lambda item: (item[0].bit_count(), item))
    ]


def als_xz(position: Position) -> Iterator[Step]:
    """Two almost locked sets with a digit x whose places in one all see those in the other.

    Only one set can hold x, and the other is locked then: it holds each of its other digits. So a digit z of both is
    in one or the other, and what sees all its places in both falls. With two such digits each set loses one of them
    to the other and is locked: what sees all places of another of its digits falls, and what sees all places of
    either of the two in both sets.
    """
    sets = almost_locked_sets(position)
    having: dict[int, list[tuple[int, CellSet]]] = {}
    for number, one in enumerate(sets):
        for digit in members(one.digits):
            having.setdefault(digit, []).append((number, one.cells & position.cells_with[digit]))
    for number, one in enumerate(sets):
        shared: dict[int, DigitMask] = {}
        for digit, seen in one.seen.items():
            for partner, places in having[digit]:
                if partner > number and not places & ~seen:
                    shared[partner] = shared.get(partner, 0) | 1 << digit
        for partner, common in sorted(shared.items()):
            other = sets[partner]
            if not one.cells & other.cells:
                fall = _fall(one, other, common)
                removes = tuple(
                    sorted(found for digit, cells in fall.items() for found in position.candidates(cells, digit))
                )
                if removes:
                    yield _step(position, one, other, common, removes)


def _fall(one: AlmostLockedSet, other: AlmostLockedSet, common: DigitMask) -> dict[int, CellSet]:
    """For each digit the cells that can't hold it, where only one of the sets can hold a digit of `common`."""
    both = {digit: one.seen[digit] & other.seen[digit] for digit in members(one.digits & other.digits)}
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
    names = [
        f"{cell_names(layout, members(part.cells))} (digits {digit_names(members(part.digits), 'and')})"
        for part in (one, other)
    ]
    if common.bit_count() == 1:
        therefore = "one of them holds all its other digits"
    else:
        therefore = "each holds one of these and all its other digits"
    cells = one.cells | other.cells
    return Step(
        Technique.ALS_XZ,
        f"{Technique.ALS_XZ.title}: {names[0]} and {names[1]} can't both hold {digit_names(members(common), 'nor')}, "
        f"so {therefore}: {removal(layout, removes)}.",
        tuple(members(cells)),
        tuple(dict.fromkeys((one.house, other.house))),
        position.candidates_of(cells),
        removes=removes,
    )
