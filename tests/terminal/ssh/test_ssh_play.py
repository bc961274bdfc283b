"""Playing over SSH: everything that was on the screen is saved, and the terminal is restored."""

import random
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest
from terminals import least_shown

from engine.play.store import Store
from engine.sudoku.formats import write
from engine.sudoku.layout import double
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Digits

PUZZLE = generate(double(), 90, seed=1).puzzle
HOLES = [cell for cell, digit in enumerate(PUZZLE.givens) if not digit]
COLOUR = re.compile(rb"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;\d+)*m")
INDEXED = re.compile(rb"\x1b\[(?:\d+;)*[34]8;[25];")
"""Any colour, and one beyond the 16."""


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """A folder with one puzzle."""
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "one.txt").write_text(write(PUZZLE))
    return str(folder)


def begin(program: Any) -> None:
    """Open the puzzle."""
    program.wait("one.txt")
    program.send("enter")
    program.wait(f"{len(HOLES)} to fill")


def resume(program: Any) -> None:
    """Resume the only saved game."""
    program.wait("resume 1")
    program.send("r")
    program.wait("unfinished 1")
    program.send("enter")
    program.wait("to fill")


def place(text: str) -> str:
    """The cursor's cell, according to the title: r5c5."""
    found = re.search(r"\br\d+c\d+\b", text)
    assert found, text
    return found[0]


def left(text: str) -> int:
    """The number of empty cells on the screen."""
    found = re.search(r"(\d+) to fill", text)
    assert found, text
    return int(found[1])


def saved(state: Path) -> Digits:
    """The board of the only game in the file; the puzzle if there is none yet, because games without moves are not
    kept.
    """
    with Store(state / "games.db") as store:
        if not store.unfinished():
            return PUZZLE.givens
        (listed,) = store.unfinished()
        return store.load(listed.id).game.values


def board(digits: str) -> Digits:
    """The puzzle with its empty cells filled from the second on: tab goes there first."""
    values = list(PUZZLE.givens)
    for cell, digit in zip(HOLES[1:], digits, strict=False):
        values[cell] = int(digit)
    return tuple(values)


def test_a_game_continues_at_its_cursor_and_the_terminal_is_as_before(
    server: Any, connect: Callable[..., Any], command: Callable[..., str], folder: str
) -> None:
    program = connect(server, f"echo [$(stty -g)]; {command(folder)}; echo [$(stty -g)]")
    begin(program)
    program.send("tab", "5")
    program.wait(f"{len(HOLES) - 1} to fill")
    program.send("right", "down")
    where = place(program.text)
    assert program.modes
    program.send("\x11")
    assert program.ended() == 0
    assert program.modes == set()
    before, after = re.findall(rb"\[([0-9a-f:]{40,})\]", program.output)
    assert before == after
    again = connect(server, command(folder))
    resume(again)
    assert (left(again.text), place(again.text)) == (len(HOLES) - 1, where)


@pytest.mark.parametrize("rounds", [1, pytest.param(10, marks=pytest.mark.slow)])
@pytest.mark.parametrize("victim", [pytest.param("ssh", marks=pytest.mark.slow), "sshd"])
def test_kill_9_of_either_end_loses_no_move_that_was_shown(
    server: Any, connect: Callable[..., Any], command: Callable[..., str], folder: str, tmp_path: Path,
    rounds: int, victim: str,
) -> None:  # fmt: skip
    chance = random.Random(rounds)
    for number in range(rounds):
        state = tmp_path / f"state-{number}"
        program = connect(server, command(folder).replace(str(tmp_path / "state"), str(state)))
        begin(program)
        running = server.program()
        digits = "".join(chance.choices("123456789", k=20))
        program.process.send("".join(f"\t{digit}" for digit in digits))
        end = time.monotonic() + chance.uniform(0, 0.5)
        while time.monotonic() < end:
            program.read(0.005)
        if victim == "ssh":
            psutil.Process(program.process.pid).kill()
        else:
            for session in server.sessions():
                for process in [*session.children(), session]:
                    if process.name() == "sshd":
                        process.kill()
        program.read(0.3)
        counts = [len(HOLES) - count for count in range(len(digits) + 1)]
        visible = least_shown(program.text_before(b"Connection to "), counts)
        running.wait(20)
        program.ended()
        assert saved(state) in [board(digits[:count]) for count in range(visible, len(digits) + 1)], program.text


