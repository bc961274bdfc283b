"""Deduction by singles: allowed steps, and where it stops."""

from collections.abc import Callable

import pytest

from engine.sudoku.layout import LAYOUTS, Layout, single
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.deduction import SINGLES, deduce
from engine.sudoku.techniques.position import Position

SMALL = ("single", "double", "x", "jigsaw", "3x3", "4x4", "5x5", "6x6", "7x7", "8x8")


@pytest.mark.parametrize("name", SMALL)
def test_placed_digits_agree_with_the_only_solution(name: str) -> None:
    layout = LAYOUTS[name]()
    for seed in range(3):
        made = generate(layout, len(layout.cells) // 2, seed=seed)
        found = deduce(Position.of(layout, made.puzzle.givens))
        assert not found.is_contradiction
        assert all(digit in (0, right) for digit, right in zip(found.values, made.solution, strict=True))
        assert len(found.steps) == made.puzzle.holes - found.values.count(0)
        assert found.is_complete == (found.values == made.solution)
        assert {step.technique for step in found.steps} <= {Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE}


def test_the_steps_lead_from_the_givens_to_the_end() -> None:
    position = Position.of(single(), generate(single(), 50, seed=2).puzzle.givens)
    found = deduce(position)
    for step in found.steps:
        position = step.apply(position)
    assert position.values == found.values


def test_it_ends_only_where_no_single_is_left(layout: Layout) -> None:
    found = deduce(Position.of(layout, generate(layout, len(layout.cells) * 3 // 5, seed=5).puzzle.givens))
    assert not any(list(find(found.position)) for find in SINGLES)


def test_an_empty_grid_stays_empty() -> None:
    found = deduce(Position.of(single(), (0,) * 81))
    assert (found.values, found.steps) == ((0,) * 81, ())
    assert not found.is_complete
    assert not found.is_contradiction


def test_without_techniques_nothing_is_done() -> None:
    givens = generate(single(), 40, seed=1).puzzle.givens
    assert deduce(Position.of(single(), givens), ()).values == givens


@pytest.mark.parametrize(
    "first_row",
    [
        (1, 1, 0, 0, 0, 0, 0, 0, 0),
        (1, 2, 3, 4, 5, 6, 7, 8, 8),
    ],
)
def test_a_digit_twice_is_a_contradiction(first_row: Digits) -> None:
    assert deduce(Position.of(single(), first_row + (0,) * 72)).is_contradiction


def test_a_cell_without_a_digit_is_a_contradiction() -> None:
    givens = [0] * 81
    givens[0:8] = range(1, 9)
    givens[17] = 9
    found = deduce(Position.of(single(), givens))
    assert found.is_contradiction
    assert not found.is_complete
    assert found.contradiction == "r1c9 has no digit left"


@pytest.mark.parametrize(
    ("givens", "expected"),
    [
        (".1.4...4....1..4", "4 appears three times in column 4: r1c4, r2c4 and r4c4"),
        ("2....1.3...44...", "r2c1 has no digit left"),
        ("...1.3.4..4..1..", "row 3 has no place left for 1"),
        ("...4...334.2....", "after 1 step r4c4 has no digit left"),
        (".....142...3.2..", "after 2 steps column 2 has no place left for 3"),
        ("1...............", ""),
    ],
)
def test_a_contradiction_is_reported(givens: str, expected: str) -> None:
    digits = [int(sign) for sign in givens.replace(".", "0")]
    assert deduce(Position.of(LAYOUTS["4x4"](), digits)).contradiction == expected


def test_puzzles_with_several_solutions_are_never_completed(
    solutions_by_trying: Callable[[Puzzle], list[Digits]], layouts: dict[str, Layout]
) -> None:
    layout = layouts["small"]
    made = generate(layout, 10, seed=3)
    for cell, digit in enumerate(made.puzzle.givens):
        if digit:
            givens = (*made.puzzle.givens[:cell], 0, *made.puzzle.givens[cell + 1 :])
            solutions = solutions_by_trying(Puzzle(layout, givens))
            assert deduce(Position.of(layout, givens)).is_complete <= (len(solutions) == 1)
