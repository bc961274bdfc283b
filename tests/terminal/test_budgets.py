"""The cost of a cursor move on the board or a step of a replay, in bytes, in a real terminal."""

import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from engine.sat.formula import dimacs
from engine.sat.formula.families import make
from engine.sudoku.formats import write
from engine.sudoku.layout import double
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle

PLAIN, RICH = 150, 1500
"""The budget of a move without shading in the same box of the magnifier, and of any other."""
MEAN = {(80, 24): 700, (160, 50): 900}
"""The average budget of these: a large cell is shaded on all of its lines."""
WHOLE = 3500
"""The budget of a jump that changes nearly the whole screen."""
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
    column = program.screen.cursor.x
    program.send("left")
    program.wait(lambda _: program.screen.cursor.x < column)  # else the first key could lead back to the same picture
    return program


def costs(program: Any, keys: list[str]) -> list[int]:
    """The bytes of output for each of these keys, all of which change the screen or move the cursor."""

    def picture() -> tuple[str, int, int]:
        return program.still, program.screen.cursor.x, program.screen.cursor.y

    found = []
    for key in keys:
        before, previous = len(program.output), picture()
        program.send(key)
        program.wait(lambda _, previous=previous: picture() != previous)  # not counted with the next key
        program.read(0.1)
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


@pytest.fixture
def replay(terminal: Callable[..., Any], tmp_path: Path) -> Any:
    """The replay of a learning search, at its beginning."""
    (tmp_path / "random.cnf").write_bytes(dimacs.dumps(make("random-ksat", ["50", "215"], seed=3)))
    program = terminal(str(tmp_path), size=(80, 24))
    program.wait("random.cnf")
    program.send("down", "s")
    program.wait("enter start")
    program.send("s")
    program.wait("branching and settings")
    program.send("down", "down", "down", "down", "enter")
    program.wait("cdcl")
    program.send("enter")
    program.wait("SATISFIABLE")
    program.send("w")
    program.wait("event 0 of")
    return program


@pytest.mark.slow
def test_a_step_of_a_replay(replay: Any) -> None:
    steps = costs(replay, [".", ".", ".", ",", ".", ">", ">", "<"])
    assert sum(steps) / len(steps) <= MEAN[80, 24], steps
    assert max(steps) <= RICH, steps
    for front in ("l", "A", "d", "i"):  # watch list, activities, decision tree, implications
        moves = costs(replay, [front, "}", "}", "{", ".", front])
        assert max(moves) <= WHOLE, (front, moves)


@pytest.mark.slow
def test_keys_arriving_at_once_are_all_handled(replay: Any) -> None:
    """As on a line with a delay of a fifth of a second, where nobody waits for a picture before pressing on."""
    replay.send(*["."] * 12, *[","] * 2, *[">"] * 3, *["."] * 5)
    replay.wait(lambda text: "event " in text and "event 0 of" not in text)
    replay.read(2)
    at_once = re.search(r"event (\d+) of", replay.text)
    replay.send("\x1b[H")
    replay.wait("event 0 of")
    for key in [*["."] * 12, *[","] * 2, *[">"] * 3, *["."] * 5]:
        before = replay.still
        replay.send(key)
        replay.wait(lambda _, before=before: replay.still != before)
    slowly = re.search(r"event (\d+) of", replay.text)
    assert at_once
    assert slowly
    assert at_once[1] == slowly[1]