@pytest.mark.slow
@pytest.mark.parametrize("victim", ["ssh", "sshd"])
def test_kill_9_while_idle_keeps_the_cursor(
    server: Any, connect: Callable[..., Any], command: Callable[..., str], folder: str, victim: str
) -> None:
    program = connect(server, command(folder))
    begin(program)
    program.send("tab", "5", "right", "down", "down")
    program.wait(f"{len(HOLES) - 1} to fill")
    where, running = place(program.text), server.program()
    if victim == "ssh":
        psutil.Process(program.process.pid).kill()
    else:
        for session in server.sessions():
            session.kill()
    running.wait(20)
    again = connect(server, command(folder))
    resume(again)
    assert place(again.text) == where


@pytest.mark.slow
def test_sigterm_from_the_host_leaves_the_terminal_clean(
    server: Any, connect: Callable[..., Any], command: Callable[..., str], folder: str
) -> None:
    program = connect(server, command(folder))
    begin(program)
    server.program().terminate()
    assert program.ended() == 143
    assert program.modes == set()


@pytest.mark.slow
def test_a_reader_that_stalls_for_ten_seconds_loses_nothing(
    server: Any, connect: Callable[..., Any], command: Callable[..., str], folder: str, tmp_path: Path
) -> None:
    program = connect(server, command(folder))
    begin(program)
    digits = "123456789" * 4
    for number, digit in enumerate(digits):
        program.process.send(f"\t{digit}")
        program.process.setwinsize(24 + number % 2, 80 + 80 * (number % 2))  # much output
        time.sleep(10 / len(digits))
    program.read(0.7)
    program.send("\x11")
    assert program.ended() == 0, program.output[-3000:].decode(errors="replace")
    assert program.modes == set()
    assert saved(tmp_path / "state") == board(digits)


@pytest.mark.slow
def test_a_burst_of_resizes_is_handled(
    server: Any, connect: Callable[..., Any], command: Callable[..., str], folder: str
) -> None:
    program = connect(server, command(folder))
    begin(program)
    program.send("tab", "5")
    program.wait(f"{len(HOLES) - 1} to fill")
    where, chance = place(program.text), random.Random(1)
    for _ in range(200):
        program.process.setwinsize(chance.randint(1, 60), chance.randint(1, 200))
        program.read(0.005)
    program.process.setwinsize(24, 80)
    program.read(0.7)
    program.send("\x11")
    assert program.ended() == 0
    assert program.modes == set()
    again = connect(server, command(folder))
    resume(again)
    assert (left(again.text), place(again.text)) == (len(HOLES) - 1, where)


@pytest.mark.parametrize("environment", [
    *(pytest.param(item, marks=pytest.mark.slow) for item in (
        {"TERM": "linux"}, {"TERM": "xterm"}, {"TERM": "xterm-256color"}, {"TERM": "screen"}, {"TERM": "tmux-256color"},
        {"TERM": "xterm-256color", "COLORTERM": "truecolor"}, {"TERM": "xterm-256color", "NO_COLOR": "1"},
        {"TERM": "xterm-256color", "LC_ALL": "C"}, {"TERM": "linux", "LC_ALL": "C", "NO_COLOR": "1"})),
], ids=lambda environment: "-".join(environment.values()))  # fmt: skip
def test_terminals(
    server: Any, connect: Callable[..., Any], command: Callable[..., str], folder: str, environment: dict[str, str]
) -> None:
    program = connect(server, command(folder), **environment)
    begin(program)
    program.send("tab", "5")
    program.wait(f"{len(HOLES) - 1} to fill")
    program.send("?")
    program.wait("esc close")
    program.send("escape", "\x11")
    assert program.ended() == 0
    assert program.modes == set()
    many = environment["TERM"].endswith("256color") and "NO_COLOR" not in environment
    assert bool(INDEXED.findall(program.output)) == many
    assert bool(COLOUR.findall(program.output)) == ("NO_COLOR" not in environment)
    assert all(byte < 128 for byte in program.output) == (environment.get("LC_ALL") == "C")
