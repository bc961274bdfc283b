"""What a cursor move on the board costs on the line, in bytes, in a real terminal."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from engine.sudoku.formats import write
from engine.sudoku.layout import double
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle

PLAIN, RICH = 150, 1500
"""The budget of a move without shading and with the loupe's box unchanged, and of any other."""
MEAN = {(80, 24): 700, (160, 50): 900}
"""The budget of these on average: a large cell is shaded over all of its lines."""
ACROSS = ["right"] * 8 + ["left"] * 8
"""A walk in the first row, over three boxes and back."""
DOWN = ["down"] * 8 + ["right"] + ["up"] * 8


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a double sudoku whose first two cells are empty."""
    games = tmp_path / "games"
    games.mkdir()
    puzzle = next(made for made in puzzles() if not any(made.givens[:2]))
    (games / "half.txt").write_text(write(puzzle))
    return games


def puzzles() -> Iterator[Puzzle]:
    return (generate(double(), 80, seed=seed).puzzle for seed in count())


def play(terminal: Callable[..., Any], folder: Path, size: tuple[int, int], *options: str) -> Any:
    """Open the game, note all candidates, and put digits that break rules into the first two cells."""
    program = terminal(*options, str(folder), size=size)
    program.wait("half.txt")
    program.send("down", "p")
    program.wait("to fill")
    program.send("N", "5", "right", "5")
    program.wait("5 appears")
    program.send("left")
    return program


def costs(program: Any, keys: list[str]) -> list[int]:
    """The bytes that each of these keys makes the program write; all of them change what is shown."""
    found = []
    for key in keys:
        before, shown = len(program.output), program.still
        program.send(key)
        program.wait(lambda _, shown=shown: program.still != shown)  # however late it is: not in the next key's count
        found.append(len(program.output) - before)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_move_without_shading(terminal: Callable[..., Any], folder: Path, size: tuple[int, int]) -> None:
    program = play(terminal, folder, size, "--low-bandwidth")
    moves = costs(program, ACROSS + DOWN)
    cheap = sorted(moves)[: len(moves) - 10]  # the others come to another box
    assert max(cheap) <= PLAIN, moves
    assert max(moves) <= RICH, moves


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_move_with_peers_notes_and_conflicts(
    terminal: Callable[..., Any], folder: Path, size: tuple[int, int]
) -> None:
    moves = costs(play(terminal, folder, size), ACROSS + DOWN)
    assert sum(moves) / len(moves) <= MEAN[size], moves
    assert max(moves) <= RICH, moves
