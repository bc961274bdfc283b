"""What the tests of saved games share."""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.play.game import Game
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle

SOLUTION = tuple((3 * (row % 3) + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))


@pytest.fixture
def game() -> Game:
    """A game with the first row to fill; its digits are 1 to 9 in order. A bookmark has it kept without any move."""
    game = Game(Puzzle(single(), (0,) * 9 + SOLUTION[9:], "first row"), SOLUTION)
    game.history.bookmark("begun")
    return game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a store may be made."""
    return tmp_path / "state" / "games.db"


@pytest.fixture
def no_privileges() -> Iterator[Path]:
    """A folder of one's own, as a user for whom permissions count (they do not for root)."""
    if sys.platform == "win32":
        pytest.skip("no folder is read-only here")
    root = os.geteuid() == 0
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
