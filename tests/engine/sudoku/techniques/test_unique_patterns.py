from collections import Counter

import pytest
from arguments import KEEP, assert_sound, positions

from engine.sudoku.layout import single
from engine.sudoku.techniques import unique_patterns
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.unique_patterns import avoidable_rectangles, bug_plus_n, unique_loops

FEW = (0.1, 0.05, 0.02)
"""Positions in which few false candidates are left."""


def sound(find, layout, seeds, keep):
    """How often each technique is found; each step must be sound."""
    found = Counter()
    for position, solution in positions(layout, seeds, keep):
        for step in find(position):
            assert_sound(step, position, solution)
            found[step.technique] += 1
    return found


@pytest.mark.long
@pytest.mark.parametrize("name", ["single", "double", "diagonal", "six", "twins"])
def test_avoidable_rectangles_are_sound(name, layouts):
    found = sound(avoidable_rectangles, layouts[name], range(20 if name == "single" else 4), KEEP)
    assert found[Technique.AVOIDABLE_RECTANGLE_1] or name != "single"


@pytest.mark.few(2)
@pytest.mark.parametrize("name", ["single", "double", "diagonal", "six", "twins"])
def test_unique_loops_are_sound(name, layouts):
    sound(unique_loops, layouts[name], range(4 if name == "double" else 8), KEEP)


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["single", "six", "small", "twins"])
def test_bug_plus_n_is_sound(name, layouts):
    sound(bug_plus_n, layouts[name], range(8 if name == "single" else 30), FEW)


@pytest.mark.slow
@pytest.mark.parametrize("find", [avoidable_rectangles, unique_loops, bug_plus_n])
@pytest.mark.parametrize("name", ["single", "double"])
def test_these_are_sound_in_many_positions(find, name, layouts):
    assert sound(find, layouts[name], range(5000), FEW if find is bug_plus_n else KEEP)


def placed(position, values):
    """The position with digits in cells that are not given."""
    return position.place(Candidate(cell, digit) for cell, digit in values.items())


def test_an_avoidable_rectangle_of_three_placed_corners(blank):
    position = placed(blank(single()), {0: 1, 9 * 3 + 0: 2, 1: 2})
    (step,) = avoidable_rectangles(position)
    assert step.sentence == (
        "Avoidable rectangle type 1: if r1c1, r1c2, r4c1 and r4c2 held nothing but 1 and 2, none of them given, these "
        "could be exchanged for a second solution: r4c2 can't be 1."
    )
    given = Position(position.layout, position.values, position.masks, 1)
    assert not list(avoidable_rectangles(given))


def test_an_avoidable_rectangle_of_two_placed_corners(blank):
    position = placed(blank(single(), {"r4c1": "25", "r4c2": "15"}), {0: 1, 1: 2})
    (step,) = avoidable_rectangles(position)
    assert step.technique is Technique.AVOIDABLE_RECTANGLE_2
    assert step.removes == tuple((cell, 5) for cell in (29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 45, 46, 47))
    assert step.sentence.startswith(
        "Avoidable rectangle type 2: if r1c1, r1c2, r4c1 and r4c2 held nothing but 1 and 2, none of them given, these "
        "could be exchanged for a second solution; so one of r4c1 and r4c2 is 5, and "
    )


LOOP = {"r1c1": "12", "r1c4": "12", "r2c4": "12", "r2c7": "12", "r3c7": "12", "r3c1": "123"}
"""Six cells in three rows, three columns and three boxes, two in each."""


def test_a_unique_loop_with_one_cell_of_more_digits(blank):
    steps = [step for step in unique_loops(blank(single(), LOOP)) if len(step.cells) == 6]
    assert [step.sentence for step in steps] == [
        "Unique loop type 1: if r1c1, r1c4, r2c4, r2c7, r3c1 and r3c7 held nothing but 1 and 2, these could be "
        "exchanged and there would be two solutions; so r3c1 must be something else: r3c1 can't be 1 or 2."
    ]


