"""A copy of the server's state: complete, made while players play, and without data of unknown owners."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.play.game import Game
from engine.play.store import FILE, Journal, Store
from engine.sat.lessons.homework import TRIES
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.puzzle import Puzzle
from engine.together.database import ServerDatabase
from engine.together.server_folder import DATABASE, player_folder
from tui.server.backup import back_up_state, restore_player
from tui.server.options import HOST_KEY
from tui.server.players import Players

EMPTY = Puzzle(LAYOUTS["4x4"](), (0,) * 16)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    state = tmp_path / "state"
    state.mkdir()
    (state / HOST_KEY).write_text("a key")
    return state


@pytest.fixture
def database(state: Path) -> Iterator[ServerDatabase]:
    database = ServerDatabase(state / DATABASE)
    yield database
    database.close()


def play(state: Path, number: int, go_on: threading.Event) -> None:
    """Make a game of a player and move back and forth for as long as requested, with at least one move."""
    folder = player_folder(state, number)
    folder.mkdir(parents=True)
    with Store(folder / FILE) as store:
        game, journal, move = Game(EMPTY), Journal(store), 0
        while move < 2 or go_on.is_set():
            game.place((move % 16,), move % 4 + 1)
            journal.save(game.record())
            move += 1


def test_a_copy_made_while_they_play_has_every_player_s_game_and_no_stranger_s(
    state: Path, database: ServerDatabase, tmp_path: Path
) -> None:
    players, go_on = Players(database), threading.Event()
    numbers = [player.number for name in "abc" if (player := players.player_of_key(name, name)) and player.number]
    *before, last = numbers
    for number in before:
        play(state, number, go_on)
    stranger = player_folder(state, 99)
    stranger.mkdir()
    (stranger / FILE).touch()
    go_on.set()
    playing = threading.Thread(target=play, args=(state, last, go_on))
    playing.start()
    try:
        assert back_up_state(state, tmp_path / "copy") == []
    finally:
        go_on.clear()
        playing.join()
    copy = tmp_path / "copy"
    assert {path.name for path in copy.iterdir()} == {DATABASE, HOST_KEY, "players"}
    assert copy.stat().st_mode & 0o077 == 0, "it holds the server's key"
    assert {folder.name for folder in (copy / "players").iterdir()} <= {str(number) for number in numbers}
    for number in before:
        with Store(player_folder(copy, number) / FILE) as store:
            assert store.load(store.games()[0].id).game.values[:2] == (1, 2)
    again = ServerDatabase(copy / DATABASE)
    for name in "abc":
        assert Players(again).player_of_key(name, name) == players.player_of_key(name, name)
    again.close()


def test_a_damaged_file_is_named_and_the_others_are_copied(
    state: Path, database: ServerDatabase, tmp_path: Path
) -> None:
    for name in "ab":
        Players(database).player_of_key(name, name)
    play(state, 1, threading.Event())
    player_folder(state, 2).mkdir()
    (player_folder(state, 2) / FILE).write_bytes(b"no database" * 1000)
    assert back_up_state(state, tmp_path / "copy") == ["b"]
    assert [folder.name for folder in (tmp_path / "copy" / "players").iterdir()] == ["1"]


def test_existing_files_are_not_overwritten(state: Path, database: ServerDatabase, tmp_path: Path) -> None:
    (tmp_path / "copy").write_text("mine")
    with pytest.raises(FileExistsError):
        back_up_state(state, tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "mine"


def test_answers_in_homework_are_copied_and_come_back(state: Path, database: ServerDatabase, tmp_path: Path) -> None:
    players = Players(database)
    assert players.player_of_key("ann", "ann")
    play(state, 1, threading.Event())
    answers = player_folder(state, 1) / TRIES / "a.jsonl"
    answers.parent.mkdir()
    answers.write_text("first")
    back_up_state(state, tmp_path / "copy")
    answers.write_text("second")
    database.close()
    restore_player(state, tmp_path / "copy", "ann")
    assert answers.read_text() == "first"
