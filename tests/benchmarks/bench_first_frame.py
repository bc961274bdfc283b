"""The cost of the first frame compared with an empty Textual program, in processor time of all threads.

Run from the root of the project: python -m tests.benchmarks.bench_first_frame [ROUNDS]; Linux only. Modules must be
cached as bytecode: run the program once without PYTHONDONTWRITEBYTECODE.
"""

import os
import pty
import select
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

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


def first_frame(command: Sequence[str], text: bytes, state: str) -> float:
    """The seconds until a program writes a text."""
    process, terminal = pty.fork()
    if not process:
        os.chdir(ROOT)
        os.environ.update(TERM="xterm-256color", SATSUDOKU_STATE=state)
        os.execv(command[0], command)
    written, end = b"", time.monotonic() + PATIENCE
    while text not in written and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            written += os.read(terminal, 1 << 16)
    threads = Path(f"/proc/{process}/task").iterdir()
    spent = sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    os.close(terminal)
    return spent


def main(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as state:
        best = {name: min(first_frame(*program, state) for _ in range(rounds)) for name, program in PROGRAMS.items()}
    for name, seconds in best.items():
        print(f"{name:14} {1000 * seconds:4.0f} ms")
    print(f"{'ratio':14} {best['satsudoku-tui'] / best['empty']:.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8)
