"""Limits of the number and the size of saved games."""

from pathlib import Path

import pytest

from engine.play.errors import StoreError
from engine.play.game import Game
from engine.play.store import Journal, Store
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle

PUZZLE = Puzzle(single(), (0,) * 81)


def play(game: Game, journal: Journal) -> None:
    """Move back and forth until there is no room."""
    for move in range(20_000):
        game.place((move % 2 + 2,), move % 9 + 1)
        journal.save(game.record())


def test_no_more_games_are_saved_than_there_is_room_for(tmp_path: Path) -> None:
    game = Game(PUZZLE)
    game.count_hint()  # otherwise an untouched game makes room for the next one
    with Store(tmp_path / "games.db", max_games=2) as first, Store(tmp_path / "games.db", max_games=2) as other:
        journal = first.add(game.record())
        other.add(game.record())
        for store in (first, other):
            with pytest.raises(StoreError, match="there are 2 saved games already"):
                store.add(game.record())
        game.place(0, 1)
        journal.save(game.record())  # existing games continue
        assert first.load(journal.number).game.values[0] == 1
        other.delete(journal.number)
        first.add(game.record())
        assert len(other.games()) == 2


@pytest.mark.long
def test_no_message_asks_players_to_free_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.play.database._MIN_FREE_BYTES", 1 << 60)
    with Store(tmp_path / "games.db", max_bytes=150_000, names_only=True) as store:
        game = Game(PUZZLE)
        game.place((2,), 4)
        journal = store.add(game.record())
        with pytest.raises(StoreError, match="the disk is full") as raised:
            play(game, journal)
    assert str(tmp_path) not in str(raised.value)


@pytest.mark.long
def test_a_file_takes_no_more_than_its_share_of_the_disk_and_continues_once_games_are_deleted(tmp_path: Path) -> None:
    most = 150_000
    with Store(tmp_path / "games.db", max_bytes=most) as store:
        old, game = Game(PUZZLE), Game(PUZZLE)
        old.place((2,), 4)
        first = store.add(old.record())
        for move in range(500):
            old.place((move % 2 + 2,), move % 9 + 1)
        first.save(old.record())
        game.place((2,), 4)
        journal = store.add(game.record())
        with pytest.raises(StoreError, match="no room for more"):
            play(game, journal)
        assert sum(path.stat().st_size for path in tmp_path.iterdir()) < most + 8_000_000, "with the journal"
        assert (tmp_path / "games.db").stat().st_size <= most
        assert first.number
        store.delete(first.number)
        journal.save(game.record())
        assert journal.number
        assert store.load(journal.number).game.values == game.values
