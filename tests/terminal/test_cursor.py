"""The terminal's own cursor is at the selection on every screen: braille displays and screen readers follow it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.sudoku.formats import write
from engine.sudoku.layout import double
from engine.sudoku.making.generator import generate

PUZZLE = generate(double(), 60, seed=1).puzzle
FORMULA = "p cnf 3 3\n1 2 0\n-1 3 0\n2 -3 0\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "games"
    place.mkdir()
    (place / "a.cnf").write_text(FORMULA)
    (place / "b.txt").write_text(write(PUZZLE))
    return place


def stands_on(program: Any, text: str, before: str = "") -> None:
    """Wait until the cursor is between these texts, ignoring blanks and a mark."""

    def met(_: str) -> bool:
        cursor = program.screen.cursor
        row = program.screen.display[cursor.y]
        return not cursor.hidden and row[cursor.x :].lstrip(" >▸").startswith(text) and row[: cursor.x].endswith(before)

    program.wait(met)


@pytest.mark.slow
def test_in_lists_and_dialogs(terminal: Callable[..., Any], folder: Path) -> None:
    program = terminal(str(folder))
    stands_on(program, "a.cnf")
    program.send("down")
    stands_on(program, "b.txt")
    program.send("?")
    stands_on(program, "enter      go in")
    program.send("escape", "/", "b")
    stands_on(program, "", before="b")
    program.send("escape", "n")
    stands_on(program, "level")
    program.send("up", "up")
    stands_on(program, "layout")


def test_on_the_board(terminal: Callable[..., Any], folder: Path) -> None:
    program = terminal(str(folder))
    program.wait("b.txt")
    program.send("down", "p")
    cells = {"": "r1c1", "right": "r1c2", "down": "r2c2", "J": "r5c2", "left": "r5c1"}
    for key, name in cells.items():
        program.send(key)
        program.wait(name)
        row, column = (int(number) - 1 for number in name[1:].split("c"))
        stands_on(program, str(PUZZLE.givens[PUZZLE.layout.index[row, column]] or "·"), before=" ")
    program.send("R")
    stands_on(program, "Start again from the givens?")
    program.send("escape", "v")
    stands_on(program, "0 start")


@pytest.mark.slow
def test_in_a_formula_and_its_search(terminal: Callable[..., Any], folder: Path) -> None:
    program = terminal(str(folder))
    program.wait("a.cnf")
    program.send("K")
    stands_on(program, "1    2  1 2")
    program.send("down")
    stands_on(program, "2    2  -1 3")
