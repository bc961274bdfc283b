"""Saved games during a run: a full disk, missing permissions, another program, damage, old files."""

import re
import resource
import signal
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from systems import linux

from engine.play.schema import UPGRADES, VERSION
from engine.play.store import Store
from engine.sudoku.formats import write
from engine.sudoku.layout import double
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search.exact import random_solution

DIGITS = random_solution(double(), 1)
HOLES = 8
QUIT = "\x11"

Start = Callable[..., Any]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one double sudoku: its first cells are empty, all others given."""
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "nearly.txt").write_text(write(Puzzle(double(), (*[0] * HOLES, *DIGITS[HOLES:]))))
    return folder


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """The folder of games of `terminal`."""
    return tmp_path / "state"


def begin(terminal: Start, folder: Path, **environment: str) -> Any:
    """A program that plays the puzzle."""
    program = terminal(str(folder), **environment)
    program.wait("nearly.txt")
    program.send("enter")
    program.wait(f"{HOLES} to fill")
    return program


def resume(terminal: Start, folder: Path, filled: int) -> Any:
    """A program that resumes the only saved game."""
    program = terminal(str(folder))
    program.wait("resume 1")
    program.send("r")
    program.wait("unfinished 1")
    program.send("enter")
    program.wait(f"{HOLES - filled} to fill")
    return program


def place(program: Any, *cells: int) -> None:
    """Type the correct digits of these cells, with the cursor moving on, and see them."""
    before = int(program.wait("to fill").split(" to fill")[0].split()[-1])
    for number, cell in enumerate(cells, 1):
        program.send(str(DIGITS[cell]), "tab")
        program.wait(f"{before - number} to fill")


def boards(state: Path) -> list[Digits]:
    """The first cells of every game in the file, last played first."""
    with Store(state / "games.db") as store:
        assert store.take_notice() == ""
        return [store.load(game.id).game.values[:HOLES] for game in store.games()]


def row(*cells: int) -> Digits:
    """The first cells if only these are filled."""
    return tuple(digit if cell in cells else 0 for cell, digit in enumerate(DIGITS[:HOLES]))


@pytest.mark.long
def test_a_lost_terminal_ends_the_program_without_data_loss(terminal: Start, folder: Path, state: Path) -> None:
    program = begin(terminal, folder)
    place(program, 0)
    program.send("right")
    program.lose()
    assert boards(state) == [row(0)]
    with Store(state / "games.db") as store:
        saved = store.load(store.games()[0].id)
    assert saved.view["cursor"] == 2, "where it was last"


@pytest.mark.long
@linux
def test_a_full_disk_is_reported_and_missing_data_written_later(terminal: Start, folder: Path, state: Path) -> None:
    program = begin(terminal, folder)
    place(program, 0)
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    written = max(file.stat().st_size for file in state.iterdir())
    resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE, (written, most))
    program.send(str(DIGITS[1]))
    program.wait("Games are not being saved")
    program.send("tab")
    place(program, 2)
    assert boards(state) == [row(0)]
    resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE, (most, most))
    place(program, 3)
    program.process.kill(signal.SIGKILL)
    program.ended()
    assert boards(state) == [row(0, 1, 2, 3)]


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Path]:
    """A file system with very little room."""
    place = tmp_path / "tiny"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=192k", "tmpfs", place], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("no file system can be mounted here")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


@pytest.mark.slow
def test_a_full_file_system_is_reported(terminal: Start, folder: Path, tiny: Path) -> None:
    program = begin(terminal, folder, SATSUDOKU_STATE=str(tiny))
    place(program, 0)
    with suppress(OSError), (tiny / "ballast").open("wb", buffering=0) as ballast:
        while ballast.write(bytes(512)):
            pass
    while "Games are not being saved" not in program.text:
        program.send("9", "x")
    program.wait("the disk is full")
    (tiny / "ballast").unlink()
    place(program, 1)
    program.process.kill(signal.SIGKILL)
    program.ended()
    assert boards(tiny) == [row(0, 1)]


@pytest.mark.slow
def test_without_a_writable_folder_games_are_unsaved_and_reported_once(
    terminal: Start, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    program = terminal(str(folder), SATSUDOKU_STATE=str(tmp_path / "file" / "state"))
    program.wait("Games are not being saved")
    program.send("enter")
    program.wait(f"{HOLES} to fill")
    place(program, 0, 1)
    program.send("escape")
    program.wait("y leave")
    program.send("y", "r")
    program.wait(lambda text: "Saved games" in text and "not a directory" in text)
    program.send(QUIT)
    assert program.ended() == 0


@pytest.mark.slow
def test_two_programs_on_one_game_keep_the_moves_of_both(terminal: Start, folder: Path, state: Path) -> None:
    first = begin(terminal, folder)
    place(first, 0)
    two = resume(terminal, folder, 1)
    two.send("tab")
    place(two, 1, 2)
    first.send(str(DIGITS[1]), "right", str(DIGITS[2]))
    first.wait("The saved game was changed or deleted elsewhere")
    place(two, 3)
    first.process.kill(signal.SIGKILL)
    two.process.kill(signal.SIGKILL)
    assert sorted(boards(state)) == sorted([row(0, 1, 2), row(0, 1, 2, 3)])


@pytest.mark.slow
def test_a_damaged_file_is_set_aside_and_reported(terminal: Start, folder: Path, state: Path) -> None:
    state.mkdir()
    (state / "games.db").write_bytes(b"no database " * 1000)
    program = terminal(str(folder))
    program.wait("The saved games were damaged")
    program.send("enter")
    program.wait(f"{HOLES} to fill")
    place(program, 0)
    program.process.kill(signal.SIGKILL)
    program.ended()
    assert boards(state) == [row(0)]
    assert (state / "games-damaged-1.db").read_bytes() == b"no database " * 1000


@pytest.mark.slow
def test_damage_while_playing_is_reported_and_the_game_continues_in_a_new_file(
    terminal: Start, folder: Path, state: Path
) -> None:
    program = begin(terminal, folder)
    place(program, 0, 1)
    for file in state.glob("games.db*"):
        with file.open("r+b") as damaged:
            damaged.write(b"\xaa" * file.stat().st_size)
    place(program, 2)
    program.wait("The saved games were damaged")
    place(program, 3)
    program.process.kill(signal.SIGKILL)
    program.ended()
    assert boards(state) == [row(0, 1, 2, 3)]


def taken_back(statement: str) -> str:
    """The inverse of a statement of an upgrade."""
    if added := re.match(r"ALTER TABLE (\w+) ADD COLUMN (\w+)", statement):
        return f"ALTER TABLE {added[1]} DROP COLUMN {added[2]}"
    made = re.match(r"CREATE (INDEX|TABLE) (\w+)", statement)
    assert made, statement
    return f"DROP {made[1]} {made[2]}"


@pytest.mark.slow
def test_a_game_of_the_first_version_can_be_resumed(terminal: Start, folder: Path, state: Path) -> None:
    program = begin(terminal, folder)
    place(program, 0)
    program.send(QUIT)
    program.ended()
    with sqlite3.connect(state / "games.db") as connection:
        for older in sorted(UPGRADES, reverse=True):
            for statement in UPGRADES[older]:
                connection.execute(taken_back(statement))
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    again = resume(terminal, folder, 1)
    place(again, 1)
    again.process.kill(signal.SIGKILL)
    again.ended()
    assert boards(state) == [row(0, 1)]


@pytest.mark.slow
def test_a_file_of_a_newer_version_is_reported_and_left_alone(terminal: Start, folder: Path, state: Path) -> None:
    with Store(state / "games.db") as store, store._database.transaction() as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = (state / "games.db").read_bytes()
    program = terminal(str(folder))
    program.wait("newer")  # the rest may be on the next line
    program.send("enter")
    program.wait(f"{HOLES} to fill")
    place(program, 0)
    program.send(QUIT)
    program.wait("y quit")
    program.send("y")
    assert program.ended() == 0
    assert (state / "games.db").read_bytes() == before
