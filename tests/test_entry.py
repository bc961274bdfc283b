"""The installed commands import our packages, whatever other folders are called `engine` or `tui`."""

import os
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest


@pytest.mark.parametrize("code", ["import satsudoku as s; s.command()", "import satsudoku as s; s.program()"])
def test_other_folders_of_the_same_names_are_ignored(tmp_path: Path, code: str) -> None:
    for name in ("engine", "tui", "puzzles"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise ImportError('the wrong package')")
    for environment in ({**os.environ, "PYTHONPATH": str(tmp_path)}, os.environ):
        done = subprocess.run(
            [sys.executable, "-c", f"import sys; sys.argv[1:] = ['--version']; {code}"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.stdout.partition(" (")[0].split()[-1], done.stderr) == (version("satsudoku-tui"), "")


@pytest.mark.skipif(sys.platform == "win32", reason="the exit code names the signal")
@pytest.mark.parametrize("function", ["command", "program"])
def test_an_interrupt_during_imports_shows_no_traceback(function: str) -> None:
    interrupted = (
        "import signal, sys, satsudoku\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.endswith(('commands.cli', 'tui.__main__')):\n"
        "            signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        f"satsudoku.{function}()"
    )
    done = subprocess.run([sys.executable, "-c", interrupted], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")
