from collections import Counter
from random import Random

import pytest
from arguments import assert_proved, assert_sound, examine, positions

from engine.sudoku.layout import single
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.colouring import multi_colours, remote_pairs, simple_colours
from engine.sudoku.techniques.position import Position

FINDERS = [simple_colours, multi_colours, remote_pairs]
OF_ONE_DIGIT = {
    Technique.SIMPLE_COLOURS_TRAP,
    Technique.SIMPLE_COLOURS_WRAP,
    Technique.MULTI_COLOURS_1,
    Technique.MULTI_COLOURS_2,
}


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["single", "double", "diagonal", "six", "twins", "cages"])
def test_colouring_is_sound_and_proved(name, layouts):
    seeds = range(12 if len(layouts[name].cells) > 50 else 30)
    found = sum((examine(find, layouts[name], seeds) for find in FINDERS), Counter())
    assert found.keys() >= OF_ONE_DIGIT or name in {"six", "twins", "cages"}


@pytest.mark.parametrize("name", ["single", "double", "diagonal"])
def test_remote_pairs_are_sound_and_proved(name, layouts):
    """From a complete grid: most cells with one of two digits are left open for both, the others for all digits."""
    layout, every = layouts[name], (2 << layouts[name].size) - 2
    found = 0
    for seed in range(20):
        solution, random = random_solution(layout, seed), Random(seed)
        masks = tuple(0b110 if digit <= 2 and random.random() < 0.6 else every for digit in solution)
        position = Position(layout, (0,) * len(masks), masks)
        for step in remote_pairs(position):
            assert_sound(step, position, solution)
            assert_proved(step, position)
            found += 1
    assert found


@pytest.mark.slow
@pytest.mark.parametrize("find", FINDERS)
@pytest.mark.parametrize("name", ["single", "double"])
def test_colouring_is_sound_and_proved_in_many_positions(find, name, layouts):
    assert examine(find, layouts[name], range(5000))


def test_a_trap(blank, removed):
    position = blank(
        single(), places={(7, "row 1"): "r1c1 r1c5", (7, "column 5"): "r1c5 r8c5", (7, "row 8"): "r8c2 r8c5"}
    )
    (step,) = simple_colours(position)
    assert step.sentence == (
        "Simple colouring (trap): either all cells of colour A (r1c1 and r8c5) are 7 or all of colour B "
        "(r1c5 and r8c2). Cells that see both colours are not: r2c2, r3c2, r7c1 and r9c1 can't be 7."
    )
    assert len(step.candidates) == 4


def test_a_wrap_falls_as_a_whole(blank, removed):
    position = blank(
        single(),
        places={
            (7, "row 1"): "r1c1 r1c5",
            (7, "row 8"): "r8c2 r8c5",
            (7, "column 5"): "r1c5 r8c5",
            (7, "box 7"): "r8c2 r9c1",
        },
    )
    (step,) = (step for step in simple_colours(position) if step.technique is Technique.SIMPLE_COLOURS_WRAP)
    assert set(step.removes) == removed(single(), "r1c1 r8c5 r9c1", 7)
    assert step.sentence.endswith("Two cells of colour A see each other, so r1c1, r8c5 and r9c1 can't be 7.")


def test_opposite_colours_of_two_clusters(blank, removed):
    position = blank(single(), places={(7, "row 1"): "r1c1 r1c5", (7, "row 7"): "r7c2 r7c5"})
    (step,) = multi_colours(position)
    assert step.technique is Technique.MULTI_COLOURS_1
    assert set(step.removes) == removed(single(), "r2c2 r3c2 r8c1 r9c1", 7)
    assert step.sentence == (
        "Multi colouring 1: either all cells of colour A (r1c1) are 7 or all of colour B (r1c5), and either all of "
        "colour C (r7c2) or all of colour D (r7c5). Colours B and D see each other, so all of colour A or all of "
        "colour C are 7: "
        "r2c2, r3c2, r8c1 and r9c1 can't be 7."
    )


def test_a_colour_that_sees_both_colours_of_another_cluster(blank, removed):
    position = blank(
        single(), places={(7, "row 1"): "r1c1 r1c5", (7, "column 5"): "r1c5 r6c5", (7, "box 4"): "r4c1 r6c2"}
    )
    (step,) = (step for step in multi_colours(position) if step.technique is Technique.MULTI_COLOURS_2)
    assert set(step.removes) == removed(single(), "r1c1 r6c5", 7)
    assert step.sentence == (
        "Multi colouring 2: either all cells of colour A (r1c1 and r6c5) are 7 or all of colour B (r1c5), and either "
        "all of colour C (r4c1) or all of colour D (r6c2). Colour A sees both colours C and D, one of which "
        "is 7: "
        "r1c1 and r6c5 can't be 7."
    )


def test_a_remote_pair_of_four_cells(blank, removed):
    position = blank(single(), {"r1c1": "37", "r1c9": "37", "r8c9": "37", "r8c2": "37"})
    (step,) = remote_pairs(position)
    fall = "r2c2 r3c2 r7c1 r9c1"
    assert set(step.removes) >= removed(single(), fall, 3) | removed(single(), fall, 7)
    assert len(step.candidates) == 8
    assert step.sentence.startswith(
        "Remote pair: one of 3 and 7 is in all cells of colour A (r1c1 and r8c9), the other in all of colour B "
        "(r1c9 and r8c2). Cells that see both colours are neither: "
    )


def test_three_cells_are_no_remote_pair(blank):
    assert not list(remote_pairs(blank(single(), {"r1c1": "37", "r1c9": "37", "r8c9": "37"})))


@pytest.mark.long
@pytest.mark.parametrize("find", FINDERS)
def test_the_houses_of_a_step_are_those_of_its_strong_links(find, layouts):
    """Each house has at least two of the coloured cells; otherwise it says nothing about the colours."""
    layout = layouts["single"]
    steps = [step for position, _ in positions(layout, range(12)) for step in find(position)]
    assert steps or find is remote_pairs
    for step in steps:
        assert all(len({*step.cells} & {*layout.houses[house].cells}) >= 2 for house in step.houses), step
