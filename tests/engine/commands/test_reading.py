"""Named pipes as input of commands."""

import os
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from engine.commands import reading

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name here")


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe.cnf"
    os.mkfifo(path)
    return path


@pytest.mark.parametrize("command", ["solve", "show", "ask count"])
def test_a_pipe_that_no_program_writes_to_is_given_up(satsudoku, monkeypatch, pipe: Path, command: str):
    monkeypatch.setattr(reading, "PATIENCE", 0.1)
    outcome = satsudoku(*command.split(), pipe)
    assert outcome.code == 2
    assert outcome.err == (
        f"satsudoku: {pipe}: no program began to write to this pipe within 0.1 s; "
        "start the writing program first, or name a file\n"
    )


def test_a_program_that_writes_slowly_is_waited_for(satsudoku, monkeypatch, pipe: Path):
    monkeypatch.setattr(reading, "PATIENCE", 5.0)

    def write() -> None:
        sleep(0.1)
        with pipe.open("wb", buffering=0) as file:
            monkeypatch.setattr(reading, "PATIENCE", 0.0)
            for part in (b"p cnf 2 1\n1 ", b"2 0\n"):
                sleep(0.1)
                file.write(part)

    writer = Thread(target=write)
    writer.start()
    outcome = satsudoku("show", pipe)
    writer.join()
    assert outcome.code == 0
    assert outcome.out.endswith("1: 2: 1 2\n")