def test_a_unique_loop_with_two_cells_of_one_more_digit(blank):
    steps = [step for step in unique_loops(blank(single(), LOOP | {"r3c7": "123"})) if len(step.cells) == 6]
    assert len(steps) == 1
    assert steps[0].technique is Technique.UNIQUE_LOOP_2
    assert {cell for cell, digit in steps[0].removes if digit == 3} == {19, 20, 21, 22, 23, 25, 26}
    assert steps[0].sentence.endswith(
        "; so one of r3c1 and r3c7 is 3, and r3c2, r3c3, r3c4, r3c5, r3c6, r3c8 and r3c9 can't be 3."
    )


def test_a_unique_loop_whose_roof_makes_a_subset(blank):
    """One of r3c1 and r3c7 is 3 or 4, and so is r3c5 with these two digits: they are nowhere else in the row."""
    loop = LOOP | {"r3c1": "123", "r3c7": "124", "r3c5": "34"}
    (step,) = (step for step in unique_loops(blank(single(), loop)) if step.technique is Technique.UNIQUE_LOOP_3)
    assert {cell for cell, digit in step.removes if digit == 3} == {19, 20, 21, 23, 25, 26}
    assert {digit for _, digit in step.removes} == {3, 4}
    assert step.sentence.startswith(
        "Unique loop type 3: if r1c1, r1c4, r2c4, r2c7, r3c1 and r3c7 held nothing but 1 and 2, these could be "
        "exchanged and there would be two solutions; so one of r3c1 and r3c7 is 3 or 4. Together with r3c5, that cell "
        "takes 3 and 4: "
    )


def test_a_unique_loop_whose_roof_has_the_only_places_of_a_digit(blank):
    loop = LOOP | {"r3c1": "123", "r3c7": "124"}
    position = blank(single(), loop, places={(1, "row 3"): "r3c1 r3c7"})
    (step,) = (step for step in unique_loops(position) if step.technique is Technique.UNIQUE_LOOP_4)
    assert step.removes == ((18, 2), (24, 2))
    assert step.sentence == (
        "Unique loop type 4: if r1c1, r1c4, r2c4, r2c7, r3c1 and r3c7 held nothing but 1 and 2, these could be "
        "exchanged and there would be two solutions; but in row 3, 1 goes in one of r3c1 and r3c7. So r3c1 and r3c7 "
        "can't be 2."
    )


def test_a_loop_with_a_house_of_one_of_its_cells_is_none(blank):
    """One more cell in a column, one less in a row: an exchange would be noticed."""
    moved = {name: digits for name, digits in LOOP.items() if name != "r2c7"} | {"r2c8": "12"}
    assert not [step for step in unique_loops(blank(single(), moved)) if len(step.cells) == 6]


def test_bug_plus_two(layouts, blank):
    """A 4x4 in which all cells have two candidates except two that share a third one."""
    small = layouts["small"]
    grave = {
        "r1c1": "12", "r1c2": "12", "r1c3": "34", "r1c4": "34",
        "r2c1": "34", "r2c2": "34", "r2c3": "12", "r2c4": "12",
        "r3c1": "12", "r3c2": "12", "r3c3": "34", "r3c4": "34",
        "r4c1": "34", "r4c2": "34", "r4c3": "12", "r4c4": "12",
    }  # fmt: skip
    assert not list(bug_plus_n(blank(small, grave)))
    (step,) = bug_plus_n(blank(small, grave | {"r1c1": "123", "r1c2": "123"}))
    assert step.sentence == (
        "BUG+n: r1c1 is 3 or r1c2 is 3; otherwise every candidate would appear twice in each of its houses and there "
        "would be two solutions: r1c3, r1c4, r2c1 and r2c2 can't be 3."
    )


@pytest.mark.parametrize("places", [((0, 0), (0, 1), (3, 0), (3, 1)), ((0, 0), (0, 3), (4, 3), (4, 6), (1, 6), (1, 0))])
def test_the_halves_of_a_loop_are_its_cells_in_turns(places: tuple[tuple[int, int], ...]) -> None:
    geometry = Position.of(single(), (0,) * 81).geometry
    cells = [9 * row + column for row, column in places]
    loop = tuple(cells) if len(cells) > 4 else (cells[0], cells[1], cells[3], cells[2])
    first, other = unique_patterns._halves(geometry, tuple(sorted(loop)))
    assert {first, other} == {sum(1 << cell for cell in loop[::2]), sum(1 << cell for cell in loop[1::2])}
