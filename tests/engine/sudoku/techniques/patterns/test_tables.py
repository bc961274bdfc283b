"""The tables of a layout: what each list holds, from the houses alone."""

from itertools import combinations, pairwise

import pytest

from engine.sudoku.layout import Layout
from engine.sudoku.techniques import position
from engine.sudoku.techniques.patterns.tables import Ints, corners, rectangles, tables
from engine.sudoku.techniques.position import Geometry, members

NAMES = ("single", "double", "six", "diagonal")


def lists(starts: Ints, values: Ints) -> list[list[int]]:
    assert starts[0] == 0
    assert starts[-1] == len(values)
    return [values[start:end].tolist() for start, end in pairwise(starts)]


def grouped(values: Ints, size: int) -> list[tuple[int, ...]]:
    assert len(values) % size == 0
    return [tuple(values[at : at + size]) for at in range(0, len(values), size)]


@pytest.fixture(params=NAMES)
def geometry(request: pytest.FixtureRequest, layouts: dict[str, Layout]) -> Geometry:
    return position.geometry(layouts[request.param])


def test_houses_and_cells(geometry: Geometry) -> None:
    layout = geometry.layout
    wide, narrow = tables(geometry, wide=True), tables(geometry, wide=False)
    assert (wide.cells, wide.size, wide.houses) == (len(layout.cells), layout.size, len(layout.houses))
    assert (wide.cell_words, narrow.cell_words) == (1, -(-len(layout.cells) // 64))
    for sets, split, count in (
        (wide.house_cells, narrow.house_cells, wide.houses),
        (wide.peers, narrow.peers, wide.cells),
    ):
        assert len(sets) == count
        words = narrow.cell_words
        assert [sum(split[at * words + part] << 64 * part for part in range(words)) for at in range(count)] == [*sets]
    assert [[*members(cells)] for cells in wide.house_cells] == [sorted(house.cells) for house in layout.houses]
    assert [[*members(cells)] for cells in wide.peers] == [sorted(peers) for peers in layout.peers]
    of = lists(wide.houses_of_start, wide.houses_of)
    assert of == [[n for n, house in enumerate(layout.houses) if c in house.cells] for c in range(wide.cells)]
    assert lists(wide.cells_of_start, wide.cells_of) == [[*house.cells] for house in layout.houses]
    assert [*wide.complete] == [len(house.cells) == layout.size for house in layout.houses]
    kinds = ["other", "row", "column", "box"]
    named = [house.kind if house.kind in kinds else "other" for house in layout.houses]
    assert [kinds[kind] for kind in wide.kinds] == named


def test_pairs_of_houses(geometry: Geometry) -> None:
    layout, made = geometry.layout, tables(geometry, wide=True)
    cells = [{*house.cells} for house in layout.houses]
    complete = [len(some) == layout.size for some in cells]
    pairs = [(a, b) for a, b in combinations(range(len(cells)), 2) if len(cells[a] & cells[b]) > 1]
    assert grouped(made.overlaps, 2) == pairs
    both = sorted(pairs + [(b, a) for a, b in pairs])
    assert grouped(made.meetings, 3) == [(a, b, len(cells[a] & cells[b])) for a, b in both if complete[a]]
    grids = [{*grid.cells} for grid in layout.grids]
    apart = [
        (a, b)
        for a, b in pairs
        if complete[a] and complete[b] and not any(cells[a] | cells[b] <= grid for grid in grids)
    ]
    assert grouped(made.lines, 2) == apart
    rests = [sorted(cells[a] - cells[b]) for pair in apart for a, b in (pair, pair[::-1])]
    assert lists(made.rests_start, made.rests) == rests


def test_lines_for_fish(geometry: Geometry) -> None:
    layout, made = geometry.layout, tables(geometry, wide=True)
    kinds = [house.kind for house in layout.houses]
    complete = [len(house.cells) == layout.size for house in layout.houses]
    of = [[n for n, house in enumerate(layout.houses) if c in house.cells] for c in range(len(layout.cells))]
    bases = [[n for n, kind in enumerate(kinds) if kind == line and complete[n]] for line in ("row", "column")]
    assert lists(made.bases_start, made.bases) == bases
    ways = [[n for n in houses if kinds[n] == line] for line in ("column", "row") for houses in of]
    assert lists(made.ways_start, made.ways) == ways
    cells = [{*house.cells} for house in layout.houses]
    lines = [n for n, is_line in enumerate(geometry.lines) if is_line]
    crosses = {
        (box, a, b)
        for box in range(len(cells))
        if complete[box] and box not in lines
        for a in lines
        for b in lines
        if a != b
        and len(cells[a] & cells[box]) > 1
        and len(cells[b] & cells[box]) > 1
        and cells[a] & cells[b] & cells[box]
    }
    found = grouped(made.crosses, 3)
    assert set(found) == crosses
    assert len(found) == len(crosses)


def test_rectangles_exchange_two_digits_in_every_house(geometry: Geometry) -> None:
    """By definition: of each house a rectangle has no corner, or as many of first diagonal as of the other."""
    layout = geometry.layout
    of = [{n for n, house in enumerate(layout.houses) if c in house.cells} for c in range(len(layout.cells))]
    found = grouped(corners(geometry), 4)
    assert found == sorted(found)
    for first, other, left, right in found:
        assert first < other
        assert left < right
        assert first < left
        assert not of[first] & of[other]
        assert not of[left] & of[right]
    expected = set()
    for first in range(len(layout.cells)):
        beside = sorted(layout.peers[first])
        for left, right in combinations(beside, 2):
            if not of[left] & of[right]:
                for other in layout.peers[left]:
                    if other in layout.peers[right] and other > first and not of[first] & of[other] and first < left:
                        houses = [sorted([*of[a], *of[b]]) for a, b in ((first, other), (left, right))]
                        if houses[0] == houses[1]:
                            expected.add((first, other, left, right))
    assert set(found) == expected
    assert [[[*members(diagonal)] for diagonal in pair] for pair in rectangles(geometry)] == [
        [[first, other], [left, right]] for first, other, left, right in found
    ]
