"""Signals from outside: the first ends a command in order, nothing half written stays, and what is made is kept."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from programs import launched
from systems import unix

from engine.commands.interrupt import ending_as_by_ctrl_c
from engine.files import reading as files

ROOT = Path(__file__).parents[3]
ENDING = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]


@unix
@pytest.mark.parametrize("signum", [signal.SIGINT, *ENDING])
@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_made_is_kept(tmp_path: Path, signum: signal.Signals, jobs: int) -> None:
    made, out = tmp_path / "made", tmp_path / "out.txt"
    made.mkdir()
    command = [sys.executable, "-m", "engine.commands.cli", "generate", "--layout", "4x4", "--count", "100000"]
    command += ["--holes", "8", "-o", str(out), "--certify", str(made), "--jobs", str(jobs), "--seed", "1"]
    with launched(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and len({path.stem for path in made.iterdir()}) < 2:
            time.sleep(0.005)
        process.send_signal(signum)
        _, told = process.communicate()
    assert process.returncode == 130
    assert told == "satsudoku: stopped; what was made is kept, --refill adds the others\n"
    assert {path.name for path in tmp_path.iterdir()} == {"made", "out.txt"}
    puzzles = files.load_puzzles(out)
    assert puzzles
    assert all(puzzle.holes == 8 for puzzle in puzzles)


@unix
@pytest.mark.parametrize("signum", ENDING)
def test_only_the_first_ends_it(signum: signal.Signals) -> None:
    before = signal.getsignal(signum)

    def end() -> None:
        with ending_as_by_ctrl_c():
            try:
                signal.raise_signal(signum)
            finally:
                for each in ENDING:
                    signal.raise_signal(each)

    with pytest.raises(KeyboardInterrupt):
        end()
    assert signal.getsignal(signum) == before


@unix
def test_what_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    try:
        with ending_as_by_ctrl_c():
            os.kill(os.getpid(), signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)
