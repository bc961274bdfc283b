"""The cost of the first frame compared with an empty Textual program: processor time of all threads, and time passed.

Run from the root of the project: python -m tests.benchmarks.bench_first_frame [ROUNDS]; Linux only. Modules must be
cached as bytecode: run the program once without PYTHONDONTWRITEBYTECODE.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
EMPTY = """
from textual.app import App
from textual.widgets import Static

class Empty(App):
    def compose(self):
        yield Static("ready")

Empty().run()
"""
PROGRAMS = {
    "empty": ([sys.executable, "-c", EMPTY], b"ready"),
    "satsudoku-tui": ([sys.executable, "-m", "tui", "--no-tour", str(ROOT / "puzzles")], b"preview"),
}
PATIENCE = 60
_SIZE = struct.pack("HHHH", 24, 80, 0, 0)
"""Rows and columns of the terminal."""


class Cost(NamedTuple):
    """Seconds until a program has written a text."""

    processor: float
    passed: float


def first_frame(command: Sequence[str], text: bytes, state: str) -> Cost:
    """The cost until a program has written a text."""
    begin = time.monotonic()
    process, terminal = pty.fork()
    if not process:
        fcntl.ioctl(0, termios.TIOCSWINSZ, _SIZE)  # without one, programs draw repeatedly
        os.chdir(ROOT)
        os.environ.update(TERM="xterm-256color", SATSUDOKU_STATE=state)
        os.execv(command[0], command)
    written, end = b"", time.monotonic() + PATIENCE
    while text not in written and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            written += os.read(terminal, 1 << 16)
    passed = time.monotonic() - begin
    threads = Path(f"/proc/{process}/task").iterdir()
    spent = sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    os.close(terminal)
    return Cost(spent, passed)


def main(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as state:
        runs = {name: [first_frame(*program, state) for _ in range(rounds)] for name, program in PROGRAMS.items()}
    best = {name: Cost(*map(min, zip(*costs, strict=True))) for name, costs in runs.items()}
    print(f"{'':14} processor  passed")
    for name, cost in best.items():
        print(f"{name:14} {1000 * cost.processor:6.0f} ms {1000 * cost.passed:4.0f} ms")
    ours, empty = best["satsudoku-tui"], best["empty"]
    print(f"{'ratio':14} {ours.processor / empty.processor:9.2f} {ours.passed / empty.passed:7.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8)
