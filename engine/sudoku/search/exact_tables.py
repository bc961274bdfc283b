"""A layout as flat arrays of ints, for the search kernel."""

from array import array
from dataclasses import dataclass
from functools import lru_cache

from engine.sudoku.layout import Layout


@dataclass(frozen=True)
class SearchTables:
    """Houses and cells by number; positions in a house count from 0 and are stored as bits.

    `house_cells[house * size + position]` is a cell (0 past the end of a house), and `full[house]` is
    1 if the house has as many cells as there are digits. The houses of a cell are the range `starts[cell]` to
    `starts[cell + 1]` of `bases` (house * size) and `bits` (the cell's position there). `pairs` holds four ints for
    each two full houses that meet in more than one cell: base and positions *outside* the meeting, for one and for
    the other.
    """

    house_cells: "array[int]"
    full: "array[int]"
    starts: "array[int]"
    bases: "array[int]"
    bits: "array[int]"
    pairs: "array[int]"


@lru_cache(maxsize=64)
def tables(layout: Layout) -> SearchTables:
    """The tables of a layout."""
    size = layout.size
    house_cells, full = array("i"), array("i")
    for house in layout.houses:
        house_cells.extend(house.cells + (0,) * (size - len(house.cells)))
        full.append(len(house.cells) == size)
    starts, bases, bits = array("i", [0]), array("i"), array("i")
    meetings: dict[tuple[int, int], list[int]] = {}
    for cell, numbers in enumerate(layout.houses_of):
        for number in numbers:
            bases.append(number * size)
            bits.append(1 << layout.houses[number].cells.index(cell))
            for second in numbers:
                if number < second and full[number] and full[second]:
                    meetings.setdefault((number, second), []).append(cell)
        starts.append(len(bases))
    pairs = array("i")
    for houses, cells in meetings.items():
        if len(cells) > 1:
            for number in houses:
                places = enumerate(layout.houses[number].cells)
                pairs.extend((number * size, sum(1 << position for position, cell in places if cell not in cells)))
    return SearchTables(house_cells, full, starts, bases, bits, pairs)
