"""Which digits on the board leave a single its place: for a hidden single in its house, for a naked single in its cell.

A blocker is a cell with a digit. Candidates that were removed by earlier steps have no blocker: they are counted as
`removed`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, Position, union


@dataclass(frozen=True)
class Blockers:
    """The cells whose digits block, the houses through which they do, and how many candidates they do not block."""

    cells: tuple[int, ...]
    houses: tuple[int, ...]
    removed: int


def blockers(position: Position, technique: Technique, place: Candidate, house: int | None) -> Blockers:
    """The fewest blockers that a greedy choice finds for a single; `house` is that of a hidden single."""
    if technique is Technique.HIDDEN_SINGLE and house is not None:
        return _of_house(position, house, place)
    return _of_cell(position, place)


def fullest_house(position: Position, cell: int) -> int:
    """The house of a cell with the most different digits; a box before a line of as many."""
    layout = position.layout
    return max(
        layout.houses_of[cell],
        key=lambda number: (_digits_in(position, number).bit_count(), layout.houses[number].kind == "box", -number),
    )


def unblocked(position: Position, technique: Technique, place: Candidate, house: int | None) -> int:
    """How many candidates no digit on the board blocks: a single with any rests on steps made before."""
    layout, values = position.layout, position.values
    if technique is Technique.HIDDEN_SINGLE and house is not None:
        others = (cell for cell in layout.houses[house].cells if cell != place.cell and not values[cell])
        return sum(all(values[peer] != place.digit for peer in layout.peers[cell]) for cell in others)
    seen = union(values[peer] for peer in layout.peers[place.cell]) & ~1
    return layout.size - 1 - (seen & ~(1 << place.digit)).bit_count()


def _digits_in(position: Position, house: int) -> int:
    """The mask of the digits that stand in a house."""
    return union(position.values[cell] for cell in position.layout.houses[house].cells) & ~1


def _of_house(position: Position, house: int, place: Candidate) -> Blockers:
    layout, geometry = position.layout, position.geometry
    left = geometry.houses[house] & position.empty & ~(1 << place.cell)
    digits = [cell for cell, value in enumerate(position.values) if value == place.digit]
    chosen = _cover(left, digits, lambda cell: geometry.peers[cell])
    cells, houses = [], [house]
    for cell in chosen:
        blocked = geometry.peers[cell] & left
        houses += _cover(blocked, layout.houses_of[cell], lambda number: geometry.houses[number])
        cells.append(cell)
        left &= ~blocked
    return Blockers(tuple(sorted(cells)), tuple(dict.fromkeys(houses)), left.bit_count())


def _of_cell(position: Position, place: Candidate) -> Blockers:
    layout, values = position.layout, position.values
    left = (2 << layout.size) - 2 & ~(1 << place.digit)
    houses = _cover(left, layout.houses_of[place.cell], lambda number: _digits_in(position, number))
    cells = []
    for house in houses:
        for cell in layout.houses[house].cells:
            if left >> values[cell] & 1:
                cells.append(cell)
                left &= ~(1 << values[cell])
    return Blockers(tuple(sorted(cells)), tuple(houses), left.bit_count())


def _cover(needed: int, items: Iterable[int], covered_by: Callable[[int], int]) -> list[int]:
    """Items that cover all of a set that any of them covers: each time the one that covers most of the rest."""
    sets, chosen = {item: covered_by(item) for item in items}, []
    while sets:
        best = max(sets, key=lambda item: ((sets[item] & needed).bit_count(), -item))
        if not sets[best] & needed:
            break
        needed &= ~sets.pop(best)
        chosen.append(best)
    return chosen
