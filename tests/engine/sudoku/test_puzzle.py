"""Puzzles and the check of a solution."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sudoku.layout import Layout, conflicts, double, single
from engine.sudoku.puzzle import Puzzle, broken_rules, contradictions, is_solution
from engine.sudoku.search.exact import random_solution

COMPLETE = random_solution(double(), 2)


@pytest.mark.parametrize("givens", [(0,) * 80, (0,) * 153, (10,) + (0,) * 80, (-1,) + (0,) * 80])
def test_refuses_what_does_not_fit(givens: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="digit"):
        Puzzle(single(), givens)


def test_holes() -> None:
    assert Puzzle(single(), (0, 5) + (0,) * 79).holes == 80


def test_a_solution_is_one(layout: Layout) -> None:
    solution = random_solution(layout, 1)
    assert is_solution(Puzzle(layout, solution), solution)
    assert is_solution(Puzzle(layout, (0,) * len(solution)), solution)
    assert not is_solution(Puzzle(layout, solution), solution[:-1])


@settings(deadline=None)
@given(cell=st.integers(0, 152), digit=st.integers(0, 10))
def test_a_changed_solution_is_none(cell: int, digit: int) -> None:
    solution = list(COMPLETE)
    givens = tuple(0 if place == cell else value for place, value in enumerate(solution))
    same = digit == solution[cell]
    solution[cell] = digit
    assert is_solution(Puzzle(double(), givens), solution) == same


def test_another_grid_is_no_solution() -> None:
    assert not is_solution(Puzzle(single(), random_solution(single(), 3)), random_solution(single(), 4))


def test_contradictions_name_digit_house_and_cells() -> None:
    givens = [0] * 153
    for cell in ((8, 6), (8, 11)):
        givens[double().index[cell]] = 5
    for cell in ((0, 0), (0, 4), (0, 8)):
        givens[double().index[cell]] = 1
    assert contradictions(Puzzle(double(), tuple(givens))) == [
        "1 appears three times in row 1 of grid 1: r1c1, r1c5 and r1c9",
        "5 appears twice in row 3 of grid 2: r9c7 and r9c12",
    ]
    assert contradictions(Puzzle(double(), COMPLETE)) == []


def test_broken_rules_where_the_cells_are_marked():
    """One conflict is reported, that of the last move if it caused one, with the number of others."""
    values = [0] * 81
    values[0] = values[8] = 7
    assert broken_rules(single(), conflicts(single(), values)) == "7 appears twice in row 1."
    values[4] = 7
    assert broken_rules(single(), conflicts(single(), values)) == "7 appears three times in row 1."
    values[45] = values[53] = 2
    two = conflicts(single(), values)
    assert broken_rules(single(), two) == "7 appears three times in row 1, and another rule is broken."
    assert broken_rules(single(), two, 53) == "2 appears twice in row 6, and another rule is broken."
    values[44] = 2
    three = conflicts(single(), values)
    assert broken_rules(single(), three, 44) == "2 appears twice in column 9, and 3 other rules are broken."
