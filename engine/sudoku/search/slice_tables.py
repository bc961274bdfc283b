"""A layout as words of bits, for the search by bit slices."""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from engine.sudoku.layout import House, Layout

Words = Sequence[int]
"""Consecutive numbers of as many words as they need, lowest word first."""

MAX_LEFT_OUT = 4
"""Maximum number of houses to leave out."""

ALL_ONES = -1
"""A word with all bits set."""


@dataclass(frozen=True)
class SliceTables:
    """The tables of a layout for the search.

    `houses` are the houses with a cell for each digit, or nearly all of them. A slot is a digit in one of them, with
    the bit digit * `stride` + house, so the slots of a digit begin at a word, or in its middle if two digits share it.

    `peers` has the peers of each cell, `cell_houses` its houses, and `peer_houses` for each cell and position the
    houses in which a peer has that position. The range `starts[cell]` to `starts[cell + 1]` of `house_of` and
    `position_of` has the houses of a cell and its positions there. `positions` has for each cell and position the bits
    of all slots of the houses in which the cell has that position, in as many words as the stride takes; all further
    words repeat these. `house_cells` has the cells of each house, `size` each.

    A pattern is a group of positions where a house meets another. `outside_pattern` has a word for each pattern and
    position: 0 if the pattern contains the position, otherwise all ones. `meetings` has the slots of houses that meet
    another there, and `locked` for each pattern and house the other cells that all cells of the meeting see.
    """

    houses: int
    stride: int
    cell_words: int
    slot_words: int
    house_words: int
    all_cells: Words
    all_slots: Words
    peers: Words
    cell_houses: Words
    peer_houses: Words
    starts: "array[int]"
    house_of: "array[int]"
    position_of: "array[int]"
    positions: Words
    house_cells: "array[int]"
    patterns: int
    outside_pattern: Words
    meetings: Words
    locked: Words


@lru_cache(maxsize=64)
def tables(layout: Layout, *, wide: bool) -> SliceTables:
    """The tables of a layout, in words of 64 bits, or of any number of bits if `wide`."""
    size, cells = layout.size, len(layout.cells)
    searched = _searched_houses(layout)
    houses = len(searched)
    stride = 32 if houses <= 32 else -(-houses // 64) * 64
    cell_words, slot_words, house_words = (1 if wide else -(-bits // 64) for bits in (cells, size * stride, stride))
    slots_of = [sum(1 << digit * stride + house for digit in range(size)) for house in range(houses)]
    places: list[list[tuple[int, int]]] = [[] for _ in range(cells)]  # houses and positions
    for number, house in enumerate(searched):
        for position, cell in enumerate(house.cells):
            places[cell].append((number, position))
    peer_houses, positions = [[0] * size for _ in range(cells)], [[0] * size for _ in range(cells)]
    for cell in range(cells):
        for peer in layout.peers[cell]:
            for number, position in places[peer]:
                peer_houses[cell][position] |= 1 << number
        for number, position in places[cell]:
            positions[cell][position] |= slots_of[number] if wide else 1 << number | 1 << number + stride
    meetings, locked = _meetings(layout, searched, slots_of)

    def words(numbers: Iterable[int], count: int) -> Words:
        if wide:
            return list(numbers)
        return array("Q", (number >> 64 * part & (1 << 64) - 1 for number in numbers for part in range(count)))

    def by_rows(masks: Sequence[Sequence[int]]) -> Words:
        """The positions in order, for each cell and each word of a house."""
        if wide:
            return [mask for row in masks for mask in row]
        return array("Q", [m >> 64 * k & (1 << 64) - 1 for row in masks for k in range(house_words) for m in row])

    return SliceTables(
        houses,
        stride,
        cell_words,
        slot_words,
        house_words,
        words([(1 << cells) - 1], cell_words),
        words([sum(slots_of)], slot_words),
        words((sum(1 << peer for peer in peers) for peers in layout.peers), cell_words),
        words((sum(1 << number for number, _ in found) for found in places), house_words),
        by_rows(peer_houses),
        array("i", accumulate(map(len, places), initial=0)),
        array("i", [number for found in places for number, _ in found]),
        array("i", [position for found in places for _, position in found]),
        by_rows(positions),
        array("i", [cell for house in searched for cell in house.cells]),
        len(meetings),
        words((0 if position in pattern else ALL_ONES for pattern in meetings for position in range(size)), 1),
        words(meetings.values(), slot_words),
        words((locked.get((pattern, number), 0) for pattern in meetings for number in range(houses)), cell_words),
    )


Pattern = frozenset[int]


def _searched_houses(layout: Layout) -> list[House]:
    """The houses with a cell for each digit, except a few if these would need another word for each digit.

    Leaving them out is safe: the peers of cells contain what they forbid, and once all cells are solved they hold each
    digit. The houses left out are those whose cells are in the most other houses.
    """
    houses = [house for house in layout.houses if len(house.cells) == layout.size]
    excess = len(houses) % 64 if len(houses) > 64 else 0
    if excess <= MAX_LEFT_OUT:
        by_others = sorted(houses, key=lambda house: sum(len(layout.houses_of[cell]) for cell in house.cells))
        left_out = by_others[len(houses) - excess :]
        houses = [house for house in houses if house not in left_out]
    return houses


def _meetings(
    layout: Layout, searched: Sequence[House], slots_of: Sequence[int]
) -> tuple[dict[Pattern, int], dict[tuple[Pattern, int], int]]:
    """By pattern, the slots of houses that meet another there; by pattern and house, the cells seen from there."""
    meetings: dict[Pattern, int] = {}
    locked: dict[tuple[Pattern, int], int] = {}
    for number, house in enumerate(searched):
        positions_in: dict[int, set[int]] = {}
        for position, cell in enumerate(house.cells):
            for other_house in layout.houses_of[cell]:
                positions_in.setdefault(other_house, set()).add(position)
        for positions in map(frozenset, positions_in.values()):
            if 1 < len(positions) < layout.size:
                common_peers = set.intersection(
                    *(set(layout.peers[house.cells[position]]) for position in positions)
                ) - set(house.cells)
                if common_peers:
                    meetings[positions] = meetings.get(positions, 0) | slots_of[number]
                    locked[positions, number] = sum(1 << cell for cell in common_peers)
    return meetings, locked
