"""The installed command in a real terminal: starting, playing, disconnecting, resuming."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from engine.sudoku.layout import double
from engine.sudoku.search.exact import random_solution

Start = Callable[..., Any]
ALTERNATE_SCREEN = b"\x1b[?1049h"
LEAVE_ALTERNATE_SCREEN, SHOW_CURSOR = b"\x1b[?1049l", b"\x1b[?25h"
FIRST_CELL = (2, 2)
"""Line and column of the first cell's digit on the screen."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one double sudoku: its first two cells are empty, all others given."""
    layout = double()
    digits = list(random_solution(layout, 1))
    digits[0] = digits[1] = 0
    rows = [
        "".join(
            str(digits[layout.index[row, column]] or ".") if (row, column) in layout.index else " "
            for column in range(15)
        ).rstrip()
        for row in range(15)
    ]
    games = tmp_path / "games"
    games.mkdir()
    (games / "nearly.txt").write_text("\n".join(rows) + "\n")
    return games


@pytest.fixture
def missing() -> tuple[int, int]:
    """The two missing digits."""
    solution = random_solution(double(), 1)
    return solution[0], solution[1]


def first_cells(text: str) -> str:
    """The contents of the first two cells, without marks and blanks."""
    return "".join(char for char in text.splitlines()[FIRST_CELL[0]][1:7] if char.isdigit())


def test_play_quit_and_resume(terminal: Start, folder: Path, missing: tuple[int, int]) -> None:
    program = terminal(str(folder))
    program.wait("nearly.txt")
    program.send("enter")
    program.wait("2 to fill")
    program.send(str(missing[0]))
    program.wait("1 to fill")
    program.send("\x11")
    assert program.ended() == 0
    assert LEAVE_ALTERNATE_SCREEN in program.output

    again = terminal(str(folder))
    again.wait("resume")
    again.send("r")
    again.wait("unfinished 1")
    again.send("enter")
    again.wait("1 to fill")
    assert first_cells(again.text) == str(missing[0])
    again.send("right", str(missing[1]))
    again.wait("Solved in")


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_saves_the_game_and_restores_the_terminal(
    terminal: Start, folder: Path, missing: tuple[int, int], number: signal.Signals
) -> None:
    program = terminal(str(folder))
    program.wait("nearly.txt")
    program.send("enter")
    program.wait("2 to fill")
    program.send(str(missing[0]))
    program.wait("1 to fill")
    program.process.kill(number)
    assert program.ended() == 128 + number
    assert LEAVE_ALTERNATE_SCREEN in program.output
    assert SHOW_CURSOR in program.output

    again = terminal(str(folder))
    again.wait("resume")
    again.send("r")
    again.wait("unfinished 1")
    again.send("enter")
    again.wait("1 to fill")


def test_a_killed_program_loses_no_move_that_was_shown(terminal: Start, folder: Path, missing: tuple[int, int]) -> None:
    program = terminal(str(folder))
    program.wait("nearly.txt")
    program.send("enter")
    program.wait("2 to fill")
    program.send(str(missing[0]))
    program.wait("1 to fill")
    program.process.kill(signal.SIGKILL)
    program.ended()

    again = terminal(str(folder))
    again.wait("resume")
    again.send("r")
    again.wait("unfinished 1")
    again.send("enter")
    again.wait("1 to fill")


@pytest.mark.slow
def test_a_file_is_opened_and_left_to_the_browser(terminal: Start, folder: Path) -> None:
    program = terminal(str(folder / "nearly.txt"))
    program.wait("2 to fill")
    program.send("escape")
    program.wait("1 file")


def test_a_missing_path_is_reported_in_one_line(terminal: Start, folder: Path) -> None:
    for path in ("nothere.txt", "nearly.txt/a"):
        program = terminal(str(folder / path), size=(200, 24))
        assert program.ended() == 2
        assert f"satsudoku-tui: {folder / path}: there is no such file or folder; check its name" in program.text
        assert ALTERNATE_SCREEN not in program.output


