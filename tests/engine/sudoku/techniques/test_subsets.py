import pytest

from engine.sudoku.layout import double, single
from engine.sudoku.techniques.locked import locked_pairs
from engine.sudoku.techniques.subsets import (
    hidden_pairs,
    hidden_quadruples,
    hidden_triples,
    naked_pairs,
    naked_quadruples,
    naked_triples,
)


def test_a_naked_pair_is_explained(blank, removed):
    position = blank(single(), {"r1c2": "37", "r1c5": "37"})
    (step,) = naked_pairs(position)
    others = "r1c1 r1c3 r1c4 r1c6 r1c7 r1c8 r1c9"
    assert set(step.removes) == removed(single(), others, 3) | removed(single(), others, 7)
    assert step.sentence == (
        "Naked pair: r1c2 and r1c5 hold 3 and 7 between them, so no other cell of row 1 can hold these: "
        "r1c1, r1c3, r1c4, r1c6, r1c7, r1c8 and r1c9 can't be 3 or 7."
    )
    assert step.candidates == ((1, 3), (1, 7), (4, 3), (4, 7))


def test_a_pair_across_two_grids_is_none(blank):
    """r1c7 and r15c7 are below each other, in columns of different grids."""
    assert not list(naked_pairs(blank(double(), {"r1c7": "37", "r15c7": "37"})))


def test_a_pair_in_the_shared_column_sees_one_grid_only(blank):
    position = blank(double(), {"r8c7": "37", "r15c7": "37"})
    (step,) = naked_pairs(position)
    assert {double().cell_name(cell) for cell, _ in step.removes} == {f"r{row}c7" for row in range(7, 15) if row != 8}


def test_a_cage_has_naked_pairs_but_no_hidden_ones(blank, layouts):
    cages = layouts["cages"]
    position = blank(cages, {"r1c1": "13", "r2c2": "13"})
    (step,) = locked_pairs(position)
    assert {cell for cell, _ in step.removes} == {1, 4, 10}
    assert not list(hidden_pairs(blank(cages, places={(d, "cage 1"): "r1c1 r2c2" for d in (1, 3)})))


@pytest.mark.parametrize(
    ("finder", "masks"),
    [(naked_triples, ("12", "23", "13")), (naked_quadruples, ("12", "23", "34", "14"))],
)
def test_larger_naked_sets_need_not_share_every_digit(finder, masks, blank):
    position = blank(single(), {f"r{row}c{2 * row}": mask for row, mask in enumerate(masks, 1)})
    assert not list(finder(position)), "the cells lie in no common house"
    position = blank(single(), {f"r{2 * row}c1": mask for row, mask in enumerate(masks, 1)})
    (step,) = finder(position)
    assert len(step.cells) == len(masks)
    assert len(step.removes) == len(masks) * (9 - len(masks))
    assert len(step.candidates) == 2 * len(masks)


@pytest.mark.parametrize(("finder", "size"), [(hidden_pairs, 2), (hidden_triples, 3), (hidden_quadruples, 4)])
def test_hidden_sets_keep_only_their_digits(finder, size, blank):
    names = " ".join(f"r7c{2 * column + 1}" for column in range(size))
    position = blank(double(), places={(digit, "row 7 of grid 1"): names for digit in range(1, size + 1)})
    (step,) = finder(position)
    assert {double().cell_name(cell) for cell in step.cells} == set(names.split())
    assert {digit for _, digit in step.removes} == set(range(size + 1, 10))
    assert len(step.removes) == size * (9 - size)
    assert double().houses[step.houses[0]].name == "row 7 of grid 1"


def test_the_sentence_of_a_hidden_pair(blank):
    position = blank(single(), places={(4, "box 1"): "r1c1 r3c3", (9, "box 1"): "r1c1 r3c3"})
    (step,) = hidden_pairs(position)
    assert step.sentence == (
        "Hidden pair: in box 1, 4 and 9 can only go in r1c1 and r3c3, so these cells hold nothing else: "
        "r1c1 and r3c3 can't be 1, 2, 3, 5, 6, 7 or 8."
    )
