"""Games as files: read back as they were, and refused if damaged."""

from pathlib import Path

import pytest

from engine.base.errors import InputError
from engine.files.kinds import FileKind
from engine.files.reading import glance
from engine.play import game_file
from engine.play.game import Game, GameRecord
from engine.play.past import fill_times
from engine.play.store import Store
from engine.sudoku.layout import double
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution

SOLUTION = random_solution(double(), 1)


def played() -> GameRecord:
    """A game with notes, a move taken back, a bookmark and a hint."""
    time = [0.0]
    game = Game(Puzzle(double(), (0, 0, 0, *SOLUTION[3:]), "three holes"), SOLUTION, now=lambda: time[0])
    game.start()
    game.toggle_note(0, SOLUTION[0])
    for cell, second in ((0, 3.5), (2, 60.0)):
        time[0] = second
        game.place(cell, SOLUTION[cell])
    game.undo()
    time[0] = 70.0
    game.place(1, SOLUTION[1])
    return game.record()


def test_a_game_is_restored_from_its_file(tmp_path: Path) -> None:
    record = played()
    path = tmp_path / "anna.game"
    path.write_bytes(game_file.dumps(record))
    assert game_file.read(path) == record
    assert fill_times(game_file.read(path)) == fill_times(record)
    assert glance(path).kind is FileKind.GAME


def test_a_game_of_one_store_is_raced_against_in_another(tmp_path: Path) -> None:
    with Store(tmp_path / "anna") as store:
        journal = store.add(played())
        data = game_file.dumps(store.load(journal.number).game.record())
    record = game_file.loads(data)
    with Store(tmp_path / "ben") as store:
        assert store.best_game(record.puzzle) is None, "the game of another player is not one's own"
    assert fill_times(record) == ((0.0, 150), (3.5, 151), (60.0, 152), (70.0, 152))


@pytest.mark.parametrize(
    ("old", "new"),
    [(b"satsudoku game 1", b"satsudoku game 9"), (b"nodes", b"notes"), (b'"parent": 0', b'"parent": 7'), (b"}", b"")],
    ids=["version", "missing", "inconsistent", "cut"],
)
def test_a_damaged_file_is_refused(old: bytes, new: bytes) -> None:
    with pytest.raises(InputError, match="this is not an exported game"):
        game_file.loads(game_file.dumps(played()).replace(old, new))


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_file, "MAX_BYTES", 100)
    path = tmp_path / "large.game"
    path.write_bytes(game_file.dumps(played()))
    with pytest.raises(InputError, match="too large for a game"):
        game_file.read(path)
