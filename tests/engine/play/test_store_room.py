"""How many games a store takes."""

from pathlib import Path

import pytest

from engine.play.errors import StoreError
from engine.play.game import Game
from engine.play.store import Store
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle


def test_no_more_games_than_there_is_room_for_whoever_saves_them(tmp_path: Path) -> None:
    layout = single()
    game = Game(Puzzle(layout, (0,) * len(layout.cells)))
    game.count_hint()  # else a game that nobody has begun makes room for the next
    with Store(tmp_path / "games.db", most_games=2) as one, Store(tmp_path / "games.db", most_games=2) as other:
        kept = one.add(game.record())
        other.add(game.record())
        for store in (one, other):
            with pytest.raises(StoreError, match="2 are"):
                store.add(game.record())
        game.place(0, 1)
        kept.save(game.record())  # what is there goes on
        assert one.load(kept.number).game.values[0] == 1
        other.delete(kept.number)
        one.add(game.record())
        assert len(other.games()) == 2
