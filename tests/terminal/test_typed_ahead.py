"""Keys that are faster than the screen, as on a slow line: none is lost, and each goes to the right screen."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.sudoku.formats import write
from engine.sudoku.layout import double
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution

DIGITS = random_solution(double(), 1)
HOLES = 6


@pytest.mark.long
def test_a_game_typed_in_one_piece_is_won(terminal: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "nearly.txt").write_text(write(Puzzle(double(), (*[0] * HOLES, *DIGITS[HOLES:]))))
    program = terminal(str(folder))
    program.wait("nearly.txt")
    program.send("enter")
    program.wait(f"{HOLES} to fill")
    moves = "".join(f":1{chr(ord('a') + cell)}{DIGITS[cell]}\r" for cell in range(1, HOLES))
    # A note, a bookmark with a name, the history and back, the help and back, typed moves, and an ordinary one.
    program.process.send(f"n5nbgood\rvv?q{moves}hhhhh{DIGITS[0]}")
    program.wait("Solved in")
    program.send("enter", "B")
    assert "good   after 1 move" in program.wait("Jump to which bookmark?")
