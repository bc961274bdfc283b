"""Sudden death: every move that was on the screen is in the file, and nothing else."""

import random
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from terminals import least_shown

from engine.play.store import Store
from engine.sudoku.formats import write
from engine.sudoku.layout import double
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Digits

PUZZLE = generate(double(), 90, seed=1).puzzle
BURST = 20
"""Maximum number of moves typed at once."""
IN_BETWEEN = ("", "", "", "bhere\r", "??")
"""Input after a move: mostly none; or a position is named, or help is opened and closed (not by escape, which would
make alt+tab with the next tab)."""
HELP = "keys: board"
"""The text at its top."""


class Saved(NamedTuple):
    """The file's data of the game."""

    values: Digits
    cursor: int


def saved(state: Path) -> Saved:
    """The only game in the file; the initial game if there is none yet, because games without moves are not kept."""
    with Store(state / "games.db") as store:
        assert store.take_notice() == ""
        if not store.unfinished():
            return Saved(PUZZLE.givens, PUZZLE.givens.index(0))
        (listed,) = store.unfinished()
        loaded = store.load(listed.id)
    return Saved(loaded.game.values, (loaded.view or {}).get("cursor", PUZZLE.givens.index(0)))


def played(before: Saved, digits: str) -> Iterator[Digits]:
    """The boards after each digit in the next empty cell, beginning with the one before."""
    values, cursor = list(before.values), before.cursor
    yield tuple(values)
    for digit in digits:
        order = ((cursor + far) % len(values) for far in range(1, len(values) + 1))
        cursor = next(cell for cell in order if not values[cell])
        values[cursor] = int(digit)
        yield tuple(values)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one puzzle."""
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "one.txt").write_text(write(PUZZLE))
    return folder


@pytest.mark.parametrize("rounds", [1, pytest.param(200, marks=pytest.mark.slow)])
def test_kill_at_any_moment_loses_no_move_that_was_shown(
    terminal: Callable[..., Any], folder: Path, tmp_path: Path, rounds: int
) -> None:
    chance = random.Random(rounds)
    state = tmp_path / "state"
    left, before = 0, Saved(PUZZLE.givens, 0)
    for _ in range(rounds):
        program = terminal(str(folder))
        program.wait("one.txt")
        if left < 2 * BURST or left == PUZZLE.holes:
            shutil.rmtree(state, ignore_errors=True)
            program.send("enter")
            program.wait(f"{PUZZLE.holes} to fill")
            before = Saved(PUZZLE.givens, PUZZLE.givens.index(0))
        else:
            program.send("r")
            program.wait("unfinished 1")
            program.send("enter")
            program.wait(f"{left} to fill")
        digits = "".join(chance.choices("123456789", k=chance.randint(1, BURST)))
        program.process.send("".join(f"\t{digit}{chance.choice(IN_BETWEEN)}" for digit in digits))
        end = time.monotonic() + chance.uniform(0, 0.4)
        while time.monotonic() < end:
            program.read(0.005)
        program.process.kill(signal.SIGKILL)
        program.ended()
        boards = list(played(before, digits))
        before = saved(state)
        is_covered = HELP in program.text  # the number of empty cells
        least = 0 if is_covered else least_shown(program.text, [board.count(0) for board in boards])
        assert before.values in boards[least:], program.text
        left = before.values.count(0)
