"""Orbits of cells: a partition, closed under the symmetry, and refused where the canvas lacks it."""

import pytest

from engine.base.errors import InputError
from engine.sudoku.layout import Layout, double, single
from engine.sudoku.making.symmetry import SYMMETRIES, orbits

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


def test_what_is_not_there() -> None:
    with pytest.raises(InputError, match="double sudoku has no symmetry mirror; it has none, rotation, diagonal, anti"):
        orbits(double(), "mirror")
    with pytest.raises(InputError, match="unknown symmetry 'odd'; use one of none, rotation"):
        orbits(double(), "odd")
