"""Complete games in real terminals of several kinds, by keyboard alone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.sudoku.formats import write
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from engine.sudoku.search.solving import solve
from engine.sudoku.signs import SIGNS


def puzzle_of(name: str) -> Puzzle:
    """A puzzle with one solution: a generated one, or on a large layout one with a few empty cells."""
    layout = LAYOUTS[name]()
    if layout.size <= 9:
        return generate(layout, 40, seed=1).puzzle
    digits = random_solution(layout, 1)
    return Puzzle(layout, tuple(digit if cell % 9 else 0 for cell, digit in enumerate(digits)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "term"),
    [("double", "xterm"), ("double", "xterm-256color"), ("samurai", "screen"), ("16x16", "linux"), ("jigsaw", "linux")],
)
def test_a_game_is_won(terminal: Callable[..., Any], tmp_path: Path, name: str, term: str) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    puzzle = puzzle_of(name)
    (folder / "whole.txt").write_text(write(puzzle))
    solution = solve(puzzle)
    assert solution
    program = terminal(str(folder), TERM=term)
    program.wait("whole.txt")
    program.send("down", "p")
    program.wait("to fill")
    for cell, given in enumerate(puzzle.givens):
        if not given:
            digit = SIGNS[solution[cell] - 1]
            program.send(*([digit] if digit.isdigit() else ["'", digit.lower()]), "tab")
    program.wait("Solved in")
