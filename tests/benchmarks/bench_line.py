"""The response to a key on a distant machine: a fifth of a second each way, 80 columns and 24 rows, as over SSH.

Run from the root of the project: python -m tests.benchmarks.bench_line [SECONDS] For each key, prints the bytes that
the program writes, and the milliseconds until the first and the last of them, without the delay of the line. A person
waits for the first; the last should follow closely, without another round trip. For playback, prints bytes per second.
"""

import sys
import tempfile
import time
from pathlib import Path

from engine.sat.formula import dimacs
from engine.sat.formula.families import make
from tests.support import delayed_line
from tests.support.terminals import KEYS, Terminal

DELAY = 0.2
QUIET = 0.7
"""Seconds without output after which a picture is complete."""
SECONDS, PLAYING = 5.0, "playing"
HOME, END = "\x1b[H", "\x1b[F"

Script = tuple[str, list[str | tuple[str, str]]]
"""The name of a screen, and an action there: a measured key, or keys and the text to wait for."""
CDCL = ["down"] * 4


def scripts() -> list[Script]:
    """The actions from screen to screen; each begins where the one before it ended."""
    return [
        ("solve", [("down", "pigeons"), ("s", "enter start"), ("s", "branching and settings"),
                   (" ".join([*CDCL, "enter"]), "cdcl"), ("enter", "UNSATISFIABLE")]),
        ("replay", [("w", "event 0 of"), ".", ".", ".", ",", ">", "}", "}", "{", "d", "}", "d", "i", "}", "i",
                          "l", ".", "}", "l", "A", "}", "A", END, HOME, PLAYING, HOME]),
        ("what if", [".", "w", "enter", "W", "escape", "s", "escape"]),
        ("breakpoints", ["B", "+", "enter", *"3", "enter", "escape", "]", "]", "["]),
        ("beside", [("o", "Compare with which search?"), "down", ("enter", "propagations"), ".", ".", "}", "}", "{",
                    "s", "s", "s", "tab", "}", ("escape", "trail")]),
        ("proof", [("escape", "UNSATISFIABLE"), ("p", "lemma"), "enter", "down", "down", "enter", "backspace", "c", "c",
                   "escape", ("escape", "UNSATISFIABLE")]),
        ("race", [("escape", "pigeons"), ("Q", "enter start"), "n", "escape", "enter", ("escape", "pigeons")]),
        ("lessons", [("L", "Unit propagation"), "down", "up", ("enter", "1 of"), "enter", "down", "enter", "S",
                     "n", "n"]),
    ]  # fmt: skip


def typed(key: str) -> str:
    """The bytes of a key."""
    return KEYS.get(key, key)


def wait(program: Terminal, keys: str, text: str) -> None:
    """Perform an action, and wait for its result."""
    for key in keys.split():
        program.process.send(typed(key))
        program.read(QUIET)
    program.wait(text)
    program.read(QUIET)


def measure(program: Terminal, key: str, line: float) -> tuple[int, float, float]:
    """Number of bytes, and milliseconds until the first and the last of them, beyond the delay of the line."""
    before, start = len(program.output), time.monotonic()
    program.process.send(typed(key))
    first = last = start + line
    while time.monotonic() - last < QUIET:
        count = len(program.output)
        program.read(0.002)
        if len(program.output) > count:
            last = time.monotonic()
            first = last if count == before else first
    return len(program.output) - before, (first - start - line) * 1000, (last - start - line) * 1000


def played(program: Terminal) -> float:
    """Bytes per second during playback of a search, at the speed after eight presses of the key for faster."""
    for key in ("+" * 8, " "):
        program.process.send(key)
        program.read(QUIET)
    before, start = len(program.output), time.monotonic()
    while time.monotonic() - start < SECONDS:
        program.read(0.1)
    program.process.send(" ")
    count, seconds = len(program.output) - before, time.monotonic() - start
    program.read(QUIET)
    return count / seconds


def main() -> None:
    delay = float(sys.argv[1]) if len(sys.argv) > 1 else DELAY
    program_path = Path(sys.executable).with_name("satsudoku-tui")
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder, "files")
        files.mkdir()
        (files / "pigeons.cnf").write_bytes(dimacs.dumps(make("php", ["7", "6"])))
        command = [sys.executable, delayed_line.__file__, str(delay), str(program_path), "--no-tour", str(files)]
        environment = {
            "TERM": "xterm-256color",
            "SATSUDOKU_STATE": folder,
            "LC_ALL": "C.UTF-8",
            "SSH_TTY": "/dev/pts/0",
            "SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22",
        }
        program = Terminal(command, (80, 24), environment)
        program.process.delaybeforesend = None
        wait(program, "", "pigeons.cnf")
        for name, steps in scripts():
            print(name)
            for step in steps:
                if isinstance(step, tuple):
                    wait(program, *step)
                elif step == PLAYING:
                    print(f"  playing  {played(program):6,.0f} bytes a second")
                else:
                    count, first, last = measure(program, step, 2 * delay)
                    key = step.replace("\x1b[H", "home").replace("\x1b[F", "end")
                    print(f"  {key:8} {count:6,} bytes   first {first:6.0f} ms   settled {last:6.0f} ms")
        program.process.close(force=True)


if __name__ == "__main__":
    main()
