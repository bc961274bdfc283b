"""The installed program in a real pseudo-terminal."""

import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from terminals import Terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Starts the installed `satsudoku-tui` with arguments, with its saved games in a folder of the test."""
    started: list[Terminal] = []

    def start(*arguments: str, size: tuple[int, int] = (80, 24), **environment: str) -> Terminal:
        command = Path(sys.executable).with_name("satsudoku-tui")
        if not command.exists():
            pytest.skip("satsudoku-tui is not installed beside this Python")
        own = {"TERM": "xterm-256color", "SATSUDOKU_STATE": str(tmp_path / "state"), "LC_ALL": "C.UTF-8"}
        started.append(Terminal([str(command), "--no-tour", *arguments], size, own | environment))
        return started[-1]

    yield start
    for each in started:
        if each.process.isalive():
            each.process.kill(signal.SIGKILL)
            each.process.wait()  # `close` alone allows a tenth of a second, too little on a busy machine
        each.process.close()
