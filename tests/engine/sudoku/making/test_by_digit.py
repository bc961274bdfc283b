"""Puzzles in which singles finish one digit after another."""

import pytest

from engine.base.errors import InputError
from engine.sudoku.layout import Layout, double, single
from engine.sudoku.making.by_digit import digit_order
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.puzzle import Digits
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Level, Technique


def finished_by_singles(layout: Layout, givens: Digits, solution: Digits, digit: int) -> Digits | None:
    """The board after singles have placed all of one digit, cell by cell; None if they can't."""
    board = list(givens)

    def candidates(cell: int) -> set[int]:
        return set() if board[cell] else set(range(1, layout.size + 1)) - {board[peer] for peer in layout.peers[cell]}

    progress = True
    while progress:
        progress = False
        for cell, value in enumerate(solution):
            if value != digit or digit not in (found := candidates(cell)):
                continue
            houses = [layout.houses[house].cells for house in layout.houses_of[cell]]
            if len(found) == 1 or any(sum(digit in candidates(other) for other in house) == 1 for house in houses):
                board[cell] = digit
                progress = True
    return tuple(board) if board.count(digit) == solution.count(digit) else None


@pytest.mark.parametrize(("layout", "seed"), [(single(), 1), (single(), 2), (double(), 1)])
def test_singles_place_all_of_each_digit_in_turn(layout: Layout, seed: int) -> None:
    made = generate(layout, GeneratorOptions(by_digit=True), seed=seed)
    assert made.reached
    order = digit_order(layout, made.puzzle.givens, made.solution)
    assert order is not None
    board: Digits | None = made.puzzle.givens
    for digit in order:
        assert board is not None
        board = finished_by_singles(layout, board, made.solution, digit)
    assert board == made.solution


def test_no_further_hole_can_be_dug() -> None:
    made = generate(single(), GeneratorOptions(by_digit=True, few_clues=True), seed=3)
    for cell in (cell for cell, digit in enumerate(made.puzzle.givens) if digit):
        fewer = (*made.puzzle.givens[:cell], 0, *made.puzzle.givens[cell + 1 :])
        assert digit_order(single(), fewer, made.solution) is None


def test_nothing_to_finish_or_nothing_to_start_with() -> None:
    solution = random_solution(single(), 1)
    assert digit_order(single(), solution, solution) == ()
    assert digit_order(single(), (0,) * 81, solution) is None


@pytest.mark.parametrize(
    "others", [{"level": Level.HARD}, {"required": Technique.X_WING}, {"minimal": True}], ids=lambda found: str(*found)
)
def test_options_that_exclude_it(others: dict[str, object]) -> None:
    with pytest.raises(InputError, match="one digit after another leaves no choice"):
        generate(single(), GeneratorOptions(by_digit=True, **others), seed=1)  # type: ignore[arg-type]