def test_a_dumb_terminal_is_refused_in_one_line(terminal: Start) -> None:
    program = terminal(TERM="dumb")
    assert program.ended() == 2
    assert "TERM" in program.text


@pytest.mark.long
def test_a_too_small_terminal_shows_a_message(terminal: Start, folder: Path) -> None:
    program = terminal(str(folder), size=(29, 20), COLUMNS="132", LINES="50")  # as a shell may have left them
    program.wait("30 columns")
    program.send("\x11")
    assert program.ended() == 0


def test_without_a_terminal_the_message_names_the_alternatives() -> None:
    command = Path(sys.executable).with_name("satsudoku-tui")
    if not command.exists():
        pytest.skip("satsudoku-tui is not installed beside this Python")
    run = subprocess.run([command], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert run.returncode == 2
    assert "satsudoku" in run.stderr
    assert run.stderr.count("\n") == 1


def test_the_version_names_compiled_or_plain_kernels() -> None:
    run = subprocess.run([sys.executable, "-m", "tui", "--version"], capture_output=True, text=True, check=True)
    assert "kernels" in run.stdout


COLOUR = re.compile(rb"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;\d+)*m")


def tour(program: Any) -> None:
    """Go through the screens of a folder with one puzzle."""
    program.wait("nearly.txt")
    program.send("s")
    program.wait("encoding")
    program.send("enter")
    program.wait("verified")
    program.send("escape")
    program.wait("nearly.txt")
    program.send("enter")
    program.wait("2 to fill")
    program.send("5", "?")
    program.wait("esc close")
    program.send("escape")
    program.wait(lambda text: "esc close" not in text)
    program.send("w")
    program.wait("shows the solution")
    program.send("y")
    program.wait("guesses")
    program.send("escape", "escape")
    program.wait("nearly.txt")
    program.send("\x10")
    program.wait("Search commands")
    program.send("escape")
    program.wait(lambda text: "Search commands" not in text)
    program.send("\x11")
    assert program.ended() == 0


@pytest.mark.slow
def test_no_color_sends_no_colour(terminal: Start, folder: Path) -> None:
    program = terminal(str(folder), NO_COLOR="1")
    tour(program)
    assert COLOUR.findall(program.output) == []


@pytest.mark.parametrize(
    "term",
    [
        pytest.param("xterm", marks=pytest.mark.slow),
        pytest.param("screen", marks=pytest.mark.slow),
        "linux",
        pytest.param("tmux-256color", marks=pytest.mark.slow),
    ],
)
@pytest.mark.slow
def test_every_screen_on_other_terminals(terminal: Start, folder: Path, term: str) -> None:
    tour(terminal(str(folder), TERM=term))


@pytest.mark.long
def test_ascii_by_itself_in_a_locale_without_utf8(terminal: Start, folder: Path) -> None:
    (folder / "r\u00e4tsel.txt").write_text("")
    program = terminal(str(folder), LC_ALL="C")
    program.wait("ratsel.txt")
    tour(program)
    assert all(byte < 128 for byte in program.output)


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGTSTP])
@pytest.mark.few(1)
def test_a_program_that_was_stopped_continues_and_reads_each_key_once(
    terminal: Start, folder: Path, number: signal.Signals
) -> None:
    program = terminal("--no-tour", str(folder))
    program.wait("enter open")
    process = psutil.Process(program.process.pid)
    threads = len(process.threads())

    def painted() -> int:
        """How often the screen was started; 0 while the last start is not painted."""
        before, _, after = program.output.rpartition(ALTERNATE_SCREEN)
        return before.count(ALTERNATE_SCREEN) + 1 if b"help" in after else 0

    for stops in range(2, 8):
        os.kill(program.process.pid, number)
        program.wait(lambda _: process.status() == psutil.STATUS_STOPPED)
        os.kill(program.process.pid, signal.SIGCONT)
        program.wait(lambda _, stops=stops: painted() == stops)  # all is painted, so it has been resumed
    assert len(process.threads()) < threads + 6
    program.send("/")
    program.process.send("a-filter-of-many-letters")
    program.wait("a-filter-of-many-letters")
