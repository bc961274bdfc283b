import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sudoku.layout import Layout, double, single
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, Position, geometry, members, union
from engine.sudoku.techniques.step import Step


@given(st.sets(st.integers(0, 400)))
def test_a_set_keeps_its_members(numbers):
    assert list(members(union(numbers))) == sorted(numbers)


def test_the_geometry_is_that_of_the_layout(layout: Layout):
    shape = geometry(layout)
    assert [tuple(members(house)) for house in shape.houses] == [house.cells for house in layout.houses]
    assert [tuple(members(peers)) for peers in shape.peers] == list(layout.peers)
    assert {layout.houses[number].kind for number, line in enumerate(shape.lines) if line} == {"row", "column"}
    assert all(len(layout.houses[number].cells) == layout.size for number, full in enumerate(shape.complete) if full)


def test_the_shared_cells_of_a_double_see_both_grids(cells):
    shape = geometry(double())
    seen = shape.common_peers(cells(double(), "r7c1 r7c15"))
    assert {double().cell_name(cell) for cell in members(seen)} == {"r7c7", "r7c8", "r7c9"}
    assert [double().houses[h].name for h in shape.houses_with(cells(double(), "r7c7 r7c8"))] == [
        "row 7 of grid 1",
        "box 9 of grid 1",
        "row 1 of grid 2",
    ]


def test_a_placed_digit_leaves_its_peers(layout: Layout):
    empty = Position.of(layout, [0] * len(layout.cells))
    for cell in (0, len(layout.cells) // 2):
        placed = empty.place([Candidate(cell, 1)])
        assert placed.cells_with[1] == empty.cells_with[1] & ~geometry(layout).peers[cell] & ~(1 << cell)
        assert placed.cells_with[2] == empty.cells_with[2] & ~(1 << cell)
        assert placed.masks == Position.of(layout, placed.values).masks
        assert placed.empty == empty.empty & ~(1 << cell)


def test_candidates_come_in_order(blank):
    position = blank(single(), {"r1c1": "12", "r1c2": "28"})
    assert position.candidates_of(0b11) == ((0, 1), (0, 2), (1, 2), (1, 8))
    assert position.candidates_of(0b11, 1 << 2) == position.candidates(0b11, 2) == ((0, 2), (1, 2))
    assert position.bivalue == 0b11


@pytest.mark.parametrize(
    ("only", "places", "broken"),
    [
        ({"r1c1": ""}, {}, True),
        ({}, {(3, "row 1"): ""}, True),
        ({}, {(3, "cage 1"): ""}, False),
        ({}, {(3, "row 1"): "r1c1"}, False),
    ],
)
def test_broken_is_a_cell_without_digit_or_a_complete_house_without_place(only, places, broken, blank, layouts):
    assert blank(layouts["cages"], only, places).is_broken is broken


def test_a_step_is_applied_whole(blank):
    position = blank(single())
    step = Step(Technique.AIC, "", (0,), (), (), (Candidate(0, 5),), (Candidate(80, 5),))
    after = step.apply(position)
    assert after.values[0] == 5
    assert not after.masks[80] >> 5 & 1
    assert not after.masks[8] >> 5 & 1
