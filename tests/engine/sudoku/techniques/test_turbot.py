from engine.sudoku.layout import double, single
from engine.sudoku.techniques.turbot import empty_rectangles, skyscrapers, turbot_fish, two_string_kites


def test_a_skyscraper(blank, removed):
    position = blank(single(), places={(5, "row 2"): "r2c1 r2c4", (5, "row 8"): "r8c1 r8c5"})
    (step,) = skyscrapers(position)
    assert set(step.removes) == removed(single(), "r1c5 r3c5 r7c4 r9c4", 5)
    assert step.sentence == (
        "Skyscraper: in row 2, 5 goes in r2c4 or r2c1; in row 8, it goes in r8c1 or r8c5. r2c1 and r8c1 see each "
        "other, so one of r2c4 and r8c5 is 5, and r1c5, r3c5, r7c4 and r9c4 can't be 5."
    )
    assert not list(two_string_kites(position)) + list(turbot_fish(position))


def test_a_skyscraper_over_two_grids(blank, removed):
    """A row of grid 1 and one of grid 2, linked by a column of grid 2."""
    places = {(5, "row 8 of grid 1"): "r8c7 r8c9", (5, "row 5 of grid 2"): "r11c7 r11c8"}
    (step,) = skyscrapers(blank(double(), places=places))
    assert [double().houses[house].name for house in step.houses] == ["row 8 of grid 1", "row 5 of grid 2"]
    assert set(step.removes) == removed(double(), "r7c8 r9c8 r10c9 r12c9", 5)


def test_a_two_string_kite(blank, removed):
    position = blank(single(), places={(5, "row 2"): "r2c1 r2c5", (5, "column 2"): "r3c2 r8c2"})
    (step,) = two_string_kites(position)
    assert set(step.removes) == removed(single(), "r8c5", 5)


def test_a_kite_joined_in_the_shared_box(blank, removed):
    places = {(5, "row 7 of grid 1"): "r7c1 r7c8", (5, "column 7 of grid 1"): "r9c7 r2c7"}
    (step,) = two_string_kites(blank(double(), places=places))
    assert set(step.removes) == removed(double(), "r2c1", 5)
    places = {(5, "row 7 of grid 1"): "r7c1 r7c8", (5, "column 1 of grid 2"): "r9c7 r15c7"}
    assert not list(two_string_kites(blank(double(), places=places))), "no cell sees r7c1 and r15c7"


def test_other_pairs_of_links_are_turbot_fish(blank, removed):
    position = blank(single(), places={(5, "box 1"): "r1c1 r3c2", (5, "row 7"): "r7c2 r7c6"})
    (step,) = turbot_fish(position)
    assert set(step.removes) == removed(single(), "r1c6", 5)


def test_an_empty_rectangle(blank, removed):
    places = {(5, "box 1"): "r1c2 r2c1 r2c3", (5, "column 6"): "r2c6 r8c6"}
    (step,) = empty_rectangles(blank(single(), places=places))
    assert set(step.removes) == removed(single(), "r8c2", 5)
    assert step.sentence == (
        "Empty rectangle: in box 1, 5 can only go in row 2 or column 2; in column 6, only in r2c6 or r8c6. "
        "If r8c6 is not 5, r2c6 is, and box 1 has its 5 in column 2. Either way r8c2 can't be 5."
    )


def test_the_shared_box_as_empty_rectangle(blank, removed):
    places = {(5, "box 9 of grid 1"): "r7c8 r8c7 r8c9", (5, "column 2 of grid 1"): "r8c2 r3c2"}
    (step,) = empty_rectangles(blank(double(), places=places))
    assert set(step.removes) == removed(double(), "r3c8", 5)
