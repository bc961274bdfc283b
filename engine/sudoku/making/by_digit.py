"""Makes puzzles in which singles finish one digit after another."""

from collections.abc import Sequence

from engine.sudoku.bit_sets import members, union
from engine.sudoku.layout import Layout
from engine.sudoku.techniques.position import Geometry, geometry


def digit_order(layout: Layout, givens: Sequence[int], solution: Sequence[int]) -> tuple[int, ...] | None:
    """An order in which hidden and naked singles place all of one digit, then all of the next; None if there is none.

    Leaves out digits without holes. As values never make a single impossible, any digit that can be finished may come
    first, and more givens keep an order possible.
    """
    shape = geometry(layout)
    empty = union(cell for cell, digit in enumerate(givens) if not digit)
    holes = [0] * (layout.size + 1)  # by digit
    places = [empty] * (layout.size + 1)
    for cell, digit in enumerate(solution):
        if givens[cell]:
            places[digit] &= ~shape.peers[cell]
        else:
            holes[digit] |= 1 << cell
    order: list[int] = []
    left = [digit for digit in range(1, layout.size + 1) if holes[digit]]
    while left:
        finished = next((digit for digit in left if _is_finished(digit, holes, places, shape)), None)
        if finished is None:
            return None
        order.append(finished)
        left.remove(finished)
        places = [cells & ~holes[finished] for cells in places]
        places[finished] = 0
    return tuple(order)


def is_by_digit(layout: Layout, solution: Sequence[int], givens: Sequence[int]) -> bool:
    """Whether singles can finish one digit after another."""
    return digit_order(layout, givens, solution) is not None


def _is_finished(digit: int, holes: Sequence[int], places: Sequence[int], shape: Geometry) -> bool:
    """Whether singles of this digit alone fill all its holes; `places` are the cells that may hold each digit."""
    others = 0
    for other, cells in enumerate(places):
        if other not in (0, digit):
            others |= cells
    left, open_cells = holes[digit], places[digit]
    houses = [house for house, complete in zip(shape.houses, shape.complete, strict=True) if complete]
    while left:
        singles = open_cells & ~others
        for house in houses:
            among = open_cells & house
            if among and not among & among - 1:
                singles |= among
        placed = singles & left
        if not placed:
            return False
        left &= ~placed
        for cell in members(placed):
            open_cells &= ~(shape.peers[cell] | 1 << cell)
    return True
