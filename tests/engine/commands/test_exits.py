"""Errors on standard error never change the result of a command, whatever standard error is."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from systems import unix

ROOT = Path(__file__).parents[3]
COMMAND = shlex.join([sys.executable, "-m", "engine.commands.cli"])


@pytest.mark.few(1)
@unix
@pytest.mark.parametrize("error", ["2>&-", "2>/dev/full"])
@pytest.mark.parametrize(("argv", "code"), [("solve nothing", 2), ("make php 2 1 | {} solve -", 20)])
def test_no_complaint_is_shown(argv: str, code: int, error: str) -> None:
    if "full" in error and not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    line = f"{COMMAND} {argv.format(COMMAND)} {error}"
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(["bash", "-c", line], cwd=ROOT, env=buffered, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (code, "")
    assert "nothing" not in done.stdout
    assert ("s UNSATISFIABLE" in done.stdout) == (code == 20)
