"""Makes puzzles in which singles finish one digit after another."""

from collections.abc import Sequence

from engine.sudoku.bit_sets import members, union
from engine.sudoku.layout import Layout
from engine.sudoku.techniques.position import Geometry, geometry


def digit_order(layout: Layout, givens: Sequence[int], solution: Sequence[int]) -> tuple[int, ...] | None:
    """An order in which hidden and naked singles place all of one digit, then all of the next; None if there is none.

    Digits without holes are left out. Placing digits never makes a single impossible, so any digit that can be finished
    may come first, and further givens keep an order possible.
    """
    layout_geometry = geometry(layout)
    empty = union(cell for cell, digit in enumerate(givens) if not digit)
    holes = [0] * (layout.size + 1)  # by digit
    places = [empty] * (layout.size + 1)
    for cell, digit in enumerate(solution):
        if givens[cell]:
            places[digit] &= ~layout_geometry.peers[cell]
        else:
            holes[digit] |= 1 << cell
    order: list[int] = []
    remaining = [digit for digit in range(1, layout.size + 1) if holes[digit]]
    while remaining:
        next_digit = next((digit for digit in remaining if _is_finished(digit, holes, places, layout_geometry)), None)
        if next_digit is None:
            return None
        order.append(next_digit)
        remaining.remove(next_digit)
        places = [cells & ~holes[next_digit] for cells in places]
        places[next_digit] = 0
    return tuple(order)


def is_by_digit(layout: Layout, solution: Sequence[int], givens: Sequence[int]) -> bool:
    """Whether singles can place all of one digit, then all of the next, and so on."""
    return digit_order(layout, givens, solution) is not None


def _is_finished(digit: int, holes: Sequence[int], places: Sequence[int], layout_geometry: Geometry) -> bool:
    """Whether singles of this digit alone fill all its holes; `places` are the cells that may hold each digit."""
    others = 0
    for other, cells in enumerate(places):
        if other not in (0, digit):
            others |= cells
    remaining, open_cells = holes[digit], places[digit]
    houses = [
        house for house, complete in zip(layout_geometry.houses, layout_geometry.complete, strict=True) if complete
    ]
    while remaining:
        singles = open_cells & ~others
        for house in houses:
            candidates_in_house = open_cells & house
            if candidates_in_house and not candidates_in_house & candidates_in_house - 1:
                singles |= candidates_in_house
        placed = singles & remaining
        if not placed:
            return False
        remaining &= ~placed
        for cell in members(placed):
            open_cells &= ~(layout_geometry.peers[cell] | 1 << cell)
    return True
