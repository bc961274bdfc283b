"""A server of ours, and its folder of puzzles."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest
from programs import launched

from engine.sudoku.formats import write
from engine.sudoku.layout import double
from engine.sudoku.puzzle import Puzzle


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    from ssh_players import DIGITS, HOLES

    folder = tmp_path / "puzzles"
    folder.mkdir()
    (folder / "nearly.txt").write_text(write(Puzzle(double(), (*[0] * HOLES, *DIGITS[HOLES:]))))
    return folder


@pytest.fixture
def workers() -> int:
    """Number of processes with sessions; tests for which this matters have several numbers."""
    return 1


@pytest.fixture
def start(tmp_path: Path, folder: Path, workers: int) -> Iterator[Any]:
    """Starts a server with more options; all servers of a test share their state. `before` replaces Python."""
    from ssh_players import Server

    running = []

    def begin(*options: object, before: Sequence[object] = (), **process: Any) -> Any:
        log = tmp_path / f"log-{len(running)}"
        with log.open("w") as file:
            context = launched(
                [*(before or [sys.executable]), "-m", "tui", "serve", "--host", "127.0.0.1", "--port", 0,
                 "--folder", folder, "--state", tmp_path / "state", "--workers", workers, *options],
                stderr=file, stdout=PIPE, text=True, **process,
            )  # fmt: skip
            running.append(context)
            return Server(context.__enter__(), log, workers)

    yield begin
    for context in running:
        context.__exit__(None, None, None)
