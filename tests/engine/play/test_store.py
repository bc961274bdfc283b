"""Saved games; `test_game_machine` saves and loads at any moment of a game."""

import threading
from dataclasses import replace

import pytest

from engine.play.errors import StoreError
from engine.play.game import Game
from engine.play.store import Journal, Store, default_path
from engine.sudoku.layout import double, from_grids, single
from engine.sudoku.puzzle import Puzzle


class Time:
    def __init__(self):
        self.seconds = 1000.0

    def __call__(self):
        self.seconds += 1
        return self.seconds


@pytest.fixture
def store(path):
    with Store(path, now=Time()) as store:
        yield store


def empty_game(layout, name=""):
    return Game(Puzzle(layout, (0,) * len(layout.cells), name))


def test_the_directory_can_be_named(monkeypatch, tmp_path):
    monkeypatch.setenv("SATSUDOKU_STATE", str(tmp_path))
    assert default_path() == tmp_path / "games.db"
    with Store() as store:
        assert store.path.exists()
    monkeypatch.delenv("SATSUDOKU_STATE")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert default_path().name == "games.db"
    assert "satsudoku" in str(default_path())


def test_games_of_every_kind_come_back(store, game):
    unsolvable = Game(Puzzle(double(), (5, 5) + (0,) * 151, "two 5s"), solvable=False)
    unsolvable.place(7, 3)
    for one in (game, unsolvable, empty_game(single())):
        saved = store.load(store.add(one.record(), {"cursor": 3}).number)
        assert saved.game.record() == one.record()
        assert saved.game.layout is one.layout
        assert saved.view == {"cursor": 3}


def test_a_new_game_is_not_written_before_it_is_saved(store, game):
    journal = Journal(store)
    assert journal.number is None
    assert store.unfinished() == []
    game.place(0, 1)
    journal.save(game.record())
    game.place(1, 2)
    journal.save(game.record())
    assert [summary.id for summary in store.unfinished()] == [journal.number]
    assert store.load(journal.number).game.record() == game.record()


def test_unfinished_games_are_listed_last_played_first(store, game):
    first = store.add(game.record())
    second = store.add(empty_game(double(), "empty").record())
    assert [summary.id for summary in store.unfinished()] == [second.number, first.number]
    game.place(0, 1)
    game.place(1, 2)
    first.save(game.record())
    listed = store.unfinished()
    assert [summary.id for summary in listed] == [first.number, second.number]
    assert (listed[0].title, listed[0].layout, listed[0].holes, listed[0].filled) == ("first row", "single", 9, 2)
    assert listed[0].updated > listed[1].updated > listed[0].created
    for cell in range(9):
        game.place(cell, cell + 1)
    first.save(game.record())
    assert [summary.id for summary in store.unfinished()] == [second.number], "solved"
    game.restart()
    first.save(game.record())
    assert len(store.unfinished()) == 2, "played again"


def test_a_deleted_game_is_gone(store, game):
    number = store.add(game.record()).number
    store.delete(number)
    assert store.unfinished() == []
    with pytest.raises(StoreError, match=f"Game {number} is not among"):
        store.load(number)
    store.delete(number)
    assert store.add(game.record()).number > number, "numbers are not used twice"
    with store._database.transaction("DEFERRED") as connection:
        assert connection.execute("SELECT count(*) FROM node WHERE game = ?", (number,)).fetchone() == (0,)


def solve(game, seconds):
    for cell in range(9):
        game.place(cell, cell + 1)
    return replace(game.record(), elapsed=seconds)


def test_solved_games_are_remembered_once(store, game):
    fresh = store.load(store.add(game.record()).number).game
    assert store.statistics() == []
    journal = store.add(game.record())
    journal.save(solve(game, 90.0))
    game.restart()
    journal.save(game.record())
    journal.save(solve(game, 10.0))
    assert store.statistics() == [("single", 1, 1, 90.0, 90.0)], "the first time counts"
    store.delete(journal.number)
    fresh.check()
    store.add(solve(fresh, 30.0))
    assert store.statistics() == [("single", 2, 1, 30.0, 60.0)]


