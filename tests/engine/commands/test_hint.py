"""`satsudoku hint`."""

from pathlib import Path

import pytest

from engine.sudoku import formats
from engine.sudoku.layout import single
from engine.sudoku.making.generator import Wish, generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.finders import first_step
from engine.sudoku.techniques.patterns.tables import rectangles
from engine.sudoku.techniques.position import Position, geometry, members
from engine.sudoku.techniques.rating import rate, up_to

MADE = generate(single(), 50, seed=3)


@pytest.fixture
def hint(satsudoku, tmp_path: Path):
    def run(*puzzles: Puzzle, options: tuple[object, ...] = ()):
        path = tmp_path / "board.txt"
        path.write_text(formats.write_all(puzzles))
        return satsudoku("hint", *options, path)

    return run


def test_steps_lead_to_the_solution(hint):
    """Played by the sentences alone would be better still; the step is the one that they are about."""
    step = first_step(Position.of(single(), MADE.puzzle.givens))
    assert step is not None
    outcome = hint(MADE.puzzle)
    assert outcome.code == 0
    title, sentence = outcome.out.splitlines()
    assert title == f"{step.technique.title} ({step.technique.level.value})"
    assert sentence == step.sentence


def test_the_second_puzzle_of_a_file(hint):
    other = generate(single(), 40, seed=4).puzzle
    assert hint(other, MADE.puzzle, options=("--puzzle", 2)).out == hint(MADE.puzzle).out
    outcome = hint(other, options=("--puzzle", 2))
    assert outcome.code == 2
    assert "puzzle 2 asked for, and 1 in it; choose one of these" in outcome.err


def test_where_there_is_no_step(hint):
    assert hint(Puzzle(single(), MADE.solution))[:2] == (1, "The puzzle is solved.\n")
    assert hint(Puzzle(single(), (0,) * 81), options=("--up-to", "hard"))[:2] == (
        1, "Logic ends here: the puzzle has several solutions.\n",
    )  # fmt: skip
    hard = generate(single(), Wish(level=Level.HARD), seed=1).puzzle
    stuck = Puzzle(single(), rate(hard, up_to(Level.EASY)).deduced.values)
    expected = "Logic ends here: none of the techniques leads on.\n"
    assert hint(stuck, options=("--up-to", "easy"))[:2] == (1, expected)


def test_nothing_rests_on_one_solution_where_there_are_two(hint):
    """A rectangle of two digits that can change places, and all else given: every uniqueness technique would apply."""
    corners = next(
        one | other
        for one, other in rectangles(geometry(single()))
        if all(len({MADE.solution[cell] for cell in members(diagonal)}) == 1 for diagonal in (one, other))
    )
    swap = Puzzle(single(), tuple(0 if corners >> cell & 1 else digit for cell, digit in enumerate(MADE.solution)))
    assert first_step(Position.of(single(), swap.givens)) is not None
    assert hint(swap)[:2] == (1, "Logic ends here: the puzzle has several solutions.\n")


def test_a_wrong_digit_in_sight(hint):
    givens = list(MADE.puzzle.givens)
    cell = givens.index(0)
    givens[cell] = next(givens[peer] for peer in single().peers[cell] if givens[peer])
    outcome = hint(Puzzle(single(), tuple(givens)))
    assert (outcome.code, outcome.out.count("\n")) == (1, 1)
    assert outcome.out.startswith(f"Some digit on the board is wrong: {givens[cell]} appears twice in ")
