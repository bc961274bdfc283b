"""The history of a game survives the program: moves, branches, bookmarks and the position."""

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.sudoku.formats import write
from engine.sudoku.layout import double
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution

DIGITS = random_solution(double(), 1)
RIGHT = str(DIGITS[0])
WRONG = next(str(digit) for digit in range(1, 10) if digit not in DIGITS[:2])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one double sudoku: its first two cells are empty, all others given."""
    games = tmp_path / "games"
    games.mkdir()
    (games / "nearly.txt").write_text(write(Puzzle(double(), (0, 0, *DIGITS[2:]))))
    return games


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP], ids=lambda number: number.name)
def test_branches_bookmarks_and_the_place_survive(
    terminal: Callable[..., Any], folder: Path, number: signal.Signals
) -> None:
    program = terminal(str(folder))
    program.wait("nearly.txt")
    program.send("enter")
    program.wait("2 to fill")
    program.send(WRONG, "right", WRONG)
    program.wait("0 to fill")
    program.send("u", "u")
    program.wait("2 to fill")
    program.send(RIGHT)
    program.wait("A branch begins here")
    program.send("b")
    program.wait("Name this bookmark")
    program.send(*"good", "enter")
    program.wait("Bookmarked as good")
    program.send("u")
    program.wait("2 to fill")
    program.process.kill(number)
    program.ended()

    again = terminal(str(folder))
    again.wait("resume")
    again.send("r")
    again.wait("unfinished 1")
    again.send("enter")
    again.wait("2 to fill")
    again.send("v")
    again.wait("here")
    tree = [" ".join(line[51:].split()) for line in again.text.splitlines()[2:7]]
    assert tree == [
        "0 start here",
        f"├─ 1 r1c1 = {WRONG}",
        f"│ 2 r1c2 = {WRONG}",
        f"1 r1c1 = {RIGHT} good",
        "",
    ]
    again.send("down", "down", "enter")
    again.wait("0 to fill")
    again.send("C")
    again.wait("Undid 2 moves")
    again.send("U", "U", "B")
    again.wait("Jump to which bookmark?")
    again.send("enter")
    again.wait("At bookmark good")
    again.send("tab", str(DIGITS[1]))
    again.wait("Solved in")
