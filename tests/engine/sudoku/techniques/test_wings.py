from engine.sudoku.layout import double, single
from engine.sudoku.techniques.wings import w_wings, xy_wings, xyz_wings


def test_an_xy_wing(blank, removed):
    position = blank(single(), {"r1c1": "12", "r1c8": "13", "r3c3": "23"})
    (step,) = xy_wings(position)
    assert set(step.removes) == removed(single(), "r1c2 r1c3 r3c7 r3c8 r3c9", 3)
    assert step.sentence == (
        "XY-wing: whether r1c1 is 1 or 2, one of r1c8 and r3c3 is 3, so r1c2, r1c3, r3c7, r3c8 and r3c9 can't be 3."
    )
    assert len(step.candidates) == 6


def test_an_xy_wing_with_its_pivot_in_the_shared_box(blank, removed):
    """Its pincers are in two grids; only cells that both grids share can see the two."""
    assert not list(xy_wings(blank(double(), {"r7c7": "12", "r7c1": "13", "r15c7": "23"})))
    (step,) = xy_wings(blank(double(), {"r7c7": "12", "r7c1": "13", "r8c9": "23"}))
    assert set(step.removes) == removed(double(), "r7c8 r7c9 r8c1 r8c2 r8c3", 3)


def test_an_xyz_wing_spares_what_its_pivot_does_not_see(blank, removed):
    (step,) = xyz_wings(blank(single(), {"r1c1": "123", "r1c8": "13", "r3c3": "23"}))
    assert set(step.removes) == removed(single(), "r1c2 r1c3", 3)
    assert "r1c1, r1c8 and r3c3" in step.sentence


def test_pincers_with_both_digits_of_the_pivot_are_no_wing(blank):
    assert not list(xy_wings(blank(single(), {"r1c1": "12", "r1c8": "12", "r3c3": "12"})))
    assert not list(xyz_wings(blank(single(), {"r1c1": "123", "r1c8": "12", "r3c3": "34"})))


def test_a_w_wing(blank, removed):
    position = blank(single(), {"r1c1": "12", "r8c8": "12"}, {(1, "row 5"): "r5c1 r5c8"})
    (step,) = w_wings(position)
    assert set(step.removes) == removed(single(), "r1c8 r8c1", 2)
    assert step.sentence == (
        "W-wing: in row 5, 1 goes in r5c1 or r5c8, so r1c1 and r8c8 can't both be 1: one of them is 2, "
        "and r1c8 and r8c1 can't be 2."
    )


def test_a_w_wing_needs_a_strong_link_that_both_ends_see(blank):
    assert not list(w_wings(blank(single(), {"r1c1": "12", "r8c8": "12"}, {(1, "row 5"): "r5c1 r5c7"})))
    assert not list(w_wings(blank(single(), {"r1c1": "12", "r8c8": "12"}, {(1, "row 5"): "r5c1 r5c7 r5c8"})))


def test_two_cells_that_see_each_other_are_a_naked_pair_and_no_wing(blank):
    assert not list(w_wings(blank(single(), {"r1c1": "12", "r1c8": "12"}, {(1, "row 5"): "r5c1 r5c8"})))