def test_a_game_whose_solution_was_shown_does_not_count(store, game):
    journal = store.add(game.record())
    game.show_solution()
    journal.save(game.record())
    game.restart()
    journal.save(solve(game, 1.0))
    store.add(Game(Puzzle(single(), game.solution)).record())
    assert store.statistics() == []
    assert store.unfinished() == []


def test_only_layouts_with_a_name_are_saved(store):
    strange = from_grids("single", "not the usual one", 3, 3, [(0, 0), (6, 6)])
    for layout in (strange, replace(strange, name="strange")):
        with pytest.raises(StoreError, match=layout.name):
            store.add(empty_game(layout).record())
    assert store.unfinished() == []


def test_two_programs_do_not_overwrite_each_other(store, path, game):
    journal = store.add(game.record(), "first")
    with Store(path) as other:
        elsewhere = other.load(journal.number)
        elsewhere.game.place(0, 1)
        elsewhere.journal.save(elsewhere.game.record(), "second")
        game.place(1, 2)
        number = journal.number
        journal.save(game.record(), "first")
        assert journal.number != number
        assert "copy" in store.take_notice()
        assert store.take_notice() == ""
        game.place(2, 3)
        journal.save(game.record(), "first")
        assert store.load(number).game.record() == elsewhere.game.record()
        assert other.load(journal.number).game.record() == game.record()
        other.delete(journal.number)
        game.undo()
        journal.save(game.record(), "first")
        assert other.load(journal.number).game.record() == game.record(), "deleted elsewhere: added again"


def test_the_same_game_opened_twice_loses_nothing(store, game):
    number = store.add(game.record()).number
    one, two = store.load(number), store.load(number)
    one.game.place(0, 1)
    two.game.place(1, 2)
    two.journal.save(two.game.record())
    one.journal.save(one.game.record())
    for saved in (one, two):
        assert store.load(saved.journal.number).game.record() == saved.game.record()


def test_an_older_record_is_not_saved_over_a_newer_one(store, game):
    journal = store.add(game.record())
    game.place(0, 1)
    older = game.record()
    game.place(1, 2)
    newer = game.record()
    journal.save(newer, "newer")
    journal.save(older, "older")
    saved = store.load(journal.number)
    assert (saved.game.record(), saved.view) == (newer, "newer")


def test_records_may_be_saved_by_many_threads_at_once(store, game):
    journals = [store.add(game.record()), store.add(game.record())]
    records, failures = [], []
    for turn in range(120):
        game.toggle_note(turn % 9, turn % 7 + 1)
        records.append(game.record())

    def save(journal, records):
        try:
            for record in records:
                journal.save(record)
        except StoreError as error:
            failures.append(error)

    threads = [threading.Thread(target=save, args=(journals[n % 2], records[n // 2 :: 2])) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(store.unfinished()) == 2
    for journal in journals:
        assert store.load(journal.number).game.record() == records[-1]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE node SET changes = '[[0,0,0'",
        "UPDATE node SET changes = '[[0,0,0,0,\"x\",0,0]]' WHERE number = 1",
        "UPDATE node SET changes = '[[99,0,0,0,1,0,0]]' WHERE number = 1",
        "UPDATE node SET kind = 'juggle' WHERE number = 1",
        "UPDATE node SET parent = 7 WHERE number = 1",
        "UPDATE node SET elapsed = 'noon' WHERE number = 1",
        "DELETE FROM node WHERE number = 1",
        "DELETE FROM node",
        "UPDATE game SET position = 9",
        "UPDATE game SET layout = 'klein bottle'",
        "UPDATE game SET givens = '[1,2]'",
        "UPDATE game SET solution = givens",
        "UPDATE game SET view = '{'",
    ],
)
def test_a_game_that_makes_no_sense_is_refused_alone(store, game, damage):
    other = store.add(game.record())
    game.place(0, 1)
    game.place(1, 2)
    journal = store.add(game.record())
    with store._database.transaction() as connection:
        condition = f"{'game' if 'node' in damage else 'id'} = {journal.number}"
        connection.execute(f"{damage} {'AND' if 'WHERE' in damage else 'WHERE'} {condition}")
    with pytest.raises(StoreError, match=f"Saved game {journal.number} can't be read"):
        store.load(journal.number)
    assert store.load(other.number)
