"""Runs `satsudoku` inside the test, and captures all of its output."""

import io
from collections.abc import Callable
from typing import NamedTuple

import pytest

from engine.commands import cli


class Outcome(NamedTuple):
    """The results of a command."""

    code: int
    out: str
    err: str


Satsudoku = Callable[..., Outcome]


@pytest.fixture
def satsudoku(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Satsudoku:
    """Run a command line; `stdin` is its standard input."""

    def run(*argv: object, stdin: str = "") -> Outcome:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        capsys.readouterr()
        code = cli.main([str(word) for word in argv])
        return Outcome(code, *capsys.readouterr())

    return run
