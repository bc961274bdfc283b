"""Dialogs in a real terminal: the screen behind them stays visible."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.sat.formula import dimacs
from engine.sat.formula.families import make


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    (shelf / "pigeons.cnf").write_bytes(dimacs.dumps(make("php", ["6", "5"])))
    return shelf


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("key", "prompt"), [("g", "Go to clause"), ("?", "keys: inspector"), ("\x10", "Search commands")]
)
def test_the_terminal_still_shows_the_screen_behind(
    terminal: Callable[..., Any], folder: Path, key: str, prompt: str
) -> None:
    program = terminal(str(folder))
    program.wait("pigeons.cnf")
    program.send("enter")
    heading = program.wait("clause 1 ").splitlines()[0]
    assert "pigeons.cnf" in heading
    program.send(key)
    program.wait(lambda text: prompt in text and text.splitlines()[0] == heading)
    program.send("escape")
    program.wait(lambda text: prompt not in text and "clause 1 " in text)
