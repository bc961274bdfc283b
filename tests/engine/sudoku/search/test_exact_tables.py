"""The flat arrays of a layout match the layout."""

from itertools import combinations

from engine.sudoku.layout import Layout
from engine.sudoku.search.exact_tables import tables


def test_houses_of_each_cell(layout: Layout) -> None:
    flat, size = tables(layout), layout.size
    for cell, numbers in enumerate(layout.houses_of):
        span = range(flat.starts[cell], flat.starts[cell + 1])
        assert [flat.bases[k] // size for k in span] == list(numbers)
        for k in span:
            assert flat.house_cells[flat.bases[k] + flat.bits[k].bit_length() - 1] == cell
    for number, house in enumerate(layout.houses):
        assert tuple(flat.house_cells[number * size :][: len(house.cells)]) == house.cells
        assert flat.full[number] == (len(house.cells) == size)


def test_pairs_are_the_full_houses_that_meet_in_several_cells(layout: Layout) -> None:
    flat, size = tables(layout), layout.size

    def outside(base: int, mask: int) -> set[int]:
        return {flat.house_cells[base + position] for position in range(size) if mask >> position & 1}

    found = {}
    for k in range(0, len(flat.pairs), 4):
        base, mask, other_base, other_mask = flat.pairs[k : k + 4]
        found[base // size, other_base // size] = outside(base, mask), outside(other_base, other_mask)
    expected = {}
    for (first, house), (second, other) in combinations(enumerate(layout.houses), 2):
        ours, theirs = set(house.cells), set(other.cells)
        if len(ours) == len(theirs) == size and len(ours & theirs) > 1:
            expected[first, second] = ours - theirs, theirs - ours
    assert found == expected
