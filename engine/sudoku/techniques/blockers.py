"""The digits that leave only one place for a single: in its house (hidden single) or in its cell (naked single).

A blocker is a cell with a digit. Candidates removed by earlier steps have no blocker; they are counted as `removed`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, Position, union


@dataclass(frozen=True)
class Blockers:
    """The blocking cells, the houses through which they block, and the number of candidates that they do not block."""

    cells: tuple[int, ...]
    houses: tuple[int, ...]
    removed: int


def blockers(position: Position, technique: Technique, place: Candidate, house: int | None) -> Blockers:
    """A small set of blockers of a single, by a greedy choice; `house` is that of a hidden single."""
    if technique is Technique.HIDDEN_SINGLE and house is not None:
        return _blockers_in_house(position, house, place)
    return _blockers_of_cell(position, place)


def fullest_house(position: Position, cell: int) -> int:
    """The house of a cell with the most distinct digits; of several, a box before a line."""
    layout = position.layout
    return max(
        layout.houses_of[cell],
        key=lambda number: (_digits_in(position, number).bit_count(), layout.houses[number].kind == "box", -number),
    )


def unblocked(position: Position, technique: Technique, place: Candidate, house: int | None) -> int:
    """The number of candidates without a blocker; if there are any, the single depends on earlier steps."""
    layout, values = position.layout, position.values
    if technique is Technique.HIDDEN_SINGLE and house is not None:
        others = (cell for cell in layout.houses[house].cells if cell != place.cell and not values[cell])
        return sum(all(values[peer] != place.digit for peer in layout.peers[cell]) for cell in others)
    seen_digits = union(values[peer] for peer in layout.peers[place.cell]) & ~1
    return layout.size - 1 - (seen_digits & ~(1 << place.digit)).bit_count()


def _digits_in(position: Position, house: int) -> int:
    """The mask of the digits placed in a house."""
    return union(position.values[cell] for cell in position.layout.houses[house].cells) & ~1


def _blockers_in_house(position: Position, house: int, place: Candidate) -> Blockers:
    layout, geometry = position.layout, position.geometry
    uncovered = geometry.houses[house] & position.empty & ~(1 << place.cell)
    digits = [cell for cell, value in enumerate(position.values) if value == place.digit]
    cover = _cover(uncovered, digits, lambda cell: geometry.peers[cell])
    cells, houses = [], [house]
    for cell in cover:
        blocked = geometry.peers[cell] & uncovered
        houses += _cover(blocked, layout.houses_of[cell], lambda number: geometry.houses[number])
        cells.append(cell)
        uncovered &= ~blocked
    return Blockers(tuple(sorted(cells)), tuple(dict.fromkeys(houses)), uncovered.bit_count())


def _blockers_of_cell(position: Position, place: Candidate) -> Blockers:
    layout, values = position.layout, position.values
    uncovered = (2 << layout.size) - 2 & ~(1 << place.digit)
    houses = _cover(uncovered, layout.houses_of[place.cell], lambda number: _digits_in(position, number))
    cells = []
    for house in houses:
        for cell in layout.houses[house].cells:
            if uncovered >> values[cell] & 1:
                cells.append(cell)
                uncovered &= ~(1 << values[cell])
    return Blockers(tuple(sorted(cells)), tuple(houses), uncovered.bit_count())


def _cover(needed: int, items: Iterable[int], covered_by: Callable[[int], int]) -> list[int]:
    """A few items that together cover as much as all items, chosen greedily: the item that covers most comes first."""
    sets, cover = {item: covered_by(item) for item in items}, []
    while sets:
        best = max(sets, key=lambda item: ((sets[item] & needed).bit_count(), -item))
        if not sets[best] & needed:
            break
        needed &= ~sets.pop(best)
        cover.append(best)
    return cover
