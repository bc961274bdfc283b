"""Shared fixtures for tests of saved games."""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.play.game import Game
from engine.play.schema import tables
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle

SOLUTION = tuple((3 * (row % 3) + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))


@pytest.fixture
def game() -> Game:
    """A game in which the first row is empty; its digits are 1 to 9 in order. A bookmark keeps it without any move."""
    game = Game(Puzzle(single(), (0,) * 9 + SOLUTION[9:], "first row"), SOLUTION)
    game.history.bookmark("begun")
    return game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of a new store."""
    return tmp_path / "state" / "games.db"


@pytest.fixture
def no_privileges() -> Iterator[Path]:
    """A private folder, as a user to whom permissions apply (unlike root)."""
    if sys.platform == "win32":
        pytest.skip("no folder is read-only here")
    root = os.geteuid() == 0
    tables()  # read now: the user may have no access to where the program is
    with tempfile.TemporaryDirectory() as folder:
        if root:
            os.chown(folder, 65534, 65534)
            os.seteuid(65534)
        try:
            yield Path(folder)
        finally:
            if root:
                os.seteuid(0)
            Path(folder).chmod(0o700)
