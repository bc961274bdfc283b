"""Orbits of cells: a partition, closed under the symmetry, and refused on asymmetric canvases."""

import pytest

from engine.base.errors import InputError
from engine.sudoku.layout import Layout, double, single
from engine.sudoku.making.symmetry import SYMMETRIES, orbits, turns

MOVES = {
    "rotation": lambda row, column, last: (last - row, last - column),
    "quarter": lambda row, column, last: (column, last - row),
    "mirror": lambda row, column, last: (row, last - column),
    "flip": lambda row, column, last: (last - row, column),
    "diagonal": lambda row, column, _: (column, row),
    "antidiagonal": lambda row, column, last: (last - column, last - row),
}


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_orbits_part_the_cells(layout: Layout, symmetry: str) -> None:
    try:
        found = orbits(layout, symmetry)
    except InputError:
        assert layout.name in ("double", "twins")
        return
    assert sorted(cell for orbit in found for cell in orbit) == list(range(len(layout.cells)))
    assert [min(orbit) for orbit in found] == sorted(min(orbit) for orbit in found)


@pytest.mark.parametrize("symmetry", MOVES)
def test_an_orbit_holds_the_image_of_each_of_its_cells(symmetry: str) -> None:
    layout = single()
    for orbit in orbits(layout, symmetry):
        assert {layout.index[MOVES[symmetry](*layout.cells[cell], 8)] for cell in orbit} == set(orbit)


def test_sizes_of_orbits() -> None:
    assert set(map(len, orbits(single(), "none"))) == {1}
    assert sorted(map(len, orbits(single(), "full"))) == [1] + [4] * 8 + [8] * 6
    assert sorted(map(len, orbits(double(), "rotation"))) == [1] + [2] * 76


def test_missing_items() -> None:
    with pytest.raises(InputError, match="double sudoku has no symmetry mirror; it has none, rotation, diagonal, anti"):
        orbits(double(), "mirror")
    with pytest.raises(InputError, match="unknown symmetry 'odd'; use one of none, rotation"):
        orbits(double(), "odd")


def test_turns_keep_the_houses(layout: Layout) -> None:
    houses = {frozenset(house.cells) for house in layout.houses}
    ways = turns(layout)
    assert ways[0] == tuple(range(len(layout.cells)))
    assert len(set(ways)) == len(ways)
    for way in ways:
        assert sorted(way) == list(range(len(layout.cells)))
        assert {frozenset(way[cell] for cell in house) for house in houses} == houses


def test_a_square_can_be_turned_and_a_double_only_about_its_diagonals() -> None:
    assert len(turns(single())) == 7
    assert len(turns(double())) == 4
