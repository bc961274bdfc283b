"""Signals: the first one ends a command cleanly, without half-written files, and finished work is kept.

A later one ends it at once.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from programs import launched
from systems import unix

from engine.commands import interrupt
from engine.commands.interrupt import TOGETHER, ending_as_by_ctrl_c, interruptible
from engine.files import reading as files

ROOT = Path(__file__).parents[3]
ENDING = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]


@pytest.mark.long
@pytest.mark.few(1)
@unix
@pytest.mark.parametrize("signum", [signal.SIGINT, *ENDING])
@pytest.mark.parametrize("jobs", [1, 2])
def test_created_items_are_kept(tmp_path: Path, signum: signal.Signals, jobs: int) -> None:
    made, out = tmp_path / "made", tmp_path / "out.txt"
    made.mkdir()
    command = [sys.executable, "-m", "engine.commands.cli", "generate", "--layout", "4x4", "--count", "100000"]
    command += ["--holes", "8", "-o", str(out), "--certify", str(made), "--jobs", str(jobs), "--seed", "1"]
    with launched(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and len({path.stem for path in made.iterdir()}) < 2:
            time.sleep(0.005)
        process.send_signal(signum)
        _, answer = process.communicate()
    assert process.returncode == 130
    assert answer == "satsudoku: stopped; the finished puzzles are kept, and --refill adds the others\n"
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


TWICE = """
import signal
from engine.commands import interrupt

clock = [100.0]
interrupt.monotonic = lambda: clock[0]
with interrupt.ending_as_by_ctrl_c():
    try:
        signal.raise_signal(signal.SIGTERM)
    finally:
        signal.raise_signal(signal.SIGTERM)
        print("not disturbed", flush=True)
        clock[0] += 2 * interrupt.TOGETHER
        signal.raise_signal(signal.SIGTERM)
        print("disturbed", flush=True)
"""
"""A command that ends slowly, and gets one signal together with the first and one later."""


@unix
def test_a_later_signal_ends_it_at_once() -> None:
    done = subprocess.run([sys.executable, "-c", TWICE], cwd=ROOT, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGTERM, "not disturbed\n", "")


@unix
def test_a_later_one_interrupts_running_work(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, steps = [100.0], []
    monkeypatch.setattr(interrupt, "monotonic", lambda: clock[0])

    def work() -> None:
        with ending_as_by_ctrl_c(), interruptible() as interrupted:
            for seconds in (0.0, TOGETHER / 2, TOGETHER):
                clock[0] += seconds
                signal.raise_signal(signal.SIGTERM)
                steps.append(interrupted())

    with pytest.raises(KeyboardInterrupt):
        work()
    assert steps == [True, True]


@unix
def test_ignored_items_stay_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # like nohup
    try:
        with ending_as_by_ctrl_c():
            os.kill(os.getpid(), signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)
