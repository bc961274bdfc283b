"""Makes puzzles in which singles finish one digit after another."""

from collections.abc import Sequence
from functools import lru_cache

from engine.sudoku.layout import Layout


def digit_order(layout: Layout, givens: Sequence[int], solution: Sequence[int]) -> tuple[int, ...] | None:
    """An order in which hidden and naked singles place all of one digit, then all of the next; None if there is none.

    Leaves out digits without holes. As values never make a single impossible, any digit that can be finished may come
    first, and more givens keep an order possible.
    """
    peers, houses = _masks(layout)
    empty = sum(1 << cell for cell, digit in enumerate(givens) if not digit)
    holes = [0] * (layout.size + 1)  # by digit
    places = [empty] * (layout.size + 1)
    for cell, digit in enumerate(solution):
        if givens[cell]:
            places[digit] &= ~peers[cell]
        else:
            holes[digit] |= 1 << cell
    order: list[int] = []
    left = [digit for digit in range(1, layout.size + 1) if holes[digit]]
    while left:
        finished = next((digit for digit in left if _is_finished(digit, holes, places, peers, houses)), None)
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


def _is_finished(
    digit: int, holes: Sequence[int], places: Sequence[int], peers: Sequence[int], houses: Sequence[int]
) -> bool:
    """Whether singles of this digit alone fill all its holes; `places` are the cells that may hold each digit."""
    others = 0
    for other, cells in enumerate(places):
        if other not in (0, digit):
            others |= cells
    left, open_cells = holes[digit], places[digit]
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
        while placed:
            cell = placed.bit_length() - 1
            placed &= ~(1 << cell)
            open_cells &= ~(peers[cell] | 1 << cell)
    return True


@lru_cache(maxsize=8)
def _masks(layout: Layout) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The peers of each cell, and the cells of each house with a cell for every digit, as bits."""
    peers = tuple(sum(1 << peer for peer in found) for found in layout.peers)
    whole = (house.cells for house in layout.houses if len(house.cells) == layout.size)
    return peers, tuple(sum(1 << cell for cell in cells) for cells in whole)
